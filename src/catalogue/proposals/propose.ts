/** Proposals from the metadata of a card. They decide nothing: a person accepts them, each with its place. */
import { checkArguments, hasMethods, isRecord } from "../../base/arguments.ts";
import type { Catalogue } from "../catalogue.ts";
import { containersOfDataset } from "../graph/lineage.ts";
import type { LedgerSource } from "../ledger/ledger.ts";
import type { Dataset, Model } from "../ledger/records.ts";
import type { CardEntry } from "./card.ts";
import { ownName, type ResolvedName, resolveDataset, resolveModel, slugOf } from "./resolve.ts";

/** One statement of a card, and what the catalogue has of it. */
export interface Proposal extends ResolvedName {
  /** Number by which it is accepted, from 1 on. */
  readonly number: number;
  /** What would be recorded of the subject. */
  readonly kind: "trained_on" | "tuned_from" | "derived_from" | "licence";
  /** Its place: the field of the metadata. */
  readonly field: string;
  /** Its place: the line of the card. */
  readonly line: number;
  /** What stands there. */
  readonly says: string;
  /**
   * `new`: can be accepted; `known`: the catalogue says the same; `contradicts`: it says something else; `open`: the
   * name is not that of one record, so `id` has to be filled in.
   */
  readonly state: "new" | "known" | "contradicts" | "open";
  /** What the catalogue says, where it matters; `null` otherwise. */
  readonly because: string | null;
}

/** What a card proposes. */
export interface Proposals {
  /** Always `spolia-proposals-1`. */
  readonly format: "spolia-proposals-1";
  /** Revision of the catalogue that it was compared to. */
  readonly catalogue: string;
  /** The model or dataset of the card. */
  readonly subject: ResolvedName & { readonly kind: "model" | "dataset"; readonly name: string };
  /** The card, as a source of the records. */
  readonly source: LedgerSource;
  /** Day on which the card was read, as the caller gives it. */
  readonly read_on: string;
  readonly proposals: readonly Proposal[];
  /** Fields of the metadata that no record has a place for. */
  readonly left_out: readonly string[];
}

/** The card: `name` as on Hugging Face, `owner/name` or `datasets/owner/name`. */
export interface GivenCard {
  readonly name: string;
  readonly entries: readonly CardEntry[];
  readonly sha256: string;
  /** Day on which it was read, `YYYY-MM-DD`. */
  readonly read_on: string;
}

type CardJudgement = Pick<Proposal, "state" | "because">;
const KINDS = {
  model: { datasets: "trained_on", base_model: "tuned_from" },
  dataset: { source_datasets: "derived_from", license: "licence" },
} as const satisfies Record<string, Record<string, Proposal["kind"]>>;

