/** Many texts compared: the pairs and figures are those of `compare` of each two, whatever way they were found. */
import { beforeAll, describe, expect, test } from "vitest";
import type { CompareAllResult, NamedContent } from "../../../src/base/contract/operations/compareAll.ts";
import { createEngine, type Engine, isSpoliaError } from "../../../src/index.ts";
import { NO_COLOURS, plainResult } from "../../../src/report/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ corpora: [] });
});

const random = seeded(57);
const prose = (words: number) => zipfText(random, words).trim();
const HANDOUT = prose(120);
const CODE = `function total(items) {
  // adds what is to be paid
  let sum = 0;
  for (const item of items) {
    if (item.count > 0 && item.price !== null) sum += item.count * item.price;
    else if (item.count < 0) throw new Error("no negative counts");
  }
  while (sum > 1000) { sum = sum - 10; }
  return sum;
}
function names(people) {
  const all = [];
  for (let i = 0; i < people.length; i++) {
    const person = people[i];
    switch (person.kind) { case 1: all.push(person.first); break; default: all.push(person.last + ", " + person.first); }
  }
  return all.join("; ");
}`;
const renamed = (code: string) =>
  code.replaceAll(/\b(items?|sum|people|person|all|total|names)\b/g, (name) => `other_${name.length}${name[0]}`);

/** Texts of which some are copies: whole, in part, reworded, in other letters or with other names; and many that are not. */
function folder(others: number): NamedContent[] {
  const [whole, part, reworded, early] = [prose(400), prose(90), prose(300), prose(200)];
  const changed = reworded
    .split(" ")
    .map((word, i) => (i % 7 === 6 ? `new${i}` : word))
    .join(" ");
  return [
    { id: "a", content: whole },
    { id: "b", content: `${whole.toUpperCase()}!` },
    { id: "c", content: `${prose(200)} ${part} ${prose(100)}` },
    { id: "d", content: `${prose(30)} ${part}` },
    { id: "e", content: reworded },
    { id: "f", content: changed },
    { id: "g", content: early },
    { id: "h", content: early.replaceAll("s", "f").replaceAll("u", "v") },
    { id: "i", content: CODE, content_type: "code" },
    { id: "j", content: renamed(CODE), content_type: "code" },
    { id: "k", content: `${HANDOUT} ${prose(100)}` },
    { id: "l", content: `${prose(100)} ${HANDOUT}` },
    { id: "m", content: "four words, no more" },
    { id: "n", content: "Four words, no more." },
    { id: "o", content: "" },
    { id: "p", content: "" },
    ...Array.from({ length: others }, (_, i) => ({ id: `other ${i}`, content: prose(120) })),
  ];
}

const PAIRS = ["a b", "c d", "e f", "g h", "i j", "k l", "m n"];
const pairsOf = ({ pairs }: CompareAllResult) => pairs.map(({ a, b }) => `${a} ${b}`).sort();
const inWords = (result: CompareAllResult, detail: "short" | "full") =>
  plainResult({ of: "compareAll", result }, { colours: NO_COLOURS, columns: 100, detail });

