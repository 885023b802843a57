/** Runs of words that stood before: against a rule that compares words one by one, and by what must hold of the rest. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RepeatedRuns } from "../../../src/core/sketch/repeatedRuns.ts";
import { RunKeys } from "../../../src/core/sketch/runKeys.ts";
import { openDeduplicator } from "../../../src/corpus/index.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const WORDS = 5;
const LETTERS = ["ka", "lo", "mi", "nu", "pe", "ro", "sa", "to"];
/** Texts of few words, so that they repeat each other and themselves; and of pieces that recur among others. */
const few = fc.array(
  fc.nat(1).map((i) => LETTERS[i]!),
  { maxLength: 40 },
);
const piece = fc.array(
  fc.nat(LETTERS.length - 1).map((i) => LETTERS[i]!),
  { minLength: 1, maxLength: 12 },
);
const texts = fc.oneof(
  fc.array(few, { maxLength: 5 }),
  fc
    .tuple(
      fc.array(piece, { minLength: 1, maxLength: 5 }),
      fc.array(fc.array(fc.nat(9), { maxLength: 8 }), { maxLength: 5 }),
    )
    .map(([pieces, picks]) => picks.map((pick) => pick.flatMap((i) => pieces[i % pieces.length]!))),
);

async function deduplicated(all: readonly string[][]): Promise<{ spans: number; left: string[][]; cut: number[][] }> {
  const deduplicator = await openDeduplicator({ level: "substring", wordsMin: WORDS });
  let spans = 0;
  const [left, cut]: [string[][], number[][]] = [[], []];
  for (const [i, words] of all.entries()) {
    const text = words.join(" ");
    const found = deduplicator.look({ id: `${i}`, text });
    spans += found.length;
    const places = words.map((_, at) => words.slice(0, at).join(" ").length + (at > 0 ? 1 : 0));
    const isCut = (place: number) => found.some(({ part: { span } }) => span.start <= place && place < span.end);
    left.push(words.filter((_, at) => !isCut(places[at]!)));
    cut.push(words.flatMap((_, at) => (isCut(places[at]!) ? [at] : [])));
  }
  return { spans, left, cut };
}

const runsOf = (words: readonly string[]): string[] =>
  words.slice(WORDS - 1).map((_, at) => words.slice(at, at + WORDS).join(" "));

/** The rule by lists of words: no hash, no table. */
function byWords(all: readonly string[][]): number[][] {
  const known: string[] = [];
  return all.map((words) => {
    const before = [...known];
    const isCut = words.map(() => false);
    const runs = runsOf(words);
    for (const [at, run] of runs.entries()) {
      const last = at + WORDS - 1;
      if (known.includes(run)) {
        const isOverlapped = runs.slice(Math.max(0, at - WORDS + 1), at).includes(run);
        for (let i = isOverlapped ? last : at; i <= last; i++) isCut[i] = true;
      }
      known.push(run);
    }
    if (!isCut.includes(true)) return [];
    const kept: number[] = [];
    for (const at of words.keys()) {
      if (isCut[at]) continue;
      kept.push(at);
      const left = kept.map((place) => words[place]!);
      const run = left.slice(-WORDS).join(" ");
      const earlier = runsOf(left.slice(0, -1));
      if (left.length < WORDS || !(earlier.includes(run) || before.includes(run))) continue;
      const isOverlapped = runsOf(left.slice(-2 * WORDS + 1, -1)).includes(run);
      kept.length -= isOverlapped ? 1 : WORDS;
    }
    known.push(...runsOf(kept.map((place) => words[place]!)));
    return words.flatMap((_, at) => (kept.includes(at) ? [] : [at]));
  });
}

