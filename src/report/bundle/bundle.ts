/**
 * The evidence bundle: complete results with everything that is needed to judge and to replay them. A pure function:
 * the same results, texts and calibrations give the same bundle.
 */

import { checkArguments, checkShown } from "../../base/arguments.ts";
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { contentDigest, digestOf } from "../../base/bytes/digest.ts";
import type { Method } from "../../base/contract/common.ts";
import type {
  EvidenceBundle,
  EvidenceErrorRate,
  EvidenceInput,
  EvidenceKind,
  EvidenceResult,
} from "../../base/contract/resources/report.ts";
import type { WorkDocument } from "../../base/contract/resources/work.ts";
import { isPlainData } from "../../base/contract/schemas/plainData.ts";
import { wellFormed } from "../../core/text/wellFormed.ts";
import type { Calibration } from "../../engine/evidence/calibration/calibration.ts";
import { type ErrorRate, matchErrorRatesOf } from "../../engine/evidence/confidence/errorRates.ts";
import { OPERATIONS, operationOf } from "../../engine/operations.ts";
import type { Cited } from "../layout/html.ts";
import { exhibitsOf } from "./exhibits.ts";
import { hashesIn, type NamedContents, withHashes } from "./requests.ts";
import { toleranceOf } from "./tolerances.ts";

/** Name of the field with the id of a result. */
export const idFieldOf = (kind: EvidenceKind): string => OPERATIONS[operationOf(kind)].idField!;

/** A result as an operation returned it, and its request, with its texts or with their hashes. */
export interface AnsweredRequest {
  kind: EvidenceKind;
  request: object | null;
  result: object;
}

export interface BundleParts extends Cited {
  work?: WorkDocument | null | undefined;
  results: readonly AnsweredRequest[];
  /** Texts that the requests refer to by their hash. */
  contents?: readonly string[] | undefined;
  /** Whether the bundle contains the texts. */
  includeContent?: boolean | undefined;
  /** Calibrations that the results may refer to. */
  calibrations?: readonly Calibration[] | undefined;
}

const PROPOSITIONS: EvidenceBundle["propositions"] = {
  in_corpus: "A searched corpus contains a passage of this text, or of a text from which it derives.",
  reproduced: "A named model emits this text under a stated protocol, without retrieval.",
  trained_on: "A named model was trained on a copy of the work that contains the tested passages.",
  alternative:
    "The model was not trained on the work. Its training data may include quotations, reviews and other works, and it had no retrieval when queried.",
};

const LIMITS: readonly string[] = [
  "The three propositions are separate. That a corpus contains a passage is measured; that a model was trained on it is only inferred.",
  "A shared passage shows a common origin. It does not show who copied, nor that a model learned it.",
  "None found is a statement about the searched corpora in the states named here, and about nothing else. No support is not evidence of absence.",
  "Error rates were measured on the labelled cases of the named calibration. Results for models with known training data do not prove the same for a production model.",
  "A risk level ranks cases for attention. Nothing in this report is legal advice, and a court decides whether it admits the report.",
];

export async function digestOfDocument(document: unknown): Promise<string> {
  checkArguments("digestOfDocument", [
    ["/document", isPlainData(document, Number.POSITIVE_INFINITY) && document !== undefined, "plain JSON"],
  ]);
  return digestOf(document);
}

export async function evidenceBundle(parts: BundleParts): Promise<EvidenceBundle> {
  checkShown("evidenceBundle", parts, "results");
  const contents: NamedContents = new Map();
  for (const content of parts.contents ?? []) contents.set(await contentDigest(content), wellFormed(content));
  const results: EvidenceResult[] = [];
  for (const answered of parts.results) results.push(await evidenceResult(answered, contents));
  const methods = results.map(({ result }) => (result as unknown as { method: Method }).method);
  const calibrations = await calibrationsOf(methods, parts.calibrations ?? []);
  const hashes = new Set(results.flatMap(({ request }) => hashesIn(request)));
  const content = (hash: string) => (parts.includeContent === true ? (contents.get(hash) ?? null) : null);
  const inputs = [...hashes].sort().map((work_hash): EvidenceInput => ({ work_hash, content: content(work_hash) }));
  const corpora = distinct(methods.flatMap((method) => method.corpora));
  const tolerances = distinct(methods.map(toleranceOf).filter((one) => one !== null));
  return wellFormed({
    format: "spolia-evidence-1",
    propositions: PROPOSITIONS,
    work: parts.work ?? null,
    results,
    exhibits: await exhibitsOf(results),
    inputs,
    method: {
      engines: distinct(methods.map(({ engine, wasm_sha256, fold }) => ({ engine, wasm_sha256, fold }))),
      corpora,
      catalogues: distinct(methods.flatMap(({ catalogue }) => (catalogue === null ? [] : [catalogue]))),
      calibrations,
      seeds: results.flatMap(seedsOf),
      ...(tolerances.length > 0 && { tolerances }),
    },
    error_rates: calibrations.flatMap(({ calibration }) =>
      calibration === null ? [] : [errorRatesOf(calibration as Calibration)],
    ),
    sources: (parts.citations?.(sourcesIn(results)) ?? []).map(({ id, citation }) => ({ id, citation })),
    not_tested: results.flatMap(notTested),
    limits: [...LIMITS],
    replay: commandsOf(corpora, inputs, tolerances.length > 0),
  });
}

