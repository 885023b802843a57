/** Lines, paragraphs and documents that repeat earlier ones are found, exactly and nearly, and no others. */
import { describe, expect, test } from "vitest";
import { openDeduplicator } from "../../../src/corpus/index.ts";
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
    expect(pairs.map(({ of }) => of?.document)).toEqual(["a", "b"]);
    expect(pairs.map(({ part: { span } }) => second.slice(span.start, span.end).trim())).toEqual([
      two.toUpperCase(),
      three,
    ]);
  });
});

describe("texts that do not count", () => {
  const line = (words: number) => text(words).trim().replaceAll(/\s+/g, " ");
  const HANDOUT = line(120);
  const own = () => line(150);

  test("make no duplicates of documents that share nothing else", async () => {
    const [one, other] = [own(), own()];
    // Short ones, which are the handout for the most part.
    const [short, shorter] = [line(15), line(15)];
    for (const [ignore, found] of [
      [[], 1],
      [[text(40), HANDOUT], 0],
    ] as const) {
      const deduplicator = await openDeduplicator({ ignore });
      const look = (id: string, whole: string) => deduplicator.look({ id, text: whole });
      look("a", `${HANDOUT}\n\n${short}`);
      expect(look("b", `${HANDOUT.replaceAll(" ", "\n")}\n\n${shorter}`)).toHaveLength(found);
      look("c", HANDOUT);
      expect(look("d", HANDOUT.toUpperCase())).toHaveLength(found);
      look("e", `${HANDOUT}\n\n${one}`);
      expect(look("f", `${HANDOUT}\n\n${other}`)).toEqual([]);
    }
  });

  test("leave copies what they are, with them or without", async () => {
    const work = own();
    const at = work.indexOf(" ", 300);
    const deduplicator = await openDeduplicator({ ignore: [HANDOUT] });
    const look = (id: string, whole: string) => deduplicator.look({ id, text: whole });
    expect(look("a", `${HANDOUT}\n\n${work}`)).toEqual([]);
    const copies = { b: work, c: `${work} ${HANDOUT}`, d: `${work.slice(0, at)}\n${HANDOUT}\n${work.slice(at)}` };
    for (const [id, copy] of Object.entries(copies))
      expect(look(id, copy)).toMatchObject([
        { kind: "exact", part: { document: id, span: { start: 0, end: copy.length } }, of: { document: "a" } },
      ]);
    expect(look("e", `${HANDOUT} ${changed(work, 50)}`)).toMatchObject([{ kind: "near", of: { document: "a" } }]);
  });

  test.each(["line", "paragraph"] as const)("stay at the level of a %s, where it has no other words", async (level) => {
    const gap = level === "line" ? "\n" : "\n\n";
    const words = HANDOUT.split(" ");
    const [first, second, few] = [
      words.slice(0, 60).join(" "),
      words.slice(60).join(" "),
      "one two three four five six",
    ];
    const shared = line(30);
    const document = [first, shared, few, `${second} ${shared}`, second].join(gap);
    const copy = [first.toUpperCase(), line(30), few, shared].join(gap);
    const found = async (ignore: string[]) => {
      const deduplicator = await openDeduplicator({ level, ignore });
      const pairs = [...deduplicator.look({ id: "a", text: document }), ...deduplicator.look({ id: "b", text: copy })];
      const texts: Readonly<Record<string, string>> = { a: document, b: copy };
      return pairs.map(({ part: { document: id, span } }) => texts[id]!.slice(span.start, span.end).trim());
    };
    expect(await found([[HANDOUT, few].join(gap)])).toEqual([`${second} ${shared}`, shared]);
    expect(await found([])).toEqual([first.toUpperCase(), few, shared]);
  });
});

test("options out of range are refused, the ends of the range accepted", async () => {
  const codeOf = (options: object) =>
    openDeduplicator(options).then(
      () => "none",
      (error) => isSpoliaError(error) && error.code,
    );
  for (const options of [
    { threshold: 0.29 },
    { threshold: 1.01 },
    { level: "page" },
    { wordsMin: 0 },
    { ignore: "text" },
  ])
    expect(await codeOf(options)).toBe("invalid_request");
  for (const options of [{ threshold: 0.3 }, { threshold: 1 }, { wordsMin: 1 }, { ignore: [""] }])
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
