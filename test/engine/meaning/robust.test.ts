/** Text as scans, web pages and forgers hand it on: a passage over it stays findable, in full, through the public operation. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCorpus, type Corpus, type CorpusDocument, createEngine, type Engine } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const random = seeded(41);
const DOCUMENTS: CorpusDocument[] = Array.from({ length: 8 }, (_, i) => ({
  id: `${i}`,
  text: zipfText(random, 6_000),
}));
const ORIGINAL = DOCUMENTS[3]!.text.split(/\s+/).slice(1_000, 3_000);

let corpus: Corpus;
let engine: Engine;
beforeAll(async () => {
  corpus = await buildCorpus(DOCUMENTS, { name: "books", dataset: "books" });
  engine = await createEngine({ corpora: [corpus] });
});
afterAll(async () => corpus.close());

/** Lines of 60 columns, words divided where they do not fit. */
function divided(words: readonly string[]): string {
  const lines = [""];
  for (const word of words) {
    const room = 60 - lines.at(-1)!.length;
    if (word.length + 1 <= room) lines[lines.length - 1] += `${word} `;
    else if (room > 4 && /^[a-z]{5}/.test(word)) {
      lines[lines.length - 1] += `${word.slice(0, 3)}-`;
      lines.push(`${word.slice(3)} `);
    } else lines.push(`${word} `);
  }
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** Something between every so many words. */
function between(words: readonly string[], every: number, what: (n: number) => string): string[] {
  return words.flatMap((word, i) => (i > 0 && i % every === 0 ? [what(i / every), word] : [word]));
}

const forged = (text: string) => {
  const letters: Record<string, string> = { a: "а", e: "е", o: "о", i: "і", p: "р" };
  return text.replace(/[aeoip]/g, (letter) => (random() < 0.15 ? letters[letter]! : letter));
};

describe("a passage of 2,000 words is found in its document", () => {
  test.each<[what: string, text: () => string, share: number]>([
    ["words divided at the ends of lines of 60 columns", () => divided(ORIGINAL), 0.999],
    [
      "a page number and a running head every 300 words",
      () => between(ORIGINAL, 300, (n) => `\n\n${n + 40}\n\nTHE RUNNING HEAD OF A BOOK\n\n`).join(" "),
      0.97,
    ],
    [
      "pages, heads and divided words together",
      () => between(divided(ORIGINAL).split(" "), 300, (n) => `\n\n${n + 40}\n\nTHE RUNNING HEAD\n\n`).join(" "),
      0.97,
    ],
    [
      "entities and stray tags that were left in",
      () => between(ORIGINAL, 25, (n) => (n % 2 === 0 ? "&nbsp;" : "</p><p>")).join(" "),
      0.95,
    ],
    ["zero-width characters in every word", () => ORIGINAL.join(" ").replace(/([a-z])([a-z])/g, "$1\u200b$2"), 0.999],
    ["look-alike letters, one in seven of those that have some", () => forged(ORIGINAL.join(" ")), 0.97],
    [
      "full width",
      () => ORIGINAL.join(" ").replace(/[A-Za-z]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
      0.999,
    ],
  ])("%s", async (_, text, share) => {
    const result = await engine.analyze({ content: text(), content_type: "text" });
    expect(result.verdict).toBe("match");
    expect(result.matches[0]!.document.id).toBe("3");
    const longest = Math.max(...result.matches.map(({ words }) => words));
    expect(longest).toBeGreaterThan(1_900);
    expect(result.coverage.share).toBeGreaterThan(share);
  });
});

test("undone disguises are reported, and are a risk factor", async () => {
  const plain = await engine.analyze({ content: ORIGINAL.join(" "), content_type: "text" });
  expect(plain.disguised_characters).toEqual({ total: 0, kinds: [] });
  expect(plain.risk_assessment.factors).not.toContain("disguised_characters");
  const content = forged(ORIGINAL.join(" "));
  const result = await engine.analyze({ content, content_type: "text" });
  const [kind, ...others] = result.disguised_characters.kinds;
  expect(others).toEqual([]);
  expect(kind).toMatchObject({ kind: "look_alike_letters", characters: result.disguised_characters.total });
  expect(kind!.characters).toBeGreaterThan(100); // of 2,000 words
  expect(kind!.spans).toHaveLength(10);
  for (const { start, end } of notEmpty(kind!.spans)) expect(content.slice(start, end)).toMatch(/^[a-zа-яі]+$/i);
  const explanation = result.risk_assessment.explanations.find(({ factor }) => factor === "disguised_characters");
  expect(explanation).toMatchObject({ spans: kind!.spans });
});
