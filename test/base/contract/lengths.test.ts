/** The longest text and the longest list of each field of a request are taken, and one more is refused at its place. */
import { describe, expect, test } from "vitest";
import { analyzeRequestSchema } from "../../../src/base/contract/schemas/operations/analyze.ts";
import { decisionSchema } from "../../../src/base/contract/schemas/operations/decision.ts";
import { extractRequestSchema } from "../../../src/base/contract/schemas/operations/extract.ts";
import { channelObservationSchema } from "../../../src/base/contract/schemas/operations/observation.ts";
import { scoreRequestSchema } from "../../../src/base/contract/schemas/operations/score.ts";
import { monitorRequestSchema } from "../../../src/base/contract/schemas/resources/monitor.ts";
import { reportRequestSchema } from "../../../src/base/contract/schemas/resources/report.ts";
import { faultsOf, type Schema } from "./faults.ts";

type Row = readonly [field: string, schema: Schema, most: number, document: (length: number) => object];

const text = (length: number) => "x".repeat(length);
const names = (length: number) => Array.from({ length }, (_, at) => `name ${at}`);
const DECISION = {
  decision: "quoted",
  reason: "r",
  author: "a",
  date: "2026-01-01",
  about: { work_hash: `sha256:${"0".repeat(64)}` },
};
const decided = (more: object) => ({ ...DECISION, ...more });
const about = (more: object) =>
  decided({ about: { document: { corpus: "c", id: "i", text_digest: "0".repeat(32), ...more } } });
const EXTRACT = { model: "m", work: { content: "text" } };
const OBSERVATION = { channel: "canary", model: "m", p: null, exactness: "exact" };

const ROWS: readonly Row[] = [
  ["/metadata/title", analyzeRequestSchema, 10_000, (length) => ({ content: "x", metadata: { title: text(length) } })],
  [
    "/metadata/author",
    analyzeRequestSchema,
    10_000,
    (length) => ({ content: "x", metadata: { author: text(length) } }),
  ],
  [
    "/options/corpora/0",
    analyzeRequestSchema,
    256,
    (length) => ({ content: "x", options: { corpora: [text(length)] } }),
  ],
  ["/options/ignore", analyzeRequestSchema, 100, (length) => ({ content: "x", options: { ignore: names(length) } })],
  [
    "/options/ignore",
    analyzeRequestSchema,
    10_000_000,
    (length) => ({ content: "x", options: { ignore: [text(length - 1), "x"] } }),
  ],
  [
    "/sections/0/label",
    analyzeRequestSchema,
    200,
    (length) => ({ content: "x", sections: [{ start: 0, kind: "heading", label: text(length) }] }),
  ],
  ["/reason", decisionSchema, 2_000, (length) => decided({ reason: text(length) })],
  ["/author", decisionSchema, 256, (length) => decided({ author: text(length) })],
  ["/about/document/corpus", decisionSchema, 256, (length) => about({ corpus: text(length) })],
  ["/about/document/id", decisionSchema, 10_000, (length) => about({ id: text(length) })],
  [
    "/controls",
    extractRequestSchema,
    1_000,
    (length) => ({ ...EXTRACT, controls: names(length).map((id) => ({ id, content: "x" })) }),
  ],
  [
    "/controls/0/id",
    extractRequestSchema,
    1_000,
    (length) => ({ ...EXTRACT, controls: [{ id: text(length), content: "x" }] }),
  ],
  ["/model", channelObservationSchema, 1_000, (length) => ({ ...OBSERVATION, model: text(length) })],
  [
    "/jurisdiction",
    scoreRequestSchema,
    64,
    (length) => ({ content: "x", target_model: "m", jurisdiction: text(length) }),
  ],
  [
    "/target_models",
    monitorRequestSchema,
    10,
    (length) => ({ work_id: "w", target_models: names(length), jurisdiction: "NL" }),
  ],
  ["/analyses", reportRequestSchema, 100, (length) => ({ work_id: "w", analyses: names(length) })],
  ["/analyses/0", reportRequestSchema, 200, (length) => ({ work_id: "w", analyses: [text(length)] })],
  ["/work_id", reportRequestSchema, 200, (length) => ({ work_id: text(length) })],
];

describe("the largest, and one more", () => {
  test.each(ROWS)("%s", (field, schema, most, document) => {
    expect(faultsOf(schema, document(most))).not.toContain(field);
    expect(faultsOf(schema, document(most + 1))).toContain(field);
  });
});
