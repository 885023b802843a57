/** Fetches the files of a known encoder, checks each, and writes the folder; a folder that is there is whole. */
import { checkArguments, isName, isRecord, optionsChecks } from "../../base/arguments.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import { SpoliaError, throwIfAborted } from "../../base/errors.ts";
import type { Fetch, PlatformAbortSignal } from "../../base/platform.ts";
import { withoutEndSlashes } from "../../base/slashes.ts";
import { builtin } from "../../corpus/storage/builtin.ts";
import { readUpTo } from "../../corpus/storage/http/request.ts";
import { ZipArchive } from "../../files/documents/bytes/zip.ts";
import { ENCODER_FILE, filesOf, readFolder } from "./folder.ts";
import type { KnownEncoder } from "./known.ts";

export interface InstallOptions {
  /** Where the files are fetched instead, by their names: a mirror, as `http://127.0.0.1:8000/`. */
  from?: string | undefined;
  fetch?: Fetch | undefined;
  signal?: PlatformAbortSignal | undefined;
}

/**
 * @param to must not be there yet
 * @throws invalid_request; conflict where the folder is there; storage_failed where a file cannot be had, is another,
 *   or is not written
 */
export async function installEncoder(known: KnownEncoder, to: string, options: InstallOptions = {}): Promise<void> {
  checkArguments("installEncoder", [
    ["/known", isRecord(known) && Array.isArray(known.downloads), "one of KNOWN_ENCODERS"],
    ["/to", isName(to), "the path of a folder that is not there yet"],
    ...optionsChecks<InstallOptions>(options, { from: true, fetch: true, signal: true }),
    ["/options/from", options?.from === undefined || isMirror(options.from), "an http or https address"],
  ]);
  const folder = withoutEndSlashes(to);
  const { mkdir, mkdtemp, rename, rm, writeFile } = builtin("node:fs/promises");
  const { existsSync } = builtin("node:fs");
  const { dirname } = builtin("node:path");
  if (existsSync(folder))
    throw new SpoliaError("conflict", "The folder for the encoder is there already.", {
      hint: "spolia encoder check FOLDER says whether it is whole.",
    });
  const written = (cause: unknown) =>
    new SpoliaError("storage_failed", `${folder} cannot be written.`, {
      hint: "Name another folder with --to.",
      cause,
    });
  let partial: string;
  try {
    await mkdir(dirname(folder), { recursive: true });
    partial = await mkdtemp(`${folder}.partial-`);
  } catch (cause) {
    throw written(cause);
  }
  try {
    for (const { url, bytes, sha256: expected, members } of known.downloads) {
      const archive = await fetched(addressOf(url, options.from), bytes, expected, options);
      for (const [name, path] of Object.entries(members))
        await writeFile(`${partial}/${name}`, memberOf(archive, path as readonly string[]));
    }
    await writeFile(`${partial}/${ENCODER_FILE}`, `${JSON.stringify(known.about, null, 2)}\n`);
    await readFolder(filesOf(partial));
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error instanceof SpoliaError || options.signal?.aborted === true ? error : written(error);
  }
}

const isMirror = (from: unknown): boolean =>
  typeof from === "string" && URL.canParse(from) && /^https?:$/.test(new URL(from).protocol);

/** The name of the file below the mirror, which may be named without its last slash. */
const addressOf = (url: string, from: string | undefined): string =>
  from === undefined ? url : new URL(url.slice(url.lastIndexOf("/") + 1), `${withoutEndSlashes(from)}/`).href;

async function fetched(url: string, bytesMax: number, expected: string, { fetch, signal }: InstallOptions) {
  throwIfAborted(signal);
  const send: Fetch = fetch ?? ((address, init) => globalThis.fetch(address, init));
  const failed = (what: string, cause?: unknown) =>
    new SpoliaError("storage_failed", `A file of the encoder ${what}: ${url}`, {
      hint: "Nothing was installed. Try again, or name a mirror with --from.",
      cause,
    });
  let bytes: Uint8Array;
  try {
    const response = await send(url, signal === undefined ? {} : { signal });
    if (response.status !== 200) throw failed(`was answered with status ${response.status}`);
    ({ bytes } = await readUpTo(response, bytesMax + 1));
  } catch (cause) {
    throwIfAborted(signal);
    throw cause instanceof SpoliaError ? cause : failed("could not be fetched", cause);
  }
  if ((await sha256(bytes)) !== expected) throw failed("is not what its hash says");
  return bytes;
}

function memberOf(archive: Uint8Array, path: readonly string[]): Uint8Array {
  return path.reduce((bytes, name) => new ZipArchive(bytes).read(name), archive);
}
