/**
 * Texts of many shapes, of any length: prose, and what a slow loop would trip over. Each is the same in every run. `words` is
 * about how many words a shape has; where a shape has no words, as many signs.
 */
import { Random } from "./random.ts";

type Shape = (words: number) => string;

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Words of a vocabulary whose frequency falls with their rank; letters from `first` on. */
function prose(words: number, first = 0x61, letters = 26, name = "prose"): string[] {
  const random = new Random(`shape ${name}`);
  const vocabulary = Array.from({ length: 4_000 }, () =>
    String.fromCodePoint(...Array.from({ length: 1 + random.below(10) }, () => first + random.below(letters))),
  );
  return Array.from({ length: words }, () => vocabulary[Math.floor(vocabulary.length ** random.next()) - 1]!);
}

/** As many of one as have so many words. */
const repeated = (one: string, wordsOfOne: number) => (words: number) => one.repeat(Math.ceil(words / wordsOfOne));

const lines = (words: number, each: number, line: (some: string, number: number) => string): string => {
  const all = prose(words);
  const made: string[] = [];
  for (let at = 0; at < words; at += each) made.push(line(all.slice(at, at + each).join(" "), at / each));
  return made.join("\n");
};

const lined = (each: number, line: (some: string, number: number) => string) => (words: number) =>
  lines(words, each, line);

const sentence = (words: string): string => `${words[0]!.toUpperCase()}${words.slice(1)}.`;

export const SHAPES: Readonly<Record<string, Shape>> = {
  "prose in lines": lined(11, sentence),
  "prose in one line": (words) => prose(words).join(" "),
  "prose in paragraphs": lined(70, (some) => `${sentence(some)}\n`),
  "a word a line": lined(1, (some) => some),
  "one letter": repeated("a ", 1),
  "two letters in turn": repeated("a b ", 2),
  "letters of words apart": (words) => [...prose(words / 4).join("  ")].join(" "),
  "an alphabet, letters apart": repeated(`${[...LETTERS].join(" ")} `, 26),
  "one word": repeated("the ", 1),
  "a phrase of five words": repeated("and it came to pass ", 5),
  "a phrase of forty words": (words) => repeated(`${prose(40).join(" ")} `, 40)(words),
  "a phrase with a number": lined(8, (_, number) => `the whole of section ${number} is repealed by`),
  "ever longer runs of a word": (words) => {
    let text = "";
    for (let length = 1, left = words; left > 0; left -= length, length++) text += `${"la ".repeat(length)}end\n`;
    return text;
  },
  numbers: (words) => Array.from({ length: words }, (_, i) => i).join(" "),
  digits: repeated("7 ", 1),
  "numbered lines": lined(8, (some, number) => `(${number + 1}) ${some}`),
  dates: lined(6, (_, number) => `On ${1 + (number % 28)} May 19${10 + (number % 90)}, No. ${number}`),
  "a table": lined(6, (some) => some.replaceAll(" ", " | ")),
  "comma separated": lined(8, (some) => some.split(" ").join(",")),
  "tabs between": (words) => prose(words).join("\t"),
  "an object a line": lined(6, (some, number) => JSON.stringify({ id: number, text: some })),
  markup: lined(6, (some) => `<p class="a"><b>${some}</b>&nbsp;</p>`),
  "program text": lined(5, (some, i) => `  const ${some.split(" ").join("_")} = f${i}(x, ${i});`),
  addresses: lined(3, (some, i) => `https://example.org/${some.split(" ").join("/")}?q=${i}`),
  "quoted lines": lined(10, (some) => `> ${some}`),
  "quotation marks around each word": (words) =>
    prose(words)
      .map((word) => `“${word}”`)
      .join(" "),
  "quotation marks that never close": (words) =>
    prose(words)
      .map((word) => `“${word}`)
      .join(" "),
  "indented lines": lined(10, (some) => `    ${some}`),
  "colons everywhere": (words) =>
    prose(words)
      .map((word) => `${word}:`)
      .join(" "),
  capitals: lined(10, (some) => some.toUpperCase()),
  "title case": lined(10, (some) => some.replace(/\b\w/g, (letter) => letter.toUpperCase())),
  "words of a thousand letters": (words) =>
    prose(words / 100)
      .map((word) => word.padEnd(1_000, word))
      .join(" "),
  "one long word": (words) => "abcdefg".repeat(words),
  "full stops": repeated(". ", 1),
  "blank lines": repeated("\n \n", 1),
  "blanks between words": (words) => prose(words / 4).join(" ".repeat(40)),
  "ends of lines as Windows has them": lined(9, (some) => `${some}\r`),
  "words divided at ends of lines": (words) =>
    prose(words)
      .map((word) => `${word.slice(0, 3)}-\n${word.slice(3)}`)
      .join(" "),
  Cyrillic: (words) => prose(words, 0x430, 32).join(" "),
  "look-alike letters": (words) =>
    prose(words)
      .map((word) => word.replace(/[aeo]/g, (v) => ({ a: "а", e: "е" })[v] ?? "о"))
      .join(" "),
  Arabic: (words) => prose(words, 0x627, 36).join(" "),
  "Chinese without a blank": (words) => prose(words / 5, 0x4e00, 2_000).join(""),
  Thai: (words) => prose(words / 5, 0xe01, 46).join(""),
  pictures: (words) => prose(words / 5, 0x1f300, 200).join(" "),
  "marks upon marks": (words) =>
    prose(words / 4)
      .map((word) => word + "\u0301\u0308\u0323".repeat(10))
      .join(" "),
  "signs of no width": (words) =>
    prose(words)
      .map((word) => [...word].join("\u200b"))
      .join(" "),
  "half surrogate pairs": (words) => prose(words).join(" \ud800 "),
  "notices of rights": lined(9, (_, i) => `Copyright © ${1900 + (i % 120)} by Ann Other. All rights reserved.`),
  "a notice of mail": repeated("This e-mail and any attachments are confidential. ", 7),
  "a licence": repeated(
    "Permission is hereby granted, free of charge, to any person obtaining a copy of this software. ",
    16,
  ),
  "lists of names": lined(4, () => "January, February, March, April, May, June, July"),
  contents: lined(4, (some, i) => `${i}.${some} ${".".repeat(20)} ${i * 7}`),
  "provisions of law": lined(12, (some, i) => `§ ${i}. Section ${i} is amended by striking “${some}”.`),
  "comments that never close": lined(5, (some) => `/* ${some}`),
};
