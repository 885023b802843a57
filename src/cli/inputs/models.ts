/** Models that the operator configures: a JSON file that maps each name for requests to a connector configuration. */
import { isRecord } from "../../base/arguments.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import type { ConfigHost, PlannedConnector } from "../../models/connectors/index.ts";
import { readJson } from "./files.ts";

/** The configurations of the file, by name. Each is checked when its model is opened. */
type ConfiguredModels = ReadonlyMap<string, unknown>;

/** The form of a file of models, as messages say it. */
export const MODELS_FORM =
  'Write {"NAME": {"name": "provider/model", "kind": "vllm", "url": "http://…/v1", "model": "…", "retrieval": "absent", "key_env": "…"}, …}.';

/** @throws invalid_request */
export function readModels(path: string): ConfiguredModels {
  const read = readJson(path, "invalid_request", MODELS_FORM, "file of models");
  if (isRecord(read)) return new Map(Object.entries(read));
  throw new SpoliaError("invalid_request", `${path} is not one JSON object.`, { hint: MODELS_FORM });
}

/**
 * A connector to one of the models.
 *
 * @throws model_not_configured; invalid_request with places in the file; observations_invalid, storage_failed
 */
export async function openModel(models: ConfiguredModels, name: string, host: ConfigHost): Promise<PlannedConnector> {
  const { connectorFrom } = await import("../../models/connectors/index.ts");
  if (!models.has(name)) {
    throw new SpoliaError("model_not_configured", "The file of models has no model of that name.", {
      hint: models.size === 0 ? MODELS_FORM : `It has: ${[...models.keys()].join(", ")}.`,
    });
  }
  try {
    return connectorFrom(models.get(name), host);
  } catch (error) {
    if (!isSpoliaError(error) || error.fields.length === 0) throw error;
    const place = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    throw new SpoliaError(error.code, `The model ${name} cannot be used as it is configured.`, {
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      fields: error.fields.map(({ pointer, detail }) => ({ pointer: place + pointer, detail })),
      cause: error,
    });
  }
}

/** Connectors to all models, for a service. */
export async function openModels(
  models: ConfiguredModels,
  host: ConfigHost,
): Promise<Record<string, PlannedConnector>> {
  const opened = await Promise.all(
    [...models.keys()].map(async (name) => [name, await openModel(models, name, host)] as const),
  );
  return Object.fromEntries(opened);
}
