/** What it costs to find the texts of an observation: bounded for hostile ones, and enough for honest ones. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { ChannelObservation } from "../../../../src/base/contract/operations/observation.ts";
import { loadKernels } from "../../../../src/core/kernels/load.ts";
import { readText } from "../../../../src/core/text/text.ts";
import { findTexts, standInTurn } from "../../../../src/engine/steps/custody/places.ts";
import { readers } from "../../../../src/files/index.ts";
import { createEngine, type Engine, type ScoreRequest } from "../../../../src/index.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { seeded, zipfText } from "../../../support/texts.ts";
import { openFixture } from "../../fixtures.ts";
import { ofTexts, TARGET, VALID, WORK } from "./evidence.ts";

const { catalogue } = await openFixture();
const kernels = await loadKernels();
let engine: Engine;
let reads = 0;
beforeAll(async () => {
  const html = (content: string) => {
    reads++;
    return readers.html!(content);
  };
  engine = await createEngine({ corpora: [], catalogue, readers: { ...readers, html } });
});
afterEach(() => {
  vi.restoreAllMocks();
  reads = 0;
});

const askedOf = async (texts: readonly string[]) => (await ofTexts("membership", texts)).custody!.texts;
const find = async (content: string, texts: readonly string[], signal?: AbortSignal) =>
  findTexts([content], await askedOf(texts), signal);
const score = (observations: ChannelObservation[], more: Partial<ScoreRequest>) =>
  engine.score({ content: WORK, target_model: TARGET, jurisdiction: "US", observations, ...more });
const standIn = (content: string, runs: readonly string[], isOrdered: boolean, signal?: AbortSignal) =>
  standInTurn(kernels, readText(kernels, content).words, runs, isOrdered, signal);
/** Processor time in ms. */
async function spent(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** Records of different lengths that all begin with the same words. */
const ALIKE = Array.from(
  { length: 200 },
  (_, i) => `Admitted to the general ward of the county hospital: record ${i}, ${"so ".repeat(20 + i)}and discharged.`,
);

describe("honest texts are found", () => {
  test("200 records that begin with the same 60 characters", async () => {
    expect(new Set(ALIKE.map((record) => record.slice(0, 60))).size).toBe(1);
    expect(await find(ALIKE.join("\n"), ALIKE)).toEqual({ missing: 0, isCut: false });
    const { observations } = await score([await ofTexts("membership", ALIKE)], { content: ALIKE.join("\n") });
    expect(observations[0]!.custody).toBe("verified");
    const others = [...ALIKE, ALIKE[7]!.replace("discharged", "discharges")];
    expect(await find(ALIKE.join("\n"), others)).toEqual({ missing: 1, isCut: false });
  });

  test("10,000 texts of a content of 10 MB, each hashed once", async () => {
    const random = seeded(77);
    const prose = zipfText(random, 20_000);
    const suspects = Array.from({ length: 10_000 }, (_, i) => `${i} of all: ${prose.slice(i, i + 980)}`);
    const content = suspects.join("\n");
    expect(content.length).toBeGreaterThan(9_900_000);
    const asked = await askedOf(suspects);
    const digest = vi.spyOn(crypto.subtle, "digest");
    expect(await findTexts([content], asked, undefined)).toEqual({ missing: 0, isCut: false });
    expect(digest.mock.calls.length).toBeLessThan(10_100);
  });

  test("texts in one another, and the same text twice", async () => {
    const nested = Array.from({ length: 60 }, (_, i) => WORK.slice(0, 1 + i * 10));
    expect(await find(WORK, [...nested, ...nested, WORK])).toEqual({ missing: 0, isCut: false });
  });
});

describe("hostile ones are bounded", () => {
  test("a place is hashed once for all texts of a length", async () => {
    const content = "a".repeat(1_000);
    const texts = Array.from({ length: 500 }, (_, i) => `${"a".repeat(40)}${String(i).padStart(10, "b")}`);
    const asked = await askedOf(texts);
    const digest = vi.spyOn(crypto.subtle, "digest");
    expect(await findTexts([content], asked, undefined)).toEqual({ missing: 500, isCut: false });
    expect(digest.mock.calls.length).toBeLessThan(1_000);
  });

  test("the budget ends, and the reason does not say that the texts do not stand in it", async () => {
    const content = "a".repeat(20_000);
    const texts = Array.from({ length: 100 }, (_, i) => `${"a".repeat(9_000 + i)}b`);
    const observation = await ofTexts("membership", texts);
    const digest = vi.spyOn(crypto.subtle, "digest");
    const { observations } = await score([observation], { content });
    expect(observations[0]!.custody).toBe("unverified");
    expect(observations[0]!.reason).toContain("too many places to look at for the 100 texts");
    expect(observations[0]!.reason).not.toContain("do not stand in it");
    const hashed = digest.mock.calls.map(([, data]) => (data as Uint8Array).length);
    expect(hashed.length).toBeLessThan(70_000);
    expect(hashed.reduce((all, one) => all + one, 0)).toBeLessThan(300_000_000);
  });

  test("runs of repeated words are looked for in linear time", async () => {
    const content = "a ".repeat(500_000);
    const plain = await spent(() => standIn(content, ["a b"], true));
    const repeated = await spent(() => standIn(content, [`${"a ".repeat(49_000)}b`], true));
    expect(repeated).toBeLessThan(10 * plain + 500);
  });
});

describe("runs of words", () => {
  const runs: readonly [string, string[], boolean, boolean][] = [
    ["a a a b", ["a a b"], true, true],
    ["a b a b a c", ["a b a c"], true, true],
    ["a b a b a c", ["a b", "a b", "a c"], true, true],
    ["a b a b a c", ["a c", "a b"], true, false],
    ["a b a b a c", ["a c", "a b"], false, true],
    ["a b a b a", ["a b a", "a b a"], true, false],
    ["a a", ["a a a"], false, false],
    ["a a", ["..."], false, false],
  ];
  test.each(runs)("%s | %j, in order: %s", async (content, wanted, isOrdered, isFound) => {
    expect(await standIn(content, wanted, isOrdered)).toBe(isFound);
  });
});

describe("the caller's signal", () => {
  test("stops both searches", async () => {
    const aborted = AbortSignal.abort();
    await expect(find(WORK, [WORK], aborted)).rejects.toMatchObject({ code: "aborted" });
    await expect(standIn(WORK, ["a"], true, aborted)).rejects.toMatchObject({ code: "aborted" });
  });

  test("stops them while they run", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 5);
    const runs = Array.from({ length: 10_000 }, () => "b");
    await expect(standIn(`${"a ".repeat(1_100_000)}b`, runs, false, controller.signal)).rejects.toMatchObject({
      code: "aborted",
    });
  });
});

