/** Texts of one's own with words of others in them, marked or not. */
import { Random } from "../../../harness/random.ts";
import { changedAtRandom } from "../../search/edits.ts";
import { excerpt } from "../excerpts.ts";
import { novel, otherWords, textOf } from "../material.ts";
import { ownText } from "../ownTexts.ts";
import type { Recipes } from "../scenario.ts";
import {
  CRITICAL,
  found,
  HIGH,
  HOW_MUCH,
  MANY_CARRY,
  MATCH,
  QUOTED,
  SEVERAL_HAVE,
  SUM_FOR_ALL,
  TEXT_USED,
} from "../sentences.ts";

const quotation = (id: string, words: number) => excerpt(`quotation of ${words}`, novel(id), words);

export const QUOTING: Recipes = {
  "essay-quotes": {
    text: () =>
      ownText("essays", "essay", [
        quotation("ENG18481_Dickens", 33),
        quotation("ENG18650_Trollope", 30),
        quotation("ENG18741_Bulwer", 37),
      ]),
    sentences: {
      "quoted passages were met": QUOTED,
      high: HIGH,
      critical: CRITICAL,
      "the essay was used": TEXT_USED,
    },
  },
  "review-24": {
    text: () => ownText("essays", "review", [quotation("ENG18721_Eliot", 60)]),
    sentences: {
      "the quoted passage": QUOTED,
      "match of the review": MATCH,
      "20 models trained on the review": TEXT_USED,
    },
  },
  "two-quotations": {
    text: () =>
      ownText("essays", "two-quotations", [quotation("ENG18480_Thackeray", 30), quotation("ENG18621_Braddon", 30)]),
    sentences: { "quoted passages were met": QUOTED, high: HIGH, critical: CRITICAL },
  },
  "thesis-paragraph": {
    text: () => ownText("essays", "thesis", [quotation("ENG18720_Lynn", 100)]),
    sentences: {
      "which document, where": found("The True History of Joshua Davidson", "ENG18720_Lynn", "pile"),
      "match of the thesis": MATCH,
      "a sum of money for the whole book": SUM_FOR_ALL,
    },
  },
  "bible-verse": {
    text: () => ownText("sermons", "sermon-verse", [leviticus()]),
    sentences: { "stands in many works": MANY_CARRY, critical: CRITICAL },
  },
  "psalm-sermon": {
    text: () => ownText("sermons", "sermon-psalm", [textOf("bible-en", "BSB/Psalms/121")]),
    sentences: { "the quoted passage": QUOTED, high: HIGH, critical: CRITICAL },
  },
  "recipe-copied": {
    text: () => ownText("web", "own-soup"),
    sentences: { "how much of the text stands there": HOW_MUCH },
  },
  refrain: {
    text: () => ownText("songs", "own-song"),
    sentences: { "stands in several works": SEVERAL_HAVE, high: HIGH, critical: CRITICAL },
  },
  "agency-text": {
    text: () => ownText("news", "own-report"),
    sentences: {
      "the same words stand in several documents": SEVERAL_HAVE,
      high: HIGH,
      critical: CRITICAL,
      "the report was used": TEXT_USED,
    },
  },
  "news-near-duplicate": {
    text: () =>
      changedAtRandom(0.08)(ownText("news", "storm-report"), new Random("scenario news-near-duplicate"), otherWords()),
    sentences: { "how much of the text stands there": HOW_MUCH },
  },
};

/** A verse about strangers, 29 words. */
function leviticus(): string {
  return textOf("bible-en", "BSB/Leviticus/19").split("\n")[33]!;
}
