/**
 * Texts of six kinds, of which items are cut: prose, dialogues and law of the development data, code of the packages in
 * node_modules, and mathematics and choice questions that are made here.
 */
import { globSync, readFileSync } from "node:fs";
import { Random } from "../../harness/random.ts";
import { sharedCorpus } from "../../harness/shared.ts";
import { wordsOf } from "../words.ts";

export const GENRES = ["prose", "mathematics", "code", "choice questions", "dialogues", "law"] as const;
export type Genre = (typeof GENRES)[number];

/** The instruction before each choice question, which every one of them has. */
export const INSTRUCTION =
  "The following is a multiple choice question about a text. Read it carefully, think step by step, and answer with the letter of the best choice only.";

/** Draws an item of about so many words. Items of one name are the same everywhere. */
export type Draw = (name: string, words: number) => string;

/** @param side items come from one half of the authors, statutes and files, the filler from the other */
export function genresOf(side: "items" | "filler"): Readonly<Record<Genre, Draw>> {
  const wanted = side === "items" ? 0 : 1;
  const isOf = (key: string) => new Random(`audit side ${key}`).below(2) === wanted;
  const novels = sharedCorpus("eltec-eng")
    .filter(({ author, id }) => isOf(author ?? id))
    .map(({ text }) => text);
  const law = sharedCorpus("dc-law/code-sections")
    .filter(({ id }) => isOf(id.split("-")[0]!))
    .map(({ text }) => text);
  // Packages of both halves ship the same licences; files of one package are copies of each other.
  const code = CODE[side].flatMap(codeFiles).map((path) => readFileSync(path, "utf8"));
  const prose: Draw = (name, words) => excerpt(novels, name, words);
  return {
    prose,
    mathematics: problem,
    code: (name, words) => excerpt(code, name, words),
    "choice questions": (name, words) => choice(prose, name, words),
    dialogues: (name, words) => dialogue(novels, name, words),
    law: (name, words) => excerpt(law, name, words),
  };
}

const CODE = {
  items: ["hono/dist", "valibot", "assemblyscript/std"],
  filler: ["fast-check/lib", "commander", "vitest/dist"],
};

function codeFiles(folder: string): string[] {
  return globSync(`node_modules/${folder}/**/*.{js,mjs,ts}`)
    .sort()
    .filter((path) => {
      const text = readFileSync(path, "utf8");
      // Minified files have no lines.
      return text.length > 8_000 && text.length < 400_000 && text.length / text.split("\n").length < 80;
    });
}

function excerpt(texts: readonly string[], name: string, words: number): string {
  const random = new Random(`audit ${name}`);
  for (;;) {
    const text = random.pick(texts);
    const from = random.below(Math.max(1, text.length - 40 * words));
    const part = firstWords(text.slice(from).replace(/^\S*\s/, ""), words);
    if (part !== null) return part;
  }
}

/** So many words of a text, or `null` where it has fewer. */
function firstWords(text: string, words: number): string | null {
  const read = wordsOf(text.slice(0, 60 * words));
  return read.words.length < words ? null : text.slice(0, read.ends[words - 1]).trim();
}

function dialogue(novels: readonly string[], name: string, words: number): string {
  const random = new Random(`audit dialogue ${name}`);
  for (;;) {
    const text = random.pick(novels);
    const from = random.below(Math.max(1, text.length - 200 * words));
    const said = [...text.slice(from, from + 200 * words).matchAll(/[“"]([^“”"]{12,400})[”"]/g)].map(([, one]) => one!);
    const turns = said.map((one, i) => `${i % 2 === 0 ? "User" : "Assistant"}: ${one}`).join("\n");
    const part = firstWords(turns, words);
    if (part !== null) return part;
  }
}

function choice(prose: Draw, name: string, words: number): string {
  const random = new Random(`audit choice ${name}`);
  const options = ["A", "B", "C", "D"];
  const perOption = Math.max(2, Math.floor(words / 10));
  const stem = prose(`${name} stem`, Math.max(4, words - 4 * (perOption + 1)));
  const choices = options.map((letter, i) => `${letter}) ${prose(`${name} option ${i}`, perOption)}`);
  return `${INSTRUCTION}\n${stem}?\n${random.next() < 0.5 ? choices.join("\n") : choices.join(" ")}`;
}

const NAMES = ["Ana", "Boris", "Chen", "Dalia", "Emeka", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kavya", "Leila"];
const THINGS = ["apples", "marbles", "tickets", "stamps", "bricks", "pages", "tiles", "cards", "shells", "coins"];
const PLACES = ["orchard", "market", "library", "harbour", "school", "workshop", "station", "museum"];

type Sentence = (pick: <Item>(items: readonly Item[]) => Item, number: (most: number) => number) => string;

/** Sentences of problems, as collections of them have them. */
const SENTENCES: readonly Sentence[] = [
  (_, n) => `Let f(x) = ${n(9)}x^3 - ${n(40)}x^2 + ${n(90)}x - ${n(99)} and let g(x) = ${n(9)}x + ${n(20)}.`,
  (_, n) => `Find the remainder when ${n(9)}x^${n(9)} - ${n(30)}x + ${n(50)} is divided by x - ${n(12)}.`,
  (pick, n) =>
    `${pick(NAMES)} has ${n(90)} ${pick(THINGS)} and gives ${n(40)} of them to ${pick(NAMES)} at the ${pick(PLACES)}.`,
  (pick, n) =>
    `At the ${pick(PLACES)} ${pick(THINGS)} cost ${n(30)}.${n(99)} dollars each, and ${pick(NAMES)} buys ${n(20)}.`,
  (_, n) => `Suppose that a_1 = ${n(20)}, a_2 = ${n(20)} and a_{n+2} = ${n(9)}a_{n+1} - ${n(9)}a_n for every n >= 1.`,
  (_, n) => `How many integers between ${n(99)} and ${100 * n(99)} are divisible by ${n(20)} but not by ${n(30)}?`,
  (_, n) => `The triangle ABC has sides of ${n(40)}, ${n(40)} and ${n(40)}, and D is the foot of the altitude from A.`,
  (_, n) => `Evaluate the integral of ${n(9)}t^2 e^{-${n(9)}t} dt from 0 to ${n(12)} and give ${n(6)} decimals.`,
  (pick, n) =>
    `If ${pick(NAMES)} walks ${n(12)} km in ${n(90)} minutes, how far does ${pick(NAMES)} get in ${n(9)} hours?`,
  (_, n) => `Show that \\sum_{k=1}^{${n(99)}} \\frac{k^${n(5)}}{${n(30)}} is congruent to ${n(20)} modulo ${n(40)}.`,
  (_, n) => `Solve the system ${n(9)}x + ${n(9)}y = ${n(90)}, ${n(9)}x - ${n(9)}y = ${n(40)} over the reals.`,
  (_, n) => `A fair die is thrown ${n(12)} times; what is the probability that ${n(6)} shows exactly ${n(9)} times?`,
];

function problem(name: string, words: number): string {
  const random = new Random(`audit problem ${name}`);
  const pick = <Item>(items: readonly Item[]) => random.pick(items);
  const number = (most: number) => 1 + random.below(most);
  for (let text = ""; ; text += " ") {
    text += pick(SENTENCES)(pick, number);
    const part = firstWords(text, words);
    if (part !== null) return part;
  }
}
