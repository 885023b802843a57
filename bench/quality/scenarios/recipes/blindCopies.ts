/** By somebody who had not seen the rules: copies of works, whole and in part, shortened, disguised and mixed. */
import { Random } from "../../../harness/random.ts";
import { changedAtRandom } from "../../search/edits.ts";
import { sourceFiles } from "../corpora.ts";
import { abridged, between, hyphenated, inTurn, scanned, withoutAccents, withoutPunctuation } from "../disguises.ts";
import { conversation, excerpt, firstWords } from "../excerpts.ts";
import { collection, novel, otherWords, textOf } from "../material.ts";
import { ownText } from "../ownTexts.ts";
import type { Recipes } from "../scenario.ts";
import { attributed, CONFIDENCE_0, found, HIGH, NOT_SEARCHED, NOT_USED } from "../sentences.ts";

const SILAS = "ENG18610_Eliot";
const MIDDLEMARCH = "ENG18721_Eliot";
const PARISIANS = "ENG18741_Bulwer";
const FLAGS = "ENG18670_Ouida";

const TEN_IN = ["ENG18411_Tupper", "ENG18450_Disraeli", "ENG18480_Thackeray", "ENG18500_Ainsworth"].concat(
  ...["ENG18510_Kingsley", "ENG18552_Kavanagh", "ENG18560_Yonge", "ENG18641_Stretton", PARISIANS],
  "ENG18720_Lynn",
);
const EIGHT_OUT = ["ENG18742_Trollope", "ENG18830_Broughton", "ENG18880_Ward", "ENG18900_Doyle"].concat(
  ...["ENG18931_Harraden", "ENG18970_Phillpots", "ENG19120_Wells", "ENG19180_Lewis"],
);

const passages = (seed: string, ids: readonly string[]) => ids.map((id) => excerpt(`${seed} ${id}`, novel(id), 100));

const changed = (seed: string, id: string, words: number, share: number) => () =>
  changedAtRandom(share)(excerpt(seed, novel(id), words), new Random(`scenario ${seed} words`), otherWords());

/** Names of a novel, and those that somebody put in their place. */
const NEW_NAMES: Readonly<Record<string, string>> = {
  ...{ Silas: "Tobias", Marner: "Harker", Godfrey: "Edmund", Cass: "Lowe", Nancy: "Julia", Lammeter: "Prentice" },
  ...{ Dunstan: "Martin", Dunsey: "Matty", Dunsy: "Matty", Eppie: "Lottie", Raveloe: "Norbridge", Dolly: "Becky" },
  ...{ Osgood: "Bertram", Kimble: "Rudd", Bryce: "Fell", Wildfire: "Thunderer", Molly: "Jenny", Keating: "Coker" },
};
const renamed = (text: string) => text.replace(/\b[A-Z][a-z]+\b/g, (word) => NEW_NAMES[word] ?? word);

/** A conversation of a novel as the lines of two actors, between pages of one's own. */
function screenplay(): string {
  const lines = conversation("screenplay-adapted", novel("ENG18531_Yonge"), 240)
    .split("\n\n")
    .map((line, at) => `${at % 2 === 0 ? "THE WOMAN" : "THE MAN"}\n${line.replace(/["“”]/g, "")}`);
  return [ownText("sundry", "screenplay-head"), ...lines, ownText("sundry", "screenplay-tail")].join("\n\n");
}

/** A short novel that is not in the corpus, with a page of another in the middle that is. */
function withOnePage(): string {
  const paragraphs = novel("ENG19181_West").split(/\n\s*\n/);
  const middle = Math.floor(paragraphs.length / 2);
  const page = excerpt("long-one-page", novel(MIDDLEMARCH), 400);
  return [...paragraphs.slice(0, middle), page, ...paragraphs.slice(middle)].join("\n\n");
}

const chapterOfSilas = () => between(novel(SILAS), "CHAPTER III.", "CHAPTER IV.");
const chapterOfHollow = () => between(novel("ENG18641_Stretton"), "CHAPTER I.", "CHAPTER II.");

const CODE = "src/core/statistics/hypergeometric.ts";

/** A file of the corpus whose names are in another style: `twoWords` as `two_words`. */
function snakeCase(): string {
  const { text } = sourceFiles().find(({ id }) => id === CODE)!;
  return text.replace(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (name) => name.replace(/[A-Z]/g, (at) => `_${at.toLowerCase()}`));
}

