/** Searches an index for a text: its runs, then their documents, in the form in which any corpus answers. */

import type { Progress } from "../../base/contract/resources/corpus.ts";
import { throwIfAborted } from "../../base/errors.ts";
import { SNIPPET_CHARACTERS } from "../../base/limits.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { UNITS_PER_BIT } from "../../core/kernels/passages/scoring.ts";
import type { Passage } from "../../core/passages/passages.ts";
import type { ShingleIndex } from "../../core/passages/shingleIndex.ts";
import { rightsNotice } from "../../core/text/rightsNotice.ts";
import { bytesOf, utf16Spans } from "../../core/text/text.ts";
import { QueryWords } from "../../corpus/search/queryWords.ts";
import { dropRedundant } from "../../corpus/search/redundancy.ts";
import type { SearchResult } from "../../corpus/search/search.ts";
import type { PassageHit } from "../../corpus/search/weigh.ts";
import { worksOver, worksPerWord } from "../../corpus/search/works.ts";
import { tellingRunWords } from "../../engine/evidence/verdict/telling.ts";
import type { Unanswered } from "../../models/connectors/ask.ts";
import type { IndexClient } from "./client.ts";
import { type CountedRun, type DocumentsOfRuns, type ReadDocument, readDocumentsOf } from "./documents.ts";
import type { IndexKind, SearchMode } from "./names.ts";
import type { UnitRange } from "./oracle.ts";
import { type FoundRun, RunPlan } from "./plan.ts";
import { formsOf, Units } from "./units.ts";

/** The shortest run that every search of an index promises to find, in units. */
const CERTAIN_UNITS_MIN = 24;
/** The longest: what local corpora promise too. */
const CERTAIN_UNITS_MAX = 40;
/** Windows that a private search sends. */
const PRIVATE_PROBES = 8;

interface IndexSearch {
  kernels: Kernels;
  kind: IndexKind;
  name: string;
  mode: SearchMode;
  /** Words of the index: an upper bound. */
  words: number;
  /** Most questions in flight. */
  atOnce: number;
  client: IndexClient;
  signal: PlatformAbortSignal | undefined;
  onProgress: ((progress: Progress) => void) | undefined;
}

/** What an index found, and why it did less than all. */
export interface FoundInIndex extends SearchResult {
  runs: CountedRun[];
  /** Windows that were asked for, of all. */
  probes: { asked: number; all: number };
  unanswered: Unanswered | null;
}

/** The plan for a text, which a dry run shows. */
export function planFor(query: ShingleIndex, { kind, words, atOnce }: Pick<IndexSearch, "kind" | "words" | "atOnce">) {
  const { text } = query.shingled;
  const units = new Units(text, kind);
  const telling = tellingRunWords({ contentWords: text.lengthWords, searchedWords: words, language: null });
  const certainUnits = Math.min(CERTAIN_UNITS_MAX, Math.max(CERTAIN_UNITS_MIN, telling));
  const fitEnds = Array.from({ length: units.count }, (_, start) => units.fitEnd(start));
  const fitEnd = (start: number) => fitEnds[start]!;
  return { units, certainUnits, plan: new RunPlan({ units: units.count, certainUnits, fitEnd, atOnce }) };
}

/** The windows that a search sends at least, in every form. */
export function probedStrings({ units, plan }: ReturnType<typeof planFor>, mode: SearchMode): string[] {
  const probes = mode === "private" ? plan.probes().slice(0, PRIVATE_PROBES) : plan.probes();
  return [...new Set(probes.flatMap((probe) => formsOf(units.textOf(probe))))];
}

export async function searchIndex(query: ShingleIndex, search: IndexSearch): Promise<FoundInIndex> {
  const planned = planFor(query, search);
  const asking = new RangeAsker(search, planned.units);
  const { runs, shortRuns, isDone, probes } =
    search.mode === "private" ? await sampledRuns(planned, asking) : await allRuns(planned, asking);
  throwIfAborted(search.signal);
  const { kernels, client, signal, mode } = search;
  const reading = { kernels, client, units: planned.units, query, hasContexts: mode === "full", signal };
  const read =
    runs.length + shortRuns.length === 0 || asking.unanswered !== null
      ? { runs: runs.map((run) => uncounted(run, planned.units)), documents: [], carriers: [], unanswered: null }
      : await readDocumentsOf(runs, shortRuns, reading);
  throwIfAborted(signal);
  const unanswered = asking.unanswered ?? read.unanswered;
  return {
    ...weighed(query, read),
    runs: read.runs,
    probes,
    unanswered,
    bounded: !isDone || unanswered !== null || mode === "private" || planned.plan.unaskable > 0,
    certainFromWords: planned.certainUnits,
    blocksRead: 0,
  };
}

const uncounted = (run: FoundRun, units: Units): CountedRun => {
  return { run, words: units.wordsOf(run), places: 1, documents: 0 };
};

