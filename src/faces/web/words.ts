/** All words of the page: another language is another object of this form. Findings have the words of the library. */

import type { Neighbour } from "../../report/parts/record.ts";
import { LEGEND } from "../../report/parts/recordGraph.ts";

const number = new Intl.NumberFormat("en-GB");
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
export const figure = (value: number): string => number.format(value);
const count = (value: number, one: string, many = `${one}s`): string => `${figure(value)} ${value === 1 ? one : many}`;
const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${figure(Math.max(1, Math.round(bytes / 1_000)))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
const percent = (share: number): string => `${Math.round(1000 * share) / 10} %`;
/** Those about other texts too: which ones hold for this text is found by the analysis. */
const sentWith = (decisions: number, ignored: number): string => {
  const others = [
    ...(ignored === 0 ? [] : [`${count(ignored, "text")} that ${ignored === 1 ? "does" : "do"} not count`]),
    ...(decisions === 0 ? [] : [`${count(decisions, "decision")} of yours and their reasons`]),
  ];
  return others.length === 0 ? "" : `, with ${others.join(" and ")},`;
};

export const words = {
  lang: "en",
  name: "spolia",
  skip: "Skip to the content",
  views: {
    check: "Check a text",
    compare: "Compare two",
    set: "A set of texts",
    catalogue: "Models and datasets",
    audit: "Audit",
    service: "Service",
  },
  count: {
    words: (value: number) => count(value, "word"),
    documents: (value: number) => count(value, "document"),
    characters: (value: number) => count(value, "character"),
    passages: (value: number) => count(value, "passage"),
  },
  percent,

  start: {
    title: "Was this text used to train AI models?",
    lede: "Paste a text or drop a file. You see where it is found, which models are documented to have trained there, and how sure that is.",
    text: "Your text",
    hint: "Paste a text here, or drop a file: text, Markdown, HTML, PDF, EPUB, DOCX, ODT, RTF, TEI.",
    pick: "Open a file",
    clear: "Clear",
    sample: "Try a sample",
    published: "First published",
    publishedHint: "A date such as 2019-05, if you know it: it excludes models that are older.",
    ignored: "Texts that do not count",
    ignoredHint: "A form, a handout, a footer: nothing rests on runs of eight of its words.",
    ignoredPick: "Open files",
    ignoredRemove: (name: string) => `Let ${name} count`,
    check: "Check this text",
    beginning: (characters: number) =>
      `Its first ${figure(characters)} characters are shown; all of it is read. Clear it to write another text.`,
    noText: "There is no text yet.",
    noPlace: "Choose what to search.",
    reading: "Reading the file",
    unread: (reason: string) => `Not read: ${reason}.`,
  },

  sample: {
    name: "sample",
    document: [
      "The ledger of the harbour master at Kelm was kept for sixty-one years in the same hand, and nobody who has read it can say",
      "in which year the hand grew old. Ships are entered by the colour of their sails, since the master held that a name may be",
      "painted over in an afternoon and a sail may not. In the winter of the long ice he wrote nothing for eleven weeks, and then a",
      "single line: the river has remembered us. The town had the sentence cut into the stone above the customs house, where the",
      "frost has since taken the last two words of it, so that strangers read there only that the river has.",
    ].join(" "),
    content: [
      "My grandmother never went to Kelm, but she could tell you how it was there. In the winter of the long ice he wrote nothing for",
      "eleven weeks, and then one line: the river has remembered us. She said it as other people say grace, and then she cut the",
      "bread. I looked the place up when I was grown, and found that ships were entered by the colour of their sails, since the master",
      "held that a name may be painted over in an afternoon and a sail may not. It seemed to me a good rule for more than ships.",
    ].join(" "),
  },

  where: {
    title: "Search in",
    own: "Files of yours, indexed in this browser",
    none: "Nothing is indexed here yet.",
    addFiles: "Add files",
    addFolder: "Add a folder",
    name: "Name",
    dataset: "Dataset, if it is a copy of a known one",
    index: "Index them",
    indexed: (documents: number, words: number, bytes: number) =>
      `${count(documents, "document")}, ${count(words, "word")}, ${size(bytes)} kept here`,
    skipped: (files: number) => `${count(files, "file was", "files were")} not read`,
    notes: (notes: number) => `${count(notes, "note", "notes")} on files that were read`,
    remove: (name: string) => `Remove ${name} from this browser`,
    removeShort: "Remove",
    address: "A corpus at an address",
    addressLabel: "Address of its folder",
    indexes: "Public indexes of training data",
    indexLabel: "Index",
    indexOption: (name: string, dataset: string, tokens: number | null, until: string | null) =>
      [
        `${dataset}: ${name}`,
        tokens === null ? "" : `${compact.format(tokens)} tokens`,
        until === null ? "" : `until ${until}`,
      ]
        .filter((part) => part !== "")
        .join(", "),
    indexNone: "Choose one",
    indexOfOwn: "Another, at an address",
    indexName: "Its name, such as infini-gram:essays",
    indexAddress: "Address where it is asked",
    indexDataset: "Dataset that it holds",
    indexAsked: "Where its host lets a page ask it; where not, the result says so.",
    add: "Add",
    serviceUrl: "Address of the service",
    key: "Key, if it needs one",
    useService: "Search the corpora of a service",
    serves: "It searches",
    servesNone: "It has no corpus.",
    servesNot: (reason: string) => `It does not list its corpora: ${reason}`,
    served: (documents: number, words: number) => `${count(documents, "document")}, ${count(words, "word")}`,
  },

  encoder: {
    title: "What is said in other words",
    lede: "Needs an encoder: a folder of weights that spolia encoder install has fetched. Its files stay on this machine and are kept nowhere.",
    folder: "Choose its folder",
    files: "Choose its files",
    accepted: "In use",
    facts: (implementation: string, dimensions: number, languages: readonly string[]) =>
      [implementation, count(dimensions, "number"), ...languages].join(", "),
    remove: (name: string) => `Remove the encoder ${name}`,
    make: "Make vectors",
    makeOf: (name: string) => `Make vectors of ${name}, so that other words are found in it`,
  },

  leaves: {
    nothing: "Nothing leaves this machine.",
    ranges: (hosts: string) =>
      `Your text stays on this machine. ${hosts} sees which parts of its corpus are read, which hints at what is in the text.`,
    strings: (hosts: string) => `Runs of words of your text are sent to ${hosts}.`,
    planned: (strings: number, most: number, name: string) =>
      `Up to ${count(strings, "string")} of your text for ${name}, and parts around those that are found: at most ${count(most, "request")}`,
    all: (host: string, decisions: number, ignored: number) =>
      `Your whole text${sentWith(decisions, ignored)} is sent to ${host}.`,
    allHere: (host: string, decisions: number, ignored: number) =>
      `Your text${sentWith(decisions, ignored)} goes to the service on this machine (${host}).`,
  },

  work: {
    cancel: "Cancel",
    cancelled: "Cancelled.",
    stages: {
      read: "Reading files",
      index: "Indexing",
      write: "Writing the index",
      search: "Searching",
      encode: "Encoding",
      windows: "Adding up vectors",
      reworded: "Reading sentences",
    } as Readonly<Record<string, string>>,
    encoding: "Encoding",
    opening: "Opening the encoder",
    indexing: "Indexing",
    searching: "Searching",
    comparing: "Comparing",
    of: (done: number, total: number) => `${figure(done)} of ${figure(total)}`,
    bytes: (done: number, total: number) => `${size(done)} of ${size(total)}`,
  },

  result: {
    again: "Check another text",
    text: "The text",
    map: "Map of the text",
    mapLabel: (passages: number) => `Where ${count(passages, "passage")} are in the text`,
    passage: (n: number) => `Passage ${n}`,
    passageIn: (n: number, words: number, title: string) => `Passage ${n}, ${count(words, "word")}, in ${title}`,
    sources: "Sources",
    all: "All documents",
    none: "No passage was found.",
    noneKept: "No passage is left with these filters.",
    next: "Next passage",
    previous: "Previous passage",
    position: (at: number, all: number) => `Passage ${at} of ${all}`,
    inText: "In the text",
    inSource: "In the source",
    differs: "Words with a line under them differ; under a dotted line they stand at another place.",
    also: (documents: number) => `${count(documents, "document has", "documents have")} these words`,
    leaveOut: "Leave out",
    takeIn: "Take in again",
    open: "Open the source",
    share: (words: number, share: number) => `${count(words, "word")} of your text, ${percent(share)}`,
    ofDocument: (share: number) => `${percent(share)} of the document`,
    facts: (kind: string, words: number, identity: number) =>
      `${kind}, ${count(words, "word")}, ${percent(identity)} identical`,
    unverified: "claimed by the index, not compared word by word",
    by: (author: string, year: string) => [author, year].filter((one) => one !== "").join(", "),
    licence: (licence: string) => `Licence: ${licence}`,
    kinds: {
      verbatim: "verbatim",
      near_verbatim: "nearly verbatim",
      reworded: "reworded",
      commonplace: "what everybody writes",
      given: "what does not count",
    },
    relations: {
      same: "the same text",
      part_of: "your text is a part of it",
      contains: "stands whole in your text",
      quotes: "quoted",
      shares_passages: "shares passages",
    },
  },

  filters: {
    title: "Filters",
    kinds: "Kind",
    length: (words: number) => `At least ${count(words, "word")}`,
    rarity: (bits: number) => `At least ${count(bits, "bit")} of rarity: more bits, less chance`,
    licences: "Licence",
    noLicence: "none stated",
    decided: "Leave out what was decided about",
    reset: "Take all in again",
    left: (kept: number, all: number) =>
      `${figure(kept)} of ${count(all, "passage")} kept. All conclusions below follow from these.`,
    fixed: "A service has answered: the filters change what is shown, and its conclusions stay.",
  },

  certainty: {
    title: "How sure",
    prior: "Prior probability",
    priorHelp: "How likely you held it before this search. The evidence stays the same, the conclusion moves.",
  },

  models: {
    title: "Models",
    none: "No model is attributed.",
    lede: "Documented to have been trained on a dataset in which the text was found:",
    model: "Model",
    least: "At least this sure that it was trained on it",
    use: "Probability that it used a given document",
    sources: "Sources",
    dataset: "trained on",
    via: "through",
    notGiven: "not given",
    excluded: (models: number) => `Not attributed, and why (${figure(models)})`,
    more: (models: number) => `${count(models, "more model")}`,
  },

  catalogue: {
    title: "Models and datasets",
    lede: "Which model was trained on which dataset, and by whose word? The records are in this page: nobody is asked.",
    find: "A part of a name",
    found: (shown: number, all: number) => `${figure(shown)} of ${count(all, "record")}`,
    back: "Back to the result",
    all: "All models and datasets",
    drawn: LEGEND,
    from: "From what",
    into: "Into what",
    told: ({ standing, facts, notes, read, sources }: Neighbour) =>
      [
        [...(standing === "documented" ? [] : [standing]), ...facts].join(", "),
        ...notes,
        read,
        sources.length === 0 ? "" : `sources: ${sources.join(", ")}`,
      ]
        .filter((part) => part !== "")
        .map((part) => `. ${part.replace(/\.$/, "")}`)
        .join(""),
    search: "To search it",
    searchIn: (name: string) => `Search a text in ${name}`,
    noIndex: "No public index of it is known. Files of yours can be indexed in this browser.",
    terminal: "In a terminal:",
    sources: "Sources",
    read: (checked: string | null, sha256: string | null) =>
      `${checked === null ? "" : `, checked ${checked}`}${sha256 === null ? "" : `, hash of the file ${sha256}`}`,
    open: "Open",
    openSource: (id: string) => `Open ${id}`,
  },

  parts: {
    reworded: "In other words",
    risk: "Risk and revenue",
    untested: "Not tested",
    replay: "To replay",
    decisions: "Decisions",
  },

  decisions: {
    title: "Decide about this passage",
    kinds: {
      mine: "My own text",
      licensed: "Licensed",
      quoted: "A quotation",
      public_domain: "Public domain",
      not_mine: "Not mine",
      false: "A false finding",
    },
    reason: "Reason",
    author: "Decided by",
    undo: "Take back",
    note: "Decisions are kept in this browser. They stand beside the findings and change none of them.",
    export: "Save decisions as a file",
    made: (decisions: number) => `${count(decisions, "decision")} kept in this browser`,
  },

  export: {
    print: "Print",
    html: "Report as HTML",
    htmlWhole: "Report with the whole text",
    json: "Result as JSON",
    link: "Copy a link to this view",
    linkText: "The link holds the text itself: whoever has it can read it.",
    copied: "Copied.",
    inAddress: "The link is the address of this page now.",
    tooLong: "The text is too long for a link: the link opens the same places and filters without it.",
  },

  set: {
    title: "Who shares with whom?",
    lede: "Add files or a folder: each text is compared with all others.",
    threshold: (share: number) => `Lines from ${share} % of a text on`,
    found: (pairs: number, linked: number, texts: number) =>
      `${count(pairs, "pair shares", "pairs share")} that much; ${figure(linked)} of ${count(texts, "text")} are in one.`,
    leftOut: (texts: number) => `${count(texts, "text was", "texts were")} left out: a set has at most 500.`,
    graph: "Texts on a circle, with a line between those that share something; the list below says the same",
    pairs: "Pairs",
  },

  audit: {
    title: "Which documents hold these texts?",
    lede: "Items such as the questions of a test, one in each line, and the documents to look in.",
    items: "Items",
    hint: "One item in each line.",
    run: "Look for them",
  },

  service: {
    title: "Works, monitors and offers",
    lede: "What a service with records keeps for you.",
    open: "Show them",
    works: "Works",
    workColumns: ["Work", "Words", "Registered", "Id"],
    monitors: "Monitors",
    monitorColumns: ["Monitor", "State", "Verdict", "Since", "Work"],
    jobs: "Jobs",
    jobColumns: ["Job", "Kind", "State", "Since"],
    offers: "Offers",
    licences: "Quotes and licences",
    dealColumns: ["Id", "Kind", "State", "You are the", "Since", "Until"],
    none: "None.",
    more: "There are more: the newest 50 of each are shown.",
  },

  compare: {
    title: "What do two texts share?",
    lede: "Both are compared here. Nothing leaves this machine.",
    first: "First text",
    second: "Second text",
    run: "Compare",
    passages: "Shared passages",
  },
} as const;
