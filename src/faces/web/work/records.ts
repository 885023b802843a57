/** Records of the catalogue: names to choose from, and one with its graph. */
import { type RecordName, viewOfDataset, viewOfModel } from "../../../report/parts/record.ts";
import { drawnRecord } from "../../../report/parts/recordGraph.ts";
import type { ListedRecord, ShownRecord } from "../messages.ts";
import { loaded } from "./session.ts";

export async function listedRecords(): Promise<ListedRecord[]> {
  const { models, datasets } = await loaded();
  return [
    ...models.map(({ id, name, aliases }) => ({ kind: "models" as const, id, name, also: aliases.join(" ") })),
    ...datasets.map(({ id, name }) => ({ kind: "datasets" as const, id, name, also: "" })),
  ];
}

export async function recordOf({ kind, id }: RecordName): Promise<ShownRecord> {
  const catalogue = await loaded();
  const view =
    kind === "models"
      ? viewOfModel(catalogue, catalogue.model(id))
      : viewOfDataset(catalogue, catalogue.requireDataset(id));
  return { view, drawn: drawnRecord(view, (one) => `#${one.kind}/${one.id}`) };
}
