/** Texts that no corpus has: of one's own, of the other half of the data, in other words, in another language. */
import { excerpt } from "../excerpts.ts";
import { novel, textOf } from "../material.ts";
import { ownText } from "../ownTexts.ts";
import type { Recipes } from "../scenario.ts";
import { MATCH, NOT_SEARCHED, NOT_USED } from "../sentences.ts";

const unpublished = () => excerpt("unpublished", novel("ENG19020_Nesbit"), 4_000);

/** That a way of copying is not looked for, in one sentence with its name. */
const notLookedFor = (name: string) => new RegExp(`${name}[^.]{0,80}\\bnot\\b|\\bnot?\\b[^.]{0,80}${name}`, "i");

export const ABSENT: Recipes = {
  unpublished: {
    text: unpublished,
    sentences: { "says nothing of what was not searched": NOT_SEARCHED, "was not used": NOT_USED },
  },
  "unpublished-law": { text: unpublished, sentences: {} },
  paraphrase: {
    text: () => ownText("essays", "paraphrase"),
    sentences: {
      "paraphrase is not looked for": notLookedFor("(?:paraphras|in other words|reworded throughout)"),
      "was not used": NOT_USED,
    },
  },
  "translation-out": {
    text: () => ownText("essays", "translation"),
    sentences: { "a translation is not looked for": notLookedFor("translat"), "was not used": NOT_USED },
  },
  prayer: { text: () => ownText("sermons", "prayer"), sentences: {} },
  "screenplay-own": {
    text: () => ownText("pages", "screenplay"),
    sentences: { "says nothing of what was not searched": NOT_SEARCHED, match: MATCH },
  },
  "french-out": {
    text: () => excerpt("french-out", textOf("eltec-fra", "FRA03903_Stolz"), 800),
    sentences: { "says nothing of what was not searched": NOT_SEARCHED, "was not used": NOT_USED },
  },
  "russian-out": {
    text: () => excerpt("russian-out", textOf("ruslit", "Отцы и дети"), 800),
    sentences: { "says nothing of what was not searched": NOT_SEARCHED, "was not used": NOT_USED },
  },
  "german-out": { text: () => ownText("pages", "german-prose"), sentences: { match: MATCH } },
};
