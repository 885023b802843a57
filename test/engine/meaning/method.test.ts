/** What a result says of how it came about is what ran. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { DEFLATE_VERSION } from "../../../src/base/version.ts";
import { wasmBytes } from "../../../src/core/kernels/inlined.ts";
import {
  appendDocuments,
  deleteDocuments,
  findDuplicates,
  mergeCorpora,
  mergeCorpus,
  purgeCorpus,
  sampleTexts,
  verifyCorpus,
} from "../../../src/corpus/index.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import {
  buildCorpus,
  calibrate,
  createEngine,
  fingerprint,
  fingerprintAll,
  isccTextCode,
  type KernelOptions,
  openCorpus,
} from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { openFixture, SHELF, words } from "../fixtures.ts";

const read = (path: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8"));

test("the deflate library has the stated version, here and in any installation", () => {
  const [name, version] = DEFLATE_VERSION.split(" ") as [string, string];
  expect(read("package.json").dependencies[name], "package.json asks for it exactly").toBe(version);
  expect(read(`node_modules/${name}/package.json`).version).toBe(version);
});

test("an id depends on the whole method: the same kernels give the same id, others another, for every operation", async () => {
  const { corpora, catalogue } = await openFixture();
  const engines = await Promise.all(
    [undefined, await WebAssembly.compile(wasmBytes()), "twin" as const].map((wasm) =>
      createEngine({ corpora, catalogue, wasm }),
    ),
  );
  const content = words(SHELF[0]!.text, 0, 80);
  const model = { content, target_model: "lab/whole" };
  const [inlined, given, twin] = await Promise.all(
    engines.map(async (engine) => {
      const analysis = await engine.analyze({ content });
      const score = await engine.score({ ...model, jurisdiction: "EU-DSM" });
      const assessment = await engine.assess(model);
      const comparison = await engine.compare({ a: content, b: content });
      return {
        ids: [analysis.analysis_id, score.score_id, assessment.assess_id, comparison.comparison_id],
        facts: [analysis.matches, analysis.confidence, score.in_dataset, assessment.copies, comparison.passages],
      };
    }),
  );
  expect(given).toEqual(inlined);
  expect(twin!.facts).toEqual(inlined!.facts);
  for (const [i, id] of notEmpty(inlined!.ids.entries())) expect(twin!.ids[i]).not.toBe(id);
});

test("every function that computes accepts `wasm`, and rejects invalid values", async () => {
  const name = { name: "n", dataset: "d" };
  const documents = SHELF.slice(0, 2);
  const storage = createMemoryStorage();
  await (await buildCorpus(documents, { ...name, storage })).close();
  const calls: Record<string, (options: KernelOptions) => Promise<unknown>> = {
    fingerprint: (options) => fingerprint("a text", options),
    fingerprintAll: (options) => fingerprintAll(["a text"], options),
    isccTextCode: (options) => isccTextCode("a text", 64, options),
    createEngine: (options) => createEngine({ corpora: [], ...options }),
    openCorpus: (options) => openCorpus(storage, options),
    buildCorpus: (options) => buildCorpus(documents, { ...name, ...options }),
    verifyCorpus: (options) => verifyCorpus(storage, options),
    findDuplicates: (options) => findDuplicates(storage, options),
    sampleTexts: (options) => sampleTexts(storage, { count: 1, wordsMin: 1, ...options }),
    appendDocuments: (options) => appendDocuments(storage, SHELF.slice(2, 3), options),
    deleteDocuments: (options) => deleteDocuments(storage, [SHELF[0]!.id], options),
    mergeCorpus: (options) => mergeCorpus(storage, options),
    purgeCorpus: (options) => purgeCorpus(storage, options),
    mergeCorpora: (options) => mergeCorpora([storage], { ...name, storage: createMemoryStorage(), ...options }),
  };
  for (const [called, call] of Object.entries(calls)) {
    const refused = { code: "invalid_request", fields: [{ pointer: "/wasm" }] };
    await expect(call({ wasm: null as never }), called).rejects.toMatchObject(refused);
    await expect(call({ wasm: Uint8Array.of(1, 2, 3) }), called).rejects.toMatchObject({ code: "kernels_unavailable" });
    await call({ wasm: "twin" });
  }
  const of = { name: "c", date: "2026-11-22" };
  await expect(calibrate([], [], [], { ...of, wasm: null as never })).rejects.toMatchObject({
    fields: [{ pointer: "/wasm" }],
  });
  const [fast, slow] = [await fingerprint("one text"), await fingerprint("one text", { wasm: "twin" })];
  expect(slow).toEqual(fast);
});