describe("what stood before", () => {
  test("is cut as a rule over lists of words says", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (all) => {
        expect((await deduplicated(all)).cut).toEqual(byWords(all));
      }),
      { numRuns: fewOrAll(400, 3_000) },
    );
  });

  test("stands nowhere twice in what is left; nothing is cut of texts without a run twice, and no word is lost", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (all) => {
        const { left, cut, spans } = await deduplicated(all);
        const runs = left.flatMap(runsOf);
        expect(new Set(runs).size).toBe(runs.length);
        const before = all.flatMap(runsOf);
        if (new Set(before).size === before.length) expect(spans).toBe(0);
        // Each word that was cut stands somewhere in what is left.
        const kept = new Set(left.flat());
        for (const [i, places] of notAlwaysEmpty(cut.entries()))
          for (const at of notAlwaysEmpty(places)) expect(kept).toContain(all[i]![at]);
        expect((await deduplicated(left)).spans).toBe(0);
      }),
      { numRuns: fewOrAll(400, 3_000) },
    );
  });

  test("is the whole of a copy, in other capitals and marks, and what surrounds it stays", async () => {
    const random = seeded(58);
    const [one, other, shared] = [60, 60, 80].map((words) => zipfText(random, words).trim());
    const deduplicator = await openDeduplicator({ level: "substring" });
    expect(deduplicator.look({ id: "a", text: `${one} ${shared}` })).toEqual([]);
    const text = `${other} ${shared!.toUpperCase().replaceAll(" ", " – ")} ${other!.slice(0, 40)}`;
    const [pair, ...more] = deduplicator.look({ id: "b", text });
    expect([pair, more]).toMatchObject([{ kind: "exact", part: { document: "b" }, similarity: 1 }, []]);
    const { start, end } = pair!.part.span;
    expect(text.slice(0, start) + text.slice(end)).toBe(
      `${other} ${/[.!]*$/.exec(shared!.toUpperCase())![0]} ${other!.slice(0, 40)}`,
    );
    expect(deduplicator.look({ id: "c", text: shared!.split(" ").slice(0, 49).join(" ") })).toEqual([]);
  });

  test("is not what does not count", async () => {
    const random = seeded(59);
    const [handout, own, others] = [60, 30, 30].map((words) => zipfText(random, words));
    const deduplicator = await openDeduplicator({ level: "substring", ignore: [handout!] });
    expect(deduplicator.look({ id: "a", text: `${own} ${handout}` })).toEqual([]);
    expect(deduplicator.look({ id: "b", text: `${others} ${handout}` })).toEqual([]);
  });
});

test("a text of one word, again and again, keeps as many as make a run", () => {
  const words = { low: new Uint32Array(100_000).fill(7), high: new Uint32Array(100_000).fill(9) };
  const runs = new RepeatedRuns(50);
  expect(runs.cut(words)).toEqual([{ start: 50, end: 100_000 }]);
  expect(runs.cut(words)).toEqual([{ start: 0, end: 100_000 }]);
});

test("keys are held as a set holds them, in at most 13 bytes each", () => {
  const random = seeded(60);
  const draw = () => Math.floor(random() * 2 ** 32);
  const [set, keys] = [new Set<string>(), new RunKeys()];
  const drawn: [number, number][] = [
    [0, 0],
    [256, 0],
    [0, 1],
    [0xffffffff, 0xffffffff],
  ];
  for (let i = 0; i < 60_000; i++) drawn.push(i % 5 === 4 ? drawn[draw() % drawn.length]! : [draw(), draw()]);
  for (const [low, high] of drawn) {
    const key = `${low} ${high}`;
    expect(keys.has(low, high)).toBe(set.has(key));
    expect(keys.add(low, high)).toBe(!set.has(key));
    set.add(key);
  }
  expect(keys.size).toBe(set.size);
  expect(keys.bytes).toBeLessThanOrEqual(13 * keys.size);
});

test("options of substrings are refused out of range, the ends accepted", async () => {
  const open = (options: object) =>
    openDeduplicator({ level: "substring", ...options }).then(
      () => "none",
      ({ code }) => code,
    );
  for (const options of [
    { wordsMin: 4 },
    { wordsMin: 1_001 },
    { wordsMin: 5.5 },
    { threshold: 0.7 },
    { ignore: "" },
    { words: 9 },
  ])
    expect(await open(options)).toBe("invalid_request");
  for (const options of [{ wordsMin: 5 }, { wordsMin: 1_000 }, { threshold: 1 }])
    expect(await open(options)).toBe("none");
});
