/**
 * Decisions of people beside findings: shown, never mixed with what was found, and only for as long as what they rest on
 * is as it was.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { shapeFaults } from "../../../../src/base/contract/shapes.ts";
import { DECISIONS_MAX } from "../../../../src/base/limits.ts";
import { type AnalyzeResult, buildCorpus, createEngine, type Decision, isSpoliaError } from "../../../../src/index.ts";
import { decisionOn, signDecision } from "../../../../src/service/index.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { testWith } from "../../../support/shared.ts";
import { type Fixture, FOREIGN, openFixture, SHELF, words } from "../../fixtures.ts";
import { ALTERATIONS, CONTENT, decisionsOn, EDITED, keyPair, MADE, REVISED, signedBy } from "./evidence.ts";

let fixture: Fixture;
let plain: AnalyzeResult;
let made: ReturnType<typeof decisionsOn>;
beforeAll(async () => {
  fixture = await openFixture();
  plain = await analyze(CONTENT);
  made = decisionsOn(plain);
});
afterAll(async () => {
  for (const corpus of fixture.corpora) await corpus.close();
});

const analyze = (content: string, decisions?: readonly unknown[]) =>
  fixture.engine.analyze({ content, ...(decisions !== undefined && { decisions: decisions as Decision[] }) });
const decided = async (content: string, ...decisions: unknown[]) => (await analyze(content, decisions)).decisions!;
/** What `analyze` gives without the fields that name or show the decisions. */
const rest = ({ analysis_id: _, decisions: __, method, completeness, ...found }: AnalyzeResult) => ({
  ...found,
  method: { ...method, decisions: null },
  stages: completeness.stages.filter(({ name }) => name !== "decisions"),
});

test("they change nothing of what is found, and are named in the method and the id", async () => {
  const all = Object.values(made);
  const result = await analyze(CONTENT, all);
  expect(rest(result)).toEqual(rest(plain));
  expect([plain.decisions, plain.method.decisions]).toEqual([null, null]);
  expect(result.method.decisions).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(result.analysis_id).not.toBe(plain.analysis_id);
  expect((await analyze(CONTENT, all)).analysis_id).toBe(result.analysis_id);
  expect((await analyze(CONTENT, all.slice(1))).method.decisions).not.toBe(result.method.decisions);
  expect(shapeFaults("AnalyzeResult", result)).toEqual([]);
});

test("each is shown with what it covers, and the words that nobody decided about are counted", async () => {
  const found = plain.coverage.matched_words;
  const first = plain.matches[0]!.words;
  expect(found).toBeGreaterThan(first);
  const { text, document, passage, all } = made;
  expect(await decided(CONTENT, passage)).toEqual({
    given: 1,
    applied: [{ number: 0, ...MADE, signed_by: null, about: "passage", words: first, matches: [0] }],
    not_applied: [],
    elsewhere: 0,
    decided_words: first,
    undecided_words: found - first,
  });
  const four = await decided(CONTENT, text, document, passage, all);
  expect(four.applied.map(({ about, words: covered, matches }) => [about, covered, matches])).toEqual([
    ["text", found, plain.matches.map((_, i) => i)],
    ["document", first, [0]],
    ["passage", first, [0]],
    ["passage", first, [0]],
  ]);
  expect([four.decided_words, four.undecided_words]).toEqual([found, 0]);
  expect(await decided(CONTENT)).toMatchObject({ given: 0, applied: [], decided_words: 0, undecided_words: found });
});

test("about a passage and a document they hold in a revised text, about the text they do not", async () => {
  const { text, document, passage, all } = made;
  const revised = await decided(REVISED, text, document, passage, all);
  expect(revised.applied.map(({ number }) => number)).toEqual([1, 2]);
  expect(revised.not_applied.map(({ number, because }) => [number, because])).toEqual([[3, "other_text"]]);
  expect(revised.elsewhere).toBe(1);
  const edited = await decided(EDITED, passage, document);
  expect(edited.applied.map(({ number }) => number)).toEqual([1]);
  expect(edited.elsewhere).toBe(1);
});

test("a part of a passage that has grown is covered, the rest is not", async () => {
  const long = `${words(FOREIGN, 0, 80)} ${words(SHELF[0]!.text, 3_900, 4_200)} ${words(FOREIGN, 80, 160)}`;
  const { words: covered } = plain.matches[0]!;
  const grown = await decided(long, made.passage);
  expect(grown.applied).toMatchObject([{ words: covered, matches: [0] }]);
  expect(grown.undecided_words).toBeGreaterThan(150);
});

