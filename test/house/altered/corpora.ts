/** Corpora that call themselves a dataset: what a result says that the label rests on. */
import { createHash } from "node:crypto";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { basisOf } from "../../../src/corpus/format/basis.ts";
import { type Manifest, packManifest, readManifest } from "../../../src/corpus/format/manifest.ts";
import { appendDocuments, mergeCorpora, parseListing, SourceLog, verifyCorpus } from "../../../src/corpus/index.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { type BuildOptions, buildCorpus, isSpoliaError, openCorpus } from "../../../src/index.ts";
import { SHELF } from "../../engine/fixtures.ts";
import { ACCEPTED, type Altered, type AlteredKind } from "./altered.ts";

const FILES = ["one.txt", "two.txt", "three.txt"];
const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const listing = (names: readonly string[]) => names.map((name) => `${sha(name)}  ${name}\n`).join("");
/** The listing that the publisher of the dataset gives out. */
const PUBLISHED = listing(FILES);

interface Made {
  names?: readonly string[];
  listed?: string;
  declaredBy?: string;
  /** Whether a file could not be hashed. */
  more?: boolean;
}

async function logOf({ names = FILES, listed, more }: Made): Promise<SourceLog> {
  const log = new SourceLog(listed === undefined ? undefined : await parseListing(listed));
  for (const name of names) log.add({ name, bytes: name.length, sha256: `sha256:${sha(name)}` });
  if (more === true) log.addUnhashed();
  return log;
}

async function build(made: Made | null, options: Partial<BuildOptions> = {}) {
  const storage = createMemoryStorage();
  const declared = made?.declaredBy === undefined ? {} : { declaredBy: made.declaredBy };
  const sources = made === null ? {} : { sources: await logOf(made) };
  const all = { name: "books3", dataset: "books3", storage, ...declared, ...sources, ...options };
  await using _ = await buildCorpus(SHELF.slice(0, 3), all);
  return storage;
}

/** What a corpus is, as results say it. */
async function answerTo(storage: WritableStorage): Promise<string> {
  try {
    await using corpus = await openCorpus(storage);
    const { is_sound } = await verifyCorpus(storage);
    if (!is_sound) return "damaged: verify names the part";
    const { info } = corpus;
    const basis = basisOf(info);
    const published = (await parseListing(PUBLISHED)).sha256;
    if (basis !== "manifest") return `only "${basis}": models are named if this corpus is what its label says`;
    const isPublished = info.provenance!.listings.every(({ sha256 }) => sha256 === published);
    if (info.dataset === "books3" && isPublished) return ACCEPTED;
    return `its listing is not that of the publisher of ${info.dataset}: results state the hash`;
  } catch (error) {
    if (!isSpoliaError(error)) throw error;
    return `refused: ${error.code}`;
  }
}

const made = (name: string, what: Made | null, options?: Partial<BuildOptions>): Altered => ({
  name,
  of: "a build",
  answer: async () => {
    try {
      return await answerTo(await build(what, options));
    } catch (error) {
      if (!isSpoliaError(error)) throw error;
      return `refused: ${error.code}`;
    }
  },
});

const then = (
  name: string,
  of: string,
  change: (storage: ReturnType<typeof createMemoryStorage>) => Promise<unknown>,
): Altered => ({
  name,
  of,
  answer: async () => {
    const storage = await build({ listed: PUBLISHED });
    const result = await change(storage);
    return answerTo(result instanceof Object && "open" in result ? (result as WritableStorage) : storage);
  },
});

async function bytesIn(storage: WritableStorage, name: string): Promise<Uint8Array> {
  const file = await storage.open(name);
  return file.read(0, file.sizeBytes);
}

/** Writes a file in place of one of the corpus. */
async function rewrite(
  storage: WritableStorage,
  name: string,
  change: (bytes: Uint8Array) => Uint8Array,
): Promise<void> {
  const bytes = change(await bytesIn(storage, name));
  const file = await storage.create();
  await file.write(bytes);
  await file.finish(name);
}
const inManifest = (name: string, change: (text: string) => string): Altered =>
  then(name, "the manifest", (storage) =>
    rewrite(storage, "manifest.json", (bytes) => {
      const text = new TextDecoder().decode(bytes);
      if (change(text) === text) throw new TypeError("Nothing was changed.");
      return new TextEncoder().encode(change(text));
    }),
  );