async function allRuns({ plan }: ReturnType<typeof planFor>, asking: RangeAsker) {
  const isDone = await plan.run((ranges) => asking.round(ranges));
  const all = plan.probes().length;
  return { runs: plan.runs(isDone), shortRuns: plan.shortRuns(), isDone, probes: { asked: all, all } };
}

/** Sends a few windows and nothing else; what the documents around them share is found on this machine. */
async function sampledRuns({ plan }: ReturnType<typeof planFor>, asking: RangeAsker) {
  const all = plan.probes();
  const sampled = all.slice(0, PRIVATE_PROBES);
  const stands = await asking.round(sampled);
  const runs = sampled.filter((_, i) => stands?.[i] === true).map((range) => ({ ...range, isJoined: false }));
  return { runs, shortRuns: [], isDone: stands !== null, probes: { asked: sampled.length, all: all.length } };
}

/** Asks whether ranges of the text stand in the index, in any of their forms. */
class RangeAsker {
  readonly #search: IndexSearch;
  readonly #units: Units;
  /** The first question that got no answer: it ends the search. */
  unanswered: Unanswered | null = null;
  #asked = 0;
  #found = 0;

  constructor(search: IndexSearch, units: Units) {
    this.#search = search;
    this.#units = units;
  }

  async round(ranges: readonly UnitRange[]): Promise<boolean[] | null> {
    const { signal, name, onProgress } = this.#search;
    throwIfAborted(signal);
    const answers = await Promise.all(
      ranges.map(async (range) => {
        const stands = await this.#stands(range);
        onProgress?.({ stage: `search:${name}`, done: ++this.#asked, total: null, unit: "requests" });
        if (stands === true) onProgress?.({ stage: `found:${name}`, done: ++this.#found, total: null, unit: "runs" });
        return stands;
      }),
    );
    throwIfAborted(signal);
    return answers.includes(null) ? null : (answers as boolean[]);
  }

  async #stands(range: UnitRange): Promise<boolean | null> {
    for (const form of formsOf(this.#units.textOf(range))) {
      const reply = await this.#search.client.count(form, this.#search.signal);
      if (reply.status === "unanswered") {
        this.unanswered ??= reply;
        return null;
      }
      if (reply.answer > 0) return true;
    }
    return false;
  }
}

/**
 * The passages as a corpus reports them. An index tells no frequencies of words, so that each word is worth what it is
 * worth in an alignment: at most six bits, fewer than a rare word has in a corpus.
 */
function weighed(
  query: ShingleIndex,
  { documents, carriers }: DocumentsOfRuns,
): Pick<SearchResult, "passages" | "carriers"> {
  const { text } = query.shingled;
  const found = documents.flatMap((document) => document.passages.map((passage) => ({ ...passage, document })));
  const kept = dropRedundant(query, found);
  const works = worksPerWord(text.lengthWords, carriers);
  const { kindOf } = new QueryWords(text.words);
  const bits = new Float64Array(text.lengthWords);
  kindOf.forEach((kind, word) => {
    bits[kind] = query.wordUnits[word]! / UNITS_PER_BIT;
  });
  const passages = kept.map((passage): PassageHit => {
    const { document, agreeing, a, b, ...measures } = passage;
    let rarityBits = 0;
    for (const run of agreeing)
      for (let word = run.a; word < run.a + run.lengthWords; word++) rarityBits += bits[kindOf[word]!]!;
    return {
      documentNumber: document.number,
      document: { id: document.id, words: document.words, copies: 1 },
      textHash: document.textHash,
      kind: measures.kind,
      content: a,
      source: sourceOf(document, b),
      agreeingWords: measures.agreeingWords,
      longestRunWords: measures.longestRunWords,
      identity: measures.identity,
      rightsNotice: noticeIn(document),
      rarityBits,
      documentFrequency: Math.max(1, worksOver(works, a)),
      agreeing,
      sourceWords: b.end - b.start,
      surprise: { kindOf, bits },
    };
  });
  passages.sort(
    (x, y) =>
      y.agreeingWords - x.agreeingWords || x.content.start - y.content.start || x.documentNumber - y.documentNumber,
  );
  return { passages, carriers };
}

/** The place in the part of the document that was read: neither headings nor the paragraphs before it are known. */
function sourceOf({ text }: ReadDocument, range: Passage["b"]): PassageHit["source"] {
  const [span] = utf16Spans(text, [range]);
  const snippet = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOf(text, range));
  return { ...span!, place: {}, snippet: snippet.slice(0, SNIPPET_CHARACTERS).replace(/[\ud800-\udbff]$/, "") };
}

function noticeIn({ text }: ReadDocument): string | null {
  const read = new TextDecoder("utf-8", { ignoreBOM: true }).decode(text.bytes);
  const span = rightsNotice(read);
  return span && read.slice(span.start, span.end);
}