async function evidenceResult(
  { kind, request, result }: AnsweredRequest,
  contents: NamedContents,
): Promise<EvidenceResult> {
  // As in JSON: without undefined fields and lone surrogates.
  const plain = wellFormed(JSON.parse(JSON.stringify(result)));
  const asked = request === null ? null : ((await withHashes(request, contents)) as object);
  return { kind, id: plain[idFieldOf(kind)], digest: await digestOfDocument(plain), request: asked, result: plain };
}

function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [canonicalJson(item), item])).values()];
}

async function calibrationsOf(methods: readonly Method[], known: readonly Calibration[]) {
  const names = distinct(methods.flatMap(({ calibration }) => (calibration === null ? [] : [calibration])));
  return Promise.all(
    names.map(async (name) => {
      const calibration = known.find((one) => one.name === name) ?? null;
      return { name, sha256: calibration && (await digestOfDocument(calibration)), calibration };
    }),
  );
}

function errorRatesOf(calibration: Calibration): EvidenceErrorRate {
  const { truePositive, falsePositive, source } = matchErrorRatesOf(calibration);
  const rate = ({ value, lo, hi }: ErrorRate): EvidenceErrorRate["true_positive"] => ({ value, ci_95: [lo, hi] });
  return { calibration: source, true_positive: rate(truePositive), false_positive: rate(falsePositive) };
}

/** The random seeds in a result and in its method. */
function seedsOf({ id, result }: EvidenceResult): EvidenceBundle["method"]["seeds"] {
  const { method, seed } = result as unknown as { method: Method; seed?: string };
  const named = Object.entries(method.parameters).filter(([name]) => /(?:^|_)seed$/.test(name));
  return [...named, ...(seed === undefined ? [] : [["seed", seed] as const])].map(([name, one]) => ({
    result: id,
    name,
    seed: one,
  }));
}

/** Ids in all fields named `sources` or `source`. */
function sourcesIn(results: readonly EvidenceResult[]): string[] {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    else if (typeof value === "object" && value !== null) {
      for (const [name, field] of Object.entries(value)) {
        if (name === "source" && typeof field === "string") found.add(field);
        if (name === "sources" && Array.isArray(field))
          for (const one of field) if (typeof one === "string") found.add(one);
        walk(field);
      }
    }
  };
  for (const { result } of results) walk(result);
  return [...found].sort();
}

function notTested({ id, result: { completeness } }: EvidenceResult): EvidenceBundle["not_tested"] {
  return completeness.stages
    .filter(({ status }) => status !== "done")
    .map(({ name, status, reason }) => ({ result: id, stage: name, status, reason: reason ?? "" }));
}

function commandsOf(
  corpora: EvidenceBundle["method"]["corpora"],
  inputs: readonly EvidenceInput[],
  hasEncoder: boolean,
): string[] {
  const paths = corpora
    .map(({ name, revision, index }) =>
      index === undefined ? ` --corpus <${name} at ${revision}>` : ` --corpus ${name} --recorded <${revision}.json>`,
    )
    .join("");
  const files = inputs
    .map(({ work_hash, content }) => (content === null ? ` --content <text of ${work_hash}>` : ""))
    .join("");
  return [
    "spolia evidence verify report.json --key <key of the service>",
    `spolia evidence verify report.json --replay${paths}${files}${hasEncoder ? " --encoder <its encoder>" : ""}`,
  ];
}
