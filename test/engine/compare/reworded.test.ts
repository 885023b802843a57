/** The same in other words: told by sentences in order, numbers and names, and never of what only looks alike. */
import { describe, expect, test } from "vitest";
import { isMiniLmThere, miniLm } from "../../../bench/quality/audit/reworded/encoders.ts";
import { judgedPairs } from "../../../bench/quality/audit/reworded/pairs.ts";
import type { CompareResult } from "../../../src/base/contract/operations/compare.ts";
import type { Encoder } from "../../../src/base/contract/resources/encoder.ts";
import { createEngine, fingerprint, SpoliaError } from "../../../src/index.ts";
import { htmlComparison, NO_COLOURS, plainComparison } from "../../../src/report/index.ts";
import { createHandler } from "../../../src/service/http/serve/handler.ts";
import { conceptEncoder } from "../../models/encoders/concepts.ts";
import { bodyOf, COMPARE, postJson } from "../../service/http/requests.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { skippable } from "../../support/skippable.ts";
import { A, B, CONCEPTS } from "./inOtherWords.ts";

const text = (sentences: readonly string[]) => sentences.join(" ");
const encoder = conceptEncoder(CONCEPTS);
const compared = async (a: string, b: string, one: Encoder = encoder) =>
  (await createEngine({ corpora: [], encoder: one })).compare({ a, b });

describe("compare with an encoder", () => {
  test("tells sentences that correspond, with numbers and names, in the order of both", async () => {
    const [a, b] = [text(A), text(B)];
    const { reworded, relation, completeness, method } = await compared(a, b);
    expect(relation).toBe("unrelated");
    expect(reworded).toMatchObject({ verdict: "likely", kind: "paraphrase", share_a: 1, share_b: 1 });
    expect(reworded!.sentences.map((one) => a.slice(one.a.start, one.a.end + 1))).toEqual(A);
    expect(reworded!.sentences.map((one) => b.slice(one.b.start, one.b.end + 1))).toEqual(B);
    expect(reworded!.numbers).toEqual({ agree: [14, 300, 1782], a_only: [], b_only: [] });
    expect(reworded!.names.agree).toEqual(["Martin", "Grau", "Clara", "Lindau"]);
    expect(reworded!.sentences[2]).toMatchObject({ numbers: { agree: [300] }, names: { agree: ["Clara"] } });
    expect(reworded!.encoder).toMatchObject({ name: "concepts", dimensions: 64 });
    expect(completeness.complete).toBe(true);
    expect(method.parameters).toMatchObject({ encoder: "concepts", encoder_implementation: "test" });
  });

  test("says the same from either side, twice the same bytes, and nothing without an encoder", async () => {
    const [one, twice, turned] = [
      await compared(text(A), text(B)),
      await compared(text(A), text(B)),
      await compared(text(B), text(A)),
    ];
    expect(JSON.stringify(twice)).toBe(JSON.stringify(one));
    expect(turned.reworded).toMatchObject({ verdict: "likely", margin: one.reworded!.margin });
    const without = await (await createEngine({ corpora: [] })).compare({ a: text(A), b: text(B) });
    expect(without).not.toHaveProperty("reworded");
    expect(without.completeness.stages.map(({ name }) => name)).toEqual(["shares", "passages"]);
    expect(without.comparison_id).not.toBe(one.comparison_id);
  });

  test("finds a stretch of longer texts, and its place", async () => {
    const others = (from: number) =>
      Array.from(
        { length: 12 },
        (_, i) =>
          `Word${from + i} sings of item${3 * from + i} under thing${5 * from + i} until hour${7 * from + i} comes.`,
      );
    const [a, b] = [text([...others(100), ...A]), text([...B, ...others(900)])];
    const { reworded } = await compared(a, b);
    expect(reworded).toMatchObject({ verdict: "likely" });
    expect(reworded!.sentences[0]!.a.start).toBe(a.indexOf(A[0]!));
    expect(reworded!.share_a).toBeCloseTo(A.length / 17, 2);
  });

  test("takes neither another order, nor other numbers in the same words, for the same", async () => {
    const reversed = await compared(text(A), text([...B].reverse()));
    expect(reversed.reworded).toMatchObject({ verdict: "none_found", sentences: [], margin: null });
    const numbers = { 1782: "1911", 14: "75", 300: "8200" } as const;
    const otherwise = text(B).replace(/1782|14|300/g, (number) => numbers[number as unknown as keyof typeof numbers]);
    expect((await compared(text(A), otherwise)).reworded!.verdict).not.toBe("likely");
  });

  test("leaves what passages cover to them, and judges no short texts", async () => {
    expect((await compared(text(A), text(A))).reworded).toMatchObject({ verdict: "not_searched", sentences: [] });
    const half = [...A.slice(0, 3), ...B.slice(3)];
    expect((await compared(text(A), text(half))).reworded!.verdict).toBe("not_searched");
    const short = await compared(text(A.slice(0, 3)), text(B.slice(0, 3)));
    expect(short.reworded).toMatchObject({ verdict: "not_searched", kind: null });
    for (const empty of ["", "12 13", "\ud800 "])
      expect((await compared(empty, text(B))).reworded!.verdict).toBe("not_searched");
  });

  test("completeness says where the encoder could not be used, and where it was made for another language", async () => {
    const engine = await createEngine({ corpora: [], encoder });
    const { bytes } = await fingerprint(text(A));
    const ofPrint = await engine.compare({ a: { fingerprint_data: bytes }, b: text(B) });
    expect(ofPrint.reworded!.verdict).toBe("not_searched");
    expect(ofPrint.completeness.stages.at(-1)).toMatchObject({ name: "reworded", status: "skipped" });
    const failing = {
      ...encoder,
      encode: () => Promise.reject(new SpoliaError("model_failed", "The encoder is gone.")),
    };
    const failed = await compared(text(A), text(B), failing);
    expect(failed).toMatchObject({ relation: "unrelated", reworded: { verdict: "not_searched" } });
    expect(failed.completeness.stages.at(-1)).toMatchObject({ name: "reworded", status: "failed" });
    const wrong = { ...encoder, encode: async () => [] };
    expect((await compared(text(A), text(B), wrong)).completeness.stages.at(-1)).toMatchObject({ status: "failed" });
    const german = await compared(text(A), text(B), { ...encoder, languages: ["de"] });
    expect(german.completeness.stages.at(-1)).toMatchObject({ name: "reworded", status: "bounded" });
  });

  test("stops on a signal, and refuses what is no encoder", async () => {
    const engine = await createEngine({ corpora: [], encoder });
    const aborted = engine.compare({ a: text(A), b: text(B) }, { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ code: "aborted" });
    for (const wrong of notEmpty([1, {}, { encode: 1 }, null]))
      await expect(createEngine({ corpora: [], encoder: wrong as never })).rejects.toMatchObject({
        code: "invalid_request",
        fields: [{ pointer: "/encoder" }],
      });
  });

  test("reads the first six hundred sentences of a long text, and says how many words", async () => {
    const long = Array.from({ length: 700 }, (_, i) => `Sentence${i} speaks of matter${i}.`).join(" ");
    const { reworded, completeness } = await compared(long, text(B));
    expect(reworded!.verdict).toBe("none_found");
    const reason = "Of a long text the first 2,400 words were read.";
    expect(completeness.stages.at(-1)).toMatchObject({ name: "reworded", status: "bounded", reason });
  });

  test("reports show both columns, and mark what agrees and what differs", async () => {
    const [a, b] = [text(A), text(B).replace("14", "15")];
    const result = await compared(a, b, { ...encoder, weights: "8".repeat(64) });
    const page = htmlComparison(result, { a, b });
    expect(page).toContain("In other words");
    expect(page).toContain("<b>Clara</b>");
    expect(page).toContain("<u>15</u>");
    const plain = (detail: "full" | "short") =>
      plainComparison(result, { colours: NO_COLOURS, columns: 100, detail, a, b });
    expect(plain("full")).toContain("‹15›");
    expect(plain("full")).toContain("In the second; ‹ › are around what differs:");
    expect(plain("short")).toContain("They may say the same in other words.");
    expect(plain("short")).toMatch(/In other words\W+possible paraphrase, 100 % of the sentences/);
  });
});

