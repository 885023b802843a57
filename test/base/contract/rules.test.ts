/** Rules of requests that concern several fields: what just fulfils each is taken, what just breaks it is refused at its place. */
import { describe, expect, test } from "vitest";
import { analyzeRequestSchema } from "../../../src/base/contract/schemas/operations/analyze.ts";
import { canaryPoolRequestSchema } from "../../../src/base/contract/schemas/operations/canary.ts";
import { compareRequestSchema } from "../../../src/base/contract/schemas/operations/compare.ts";
import { compareAllRequestSchema } from "../../../src/base/contract/schemas/operations/compareAll.ts";
import { decisionSchema } from "../../../src/base/contract/schemas/operations/decision.ts";
import { extractRequestSchema } from "../../../src/base/contract/schemas/operations/extract.ts";
import { observedRateSchema } from "../../../src/base/contract/schemas/operations/observation.ts";
import { probeRequestSchema } from "../../../src/base/contract/schemas/operations/probe.ts";
import { offerRequestSchema, usageRequestSchema } from "../../../src/base/contract/schemas/resources/marketplace.ts";
import { monitorRequestSchema } from "../../../src/base/contract/schemas/resources/monitor.ts";
import { reportRequestSchema } from "../../../src/base/contract/schemas/resources/report.ts";
import { rightsRequestSchema } from "../../../src/base/contract/schemas/resources/rights.ts";
import { statementRequestSchema } from "../../../src/base/contract/schemas/resources/trainingStatement.ts";
import { faultsOf, type Schema } from "./faults.ts";

/** What was changed in the valid document, and where that is refused; `null` where it is taken too. */
type Change = readonly [changes: object, fault: string | null];

const HASH = `sha256:${"0".repeat(64)}`;
const DATA = { fingerprint_data: "AA==" };
const text = (id: string, more: object = {}) => ({ id, content: "x", ...more });
const texts = (count: number, prefix = "t") => Array.from({ length: count }, (_, at) => text(`${prefix}${at}`));
const QUARTER = "x".repeat(25_000_000);
const quarters = (last: string) => [QUARTER, QUARTER, QUARTER, last].map((content, at) => ({ id: `t${at}`, content }));
const section = (start: number) => ({ kind: "page", start, label: "1" });
const scored = { tokens: [], vocabulary_size: null };
const observed = (...ids: string[]) => ({
  model: "m",
  retrieval: "absent",
  texts: Object.fromEntries(ids.map((id) => [id, { text: scored }])),
});
const suspect = (id: string, more: object = {}) => ({ id, text: "x", ...more });
const SEED = "0".repeat(64);
const ORDER = {
  randomisation: "natural",
  secret: { format: "spolia-order-1", seed: SEED, items: ["a", "b"], nonce: SEED },
  commitment: HASH,
};
const CANARIES = [
  {
    secret: {
      ...{ format: "spolia-canary-1", seed: SEED, length: 1, vocabulary: null, strings: ["a", "b"] },
      ...{ index: 0, nonce: SEED },
    },
    commitment: HASH,
  },
];
const payment = (type: string, more: object) => ({ payment: { type, ...more } });
const file = (name: string) => ({ name, content: "" });

