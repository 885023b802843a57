/** Fetches the files of a known encoder, checks each, and writes the folder; a folder that is there is whole. */
import { sha256 } from "../../base/bytes/sha256.ts";
import { SpoliaError, throwIfAborted } from "../../base/errors.ts";
import type { Fetch, PlatformAbortSignal } from "../../base/platform.ts";
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
 * @param folder must not be there yet
 * @throws conflict where the folder is there; storage_failed where a file cannot be had, is another, or is not written
 */
export async function installEncoder(known: KnownEncoder, folder: string, options: InstallOptions = {}): Promise<void> {
  const { mkdir, rename, rm, writeFile } = builtin("node:fs/promises");
  const { existsSync } = builtin("node:fs");
  if (existsSync(folder))
    throw new SpoliaError("conflict", "The folder for the encoder is there already.", {
      hint: "spolia encoder check FOLDER says whether it is whole.",
    });
  const partial = `${folder}.partial`;
  try {
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true });
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
    throw error;
  }
}

const addressOf = (url: string, from: string | undefined): string =>
  from === undefined ? url : new URL(url.slice(url.lastIndexOf("/") + 1), from).href;

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
