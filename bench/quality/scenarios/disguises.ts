/** What else happens to texts before somebody asks about them: shortened, set, typed and mixed anew. */
import { Random } from "../../harness/random.ts";
import { wordsOf } from "../words.ts";
import { excerpt } from "./excerpts.ts";

const sentencesOf = (text: string): string[] => text.replace(/\s+/g, " ").split(/(?<=[.!?]["”’]?) /);

/** The text between two headings. */
export function between(text: string, heading: string, next: string): string {
  const start = text.indexOf(heading) + heading.length;
  const end = text.indexOf(next, start);
  if (start < heading.length || end < 0) throw new Error(`There is no ${heading} before ${next}.`);
  return text.slice(start, end).trim();
}

/** Whole sentences, together of so many words or a few more; `seed` says what they are for. */
export function quotation(seed: string, text: string, count: number): string {
  const sentences = sentencesOf(excerpt(seed, text, 4 * count));
  let end = 1;
  while (wordsOf(sentences.slice(0, end).join(" ")).words.length < count) end++;
  return sentences.slice(0, end).join(" ");
}

/** Without every third sentence. */
export const abridged = (text: string): string =>
  sentencesOf(text)
    .filter((_, at) => at % 3 !== 2)
    .join(" ");

/** Without accents, whatever the letters. */
export const withoutAccents = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

/** In small letters, with nothing but spaces between the words. */
export const withoutPunctuation = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[-–—]/g, " ")
    .replace(/[^\p{L}\p{N}\s]/gu, "")
    .replace(/\s+/g, " ");

/** Lines of so many characters; words of seven letters or more are divided at their ends. */
export function hyphenated(text: string, width: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const room = width - line.length - 2;
    if (line.length + 1 + word.length <= width) line = line === "" ? word : `${line} ${word}`;
    else if (room >= 3 && /^\p{L}{7,}[,.;]?$/u.test(word) && word.length - room >= 3) {
      lines.push(`${line} ${word.slice(0, room)}-`);
      line = word.slice(room);
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].join("\n");
}

const MISREAD: Readonly<Record<string, string>> = {
  ...{ a: "o", b: "h", c: "e", e: "c", f: "t", h: "b", i: "l", l: "1", m: "rn", n: "u" },
  ...{ o: "0", r: "i", s: "5", t: "f", u: "n", v: "y" },
};

/** As a machine reads pages: lines of the book, 1 % of the letters wrong, a running title and a number on each page. */
export function scanned(seed: string, text: string, title: string): string {
  const random = new Random(`scenario ${seed}`);
  const read = hyphenated(text, 58).replace(/[a-z]/g, (letter) =>
    random.next() < 0.01 ? (MISREAD[letter] ?? letter) : letter,
  );
  const lines = read.split("\n");
  const pages: string[] = [];
  for (let at = 0; at < lines.length; at += 24) {
    const number = 213 + pages.length;
    pages.push(
      `${number % 2 === 0 ? `${number} ${title}` : `${title} ${number}`}\n${lines.slice(at, at + 24).join("\n")}`,
    );
  }
  return pages.join("\n");
}

/** Three sentences of one text and three of the other, in turn. */
export function inTurn(one: string, other: string): string {
  const [left, right] = [sentencesOf(one), sentencesOf(other)];
  const parts: string[] = [];
  for (let at = 0; at < Math.max(left.length, right.length); at += 3)
    parts.push(left.slice(at, at + 3).join(" "), right.slice(at, at + 3).join(" "));
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The first sentence of 14 to 30 words with this word in it. */
export function sentenceWith(word: string, text: string): string {
  const found = sentencesOf(text).find((sentence) => {
    const count = sentence.split(" ").length;
    return count >= 14 && count <= 30 && new RegExp(`\\b${word}\\b`).test(sentence) && !/["“”]/.test(sentence);
  });
  if (found === undefined) throw new Error(`No sentence of that length has ${word}.`);
  return found;
}

/** Each line of an e-mail as answers quote it. */
export const answered = (text: string): string =>
  text
    .replace(/(.{50,68}) /g, "$1\n")
    .split("\n")
    .map((line) => `> ${line}`.trim())
    .join("\n");