export function proposalsOf(catalogue: Catalogue, card: GivenCard): Proposals {
  checkArguments("proposalsOf", [
    ["/catalogue", hasMethods(catalogue, "model", "lineageOf"), "a catalogue: await loadCatalogue()"],
    ["/card", isRecord(card) && typeof card.name === "string" && Array.isArray(card.entries), "{ name, entries, … }"],
    ["/card/read_on", isRecord(card) && typeof card.read_on === "string", "a day, YYYY-MM-DD"],
  ]);
  const { name: given, entries, sha256, read_on } = card;
  const kind = given.startsWith("datasets/") ? "dataset" : "model";
  const name = given.replace(/^datasets\//, "");
  const subject = kind === "model" ? resolveModel(catalogue, name) : resolveDataset(catalogue, name);
  const kinds: Readonly<Record<string, Proposal["kind"]>> = KINDS[kind];
  const fieldOf = ({ field }: CardEntry) => field.replace(/\[\d+\]$/, "");
  const used = entries.filter((entry) => kinds[fieldOf(entry)] !== undefined);
  const isMerged = used.filter((entry) => fieldOf(entry) === "base_model").length > 1;
  const proposals = used.map((entry, i): Proposal => {
    const what = kinds[fieldOf(entry)]!;
    const found = resolvedFor(catalogue, what, entry.text);
    const judged = judgementOf(catalogue, what, subject.id, found, entry.text);
    const because = what === "tuned_from" && isMerged ? MERGED : judged.because;
    const state = what === "tuned_from" && isMerged ? "open" : judged.state;
    return {
      number: i + 1,
      kind: what,
      field: entry.field,
      line: entry.line,
      says: entry.text,
      ...found,
      state,
      because,
    };
  });
  return {
    format: "spolia-proposals-1",
    catalogue: catalogue.revision,
    subject: { kind, name, ...subject },
    source: {
      id: slugOf(`card-${given.replaceAll("/", "-")}`),
      title: `Card of ${name}, metadata`,
      org: name.includes("/") ? name.slice(0, name.indexOf("/")) : name,
      year: Number(read_on.slice(0, 4)),
      kind: "model card",
      locator: `hf:${given}`,
      read: "primary",
      checked: read_on.slice(0, 7),
      sha256,
    },
    read_on,
    proposals,
    left_out: [...new Set(entries.map(fieldOf))].filter((field) => kinds[field] === undefined),
  };
}

const MERGED = "The card names several models, and a record has one base.";

function resolvedFor(catalogue: Catalogue, kind: Proposal["kind"], says: string): ResolvedName {
  if (kind === "licence") return { id: says, by: "exact", near: [] };
  return kind === "tuned_from" ? resolveModel(catalogue, says) : resolveDataset(catalogue, says);
}

function judgementOf(
  catalogue: Catalogue,
  kind: Proposal["kind"],
  subjectId: string | null,
  found: ResolvedName,
  says: string,
): CardJudgement {
  if (found.id === null && found.near.length > 0)
    return { state: "open", because: `No record has the name ${ownName(says)}.` };
  const fresh: CardJudgement = {
    state: found.id === null ? "open" : "new",
    because: found.id === null ? "No record is near." : null,
  };
  if (subjectId === null || found.id === null) return fresh;
  if (kind === "trained_on") return ofTraining(catalogue, catalogue.model(subjectId), found.id) ?? fresh;
  if (kind === "tuned_from") return ofBase(catalogue, catalogue.model(subjectId), found.id) ?? fresh;
  return ofDataset(catalogue.requireDataset(subjectId), kind, found.id) ?? fresh;
}

function ofTraining(catalogue: Catalogue, model: Model, dataset: string): CardJudgement | null {
  const lineage = catalogue.lineageOf(model.id);
  const known = lineage.find((one) => one.dataset === dataset);
  if (known?.contested)
    return { state: "contradicts", because: `The catalogue has it as contested: ${known.note ?? ""}` };
  if (known !== undefined) return { state: "known", because: `The catalogue has it, ${known.evidence}.` };
  const wholes = containersOfDataset(catalogue, dataset);
  const without = catalogue.edges.find(
    (edge) =>
      edge.model === model.id && edge.parts !== null && wholes.has(edge.dataset) && !edge.parts.includes(dataset),
  );
  if (without !== undefined)
    return { state: "contradicts", because: `The catalogue says that ${without.dataset} went in without ${dataset}.` };
  const from = catalogue.dataset(dataset)?.period?.from ?? null;
  if (from !== null && model.released !== null && from > model.released)
    return {
      state: "contradicts",
      because: `${dataset} begins ${from}, and the model was released ${model.released}.`,
    };
  if (model.disclosure === "none" || model.disclosure === "categories")
    return {
      state: "contradicts",
      because: `The catalogue says that the developer names no datasets (${model.disclosure}).`,
    };
  return null;
}

function ofBase(catalogue: Catalogue, model: Model, base: string): CardJudgement | null {
  const known = model.base ?? (model.series === null ? null : catalogue.model(model.series).base);
  if (known === base) return { state: "known", because: "The catalogue has it." };
  if (known !== null) return { state: "contradicts", because: `The catalogue says that it was tuned from ${known}.` };
  return model.series === null
    ? null
    : { state: "contradicts", because: `It is one of ${model.series}, which has no base.` };
}

function ofDataset(dataset: Dataset, kind: Proposal["kind"], found: string): CardJudgement | null {
  if (kind === "derived_from")
    return dataset.derived_from.includes(found) || dataset.contains.includes(found)
      ? { state: "known", because: "The catalogue has it." }
      : null;
  if (dataset.licence === null) return null;
  return slugOf(dataset.licence.replaceAll(" ", "-")) === slugOf(found)
    ? { state: "known", because: "The catalogue has it." }
    : { state: "contradicts", because: `The catalogue says ${dataset.licence}.` };
}