describe.each([10, 60])("of a folder with %d other texts", (others) => {
  const texts = folder(others);

  test("the pairs are those that share something, with the figures of two alone", async () => {
    const result = await engine.compareAll({ texts });
    expect(pairsOf(result)).toEqual(PAIRS);
    expect(result.completeness.complete).toBe(true);
    if (others > 50) expect(result.aligned_pairs).toBeLessThan(50);
    const contentOf = new Map(texts.map(({ id, ...side }) => [id, side]));
    for (const { a, b, spelling, ...pair } of notEmpty(result.pairs)) {
      const alone = await engine.compare({ a: contentOf.get(a)!, b: contentOf.get(b)! });
      expect(alone).toMatchObject(pair);
      expect(alone.method.parameters["spelling"]).toBe(spelling);
    }
    expect(result.clusters.flat().sort()).toEqual(
      ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n"].filter((id) =>
        result.clusters.some((ids) => ids.includes(id)),
      ),
    );
    expect(result.clusters).toContainEqual(["a", "b"]);
  });

  test("what does not count makes no pair, and counts in none", async () => {
    const result = await engine.compareAll({ texts, options: { ignore: [HANDOUT] } });
    expect(pairsOf(result)).not.toContain("k l");
    expect(pairsOf(result)).toContain("a b");
    expect(result.texts.find(({ id }) => id === "k")).toMatchObject({ words: 220, ignored_words: 120 });
  });

  test("references are compared with the texts, and not with each other", async () => {
    const references = texts.slice(1, 4);
    const result = await engine.compareAll({ texts: [texts[0]!, ...texts.slice(4)], references });
    expect(pairsOf(result)).toEqual(["a b", "e f", "g h", "i j", "k l", "m n"]);
    expect(result.references).toBe(3);
    expect(result.texts.slice(-3).map(({ id }) => id)).toEqual(["b", "c", "d"]);
  });
});

test("other names change nothing in what a program shares with a third one, and the copy itself is nearest", async () => {
  const base = `module Price exposing (total, totalOf)

import List

priceOf : Int -> Float -> Float
priceOf count price =
    if price > 0 then
        let
            share =
                if count > 12 then
                    0.9
                else
                    1.0
            whole =
                toFloat count * price * share
        in
        if whole < 1000 then whole else 1000
    else
        0

total : List Int -> List Float -> Float
total counts prices =
    case counts of
        [] ->
            0
        count :: rest ->
            case prices of
                [] -> 0
                price :: others -> priceOf count price + total rest others

totalOf : List Int -> Float
totalOf counts = total counts [ 1.5, 2.5 ]
`;
  const names = {
    count: "n",
    price: "p",
    share: "f",
    whole: "w",
    counts: "ns",
    prices: "ps",
    rest: "more",
    others: "left",
  };
  const modified = Object.entries(names).reduce(
    (code, [from, to]) => code.replaceAll(new RegExp(`\\b${from}\\b`, "g"), to),
    base,
  );
  const other = `module Price exposing (total, totalOf)

import List

totalOf : List Int -> Float
totalOf counts = total counts [ 1.5, 2.5 ]

priceOf : Int -> Float -> Float
priceOf count price =
    let
        whole =
            toFloat count * price
    in
    if whole < 1000 then whole else 1000

total : List Int -> List Float -> Float
total counts prices =
    List.map2 priceOf counts prices |> List.foldl (+) 0
`;
  const texts = Object.entries({ base, modified, other }).map(([id, content]) => {
    return { id, content, content_type: "code" as const };
  });
  const { pairs } = await engine.compareAll({ texts });
  expect(pairs.map(({ a, b, spelling }) => [a, b, spelling])).toEqual([
    ["base", "modified", "names_in_code"],
    ["base", "other", "names_in_code"],
    ["modified", "other", "names_in_code"],
  ]);
  const [, one, two] = pairs.map(({ a: _, b: __, passages: ___, ...shares }) => shares);
  expect(one).toEqual(two);
});

test("the same texts give the same bytes, and other texts another id", async () => {
  const texts = folder(3);
  const [one, same, other] = [
    await engine.compareAll({ texts }),
    await engine.compareAll({ texts: structuredClone(texts) }),
    await engine.compareAll({ texts: texts.slice(1) }),
  ];
  expect(JSON.stringify(same)).toBe(JSON.stringify(one));
  expect(other.comparisons_id).not.toBe(one.comparisons_id);
});

