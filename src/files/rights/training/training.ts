/** Drafts statements about training data: what corpora and records tell, and what they do not. */
import { checkArguments, isRecord } from "../../../base/arguments.ts";
import type {
  StatementFormat,
  StatementRequest,
  TrainingStatement,
} from "../../../base/contract/resources/trainingStatement.ts";
import { parseRequest } from "../../../base/contract/schemas/parse.ts";
import { statementRequestSchema } from "../../../base/contract/schemas/resources/trainingStatement.ts";
import { SpoliaError } from "../../../base/errors.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import { takenApart } from "./draft.ts";
import { type StatedCorpus, type TrainingFacts, trainingFacts } from "./facts.ts";

interface StatementForm {
  standard: string;
  /** @throws invalid_request where the form cannot say it */
  write: (facts: TrainingFacts) => object;
}

/** Each form is loaded when it is asked for. */
const FORMS: Readonly<Record<StatementFormat, () => Promise<StatementForm>>> = {
  eu: async () => (await import("./words.ts")).EU,
  ab2013: async () => (await import("./words.ts")).AB2013,
  cyclonedx: async () => (await import("./documents.ts")).CYCLONEDX,
  spdx: async () => (await import("./documents.ts")).SPDX,
  croissant: async () => (await import("./documents.ts")).CROISSANT,
};

/** What statements are drafted from. */
export interface StatementInputs {
  /** Corpora that requests may name: `info` of each open corpus. */
  corpora?: readonly StatedCorpus[] | undefined;
  /** The records. */
  catalogue: Catalogue;
}

/**
 * Drafts a statement about training data. Each value rests on a corpus or on a record with its source; what nothing
 * is known of is a blank, and never filled. It is no legal advice, and whoever publishes it answers for it.
 *
 * @throws invalid_request, corpus_not_found, unknown_dataset, unknown_model
 * @since 0.2.0
 */
export async function draftStatement(request: StatementRequest, inputs: StatementInputs): Promise<TrainingStatement> {
  const isOpen = isRecord(inputs) && isRecord(inputs.catalogue) && Array.isArray(inputs.corpora ?? []);
  checkArguments("draftStatement", [["/inputs", isOpen, "a catalogue, and a list of `info` of corpora"]]);
  const parsed = parseRequest(statementRequestSchema, request);
  const { format, datasets = [], model = null } = parsed;
  const created = new Date(parsed.created ?? Date.now()).toISOString().replace(/\.\d+Z$/, "Z");
  const corpora = [...new Set(parsed.corpora)].map((name, at) => named(inputs.corpora ?? [], name, at));
  const facts = trainingFacts(inputs.catalogue, { corpora, datasets, model }, created);
  const { standard, write } = await FORMS[format]();
  return { format, standard, created, ...takenApart(write(facts)) };
}

function named(corpora: readonly StatedCorpus[], name: string, at: number): StatedCorpus {
  const found = corpora.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = corpora.map((one) => one.name).slice(0, 20);
  throw new SpoliaError("corpus_not_found", "There is no corpus of this name.", {
    hint: names.length === 0 ? "No corpus is open." : `There are: ${names.join(", ")}.`,
    fields: [{ pointer: `/corpora/${at}`, detail: `is not one of them: ${name}` }],
  });
}
