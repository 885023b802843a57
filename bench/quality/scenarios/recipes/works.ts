/** Poems, statutes, chapters of scripture and pages in other languages that corpora have, and statutes they do not. */
import { excerpt } from "../excerpts.ts";
import { collection, textOf } from "../material.ts";
import { ownText } from "../ownTexts.ts";
import type { Recipes } from "../scenario.ts";
import { CALIBRATED, CONFIDENCE_0, CRITICAL, FORMULAS, found, HIGH, MATCH } from "../sentences.ts";

/** The first poem of 80 to 120 characters from this place on, at even places or at odd ones. */
function poem(from: number): string {
  const poems = collection("chinese-poetry");
  for (let at = from; ; at += 2) {
    const { text } = poems[at]!;
    const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
    if (characters >= 80 && characters <= 120) return text;
  }
}

export const WORKS: Recipes = {
  "poem-in": { text: () => ownText("poems", "ironing"), corpora: ["pile", "poems"], sentences: {} },
  "poem-zh-in": { text: () => poem(20_000), sentences: {} },
  "poem-zh-out": { text: () => poem(20_001), sentences: {} },
  "bible-spelling": {
    text: () => textOf("bible-en", "OEBcth/Luke/15"),
    sentences: {
      "which document, where": found("Open English Bible (US spelling), Luke 15", "OEB/Luke/15", "oeb"),
    },
  },
  "french-in": {
    text: () => excerpt("french-in", textOf("eltec-fra", "FRA01302_Flaubert"), 500),
    sentences: { "a calibrated confidence": CALIBRATED, "confidence 0": CONFIDENCE_0 },
  },
  "law-in": {
    text: () => excerpt("law-in", textOf("de-gesetze", "a/aappo"), 600),
    sentences: { "a calibrated confidence": CALIBRATED, "confidence 0": CONFIDENCE_0 },
  },
  "law-out": {
    text: () => textOf("de-gesetze", "k/kbv_2002"),
    sentences: { "formulas that many acts share": FORMULAS, match: MATCH },
  },
  "law-enacts": {
    text: () => textOf("dc-law/laws", "D.C. Law 15-275"),
    sentences: {
      "which document, where": found("Public charter school real property tax rebate.", "code:47-867", "dc"),
      high: HIGH,
      critical: CRITICAL,
    },
  },
  "statute-cites": { text: () => ownText("pages", "german-ordinance"), sentences: { match: MATCH } },
};
