/** Segments and windows: without gaps, at the same places in every runtime, whatever the text looks like. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { bytesOf, readText } from "../../../src/core/text/text.ts";
import { namesOf } from "../../../src/core/vectors/names.ts";
import { clausesOf, lengthOf, segmentsOf, windowsOf } from "../../../src/core/vectors/segments.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const kernels = await loadKernels();
const cut = (content: string) => {
  const text = readText(kernels, content);
  return segmentsOf(text).map((range) => new TextDecoder().decode(bytesOf(text, range)));
};

describe("segmentsOf", () => {
  test("ends sentences at marks, and not at shortened words, initials and numbers", () => {
    const cases: readonly (readonly [string, string[]])[] = [
      ["He left. She stayed!", ["He left", "She stayed"]],
      ["Mr. Smith met J. Brown at 3.5 miles. They spoke.", ["Mr. Smith met J. Brown at 3.5 miles", "They spoke"]],
      ["“Why?” he asked. Nobody knew", ["“Why", "he asked", "Nobody knew"].map((one) => one.replace("“", ""))],
      ["他来了。她走了。", ["他来了", "她走了"]],
      ["वह आया। वह गई।", ["वह आया", "वह गई"]],
      ["a list\n\nwithout marks\n\nat all", ["a list", "without marks", "at all"]],
    ];
    for (const [content, segments] of notEmpty(cases)) expect(cut(content)).toEqual(segments);
  });

  test("cuts what has no marks at lines, and else in runs", () => {
    const verse = Array.from({ length: 12 }, (_, i) => `the line of verse ${"abcdefghijkl"[i]} goes on`).join("\n");
    expect(cut(verse)).toHaveLength(12);
    const run = Array.from({ length: 200 }, (_, i) => `w${i}`).join(" ");
    expect(cut(run)).toHaveLength(7);
  });
});

describe("clausesOf", () => {
  const clauses = (content: string) => {
    const text = readText(kernels, content);
    return clausesOf(text).map((range) => new TextDecoder().decode(bytesOf(text, range)));
  };
  const words = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i}`).join(" ");

  test("leaves a sentence of 30 words whole, and cuts a longer one at the mark that is nearest to its middle", () => {
    const whole = `${words("a", 15)}, ${words("b", 15)}`;
    expect(clauses(`${whole}.`)).toEqual([whole]);
    const [first, second, third] = [words("a", 9), words("b", 11), words("c", 11)];
    expect(clauses(`${first}, ${second}, ${third}.`)).toEqual([`${first}, ${second}`, third]);
    expect(clauses(`${first}、${second}， ${third}.`)).toEqual([`${first}、${second}`, third]);
  });

  test("takes no mark of a number, and cuts what has over 60 words at its marks too", () => {
    const figures = `${words("a", 14)} 12,450 ${words("b", 14)} at 7:45 in 1990–1995 ${words("c", 4)}`;
    expect(clauses(`${figures}.`)).toEqual([figures]);
    expect(clauses(`${words("a", 20)}, 12 ${words("b", 20)}.`)).toHaveLength(2);
    const parts = ["a", "b", "c"].map((letter) => words(letter, 24));
    expect(clauses(`${parts.join("; ")}.`)).toEqual(parts);
    expect(clauses(words("a", 200))).toHaveLength(7);
  });

  test("takes a stronger mark though it is further from the middle, and no part of less than 8 words", () => {
    const [first, second] = [words("a", 12), `${words("b", 8)}, ${words("c", 15)}`];
    expect(clauses(`${first}; ${second}.`)).toEqual([first, second]);
    const short = `${words("a", 7)}; ${words("b", 30)}`;
    expect(clauses(`${short}.`)).toEqual([short]);
    const [least, rest] = [words("a", 8), words("b", 30)];
    expect(clauses(`${least}; ${rest}.`)).toEqual([least, rest]);
  });
});

test("a name behind a mark between clauses is a name, and the first word of a sentence or line is none", () => {
  const named = (content: string) => {
    const text = readText(kernels, content);
    return [...namesOf(text, clausesOf(text)).names.values()];
  };
  const [long, end] = [
    "one two three four five six seven eight nine ten eleven twelve",
    "sold the old horse on a cold day at noon",
  ];
  expect(named(`They ${long} ${long}, Wilhelm ${end}.`)).toEqual(["Wilhelm"]);
  expect(named(`${long}. Wilhelm ${end}.`)).toEqual([]);
  const verse = Array.from({ length: 12 }, (_, i) => `Isolde${"abcdefghijkl"[i]} goes on and on for ever`);
  expect(named(verse.join("\n"))).toEqual([]);
});

const part = fc.constantFrom(
  ...["word ", "another ", "Third. ", "fourth\n", "fifth\n\n", "Mr. ", "六。", "x ".repeat(70), "end! "],
);

test("clauses near a stretch are those of the whole text that have a word of it", () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 60 }),
      fc.integer({ min: -70, max: 400 }),
      fc.nat(90),
      (parts, start, length) => {
        const text = readText(kernels, parts.join(""));
        const near = { start, end: start + length };
        const wanted = clausesOf(text).filter((clause) => clause.end > near.start && clause.start < near.end);
        expect(clausesOf(text, near)).toEqual(wanted);
        found += wanted.length;
      },
    ),
  );
  expect(found).toBeGreaterThan(50);
});

test("segments have every word once, in order; windows are runs of segments that overlap and reach the end", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
      const text = readText(kernels, parts.join(""));
      const segments = segmentsOf(text);
      for (const ranges of notEmpty([segments, clausesOf(text)])) {
        const at = ranges.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i));
        expect(at).toEqual(Array.from({ length: text.lengthWords }, (_, i) => i));
      }
      const windows = windowsOf(segments);
      expect(windows.length === 0).toBe(text.lengthWords === 0);
      for (const [i, window] of notAlwaysEmpty([...windows.entries()])) {
        expect(lengthOf(window)).toBeLessThanOrEqual(120);
        const next = windows[i + 1];
        if (next === undefined) expect(window.end).toBe(text.lengthWords);
        else expect(next.start > window.start && next.start <= window.end).toBe(true);
      }
    }),
  );
});