/** Sealed again by somebody who knows how. */
const sealedManifest = (name: string, change: (manifest: Manifest) => void): Altered =>
  then(`${name}, sealed again`, "the manifest", async (storage) => {
    const kernels = await loadKernels(undefined);
    const { manifest } = await readManifest(kernels, storage);
    change(manifest);
    await rewrite(storage, "manifest.json", () => packManifest(kernels, manifest));
  });
const dataFile = async (storage: WritableStorage, ending: RegExp) =>
  (await storage.list()).find((name) => ending.test(name))!;

export const CORPORA: AlteredKind = {
  kind: "corpus of a dataset",
  untouched: [made("from the files of the published listing", { listed: PUBLISHED })],
  altered: [
    made("own files, called books3", null),
    made("own files, called books3, with their hashes", { names: ["mine.txt"] }),
    made("own files, declared by their owner", { names: ["mine.txt"], declaredBy: "A. Builder" }),
    made("a listing of one's own files", { names: ["mine.txt"], listed: listing(["mine.txt"]) }),
    made("the published listing with a line more", {
      names: [...FILES, "mine.txt"],
      listed: PUBLISHED + listing(["mine.txt"]),
    }),
    made("a file that the listing does not have", { names: [...FILES, "mine.txt"], listed: PUBLISHED }),
    made("another file under a published name", { names: ["one.txt", "two.txt", "changed"], listed: PUBLISHED }),
    made("a file that could not be hashed beside the published ones", { listed: PUBLISHED, more: true }),
    made("an empty listing", { listed: "" }),
    made("a listing of names without hashes", { listed: FILES.join("\n") }),
    made("a listing cut in the middle of a hash", { listed: PUBLISHED.slice(0, 30) }),
    then("documents appended without a file", "a corpus", async (storage) =>
      appendDocuments(storage, [{ id: "mine", text: SHELF[4]!.text }]),
    ),
    then("own files appended", "a corpus", async (storage) =>
      appendDocuments(storage, [{ id: "mine", text: SHELF[4]!.text }], {
        sources: await logOf({ names: ["mine.txt"] }),
      }),
    ),
    then("merged with a corpus of no files", "a corpus", async (storage) => {
      const target = createMemoryStorage();
      const other = createMemoryStorage();
      await using _ = await buildCorpus(SHELF.slice(5, 7), { name: "other", dataset: "books3", storage: other });
      await mergeCorpora([storage, other], {
        name: "books3",
        dataset: "books3",
        storage: target,
      });
      return target;
    }),
    then("merged under the label of another dataset", "a corpus", async (storage) => {
      const target = createMemoryStorage();
      await mergeCorpora([storage], { name: "pile", dataset: "the-pile", storage: target });
      return target;
    }),
    inManifest("another dataset", (text) => text.replace('"dataset": "books3"', '"dataset": "the-pile"')),
    inManifest("another hash of its listing", (text) => text.replace(sha(PUBLISHED), sha("another"))),
    inManifest("more documents", (text) => text.replace('"documents": 3', '"documents": 196640')),
    inManifest("no provenance", (text) => text.replace('"provenance"', '"provenence"')),
    sealedManifest("another dataset", (manifest) => {
      manifest.dataset = "the-pile";
    }),
    sealedManifest("another hash of its listing", ({ provenance }) => {
      provenance!.listings[0]!.sha256 = `sha256:${sha("another")}`;
    }),
    sealedManifest("more documents", ({ segments }) => {
      segments[0]!.documents = 196_640;
    }),
    sealedManifest("another number of listed files", ({ provenance }) => {
      provenance!.listings[0]!.files = 2;
    }),
    sealedManifest("no source files", ({ provenance }) => {
      provenance!.sources = null;
    }),
    sealedManifest("no provenance", (manifest) => {
      delete manifest.provenance;
    }),
    sealedManifest("another revision", (manifest) => {
      manifest.revision = sha("another");
    }),
    inManifest("cut", (text) => text.slice(0, -20)),
    then("a byte of the index", "the files", async (storage) =>
      rewrite(storage, await dataFile(storage, /segment|index|seg/), (bytes) => {
        bytes[bytes.length >> 1]! ^= 1;
        return bytes;
      }),
    ),
    then("a byte of the text", "the files", async (storage) =>
      rewrite(storage, await dataFile(storage, /text|txt/), (bytes) => {
        bytes[bytes.length >> 1]! ^= 1;
        return bytes;
      }),
    ),
  ],
};