/** Those that came nearest to a wrong answer, and one of each strength; the slow tests take all. */
const NEAREST = /^(?:Caesar|Verne|Tolstoy|noise$|weather$|battery, |expedition, heavy|ENG18610|ENG18742)/;

test("HTTP answers with it where the engine has an encoder", async () => {
  const handler = createHandler({ engine: await createEngine({ corpora: [], encoder }) });
  const answered = await handler(postJson(COMPARE, { a: text(A), b: { content: text(B) } }));
  const body = await bodyOf<CompareResult>(answered);
  expect([answered.status, body.reworded?.verdict]).toEqual([200, "likely"]);
  expect(plainComparison(body, { colours: NO_COLOURS, columns: 100, detail: "line" })).toBe(
    "IN OTHER WORDS: The two texts share no passage. They likely say the same in other words.\n",
  );
});

describe("MiniLM", () => {
  test.skipIf(!isMiniLmThere())(
    skippable(
      "calls no contested pair likely, at most four possible, and finds rewordings",
      !isMiniLmThere(),
      "the encoder is not installed",
    ),
    async () => {
      const judged = await judgedPairs((await miniLm())!, ({ id }) => fewOrAll(NEAREST.test(id), true));
      const contested = judged.filter(({ isContested }) => isContested);
      expect(contested).toHaveLength(fewOrAll(5, 40));
      expect(contested.filter(({ verdict }) => verdict === "likely")).toEqual([]);
      expect(contested.filter(({ verdict }) => verdict === "possible").length).toBeLessThanOrEqual(4);
      const foundOf = (kind: string) =>
        judged.filter((pair) => pair.kind === kind && (pair.isShared || /likely|possible/.test(pair.verdict))).length;
      expect(foundOf("light")).toBe(fewOrAll(1, 10));
      expect(foundOf("medium")).toBeGreaterThanOrEqual(fewOrAll(1, 9));
      expect(foundOf("heavy")).toBeGreaterThanOrEqual(fewOrAll(2, 9));
      expect(foundOf("novel, seen")).toBeGreaterThanOrEqual(fewOrAll(1, 6));
      expect(foundOf("novel, unseen")).toBeGreaterThanOrEqual(fewOrAll(1, 7));
    },
  );
});
