/**
 * Models that the operator configures: a JSON file that maps each name for requests to a connector configuration. And
 * the encoder that a command line names: an address of this machine, a folder of weights, or an installed one.
 */
import { existsSync } from "node:fs";
import { isRecord } from "../../base/arguments.ts";
import type { Encoder, EncoderIdentity } from "../../base/contract/resources/encoder.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import type { ConfigHost, PlannedConnector } from "../../models/index.ts";
import { UsageError } from "../terminal/exit.ts";
import { readJson } from "./files.ts";
import { keptIn } from "./folders.ts";

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
  const { connectorFrom } = await import("../../models/index.ts");
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

export const ENCODER_OPTION = [
  "--encoder <where>",
  "what reads texts for other words: URL#MODEL of a server of embeddings on this machine, a folder of weights, or the name of an installed one",
] as const;

/** Where `spolia encoder install` puts the folder of a name. */
export function installedFolder(name: string): string {
  return keptIn("encoders", name);
}

/** Vectors that an encoder has to go on with: what of it is known. */
export type EncoderMade = Pick<EncoderIdentity, "weights" | "implementation">;

/**
 * @param made encoders of vectors that are there already
 * @throws UsageError; the errors of the encoders
 */
export async function openEncoder(
  where: string,
  signal?: AbortSignal,
  made: readonly EncoderMade[] = [],
): Promise<Encoder> {
  const { httpEncoder, KNOWN_ENCODERS } = await import("../../models/index.ts");
  if (/^https?:/i.test(where)) {
    const [url, model] = where.split("#") as [string, string?];
    if (model === undefined || model === "")
      throw new UsageError("The address names no model.", "Give URL#MODEL, as http://127.0.0.1:8000/v1#e5-small.");
    return httpEncoder({ url, model, signal });
  }
  const folder = Object.hasOwn(KNOWN_ENCODERS, where) ? installedFolder(where) : where;
  if (existsSync(folder)) return openFolder(folder, made);
  const names = Object.keys(KNOWN_ENCODERS);
  throw new UsageError(
    `There is no encoder at ${folder}.`,
    `spolia encoder install NAME fetches one: ${names.join(", ")}.`,
  );
}

/** By our kernels, which need no other package; by ONNX Runtime what only it can run, or what it was begun with. */
async function openFolder(folder: string, made: readonly EncoderMade[]): Promise<Encoder> {
  const { kernelEncoder, onnxEncoder } = await import("../../models/index.ts");
  const unless = (error: unknown) => {
    if (isSpoliaError(error) && error.code === "unsupported_runtime") return null;
    throw error;
  };
  const own = await kernelEncoder(folder).catch(unless);
  if (own === null) return onnxEncoder(folder);
  const others = made.filter(({ weights }) => weights === own.weights).map(({ implementation }) => implementation);
  if (others.length === 0 || others.includes(own.implementation)) return own;
  // Without the packages the vectors that are there are left out, and results say so.
  return (await onnxEncoder(folder).catch(unless)) ?? own;
}
