/** By somebody who had not seen the rules: what no corpus has, written for the scenarios or from elsewhere. */
import { subtitles } from "../excerpts.ts";
import { figures, timetable } from "../lists.ts";
import { textOf } from "../material.ts";
import { ownText } from "../ownTexts.ts";
import type { Recipes } from "../scenario.ts";
import { ABOVE_NONE, attributed, MATCH, NOT_SEARCHED, NOT_USED, TOO_SHORT } from "../sentences.ts";

export const BLIND_OWN: Recipes = {
  classified: {
    text: () => ownText("sundry", "classified"),
    sentences: { "too short": TOO_SHORT, "a risk level above none": ABOVE_NONE },
  },
  "act-out-de": { text: () => textOf("de-gesetze", "p/pachtkredg"), sentences: { match: MATCH } },
  "dc-out": { text: () => textOf("dc-law/laws", "D.C. Law 10-57"), sentences: { match: MATCH } },
  "bible-tyndale": { text: () => textOf("bible-en", "Tyndale/Luke/10"), sentences: { match: MATCH } },
  genealogy: { text: () => ownText("sundry", "genealogy"), sentences: { match: MATCH } },
  timetable: { text: () => timetable(14), sentences: { match: MATCH } },
  figures: { text: () => figures(1992), sentences: { match: MATCH } },
  crossword: { text: () => ownText("sundry", "crossword"), sentences: { match: MATCH } },
  minutes: {
    text: () => ownText("office", "minutes"),
    sentences: {
      "says nothing of what was not searched": NOT_SEARCHED,
      match: MATCH,
      "a model among attribution_sources": attributed(/./),
    },
  },
  "product-review": {
    text: () => ownText("sundry", "product-review"),
    sentences: { "says nothing of what was not searched": NOT_SEARCHED, "was not used": NOT_USED },
  },
  "match-report": { text: () => ownText("sundry", "match-report"), sentences: { match: MATCH } },
  "subtitles-own": { text: () => subtitles(ownText("sundry", "film")), sentences: { match: MATCH } },
  "translation-ru": { text: () => ownText("sundry", "grisha"), sentences: { match: MATCH, "was not used": NOT_USED } },
  "ingredients-label": { text: () => ownText("sundry", "ingredients"), sentences: { match: MATCH } },
};
