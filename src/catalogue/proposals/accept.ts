/** Puts proposals that a person accepts into a ledger. */
import { checkArguments, hasMethods, isRecord, isTexts } from "../../base/arguments.ts";
import { type FieldError, SpoliaError } from "../../base/errors.ts";
import type { Catalogue } from "../catalogue.ts";
import { keyOf, type Ledger, parseLedger } from "../ledger/ledger.ts";
import type { Edge } from "../ledger/records.ts";
import type { Proposal, Proposals } from "./propose.ts";
import { ownName, slugOf } from "./resolve.ts";

type Tables = { -readonly [Name in keyof Ledger]-?: NonNullable<Ledger[Name]>[number][] };

const FORMS: Readonly<Record<string, (value: unknown) => boolean>> = {
  format: (value) => value === "spolia-proposals-1",
  subject: (value) => isRecord(value) && typeof value["name"] === "string",
  source: isRecord,
  read_on: (value) => typeof value === "string",
  proposals: (value) => Array.isArray(value) && value.every(isProposal),
};

const KINDS: readonly unknown[] = ["trained_on", "tuned_from", "derived_from", "licence"] satisfies Proposal["kind"][];

/** A person may have written into it. */
const isProposal = (one: unknown): boolean =>
  isRecord(one) &&
  KINDS.includes(one["kind"]) &&
  [one["number"], one["line"]].every(Number.isInteger) &&
  [one["says"], one["field"], one["state"], one["id"] ?? ""].every((text) => typeof text === "string") &&
  isTexts(one["near"]);

/** Proposals of a file. Their records are checked when they are accepted. @throws invalid_request */
export function parseProposals(value: unknown): Proposals {
  const given = isRecord(value) ? value : {};
  const fields = Object.keys(FORMS).flatMap((name): FieldError[] =>
    FORMS[name]!(given[name]) ? [] : [{ pointer: `/${name}`, detail: "is missing or malformed" }],
  );
  if (fields.length === 0) return given as unknown as Proposals;
  const hint = "Name a file that `spolia catalogue propose` wrote.";
  throw new SpoliaError("invalid_request", "These are no proposals.", { hint, fields });
}

/**
 * A ledger with the accepted proposals above its own records: their source, and new records for names that the
 * catalogue does not have.
 *
 * @param only numbers of proposals, of which those that contradict the catalogue replace what it says; without them,
 *   all that are `new`
 * @throws invalid_request where a number is that of none, or its name is open
 */
export function acceptProposals(
  catalogue: Catalogue,
  ledger: Ledger,
  accepted: Proposals,
  only?: readonly number[],
): Ledger {
  checkArguments("acceptProposals", [
    ["/catalogue", hasMethods(catalogue, "dataset", "provider"), "a catalogue: await loadCatalogue()"],
    ["/ledger", isRecord(ledger), "a ledger, {} for a new one"],
    ["/only", only === undefined || Array.isArray(only), "an array of numbers, or absent"],
  ]);
  const { subject, source, proposals } = parseProposals(accepted);
  const chosen = proposals.filter(({ number, state }) => only?.includes(number) ?? state === "new");
  const missing = only?.find((number) => !chosen.some((one) => one.number === number));
  if (missing !== undefined) throw refused(`There is no proposal ${missing}.`, "The file numbers them.");
  const open = chosen.find(({ id }) => id === null || id === "");
  if (open !== undefined) {
    const near = open.near.length > 0 ? ` Near: ${open.near.join(", ")}.` : "";
    const hint = `Write into its \`id\` the id of a record, or a new one.${near}`;
    throw refused(`What proposal ${open.number} means is open: ${open.says}.`, hint);
  }
  const made: Tables = { providers: [], models: [], edges: [], datasets: [], sources: [source] };
  const id =
    subject.id ??
    (subject.kind === "model" ? newModel(catalogue, made, subject.name, source.id) : slugOf(ownName(subject.name)));
  for (const one of chosen) record(catalogue, made, id, one, source.id);
  return merged(ledger, made);
}

const refused = (message: string, hint: string) => new SpoliaError("invalid_request", message, { hint });

/** Records one proposal about the model or dataset `subject`. */
function record(catalogue: Catalogue, made: Tables, subject: string, proposal: Proposal, source: string): void {
  const { kind, says, field, line } = proposal;
  const id = proposal.id!;
  const place = `metadata ${field}, line ${line}`;
  if (kind === "trained_on") {
    newDataset(catalogue, made, id, says, source);
    made.edges.push({ model: subject, dataset: id, evidence: "documented", place, sources: [source] });
    return;
  }
  if (kind === "tuned_from") {
    const base = catalogue.models.some((one) => one.id === id) ? id : newModel(catalogue, made, says, source);
    change(
      made.models,
      catalogue.models.find((one) => one.id === subject),
      { id: subject, base },
      source,
    );
    return;
  }
  newDataset(catalogue, made, subject, subject, source);
  const before = catalogue.dataset(subject);
  if (kind === "derived_from") newDataset(catalogue, made, id, says, source);
  const derived = made.datasets.find((one) => one.id === subject)?.derived_from ?? before?.derived_from ?? [];
  const changes = kind === "licence" ? { licence: id } : { derived_from: [...new Set([...derived, id])] };
  change(made.datasets, before, { id: subject, ...changes }, source);
}

/** Lays changes over a record that was made already, or over a copy of the catalogue's. */
function change<Row extends { readonly id: string; readonly sources?: readonly string[] | undefined }>(
  rows: Row[],
  before: Row | undefined,
  changes: Partial<Row> & { readonly id: string },
  source: string,
): void {
  const at = rows.findIndex(({ id }) => id === changes.id);
  const row = rows[at] ?? before;
  const sources = [...new Set([...(row?.sources ?? []), source])];
  rows.splice(at < 0 ? rows.length : at, 1, { ...(row as Row), ...changes, sources });
}

function newDataset(catalogue: Catalogue, { datasets }: Tables, id: string, says: string, source: string): void {
  if (catalogue.dataset(id) !== undefined || datasets.some((one) => one.id === id)) return;
  datasets.push({ id, name: ownName(says), kind: "other", sources: [source] });
}

/** Id of a model that the catalogue lacks, with its provider. */
function newModel(catalogue: Catalogue, { models, providers }: Tables, name: string, source: string): string {
  const owner = name.includes("/") ? name.slice(0, name.indexOf("/")) : "unknown";
  const provider = slugOf(owner);
  const id = `${provider}/${slugOf(ownName(name))}`;
  if (catalogue.provider(provider) === undefined && !providers.some((one) => one.id === provider))
    providers.push({ id: provider, name: owner });
  if (!models.some((one) => one.id === id))
    models.push({ id, provider, name: ownName(name), scope: "release", sources: [source] });
  return id;
}

/** Records of the one, and above them those of the other. */
function merged(ledger: Ledger, made: Tables): Ledger {
  const over = <Row extends { readonly id: string } | Pick<Edge, "model" | "dataset">>(
    below: readonly Row[] = [],
    own: readonly Row[],
  ) => {
    const keys = new Set(own.map((row) => keyOf(row as Edge)));
    return [...below.filter((row) => !keys.has(keyOf(row as Edge))), ...own];
  };
  return parseLedger({
    providers: over(ledger.providers, made.providers),
    models: over(ledger.models, made.models),
    edges: over(ledger.edges, made.edges),
    datasets: over(ledger.datasets, made.datasets),
    sources: over(ledger.sources, made.sources),
  });
}
