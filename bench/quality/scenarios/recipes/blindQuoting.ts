/** By somebody who had not seen the rules: texts of one's own with passages, clauses and poems of others in them. */
import { answered, quotation, sentenceWith } from "../disguises.ts";
import { firstWords } from "../excerpts.ts";
import { collection, novel, textOf } from "../material.ts";
import { ownText } from "../ownTexts.ts";
import type { Recipes } from "../scenario.ts";
import { CRITICAL, found, HIGH, MANY_CARRY, MATCH, QUOTED, TEXT_USED } from "../sentences.ts";

const PARISIANS = "ENG18741_Bulwer";

/** A word that the dictionary explains, and the novel that has it. */
const CITED = [
  ["parlour", "ENG18480_Thackeray"],
  ["hearth", "ENG18610_Eliot"],
  ["bonnet", "ENG18552_Kavanagh"],
  ["gig", "ENG18721_Eliot"],
  ["turnpike", "ENG18540_Dickens"],
] as const;

/** What Paul says of love: five verses, without their numbers. */
const corinthians = () => textOf("bible-en", "BSB/I Corinthians/13").split("\n").slice(3, 8).join(" ");

/** The second paragraph of § 2 of the act on closing hours, behind its number. */
function travellersNeeds(): string {
  const text = textOf("de-gesetze", "l/ladschlg");
  const start = text.indexOf("Reisebedarf im Sinne");
  return text.slice(start, text.indexOf("Geldsorten.", start) + "Geldsorten.".length).replace(/\s+/g, " ");
}

const claims = () => ownText("patents", "patent-in-corpus").split(" 5. The device")[0]!;

/** The notice of another death, with another name, other places and other years. */
const anotherObituary = () =>
  ownText("office", "obituary-1")
    .replace("Wilhelmina Oakes", "Rosemary Thwaite")
    .replace("ninety-one", "eighty-eight")
    .replace("Tarn Street", "Cable Lane")
    .replace("the fourth of seven", "the last of five")
    .replace("1956", "1961")
    .replace("two hundred and eleven", "a hundred and seventy-four")
    .replace("a sister, two nieces", "a brother, three nephews")
    .replace("Thursday at three", "Tuesday at two");

export const BLIND_QUOTING: Recipes = {
  "chat-paste": {
    text: () => ownText("sundry", "chat", [quotation("chat-paste", novel("ENG18721_Eliot"), 45)]),
    sentences: { "quoted passages were met": QUOTED, match: MATCH },
  },
  "email-thread": {
    text: () => ownText("office", "reply", [answered(ownText("web", "email-2"))]),
    sentences: { high: HIGH, critical: CRITICAL },
  },
  "dictionary-quotes": {
    text: () =>
      ownText(
        "sundry",
        "dictionary",
        CITED.map(([word, id]) => sentenceWith(word, novel(id))),
      ),
    sentences: { high: HIGH, "the dictionary was used": TEXT_USED },
  },
  "block-quote": {
    text: () => ownText("sundry", "block-quote", [quotation("block-quote", novel(PARISIANS), 90)]),
    sentences: { "which document, where": found("The Parisians", PARISIANS, "pile"), "match of the thesis": MATCH },
  },
  "unmarked-40": {
    text: () => ownText("sundry", "unmarked", [quotation("unmarked-40", novel("ENG18560_Yonge"), 40)]),
    sentences: { "match of the essay": MATCH },
  },
  "poem-in-essay": {
    text: () => ownText("sundry", "poem-essay", [ownText("poems", "goods-train")]),
    corpora: ["pile", "poems"],
    sentences: { "the quoted passage": QUOTED, "the essay was used": TEXT_USED },
  },
  "speech-scripture": {
    text: () => ownText("sundry", "wedding-speech", [corinthians()]),
    sentences: { high: HIGH, critical: CRITICAL },
  },
  "law-quoted": { text: () => ownText("sundry", "law-letter", [travellersNeeds()]), sentences: { match: MATCH } },
  "zh-essay": {
    text: () => ownText("sundry", "zh-essay", [collection("chinese-poetry")[31_786]!.text.replace(/\n/g, "").trim()]),
    sentences: { match: MATCH, high: HIGH },
  },
  "french-in-letter": {
    text: () =>
      ownText("sundry", "french-letter", [quotation("french-in-letter", textOf("eltec-fra", "FRA01302_Flaubert"), 70)]),
    sentences: { "the quoted passage": QUOTED, match: MATCH },
  },
  "contract-clauses": {
    text: () => ownText("office", "own-contract"),
    sentences: { "clauses that many works carry": MANY_CARRY, high: HIGH },
  },
  "licence-part": {
    text: () => {
      const text = textOf("licences", "GPL-2.0");
      return firstWords(text.slice(text.indexOf("1. You may copy")), 600);
    },
    sentences: { "a licence text that many works carry": MANY_CARRY, high: HIGH, critical: CRITICAL },
  },
  "song-copied": {
    text: () =>
      ownText("songs", "song-2")
        .replaceAll("Polly", "Molly")
        .replace("yellow hair", "raven hair")
        .replace("the Lizard light", "the Skerry light"),
    sentences: {},
  },
  "claims-copied": {
    text: () => `${claims()} ${ownText("sundry", "own-claims")}`,
    sentences: { "which document, where": /patent-in-corpus in corpus web\b/ },
  },
  "obituary-copied": { text: anotherObituary, sentences: {} },
};
