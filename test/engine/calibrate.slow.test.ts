/** A calibration for a corpus on a web host, for long contents, and in coarse depth, by the command. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../src/cli/program.ts";
import { createMemoryStorage } from "../../src/corpus/storage/memory.ts";
import type { Calibration } from "../../src/engine/evidence/calibration/calibration.ts";
import { parseCalibration } from "../../src/engine/evidence/calibration/parse.ts";
import { buildCorpus, createEngine, openCorpus } from "../../src/index.ts";
import { fakeTerminal } from "../cli/terminal.ts";
import { startStaticServer } from "../support/servers/static.ts";
import { temporaryFolder } from "../support/suites/corpus/places.ts";
import { seeded, zipfText } from "../support/texts.ts";

const random = seeded(11);
const texts = (count: number, words: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `t${i}`, text: zipfText(random, words, 20_000) }));
const [OWN, CLEAN] = [texts(12, 20_000), texts(12, 10_000)];
const host = await startStaticServer();
afterAll(() => host.close());
const folder = temporaryFolder();
const clean = join(folder, "clean");

beforeAll(async () => {
  const storage = createMemoryStorage();
  await (await buildCorpus(OWN, { name: "far", dataset: "d", storage })).close();
  for (const name of await storage.list()) {
    const file = await storage.open(name);
    host.files.set(`far.spolia/${name}`, await file.read(0, file.sizeBytes));
  }
  mkdirSync(clean);
  for (const { id, text } of CLEAN) writeFileSync(join(clean, `${id}.txt`), text);
});

async function calibrated(...flags: string[]): Promise<Calibration> {
  const out = join(folder, `${flags.join("")}.json`);
  const terminal = fakeTerminal();
  const line = ["calibrate", `${host.url}/far.spolia`, "--clean", clean, "--out", out, ...flags];
  expect(await main(line, terminal)).toBe(0);
  return parseCalibration(JSON.parse(readFileSync(out, "utf8")));
}

describe("a corpus on a web host", () => {
  test("in full depth: covers contents of 50 to 100,000 words, and says so of a result", async () => {
    const calibration = await calibrated();
    expect(calibration.fitted_for.lookups).toBe("full");
    expect(calibration.strata.content_words[0]).toBeLessThanOrEqual(60);
    expect(calibration.strata.content_words[1]).toBeGreaterThan(100_000);
    await using corpus = await openCorpus(`${host.url}/far.spolia`);
    const engine = await createEngine({ corpora: [corpus], calibration });
    const content = [...CLEAN.slice(0, 9).map(({ text }) => text), OWN[0]!.text].join("\n\n");
    const { verdict, completeness, method } = await engine.analyze({ content });
    expect(verdict).toBe("match");
    expect(method.calibration).toBe(calibration.name);
    expect(completeness.stages.find(({ name }) => name === "confidence")).toMatchObject({ status: "done" });
  });

  test("in coarse depth: covers searches in coarse depth, and no others", async () => {
    const calibration = await calibrated("--depth", "coarse");
    expect(calibration.fitted_for.lookups).toBe("coarse");
    const stageAt = async (depth: "coarse" | "full") => {
      await using corpus = await openCorpus(`${host.url}/far.spolia`, { depth });
      const engine = await createEngine({ corpora: [corpus], calibration });
      const { completeness } = await engine.analyze({ content: OWN[1]!.text.slice(0, 5_000) });
      return completeness.stages.find(({ name }) => name === "confidence");
    };
    expect(await stageAt("coarse")).toMatchObject({ status: "done" });
    expect(await stageAt("full")).toMatchObject({
      status: "bounded",
      reason: expect.stringContaining("in coarse depth"),
    });
  });
});