describe("content with markup", () => {
  const content_type = "html";
  const content = `<p>${WORK.replaceAll("\n\n", "</p>\n<p>")}</p>`.replace(/ (\w+) (\w+)/, " <i>$1</i> $2");

  test("is read once for all observations", async () => {
    const kinds = ["two canaries", "an order", "a probe of passages"].map((of) => VALID[of]!);
    const canaries = kinds[0]!.secrets!.canaries!;
    const secrets = { canaries, order: kinds[1]!.secrets!.order! };
    const given = kinds.map(({ observation }) => observation);
    const { observations } = await score(given, { content, content_type, secrets });
    expect(observations.map(({ custody }) => custody)).toEqual(["recomputed", "recomputed", "verified"]);
    expect(reads).toBe(1);
  });

  test("probed texts are looked for as it was sent and in the text that was read", async () => {
    const { text } = readers.html!(content);
    const asked = [[content], [text], [text.slice(0, 200), content.slice(0, 200)]];
    expect(content).not.toContain(text.slice(0, 200));
    for (const texts of notEmpty(asked)) {
      const { observations } = await score([await ofTexts("membership", texts)], { content, content_type });
      expect(observations[0]!.custody).toBe("verified");
    }
    const { observations } = await score([await ofTexts("membership", [text])], { content });
    expect(observations[0]!.reason).toContain("do not stand in it");
  });
});