const RULES: Record<string, readonly [schema: Schema, valid: object, changes: readonly Change[]]> = {
  "sections of an analysis": [
    analyzeRequestSchema,
    { content: "text", sections: [section(0), section(2), section(2), section(4)] },
    [
      [{ sections: [section(5)] }, "/sections/0/start"],
      [{ sections: [section(2), section(1)] }, "/sections/1/start"],
      [{ content_type: "html" }, "/sections"],
      [{ content_type: "markdown" }, "/sections"],
      [{ content_type: "code" }, null],
      [{ content: undefined, work_hash: HASH }, ""],
      [{ sections: [{ ...section(0), label: "two\nlines" }] }, "/sections/0/label"],
    ],
  ],
  "words that a comparison leaves out": [
    compareRequestSchema,
    { a: "x", b: { content: "x" }, options: { ignore: ["x"] } },
    [
      [{ a: DATA }, "/options/ignore"],
      [{ b: DATA }, "/options/ignore"],
      [{ b: DATA, options: { ignore: [] } }, null],
      [{ b: DATA, options: {} }, null],
      [{ b: DATA, options: undefined }, null],
      [{ options: { ignore: [""] } }, "/options/ignore/0"],
    ],
  ],
  "texts to compare": [
    compareAllRequestSchema,
    { texts: texts(2) },
    [
      [{ texts: texts(1) }, "/texts"],
      [{ texts: [] }, "/texts"],
      [{ texts: texts(1), references: texts(1, "r") }, null],
      [{ texts: texts(10_000) }, null],
      [{ texts: texts(10_001) }, "/texts"],
      [{ texts: texts(5_000), references: texts(5_000, "r") }, null],
      [{ texts: texts(5_001), references: texts(5_000, "r") }, "/texts"],
      [{ texts: texts(5_000), references: texts(5_001, "r") }, "/references"],
      [{ texts: quarters(QUARTER) }, null],
      [{ texts: quarters(`${QUARTER}x`) }, "/texts"],
      [{ texts: [text("a"), text("b"), text("a")] }, "/texts/2/id"],
      [{ texts: [text("a"), text("b")], references: [text("c"), text("b")] }, "/references/1/id"],
      [{ texts: [text("a", { sections: [section(2)] }), text("b")] }, "/texts/0/sections/0/start"],
    ],
  ],
  "what a decision is about": [
    decisionSchema,
    { decision: "mine", reason: "r", author: "a", date: "2024-02-29", about: { work_hash: HASH } },
    [
      [{ about: {} }, "/about"],
      [{ about: { passage_id: `ps_12_${"0".repeat(16)}_${"0".repeat(32)}` } }, null],
      [{ about: { passage_id: `ps_0_${"0".repeat(16)}_${"0".repeat(32)}` } }, "/about/passage_id"],
      [{ date: "2023-02-29" }, "/date"],
      [{ date: "2024-02" }, "/date"],
      [{ reason: "\ud800" }, "/reason"],
    ],
  ],
  "who is asked for an extraction, and about what": [
    extractRequestSchema,
    { model: "m", work: { content: "x" }, controls: [text("a"), text("b")] },
    [
      [{ model: undefined, observations: { model: "m", retrieval: "absent" } }, null],
      [{ observations: { model: "m", retrieval: "absent" } }, ""],
      [{ controls: [text("a"), text("a")] }, "/controls"],
    ],
  ],
  "an observed rate": [
    observedRateSchema,
    { value: 0.5, ci_95: [0.5, 0.5], hits: 1, of: 1 },
    [
      [{ value: 0.4 }, ""],
      [{ value: 0.6 }, ""],
      [{ hits: 2 }, ""],
      [{ of: 2 }, null],
    ],
  ],
  "what a probe asks": [
    probeRequestSchema,
    { model: "m", suspects: [suspect("a")], controls: [suspect("b")] },
    [
      [{ model: undefined, observations: observed("a", "b") }, null],
      [{ observations: observed("a") }, ""],
      [{ model: undefined, observations: observed("a", "c") }, ""],
      [{ model: undefined, observations: observed("a"), order: ORDER }, ""],
      [{ model: undefined, observations: observed("a"), canaries: CANARIES }, ""],
      [{ order: ORDER, canaries: CANARIES }, null],
      [{ suspects: [], controls: [] }, ""],
      [{ suspects: undefined, controls: undefined, order: ORDER }, null],
      [{ suspects: undefined, controls: undefined, canaries: CANARIES }, null],
      [{ suspects: [], canaries: CANARIES }, ""],
      [{ controls: undefined }, null],
      [{ controls: [suspect("a")] }, ""],
      [{ suspects: [suspect("a", { cluster: "c" })], controls: [suspect("b", { cluster: "c" })] }, ""],
      [{ suspects: [suspect("a", { cluster: "b" })] }, ""],
      [{ suspects: [suspect("a", { cluster: "c" }), suspect("d", { cluster: "c" })] }, null],
      [{ statistics: ["loss", "zlib"] }, null],
      [{ statistics: ["loss", "loss"] }, "/statistics"],
      [{ statistics: [] }, "/statistics"],
    ],
  ],
  "words of canaries": [
    canaryPoolRequestSchema,
    { seed: SEED, vocabulary: ["a", "b"] },
    [
      [{ vocabulary: ["a", "a"] }, "/vocabulary"],
      [{ vocabulary: ["a"] }, "/vocabulary"],
      [{ seed: SEED.slice(1) }, "/seed"],
    ],
  ],
  "the payment of an offer": [
    offerRequestSchema,
    {
      ...{ work_hash: HASH, licensor: "l", permits: { usage: ["all"] } },
      ...payment("crawl", { amount: "0.015", currency: "EUR" }),
    },
    [
      [payment("crawl", { amount: "1" }), "/payment"],
      [payment("free", {}), null],
      [payment("free", { amount: "0", currency: "EUR" }), null],
      [payment("free", { amount: "0.000001", currency: "EUR" }), "/payment"],
      [payment("attribution", { amount: "1", currency: "EUR" }), "/payment"],
      [{ url: "https://example.org/a b" }, "/url"],
      [{ valid_until: "2027-02-29T00:00:00Z" }, "/valid_until"],
      [{ valid_until: "2028-02-29T23:59:59.999Z" }, null],
      [{ valid_until: "2028-02-29T24:00:00Z" }, "/valid_until"],
      [{ permits: { usage: ["all"], geo: ["nl"] } }, "/permits/geo/0"],
    ],
  ],
  "the days of a use": [
    usageRequestSchema,
    { licence_id: "l", from: "2026-01-02", to: "2026-01-02", model: "m", uses: [] },
    [
      [{ to: "2026-01-01" }, "/to"],
      [{ from: "2025-02-29" }, "/from"],
      [{ to: "2026-02-29" }, "/to"],
    ],
  ],
  "what a monitor watches, and whom it tells": [
    monitorRequestSchema,
    { work_id: "w", target_models: ["a/b"], jurisdiction: "NL", webhook_id: "h" },
    [
      [{ webhook_url: "https://example.org" }, ""],
      [{ webhook_id: undefined, webhook_url: "https://example.org" }, null],
      [{ jurisdiction: undefined }, ""],
      [{ target_models: undefined }, ""],
      [{ target_models: undefined, jurisdiction: undefined }, null],
      [{ target_models: ["a/b", "a/b"] }, "/target_models"],
      [{ on: ["corpus", "model"] }, null],
      [{ on: ["corpus", "corpus"] }, "/on"],
      [{ work_hash: HASH }, ""],
      [{ work_id: undefined }, ""],
    ],
  ],
  "the work of a report": [
    reportRequestSchema,
    { work_id: "w" },
    [
      [{ work_hash: HASH }, ""],
      [{ work_id: undefined, work_hash: HASH }, null],
      [{ work_id: undefined }, ""],
    ],
  ],
  "files about rights": [
    rightsRequestSchema,
    { files: [file("a"), file("b")] },
    [
      [{ files: [file("a"), file("a")] }, "/files"],
      [{ files: [] }, "/files"],
    ],
  ],
  "what a training statement is of": [
    statementRequestSchema,
    { format: "eu", corpora: ["c"] },
    [
      [{ corpora: [] }, ""],
      [{ corpora: [], datasets: ["d"] }, null],
      [{ corpora: undefined, model: "m" }, null],
      [{ corpora: undefined }, ""],
    ],
  ],
};

const shown = (change: object): string => JSON.stringify(change, (_, value) => value ?? "absent").slice(0, 100);

describe.each(Object.entries(RULES))("%s", (_, [schema, valid, changes]) => {
  test("as it should be", () => expect(faultsOf(schema, valid)).toEqual([]));

  test.each(changes.map((one) => [shown(one[0]), ...one] as const))("%s", (_, change, fault) => {
    const given = Object.entries({ ...valid, ...change }).filter(([, value]) => value !== undefined);
    expect([...new Set(faultsOf(schema, Object.fromEntries(given)))]).toEqual(fault === null ? [] : [fault]);
  });
});
