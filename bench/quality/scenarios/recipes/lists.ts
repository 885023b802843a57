/** Lists: of names, numbers, days, titles, scores and things to buy. */
import { everyDay, matchday, names, numbers } from "../lists.ts";
import { ownText } from "../ownTexts.ts";
import type { Recipes } from "../scenario.ts";
import { MATCH, SEQUENCE } from "../sentences.ts";

/** What everybody counts is in documents beside the novels. */
const BESIDE_LISTS = ["pile", "lists"];

export const LISTS: Recipes = {
  names: { text: () => names(60).join("\n"), sentences: { match: MATCH } },
  numbers: {
    text: () => numbers(80).join("\n"),
    corpora: BESIDE_LISTS,
    sentences: { "a sequence everybody writes": SEQUENCE, match: MATCH },
  },
  dates: {
    text: () => everyDay(90).join("\n"),
    corpora: BESIDE_LISTS,
    sentences: { "a sequence everybody writes": SEQUENCE, match: MATCH },
  },
  alphabet: {
    text: () => ownText("pages", "alphabets"),
    corpora: BESIDE_LISTS,
    sentences: { "a sequence everybody writes": SEQUENCE, match: MATCH },
  },
  scores: { text: () => matchday(2), sentences: { match: MATCH } },
  "recipe-ingredients": { text: () => ownText("web", "own-ingredients"), sentences: { match: MATCH } },
  "contents-page": { text: () => ownText("pages", "contents"), sentences: { match: MATCH } },
  bibliography: { text: () => ownText("pages", "bibliography"), sentences: { match: MATCH } },
};
