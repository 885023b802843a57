/** "Was this dataset in the training data of that model?", answered from the records alone. */
import { checkArguments, hasMethods, isRecord } from "../base/arguments.ts";
import type { Catalogue } from "./catalogue.ts";
import { familyOf, versionsOf } from "./graph/families.ts";
import { containersOfDataset, type TrainingPath } from "./graph/lineage.ts";
import type { Model } from "./ledger/records.ts";

/** An answer, with what it rests on. */
export interface AskedTraining {
  /**
   * `yes`: documented; `in_part`: material of it stood in what was read; `disputed`: parties dispute it; `reported`: a
   * court, a filing or the press says so; `inferred`: from a licence or a category; `left_out`: documented not to have
   * been read; `upstream`: what was read was filtered from it; `not_named`: the developer names datasets, and this is
   * none; `unknown`: no record tells.
   */
  readonly answer:
    | "yes"
    | "in_part"
    | "disputed"
    | "reported"
    | "inferred"
    | "left_out"
    | "upstream"
    | "not_named"
    | "unknown";
  /** The answer in one sentence. */
  readonly because: string;
  /** Ids of the sources that say so. */
  readonly sources: readonly string[];
}

/** @param asked id of the dataset */
export function askedTraining(catalogue: Catalogue, model: Model, asked: string): AskedTraining {
  checkArguments("askedTraining", [
    ["/catalogue", hasMethods(catalogue, "trainedOn", "lineageOf"), "a catalogue: await loadCatalogue()"],
    ["/model", isRecord(model) && typeof model.id === "string", "a model: catalogue.model(name)"],
    ["/asked", typeof asked === "string", "the id of a dataset"],
  ]);
  const said = ofRecord(catalogue, model, asked);
  if (said.answer === "left_out") return said;
  const contrary = versionsOf(catalogue.models, model)
    .map((version) => ofRecord(catalogue, version, asked))
    .filter(({ answer }) => answer === "left_out");
  if (contrary.length === 0) return said;
  // What says the contrary comes before what more there is, since a reader may be shown the first ones only.
  const firsts = [said, ...contrary].flatMap(({ sources }) => sources.slice(0, 1));
  return {
    answer: said.answer,
    because: `${said.because} Of others: ${contrary.map(({ because }) => because).join(" ")}`,
    sources: [...new Set([...firsts, ...said.sources, ...contrary.flatMap(({ sources }) => sources)])],
  };
}

function ofRecord(catalogue: Catalogue, model: Model, asked: string): AskedTraining {
  const path = catalogue.trainedOn(asked, undefined, undefined, model.id)[0];
  if (path !== undefined) return ofPath(catalogue, model.id, path);
  const versions = versionsOf(catalogue.models, model).map(({ id }) => id);
  const ofVersions = catalogue.trainedOn(asked).filter((one) => versions.includes(one.model));
  if (model.scope === "family" && ofVersions.length > 0) {
    const [{ because, ...rest }, also] = [ofPath(catalogue, ofVersions[0]!.model, ofVersions[0]!), ofVersions.slice(1)];
    const named = also.length === 0 ? "" : ` The records tie it to ${also.map((one) => one.model).join(", ")} too.`;
    return { ...rest, because: `Of its versions: ${because}${named}` };
  }
  const lineage = catalogue.lineageOf(model.id);
  const wholes = containersOfDataset(catalogue, asked);
  const without = lineage.find((one) => one.without.some((part) => part === asked || wholes.has(part)));
  if (without !== undefined)
    return {
      answer: "left_out",
      because: `No. ${model.id} is documented to have read ${without.dataset} without ${asked}.`,
      sources: without.sources,
    };
  const open = lineage.find(({ dataset }) => wholes.has(dataset));
  if (open !== undefined)
    return {
      answer: "not_named",
      because:
        `Not named. ${model.id} read parts of ${open.dataset} that the records do not name. ${open.note ?? ""}`.trim(),
      sources: open.sources,
    };
  const family = familyOf(catalogue.models, model);
  const told = family === undefined ? undefined : catalogue.trainedOn(asked, undefined, undefined, family.id)[0];
  if (told !== undefined) {
    const { because, ...rest } = ofPath(catalogue, family!.id, told);
    return { ...rest, because: `${because} No source says whether this is ${model.id}.` };
  }
  const derived = lineage.find(({ upstream }) => upstream.some(({ dataset }) => dataset === asked));
  if (derived !== undefined)
    return {
      answer: "upstream",
      because: `Perhaps. ${model.id} read ${derived.dataset}, which was made from ${asked}: no source says which of it was kept.`,
      sources: derived.sources,
    };
  return ofSilence(model, [...new Set(lineage.map(({ dataset }) => dataset))]);
}

function ofPath(
  catalogue: Catalogue,
  model: string,
  { evidence, contested, via, trainedDataset, dataset, note, sources: all }: TrainingPath,
): AskedTraining {
  // What says that the model read it comes before what says of what that was made.
  const ofParts = new Set(via.flatMap((id) => catalogue.dataset(id)?.sources ?? []));
  const sources = all.toSorted((one, other) => Number(ofParts.has(one)) - Number(ofParts.has(other)));
  const through = via.length === 0 ? "" : `, through ${via.join(", ")}`;
  const noted = note === null ? "" : ` ${note}`;
  if (contested) return { answer: "disputed", because: `Disputed.${noted || ` ${model} and ${dataset}.`}`, sources };
  if (evidence !== "documented") {
    const because = `${evidence === "reported" ? "Reported" : "Inferred"}, not stated by the developer: ${model} and ${dataset}${through}.${noted}`;
    return { answer: evidence, because, sources };
  }
  if (trainedDataset === dataset)
    return {
      answer: "yes",
      because: `Yes. The developer documents that ${model} was trained on ${dataset}${through}.`,
      sources,
    };
  const because = `In part. ${model} was trained on ${trainedDataset}, which holds material of ${dataset}; which documents, no source says.`;
  return { answer: "in_part", because, sources };
}

function ofSilence({ id, disclosure, sources }: Model, named: readonly string[]): AskedTraining {
  if (named.length > 0)
    return {
      answer: "not_named",
      because: `Not named. Of ${id} the records name ${named.join(", ")}, and not this one.`,
      sources,
    };
  const words = {
    none: "the developer says nothing usable of the training data",
    categories: "the developer tells kinds of data, and names no dataset",
    datasets: "no record ties a dataset to it",
  };
  const why = disclosure === null ? "no record tells what it was trained on" : words[disclosure];
  return { answer: "unknown", because: `Not known. Of ${id} ${why}.`, sources };
}