test("nothing found: about the text they hold, about what was there they are elsewhere", async () => {
  const content = words(FOREIGN, 0, 300);
  const nothing = await analyze(content);
  const mine = decisionOn(nothing, { text: true }, { ...MADE, decision: "mine" });
  expect(await decided(content, mine, made.passage, made.document)).toMatchObject({
    applied: [{ number: 0, about: "text", words: 0, matches: [] }],
    elsewhere: 2,
    decided_words: 0,
    undecided_words: 0,
  });
});

describe("altered, exchanged or replayed", () => {
  test.each(ALTERATIONS)("%s, of %s: %s", async (_, of, answer, change) => {
    const [one, other] = [await signedBy(made.all), await signedBy(made.passage)];
    const given = of === "signed" ? one : made[of];
    expect((await decided(CONTENT, given)).applied).toHaveLength(1);
    const altered = change(given, other);
    if (answer === "refused") {
      const refused = await analyze(CONTENT, [made.passage, altered]).catch((error: unknown) => error);
      if (!isSpoliaError(refused)) throw refused;
      expect(refused.code).toBe("invalid_request");
      expect(refused.fields[0]!.pointer).toMatch(/^\/decisions\/1(\/|$)/);
      return;
    }
    const { applied, not_applied, elsewhere } = await decided(CONTENT, altered);
    expect(applied).toEqual([]);
    expect([not_applied.map(({ because }) => because), elsewhere]).toEqual(
      answer === "elsewhere" ? [[], 1] : [[answer], 0],
    );
  });

  test("the table is long, and names each alteration once", () => {
    expect(new Set(ALTERATIONS.map(([name, of]) => `${name} ${of}`)).size).toBe(ALTERATIONS.length);
    expect(ALTERATIONS.length).toBeGreaterThanOrEqual(30);
  });

  test("a document with another text, under the same id", async () => {
    const changed = SHELF.map((one) => (one.id === "shelf-0" ? { ...one, text: `${one.text} More.` } : one));
    await using corpus = await buildCorpus(changed, { name: "shelf", dataset: "shelf" });
    const engine = await createEngine({ corpora: [corpus] });
    const { decisions } = await engine.analyze({ content: CONTENT, decisions: [made.document, made.passage] });
    expect(decisions!.not_applied.map(({ number, because }) => [number, because])).toEqual([[0, "document_changed"]]);
    expect(decisions!.applied.map(({ number }) => number)).toEqual([1]);
  });
});

