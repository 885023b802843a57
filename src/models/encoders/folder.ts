/** A folder of weights: what it must hold, and whether it still does. */
import * as v from "valibot";
import { sha256 } from "../../base/bytes/sha256.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { boundedText, closedObject, oneOf, wholeNumber } from "../../base/contract/schemas/primitives.ts";
import { SpoliaError } from "../../base/errors.ts";
import { builtin } from "../../corpus/storage/builtin.ts";

/** The file that describes the others. */
export const ENCODER_FILE = "encoder.json";
const ENCODER_NAME_CHARACTERS_MAX = 200;

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hexadecimal"));

/** What `encoder.json` says: how the weights are used, and the SHA-256 of each file. */
export interface EncoderFolder {
  format: "spolia-encoder-1";
  name: string;
  /** As BCP 47 tags. */
  languages: string[];
  dimensions: number;
  /** The vector of a text: the mean over its tokens, or that of the first. */
  pooling: "mean" | "first";
  /** What the weights want before each text; mostly empty. */
  prefix: string;
  /** Tokens that are read of a text. */
  tokens_max: number;
  files: Record<"model.onnx" | "tokenizer.json" | "tokenizer_config.json", string>;
}

const encoderSchema: v.GenericSchema<unknown, EncoderFolder> = closedObject({
  format: v.literal("spolia-encoder-1"),
  name: boundedText(ENCODER_NAME_CHARACTERS_MAX),
  languages: v.array(boundedText(ENCODER_NAME_CHARACTERS_MAX)),
  dimensions: wholeNumber(1, 1 << 16),
  pooling: oneOf(["mean", "first"]),
  prefix: v.string(),
  tokens_max: wholeNumber(1, 1 << 16),
  files: closedObject({ "model.onnx": hash, "tokenizer.json": hash, "tokenizer_config.json": hash }),
});

/** Gives a file of the folder; rejects where there is none. */
export type ReadEncoderFile = (name: string) => Promise<Uint8Array>;

/** The files of a folder on disk. */
export const filesOf =
  (folder: string): ReadEncoderFile =>
  (name) =>
    builtin("node:fs/promises").readFile(builtin("node:path").join(folder, name));

/**
 * Reads the folder, and holds each file against its hash.
 *
 * @throws invalid_request where a file is missing or not what `encoder.json` says
 */
export async function readFolder(
  read: ReadEncoderFile,
): Promise<{ about: EncoderFolder; files: Record<string, Uint8Array> }> {
  const about = parseRequest(encoderSchema, json(await present(read, ENCODER_FILE)));
  const files: Record<string, Uint8Array> = {};
  for (const [name, expected] of Object.entries(about.files)) {
    const bytes = await present(read, name);
    if ((await sha256(bytes)) !== expected)
      throw refused(`${name} is not the file that ${ENCODER_FILE} names`, "Install the encoder again.");
    files[name] = bytes;
  }
  return { about, files };
}

async function present(read: ReadEncoderFile, name: string): Promise<Uint8Array> {
  try {
    return await read(name);
  } catch (cause) {
    throw refused(`${name} cannot be read`, "spolia encoder install NAME fetches a folder of weights.", cause);
  }
}

/** The value that a file of the folder holds as JSON. @throws invalid_request */
export function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch (cause) {
    throw refused("a file that should be JSON is not", "Install the encoder again.", cause);
  }
}

/** The tokens of a text that are read: of a longer one the first, and the last, which ends it. */
export const tokensOf = (tokens: number[], most: number): number[] =>
  tokens.length <= most ? tokens : [...tokens.slice(0, most - 1), tokens.at(-1)!];

function refused(what: string, hint: string, cause?: unknown): SpoliaError {
  return new SpoliaError("invalid_request", `The folder of the encoder cannot be used: ${what}.`, { hint, cause });
}