export const BLIND_COPIES: Recipes = {
  "chapter-whole": {
    text: () => chapterOfSilas(),
    sentences: { "which document, where": found("Silas Marner: The Weaver of Raveloe", SILAS, "pile") },
  },
  abridged: { text: () => firstWords(abridged(chapterOfHollow()), 1_500), sentences: {} },
  uppercase: {
    text: () => excerpt("uppercase", novel("ENG18450_Disraeli"), 250).toUpperCase(),
    sentences: { "which document, where": found("Sybil, Or the Two Nations", "ENG18450_Disraeli", "pile") },
  },
  "no-punctuation": {
    text: () => withoutPunctuation(excerpt("no-punctuation", novel("ENG18510_Kingsley"), 250)),
    sentences: {},
  },
  "no-accents": {
    text: () => withoutAccents(excerpt("no-accents", textOf("eltec-fra", "FRA00901_Daudet"), 400)),
    sentences: { "which document, where": found("Le petit chose", "FRA00901_Daudet", "fra") },
  },
  "hyphenated-lines": {
    text: () => hyphenated(excerpt("hyphenated-lines", novel("ENG18500_Ainsworth"), 300), 38),
    sentences: {},
  },
  "running-titles": {
    text: () => scanned("running-titles", excerpt("running-titles", novel(PARISIANS), 600), "THE PARISIANS."),
    sentences: { "which document, where": found("The Parisians", PARISIANS, "pile") },
  },
  "changed-5": { text: changed("changed-5", FLAGS, 1_000, 0.05), sentences: { "confidence 0": CONFIDENCE_0 } },
  "changed-40": { text: changed("changed-40", FLAGS, 600, 0.4), sentences: {} },
  "names-changed": { text: () => firstWords(renamed(chapterOfSilas()), 800), sentences: {} },
  "paragraphs-shuffled": {
    text: () =>
      new Random("scenario paragraphs-shuffled")
        .shuffled(excerpt("paragraphs-shuffled", novel("ENG18531_Yonge"), 1_500).split(/\n\s*\n/))
        .join("\n\n"),
    sentences: {},
  },
  "two-works-mixed": {
    text: () =>
      inTurn(
        excerpt("two-works-mixed", novel("ENG18481_Dickens"), 600),
        excerpt("two-works-mixed", novel("ENG18621_Braddon"), 600),
      ),
    sentences: {},
  },
  "ten-books": { text: () => passages("ten-books", TEN_IN).join("\n\n"), sentences: {} },
  "two-of-ten": {
    text: () => {
      const [first, second] = passages("two-of-ten", [MIDDLEMARCH, "ENG18700_Oliphant"]);
      const others = passages("two-of-ten", EIGHT_OUT);
      return [...others.slice(0, 3), first, ...others.slice(3, 6), second, ...others.slice(6)].join("\n\n");
    },
    sentences: {},
  },
  "long-out": {
    text: () => excerpt("long-out", novel("ENG18911_Gissing"), 100_000),
    sentences: {
      "says nothing of what was not searched": NOT_SEARCHED,
      "was not used": NOT_USED,
      "a model among attribution_sources": attributed(/./),
    },
  },
  "long-in": {
    text: () => excerpt("long-in", novel(MIDDLEMARCH), 100_000),
    sentences: { "which document, where": found("Middlemarch", MIDDLEMARCH, "pile"), "confidence 0": CONFIDENCE_0 },
  },
  "long-one-page": {
    text: withOnePage,
    sentences: { "which document, where": found("Middlemarch", MIDDLEMARCH, "pile") },
  },
  "exactly-50": { text: () => excerpt("exactly-50", novel("ENG18480_Thackeray"), 50), sentences: {} },
  "screenplay-adapted": { text: screenplay, sentences: {} },
  "russian-in": {
    text: () => excerpt("russian-in", textOf("ruslit", "Двадцать шесть и одна"), 400).replaceAll("ё", "е"),
    sentences: {
      "which document, where": found("Двадцать шесть и одна", "prose/Gorky/Двадцать шесть и одна", "rus"),
      "a model among attribution_sources": attributed(/./),
    },
  },
  "story-with-foreword": {
    text: () => `${ownText("sundry", "foreword-ru")}\n\n${textOf("ruslit", "prose/Chekhov/Ах, зубы")}`,
    sentences: {},
  },
  "poem-zh-simplified": { text: () => ownText("sundry", "denggao"), sentences: {} },
  "poem-zh-tune": { text: () => collection("chinese-poetry")[36_659]!.text, sentences: {} },
  "law-whole": { text: () => textOf("de-gesetze", "l/ladschlg"), sentences: { high: HIGH } },
  "dc-section": {
    text: () => textOf("dc-law/code-sections", "code:1-616.54"),
    sentences: {
      "which document, where": found("Administrative leave; enforced leave.", "code:1-616.54", "dc"),
      high: HIGH,
    },
  },
  "bible-revised": {
    text: () => textOf("bible-en", "Twenty/Luke/15"),
    sentences: { "which document, where": found("Luke 15", "OEB/Luke/15", "oeb") },
  },
  "code-snake-case": {
    text: snakeCase,
    content_type: "code",
    sentences: { "starcoder among attribution_sources": attributed(/starcoder/i) },
  },
  "french-models": {
    text: () => excerpt("french-models", textOf("eltec-fra", "FRA02501_Loti"), 300),
    metadata: { language: "fr" },
    sentences: { "german-bert among attribution_sources": attributed(/german-?bert/i) },
  },
  "published-2022": {
    text: () => excerpt("published-2022", novel("ENG18700_Oliphant"), 500),
    metadata: { published: "2022-06" },
    sentences: { "gpt-j or gpt-neo among attribution_sources": attributed(/gpt-j|gpt-neo/i) },
  },
  "published-2023": {
    text: () => excerpt("published-2023", novel("ENG18641_Stretton"), 200),
    metadata: { published: "2023-11-20", language: "en" },
    sentences: { "gpt-3 of 2020 among attribution_sources": attributed(/gpt-?3(?![\d.])/i) },
  },
  "public-domain": {
    text: () => excerpt("public-domain", novel(MIDDLEMARCH), 400),
    metadata: { title: "Middlemarch", author: "George Eliot", published: "1871-12", language: "en" },
    sentences: {
      "public domain": /public domain/i,
      "gpt-j among attribution_sources": attributed(/gpt-j/i),
    },
  },
};