describe("signed", () => {
  test("the key is shown, and a second signature takes the place of the first", async () => {
    const [one, other] = [await keyPair(), await keyPair()];
    const first = await signDecision(made.passage, one);
    const second = await signDecision(first, other);
    expect(second.signature!.public_key).not.toBe(first.signature!.public_key);
    const { applied } = await decided(CONTENT, first, second);
    expect(applied.map(({ signed_by }) => signed_by)).toEqual([
      first.signature!.public_key,
      second.signature!.public_key,
    ]);
  });

  test("what cannot be signed is refused", async () => {
    const keys = await keyPair();
    for (const decision of notEmpty([{ ...made.passage, reason: "" }, {}, null]))
      await expect(signDecision(decision as Decision, keys)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(signDecision(made.passage, {} as never)).rejects.toMatchObject({ code: "invalid_request" });
  });
});

test("a decision is made of parts that a result has", () => {
  const parts: [string, Parameters<typeof decisionOn>[1]][] = [
    ["/parts/match", { match: 99 }],
    ["/parts/document", { document: { corpus: "shelf", id: "shelf-7" } }],
    ["/about", {}],
  ];
  for (const [pointer, wrong] of notEmpty(parts)) {
    const refused = (() => {
      try {
        return decisionOn(plain, wrong, MADE);
      } catch (error) {
        return error;
      }
    })();
    expect(refused).toMatchObject({ code: "invalid_request", fields: [{ pointer }] });
  }
});

describe("many", () => {
  const many = (length: number) =>
    Array.from({ length }, (_, i) => ({ ...made.passage, reason: `Reason ${i}.` }) as Decision);

  test("the largest number is accepted, one more is refused", async () => {
    const most = await decided(CONTENT, ...many(DECISIONS_MAX));
    expect([most.given, most.applied.length]).toEqual([DECISIONS_MAX, 100]);
    const { completeness } = await analyze(CONTENT, many(101));
    expect(completeness.stages).toContainEqual({
      name: "list:decisions that hold",
      status: "bounded",
      reason: "100 of 101 decisions that hold are listed; max_matches sets how many.",
    });
    await expect(decided(CONTENT, ...many(DECISIONS_MAX + 1))).rejects.toMatchObject({
      fields: [{ pointer: "/decisions", detail: "must have 0 to 10000 items" }],
    });
  });

  test("a text that repeats itself without end costs no more than its limit", async () => {
    const line = words(SHELF[0]!.text, 4_000, 4_012);
    const content = Array.from({ length: 4_000 }, () => line).join(" ");
    const { matches } = await analyze(content);
    const [, , opening] = matches[0]!.passage_id.split("_");
    const digest = vi.spyOn(crypto.subtle, "digest");
    for (const [length, isBounded] of [
      [20_000, true],
      [12, true],
      [900_000, false],
    ] as const) {
      const about = (i: number) => ({ passage_id: `ps_${length + i}_${opening}_${"0".repeat(32)}` });
      const decisions = Array.from({ length: 20 }, (_, i): Decision => ({ ...MADE, about: about(i) }));
      digest.mockClear();
      const { completeness, decisions: shown } = await analyze(content, decisions);
      const stage = { name: "decisions", status: isBounded ? "bounded" : "done" };
      expect(completeness.stages).toContainEqual(expect.objectContaining(stage));
      expect(shown).toMatchObject({ given: 20, applied: [], elsewhere: 20 });
      // 50 million words, of which each hash costs a thousand: most of what is asked here, or nothing.
      expect(digest.mock.calls.length).toBeLessThan(isBounded ? 51_000 : 200);
    }
    digest.mockRestore();
  });

  test("many about one passage that stands a thousand times are as one", async () => {
    const line = words(SHELF[0]!.text, 4_000, 4_040);
    const content = Array.from({ length: 1_000 }, () => line).join(" ");
    const { matches } = await analyze(content);
    const about = decisionOn(await analyze(line), { match: 0 }, MADE).about;
    const one = await decided(content, { ...MADE, about });
    const all = await decided(
      content,
      ...Array.from({ length: 2_000 }, (_, i) => ({ ...MADE, reason: `Reason ${i}.`, about })),
    );
    expect(matches.length).toBeGreaterThan(0);
    expect(all.applied.slice(0, 3).map(({ words: covered, matches: places }) => [covered, places])).toEqual(
      Array.from({ length: 3 }, () => [one.applied[0]!.words, one.applied[0]!.matches]),
    );
    expect([all.decided_words, all.undecided_words]).toEqual([one.decided_words, one.undecided_words]);
  });
});

testWith(
  "data/corpora/eltec-eng/eltec-eng-000.jsonl.gz",
  "whole novels: decided once, they hold elsewhere",
  async (lines) => {
    const novels = lines
      .split("\n")
      .slice(0, 3)
      .map((line): { id: string; text: string } => JSON.parse(line));
    await using corpus = await buildCorpus(novels, { name: "novels", dataset: "novels" });
    const engine = await createEngine({ corpora: [corpus] });
    const [book, other] = novels;
    const whole = await engine.analyze({ content: book!.text });
    const decisions = [
      decisionOn(whole, { text: true }, { ...MADE, decision: "mine" }),
      decisionOn(whole, { document: { corpus: "novels", id: book!.id } }, { ...MADE, decision: "public_domain" }),
      decisionOn(whole, { match: 0 }, MADE),
    ];
    const again = await engine.analyze({ content: book!.text, decisions });
    expect(again.decisions).toMatchObject({ given: 3, elsewhere: 0, not_applied: [], undecided_words: 0 });
    expect(again.decisions!.decided_words).toBe(again.coverage.matched_words);
    const two = await engine.analyze({ content: `${book!.text}\n\n${other!.text}`, decisions });
    expect(two.decisions!.applied.map(({ number }) => number)).toEqual([1, 2]);
    expect(two.decisions!.undecided_words).toBeGreaterThan(10_000);
  },
);