test("what too many share links each to the next, and is told", async () => {
  const texts = Array.from({ length: 140 }, (_, i) => ({ id: `${i}`, content: `${HANDOUT} ${prose(60)}` }));
  const result = await engine.compareAll({ texts });
  expect(result.pairs.length).toBeGreaterThanOrEqual(139);
  expect(result.pairs.length).toBeLessThan(1_000);
  expect(result.clusters.map(({ length }) => length)).toEqual([140]);
  expect(result.completeness).toMatchObject({ complete: false, stages: [{ name: "pairs", status: "bounded" }, {}] });
  expect(inWords(result, "short")).toContain("texts that do not count");
  const counted = await engine.compareAll({ texts, options: { ignore: [HANDOUT] } });
  expect(counted.completeness.complete).toBe(true);
});

test("copies that are too many to be paired, also in other letters or of one sentence, are one group", async () => {
  const early = (text: string) => text.replaceAll("s", "f").replaceAll("u", "v");
  const text = prose(120);
  for (const [one, other] of notEmpty([
    [text, early(text)],
    ["To whom it may concern.", "TO WHOM IT MAY CONCERN"],
  ])) {
    const texts = Array.from({ length: 130 }, (_, i) => ({ id: `${i}`, content: i < 65 ? one : other }));
    const { clusters, completeness } = await engine.compareAll({ texts: texts as NamedContent[] });
    expect(clusters.map(({ length }) => length)).toEqual([130]);
    expect(completeness.complete).toBe(false);
  }
});

test("a copy is found among many texts as it is between two", async () => {
  const source = prose(60);
  // Of each five words in a row one is another, but at one place.
  const changed = source
    .split(" ")
    .map((word, i) => (i % 5 === 4 && i !== 29 ? `other${i}` : word))
    .join(" ");
  const pair = [
    { id: "source", content: source },
    { id: "changed", content: changed },
  ];
  const [alone] = (await engine.compareAll({ texts: pair })).pairs;
  const others = Array.from({ length: 50 }, (_, i) => ({ id: `${i}`, content: prose(60) }));
  const { pairs, aligned_pairs } = await engine.compareAll({ texts: [...others, ...pair] });
  expect(aligned_pairs).toBeLessThan(1_000);
  expect(alone).toBeDefined();
  expect(pairs.find(({ a }) => a === "source")).toEqual(alone);
});

test("the report lists all pairs, the short one fifteen lines", async () => {
  const copies = Array.from({ length: 9 }, (_, i) => ({ id: `copy ${i}`, content: `${CODE} ${i}` }));
  const result = await engine.compareAll({ texts: [...folder(5), ...copies] });
  const [short, full] = [inWords(result, "short"), inWords(result, "full")];
  expect(short.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
  expect(short).toMatch(/PAIRS: \d+ of \d+ pairs of 30 texts are the same or share passages/);
  for (const { a, b } of notEmpty(result.pairs)) expect(full).toContain(`${a} – ${b}`);
});

test("requests are refused by the field, and the smallest is answered", async () => {
  const refused = (request: unknown) =>
    engine.compareAll(request as never).then(
      () => [],
      (error) => (isSpoliaError(error) ? error.fields.map(({ pointer }) => pointer) : [String(error)]),
    );
  const text = { id: "a", content: "" };
  expect(await refused({ texts: [] })).toEqual(["/texts"]);
  expect(await refused({ texts: [text] })).toEqual(["/texts"]);
  const many = Array.from({ length: 10_000 }, (_, i) => ({ id: `${i}`, content: "" }));
  expect(await refused({ texts: [text], references: many })).toEqual(["/references"]);
  expect(await refused({ texts: [...many, text] })).toEqual(["/texts"]);
  expect(await refused({ texts: [text], references: many.slice(1) })).toEqual([]);
  expect(await refused({ texts: [text, text] })).toEqual(["/texts/1/id"]);
  expect(await refused({ texts: [text], references: [text] })).toEqual(["/references/0/id"]);
  expect(await refused({ texts: [text, { id: "", content: "" }] })).toEqual(["/texts/1/id"]);
  expect(await refused({ texts: [text], references: [{ id: "b", content: "" }] })).toEqual([]);
  expect(await refused({ texts: [text, { id: "b", content: "" }] })).toEqual([]);
});
