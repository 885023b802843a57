/** Parts of novels and of plays, as they are, edited, spoken, recognised, in another order. */
import { Random } from "../../../harness/random.ts";
import { sharedOcrPairs } from "../../../harness/shared.ts";
import { changedAtRandom } from "../../search/edits.ts";
import { wordsOf } from "../../words.ts";
import { conversation, excerpt, shuffledSentences, subtitles } from "../excerpts.ts";
import { collection, novel, otherWords, textOf } from "../material.ts";
import type { Recipes } from "../scenario.ts";
import {
  ABOVE_LOW,
  ABOVE_NONE,
  CALIBRATED,
  CONFIDENCE_0,
  found,
  HOW_MUCH,
  NO_CONFIDENCE,
  QUOTED,
  SUM_FOR_ALL,
  TOO_SHORT,
} from "../sentences.ts";

const MIDDLEMARCH = "ENG18721_Eliot";
const LADY_AUDLEY = "ENG18621_Braddon";
const DOMBEY = "ENG18481_Dickens";
const TWINS = "ENG18411_Tupper";

const OMNIBUS = ["ENG18742_Trollope", "ENG18900_Doyle", "ENG18920_Grossmith", "ENG18930_Benson"].concat(
  ...["ENG19001_Glyn", "ENG19020_Nesbit", "ENG19060_Nesbit", "ENG19080_Chesterton", "ENG19091_Ward"],
  "ENG19111_Hornung",
);

const edited = (seed: string, words: number, share: number) => () =>
  changedAtRandom(share)(excerpt(seed, novel(LADY_AUDLEY), words), new Random(`scenario ${seed}`), otherWords());

/** The first passage with 3 % of wrong characters of a novel of the corpus, a page long. */
function scannedPage() {
  const ids = new Set(
    collection("eltec-eng")
      .slice(0, 20)
      .map(({ id }) => id),
  );
  return sharedOcrPairs().find(
    ({ corpus, doc, rate, gold }) =>
      corpus === "eltec-eng" && ids.has(doc) && rate === 0.03 && wordsOf(gold).words.length > 200,
  )!;
}

export const PROSE: Recipes = {
  "book-whole": {
    text: () => novel("ENG18540_Dickens"),
    sentences: {
      "a calibrated confidence": CALIBRATED,
      "how much of the book stands there": HOW_MUCH,
      "confidence 0": CONFIDENCE_0,
      "no confidence": NO_CONFIDENCE,
    },
  },
  "chapter-4500": {
    text: () => excerpt("chapter-4500", novel(MIDDLEMARCH), 4_500),
    sentences: { "a calibrated confidence": CALIBRATED, "confidence 0": CONFIDENCE_0 },
  },
  "page-500": {
    text: () => excerpt("page-500", novel("ENG18552_Kavanagh"), 500),
    sentences: { "which document, where": found("Rachel Gray", "ENG18552_Kavanagh", "pile") },
  },
  "page-200": { text: () => excerpt("page-200", novel("ENG18641_Stretton"), 200), sentences: {} },
  "paragraph-60": {
    text: () => excerpt("paragraph-60", novel(MIDDLEMARCH), 60),
    sentences: { "a sum of money for the whole book": SUM_FOR_ALL },
  },
  "tweet-13": {
    text: () => excerpt("tweet-13", novel(DOMBEY), 13),
    sentences: { "too short": TOO_SHORT, "a risk level above none": ABOVE_NONE },
  },
  "verbatim-48": {
    text: () => excerpt("verbatim-48", novel("ENG18480_Thackeray"), 48),
    sentences: { "too short": TOO_SHORT, "a risk level above low": ABOVE_LOW },
  },
  "edited-300-30": { text: edited("edited-300-30", 300, 0.3), sentences: { reworded: /\breworded\b/ } },
  "edited-300-10": { text: edited("edited-300-10", 300, 0.1), sentences: {} },
  dialogue: {
    text: () => conversation("dialogue", novel("ENG18560_Yonge"), 220),
    sentences: {
      "which document, where": found("The Daisy Chain", "ENG18560_Yonge", "pile"),
      "only quoted": QUOTED,
    },
  },
  subtitles: {
    text: () => subtitles(conversation("subtitles", novel("ENG18700_Oliphant"), 240)),
    sentences: { "which document, where": found("Piccadilly", "ENG18700_Oliphant", "pile") },
  },
  "play-in": {
    text: () => excerpt("play-in", textOf("ruslit", "Вишнёвый сад"), 300),
    sentences: { "which document, where": found("Вишнёвый сад", "prose/Chekhov/Вишнёвый сад", "rus") },
  },
  "verse-ru": {
    text: () => stanza(textOf("ruslit", "Евгений Онегин"), "Так думал молодой повеса"),
    sentences: { "which document, where": found("Евгений Онегин", "poems/Pushkin/Евгений Онегин", "rus") },
  },
  "scan-errors": {
    text: () => scannedPage().ocr,
    sentences: {
      "which document, where": ({ report }) =>
        collection("eltec-eng").some(
          ({ id, title }) => id === scannedPage().doc && found(title, id, "pile").test(report),
        ),
    },
  },
  "sentences-shuffled": {
    text: () => shuffledSentences("shuffled", excerpt("sentences-shuffled", novel("ENG18531_Yonge"), 500)),
    sentences: { "which document, where": found("The Heir of Redclyffe", "ENG18531_Yonge", "pile") },
  },
  editions: {
    text: () => excerpt("editions", novel("ENG18610_Eliot"), 600),
    sentences: { "editions of one work": /\beditions?\b/i, "widely shared": /widely shared/ },
  },
  "omnibus-long": {
    text: () => [...OMNIBUS.slice(0, 5), TWINS, ...OMNIBUS.slice(5)].map(novel).join("\n\n"),
    sentences: {
      "what of the text was searched, and what was not":
        /any common run of \d+ words was found|stopped at a limit|was not searched/i,
      "confidence 0": CONFIDENCE_0,
      "no confidence": NO_CONFIDENCE,
    },
  },
  "story-in-anthology": {
    text: () => textOf("ruslit", "prose/Chekhov/Налим"),
    sentences: { "a calibrated confidence": CALIBRATED, "confidence 0": CONFIDENCE_0 },
  },
  "anthology-contains": {
    text: () =>
      ["Chekhov/Гриша", "Chekhov/Налим", "Chekhov/Лошадиная фамилия", "Chekhov/Бумажник"]
        .concat("Chekhov/Беседа пьяного с трезвым чёртом", "Dostoevsky/Ёлка и свадьба")
        .map((id) => textOf("ruslit", `prose/${id}`))
        .join("\n\n"),
    sentences: {
      "the document stands in the text whole":
        /(?:whole|entire|complete|all of the|contains the) (?:document|work|story)|document[^.]{0,80} stands[^.]{0,40}whole/i,
    },
  },
};

/** The 14 lines from this one on. */
function stanza(text: string, firstLine: string): string {
  const lines = text.slice(text.indexOf(firstLine)).split("\n");
  return lines.slice(0, 14).join("\n");
}
