/** A calibration of one's own: what it holds for, that it is taken, and when there is none. */
import { describe, expect, test } from "vitest";
import { sampleTexts } from "../../src/corpus/index.ts";
import { createMemoryStorage } from "../../src/corpus/storage/memory.ts";
import { calibrateWith } from "../../src/engine/calibrate.ts";
import { parseCalibration } from "../../src/engine/evidence/calibration/parse.ts";
import { buildCorpus, calibrate, createEngine, openCorpus } from "../../src/index.ts";
import { fewOrAll } from "../support/scale.ts";
import { seeded, zipfText } from "../support/texts.ts";

const random = seeded(7);
const texts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `t${i}`, text: zipfText(random, 250, 20_000) }));
const [OWN, CLEAN] = [texts(20), texts(8).map(({ text }) => text)];
const named = { name: "mine", date: "2026-01-02" };

describe("calibrate", () => {
  test("from texts of a corpus and clean texts: valid, usable, and the same each time", async () => {
    const storage = createMemoryStorage();
    await using corpus = await buildCorpus(OWN, { name: "c", dataset: "d", storage });
    const own = await sampleTexts(storage, { count: 100, wordsMin: 100 });
    expect(new Set(own)).toEqual(new Set(OWN.map(({ text }) => text)));
    const calibration = await calibrate([corpus], own, CLEAN, named);
    expect(parseCalibration(JSON.parse(JSON.stringify(calibration)))).toEqual(calibration);
    if (fewOrAll(false, true)) expect(await calibrate([corpus], own, CLEAN, named)).toEqual(calibration);
    const { strata, steps, provenance } = calibration;
    expect(strata.searched_words[0]).toBeLessThan(corpus.info.words);
    expect(strata.searched_words[1]).toBeGreaterThan(corpus.info.words);
    expect(provenance.rates.find(({ kind }) => kind === "planted")?.match.count).toBeGreaterThan(500);
    expect(provenance.rates.find(({ kind }) => kind === "clean")?.found.count).toBe(0);
    // Few independent works: an interval of their size, whatever the number of cases.
    expect(provenance.cases.clusters).toBeLessThanOrEqual(40);
    expect(steps.at(-1)!.log10_lr).toBeGreaterThan(0.5);
    const engine = await createEngine({ corpora: [corpus], calibration });
    const result = await engine.analyze({ content: OWN[0]!.text, content_type: "text" });
    expect(result).toMatchObject({ method: { calibration: "mine" } });
    expect(result.confidence).toBeGreaterThan(50);
  });

  test("is the same where several cases are asked at once, whichever is answered first", async () => {
    await using corpus = await buildCorpus(OWN, { name: "c", dataset: "d" });
    const own = OWN.map(({ text }) => text);
    const engine = await createEngine({ corpora: [corpus] });
    let asked = 0;
    const late: typeof engine.analyze = async (request, host) => {
      const turns = asked++ % 3;
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setTimeout(resolve));
      return engine.analyze(request, host);
    };
    const calibration = await calibrateWith({ ...engine, analyze: late }, [corpus], own, CLEAN, { ...named, lanes: 8 });
    expect(calibration).toEqual(await calibrate([corpus], own, CLEAN, named));
  });

  test("is rejected with too few texts", async () => {
    await using corpus = await buildCorpus(OWN.slice(0, 3), { name: "c", dataset: "d" });
    const own = OWN.slice(0, 3).map(({ text }) => text);
    await expect(calibrate([corpus], own, CLEAN, named)).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("is rejected for corpora that are searched in two depths", async () => {
    const storage = createMemoryStorage();
    await using full = await buildCorpus(OWN, { name: "c", dataset: "d", storage });
    const other = createMemoryStorage();
    await (
      await buildCorpus(
        CLEAN.map((text, i) => ({ id: `${i}`, text })),
        { name: "o", dataset: "d", storage: other },
      )
    ).close();
    await using coarse = await openCorpus(other, { depth: "coarse" });
    const own = OWN.map(({ text }) => text);
    await expect(calibrate([full, coarse], own, CLEAN, named)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("coarse"),
    });
  });
});

test("a sample of texts is spread over the corpus, and not longer than requested", async () => {
  const storage = createMemoryStorage();
  await using _ = await buildCorpus(OWN, { name: "c", dataset: "d", storage });
  expect(await sampleTexts(storage, { count: 5, wordsMin: 1 })).toHaveLength(5);
  expect(await sampleTexts(storage, { count: 5, wordsMin: 10_000 })).toEqual([]);
});
