/** Lines, paragraphs and documents that repeat earlier ones are found, exactly and nearly, and no others. */
import { describe, expect, test } from "vitest";
import { openDeduplicator } from "../../../src/core/sketch/index.ts";
import { isSpoliaError } from "../../../src/index.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const random = seeded(70);
const text = (words: number) => zipfText(random, words);
const changed = (whole: string, nth: number) =>
  whole
    .split(" ")
    .map((word, at) => (at % nth === nth - 1 ? `other${at}` : word))
    .join(" ");

describe("documents", () => {
  test("with the same words are exact duplicates, with nearly the same near ones", async () => {
    const whole = text(400);
    const deduplicator = await openDeduplicator();
    expect(deduplicator.look({ id: "a", text: whole })).toEqual([]);
    expect(deduplicator.look({ id: "b", text: text(400) })).toEqual([]);
    expect(deduplicator.look({ id: "c", text: `${whole.toUpperCase()}!` })).toMatchObject([
      { kind: "exact", part: { document: "c" }, of: { document: "a" }, similarity: 1 },
    ]);
    const [near] = deduplicator.look({ id: "d", text: changed(whole, 100) });
    expect(near).toMatchObject({ kind: "near", of: { document: "a" } });
    expect(near!.similarity).toBeGreaterThan(0.8);
    expect(deduplicator.look({ id: "e", text: changed(whole, 4) })).toEqual([]);
  });

  test("of a threshold of 1 are only exact", async () => {
    const whole = text(400);
    const deduplicator = await openDeduplicator({ threshold: 1 });
    deduplicator.look({ id: "a", text: whole });
    expect(deduplicator.look({ id: "b", text: changed(whole, 100) })).toEqual([]);
    expect(deduplicator.look({ id: "c", text: whole })).toHaveLength(1);
  });
});

describe.each(["line", "paragraph"] as const)("a %s", (level) => {
  test("that repeats one of another document or of its own is found at its place", async () => {
    const gap = level === "line" ? "\n" : "\n \n";
    const [one, two, three] = [text(30).trim(), text(30).trim(), text(30).trim()];
    const deduplicator = await openDeduplicator({ level });
    expect(deduplicator.look({ id: "a", text: [one, "too short", "too short", two].join(gap) })).toEqual([]);
    const second = [three, two.toUpperCase(), three].join(gap);
    const pairs = deduplicator.look({ id: "b", text: second });
    expect(pairs.map(({ of }) => of.document)).toEqual(["a", "b"]);
    expect(pairs.map(({ part: { span } }) => second.slice(span.start, span.end).trim())).toEqual([
      two.toUpperCase(),
      three,
    ]);
  });
});

test("options out of range are refused, the ends of the range accepted", async () => {
  const codeOf = (options: object) =>
    openDeduplicator(options).then(
      () => "none",
      (error) => isSpoliaError(error) && error.code,
    );
  for (const options of [{ threshold: 0.29 }, { threshold: 1.01 }, { level: "page" }, { wordsMin: 0 }])
    expect(await codeOf(options)).toBe("invalid_request");
  for (const options of [{ threshold: 0.3 }, { threshold: 1 }, { wordsMin: 1 }])
    expect(await codeOf(options)).toBe("none");
});

test("a paragraph of millions of lines is one, and what stands around it its own", async () => {
  const deduplicator = await openDeduplicator({ level: "paragraph", threshold: 1 });
  const [one, other] = ["some words of a first paragraph", "and some words of a second one"];
  const text = `${one}\n\n${"a\n".repeat(4_000_000)}\n \n${other}\nwith two lines\n\n${one}`;
  expect(deduplicator.look({ id: "d", text })).toMatchObject([
    { kind: "exact", of: { span: { start: 0, end: one.length } }, part: { span: { end: text.length } } },
  ]);
});
