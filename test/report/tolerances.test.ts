/** Results of an encoder that is not of this package replay within a tolerance that the bundle states; ours to the byte. */
import { describe, expect, test } from "vitest";
import { isMiniLmThere, miniLm, miniLmByOnnx } from "../../bench/quality/audit/reworded/encoders.ts";
import type { AnalyzeResult } from "../../src/base/contract/operations/analyze.ts";
import type { Encoder } from "../../src/base/contract/resources/encoder.ts";
import { encodeCorpus } from "../../src/corpus/change/encode.ts";
import { createMemoryStorage } from "../../src/corpus/storage/memory.ts";
import type { WritableStorage } from "../../src/corpus/storage/storage.ts";
import { buildCorpus, createEngine, openCorpus } from "../../src/index.ts";
import {
  type EvidenceBundle,
  evidenceBundle,
  htmlReport,
  type Replayed,
  replayBundle,
} from "../../src/report/index.ts";
import { A, AMONG_OTHERS, B, CONCEPTS, ENDED } from "../engine/compare/inOtherWords.ts";
import { conceptEncoder } from "../models/encoders/concepts.ts";
import { notEmpty } from "../support/notEmpty.ts";
import { skippable } from "../support/skippable.ts";

const request = { content: A.join(" ") };
const DOCUMENTS = [
  { id: "retold", text: AMONG_OTHERS.replace(ENDED.join(" "), B.join(" ")) },
  {
    id: "other",
    text: "Nobody slept in the garden for sixty long hours while it rained on all the roofs of the town.",
  },
];
const storages = new Map<Encoder, WritableStorage>();

/** Over a corpus with the vectors of the first encoder. */
async function engineOf(encoder: Encoder, first = encoder) {
  const storage = storages.get(first) ?? createMemoryStorage();
  if (!storages.has(first)) {
    await (await buildCorpus(DOCUMENTS, { name: "c", dataset: "c", storage })).close();
    await encodeCorpus(storage, first);
    storages.set(first, storage);
  }
  return createEngine({ corpora: [await openCorpus(storage)], encoder });
}

async function bundled(encoder: Encoder): Promise<{ bundle: EvidenceBundle; result: AnalyzeResult }> {
  const result = await (await engineOf(encoder)).analyze(request);
  const parts = { results: [{ kind: "analysis" as const, request, result }], contents: [request.content] };
  return { bundle: await evidenceBundle({ ...parts, includeContent: true }), result };
}

async function replayed(bundle: EvidenceBundle, encoder: Encoder, first = encoder): Promise<Replayed> {
  return (await replayBundle(bundle, await engineOf(encoder, first)))[0]!;
}

/** The same encoder on another machine: each number of a vector is off by up to so much. */
const elsewhere = (encoder: Encoder, error: number): Encoder => ({
  ...encoder,
  async encode(texts, options) {
    const vectors = await encoder.encode(texts, options);
    return vectors.map((vector, n) => {
      const moved = vector.map((value, i) => value + error * Math.sin(7 * i + n));
      const length = Math.hypot(...moved);
      return moved.map((value) => value / length);
    });
  },
});

const concepts = (implementation: string): Encoder => ({ ...conceptEncoder(CONCEPTS), implementation });

describe("a result of ONNX Runtime", () => {
  const encoder = concepts("onnxruntime-web 1.30.0");

  test("replays where margins differ within the tolerance, which the bundle states and its page says", async () => {
    const { bundle, result } = await bundled(encoder);
    expect(bundle.method.tolerances).toEqual([{ implementation: "onnxruntime-web 1.30.0", margin: 0.005 }]);
    expect(bundle.replay.at(-1)).toContain("--encoder");
    expect(htmlReport(bundle)).toContain("margins of rewordings may differ by 0.005");
    const other = await (await engineOf(elsewhere(encoder, 2e-4), encoder)).analyze(request);
    expect(other.reworded!.found[0]!.margin).not.toBe(result.reworded!.found[0]!.margin);
    expect(await replayed(bundle, elsewhere(encoder, 2e-4), encoder)).toMatchObject({
      outcome: "same",
      margin_tolerance: 0.005,
    });
    expect(await replayed(bundle, encoder)).not.toHaveProperty("margin_tolerance");
  });

  test("differs beyond it, and where anything else is other", async () => {
    const { bundle } = await bundled(encoder);
    const { outcome, pointers } = (await replayed(bundle, elsewhere(encoder, 0.02), encoder)) as Replayed & {
      pointers: string[];
    };
    expect(outcome).toBe("differs");
    expect(pointers).toContain("/reworded/found/0/margin");
    const changed = structuredClone(bundle);
    (changed.results[0]!.result as unknown as AnalyzeResult).reworded!.found[0]!.words += 1;
    expect(await replayed(changed, elsewhere(encoder, 2e-4), encoder)).toMatchObject({ outcome: "differs" });
  });
});

test("a result of our kernels replays to the byte, and nothing near it does", async () => {
  const encoder = concepts("spolia 1");
  const { bundle } = await bundled(encoder);
  expect(bundle.method.tolerances).toEqual([{ implementation: "spolia 1", margin: 0 }]);
  expect(htmlReport(bundle)).toContain("vectors by spolia 1 are the same to the byte");
  expect(await replayed(bundle, encoder)).toMatchObject({ outcome: "same" });
  expect(await replayed(bundle, elsewhere(encoder, 2e-4), encoder)).toMatchObject({ outcome: "differs" });
});

test("without an encoder a bundle states no tolerance", async () => {
  const results = [
    { kind: "analysis" as const, request, result: await (await createEngine({ corpora: [] })).analyze(request) },
  ];
  expect((await evidenceBundle({ results })).method).not.toHaveProperty("tolerances");
});

test.skipIf(!isMiniLmThere())(
  skippable(
    "MiniLM by ONNX Runtime replays by itself and, within the tolerance, by other arithmetic; by our kernels to the byte",
    !isMiniLmThere(),
    "no MiniLM: .ci/run fetches it",
  ),
  async () => {
    const [own, onnx] = [(await miniLm())!, await miniLmByOnnx()];
    const { implementation } = onnx;
    const { bundle, result } = await bundled(onnx);
    expect(bundle.method.tolerances).toEqual([{ implementation, margin: 0.005 }]);
    expect(result.reworded!.found[0]!.sentences.length).toBeGreaterThan(3);
    for (const one of notEmpty([onnx, { ...own, implementation }]))
      expect(await replayed(bundle, one, onnx)).toMatchObject({ outcome: "same" });
    const ours = await bundled(own);
    const id = ours.result.analysis_id;
    expect(await replayed(ours.bundle, (await miniLm())!, own)).toEqual({ kind: "analysis", id, outcome: "same" });
  },
);
