/**
 * What spolia needs of a machine and of others, and whether it is there. Nothing is sent but requests for a corpus at
 * an address, and requests without a text to hosts of models; what is written is removed.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, freemem, tmpdir } from "node:os";
import { join } from "node:path";
import zlib from "node:zlib";
import manifest from "../../../package.json" with { type: "json" };
import { verifyCorpus } from "../../corpus/index.ts";
import { createEngine, isSpoliaError, openCorpus } from "../../index.ts";
import { bytes, count } from "../../report/layout/page.ts";
import { openCatalogue, withEngine } from "../inputs/inputs.ts";
import { openModels, readModels } from "../inputs/models.ts";
import { readPage } from "../service/page.ts";
import { openKeptRecords } from "../service/records.ts";

interface MachineCheck {
  name: string;
  /** `missing` is what one can do without. */
  state: "ok" | "missing" | "fault";
  /** What was found, or what to do. */
  detail: string;
}

/** What each optional package is for. */
const PACKAGES: Readonly<Record<string, string>> = {
  unpdf: "PDF",
  yaml: "cards of Hugging Face",
  "pdfjs-dist": "PDF with fonts of East Asia that are not embedded",
  hyparquet: "Parquet",
  "hyparquet-compressors": "Parquet that is packed",
  "@uwdata/flechette": "Arrow",
  fzstd: "Zstandard before Node 22.15",
  pkijs: "time stamps",
  asn1js: "time stamps",
  aws4fetch: "corpora in object storage",
  pg: "records in PostgreSQL",
  "@opentelemetry/api": "traces",
};
const NODE_MIN = [20, 19] as const;
const SQLITE_FROM = "Records of a service need Node 22.13 or later.";

/** What a service needs besides, by the options of `spolia serve`. */
export interface ServiceParts {
  models?: string;
  data?: string;
}

export async function examine(
  corpora: readonly string[],
  { models, data }: ServiceParts,
  env: Readonly<Record<string, string | undefined>>,
): Promise<MachineCheck[]> {
  return [
    node(),
    await kernels(),
    await catalogue(),
    temporaryFolder(),
    { name: "machine", state: "ok", detail: `${count(availableParallelism(), "core")}, ${bytes(freemem())} free` },
    process.getBuiltinModule?.("node:sqlite") === undefined
      ? { name: "records", state: "missing", detail: SQLITE_FROM }
      : { name: "records", state: "ok", detail: "SQLite" },
    readPage() === undefined
      ? { name: "page", state: "missing", detail: "It was not built: npm run build." }
      : { name: "page", state: "ok", detail: "spolia serve shows it at /" },
    ...Object.entries(PACKAGES)
      .filter(([name]) => name !== "fzstd" || !hasZstandard())
      .map(([name, use]) => optionalPackage(name, use)),
    ...(await Promise.all(corpora.map(corpus))),
    ...(models === undefined ? [] : await hostsOf(models, env)),
    ...(data === undefined ? [] : [await records(data)]),
  ];
}

/** Whether Node unpacks Zstandard itself, so that the package is not needed. */
const hasZstandard = (): boolean => "createZstdDecompress" in zlib;

function node(): MachineCheck {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isEnough = major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
  return isEnough
    ? { name: "node", state: "ok", detail: process.version }
    : { name: "node", state: "fault", detail: `${process.version}; spolia needs ${NODE_MIN.join(".")} or later.` };
}

/** The kernels fold and compare: a text is one text with itself in other letters. */
async function kernels(): Promise<MachineCheck> {
  try {
    const engine = await createEngine({ corpora: [] });
    const text = "It was the best of times, it was the worst of times, it was the age of wisdom.";
    const { relation } = await engine.compare({ a: text, b: text.toUpperCase() });
    if (relation !== "identical") throw new Error(`Two equal texts are ${relation}.`);
    return engine.kernels.name === "wasm"
      ? { name: "kernels", state: "ok", detail: "WebAssembly" }
      : {
          name: "kernels",
          state: "missing",
          detail: "WebAssembly does not run here: TypeScript does, many times slower.",
        };
  } catch (error) {
    return { name: "kernels", state: "fault", detail: messageOf(error) };
  }
}

async function catalogue(): Promise<MachineCheck> {
  try {
    const { revision, models, datasets } = await openCatalogue();
    const holds = `${count(models.length, "model")}, ${count(datasets.length, "dataset")}`;
    return { name: "catalogue", state: "ok", detail: `${revision}: ${holds}` };
  } catch (error) {
    return { name: "catalogue", state: "fault", detail: messageOf(error) };
  }
}

function temporaryFolder(): MachineCheck {
  try {
    const folder = mkdtempSync(join(tmpdir(), "spolia-doctor-"));
    writeFileSync(join(folder, "file"), "written");
    rmSync(folder, { recursive: true });
    return { name: "temporary files", state: "ok", detail: tmpdir() };
  } catch (error) {
    return { name: "temporary files", state: "fault", detail: messageOf(error) };
  }
}

function optionalPackage(name: string, use: string): MachineCheck {
  const wanted: string | undefined = (manifest.peerDependencies as Record<string, string>)[name];
  const folder = createRequire(import.meta.url)
    .resolve.paths(name)
    ?.find((one) => existsSync(join(one, name)));
  if (folder !== undefined) return { name, state: "ok", detail: use };
  const version = /\d+/.exec(wanted ?? "")?.[0] ?? "latest";
  return { name, state: "missing", detail: `For ${use}: npm install ${name}@${version}` };
}

async function corpus(path: string): Promise<MachineCheck> {
  try {
    await using opened = await openCorpus(path);
    const { is_sound: isSound, damages } = await verifyCorpus(opened.storage);
    const { documents, words } = opened.info;
    return isSound
      ? {
          name: path,
          state: "ok",
          detail: `${count(documents, "document")}, ${count(words, "word")}; every byte is as written`,
        }
      : { name: path, state: "fault", detail: damages[0]?.message ?? "It is damaged." };
  } catch (error) {
    return { name: path, state: "fault", detail: messageOf(error) };
  }
}

/** The hosts of models, as a service would ask them. */
async function hostsOf(file: string, env: Readonly<Record<string, string | undefined>>): Promise<MachineCheck[]> {
  try {
    const models = await openModels(readModels(file), { env });
    const found = await withEngine({}, ({ reach }) => reach("models"), { models });
    return found.map(({ name, answers }) => ({
      name: `model ${name}`,
      state: answers ? "ok" : "fault",
      detail: answers ? "It answers." : "Its host does not answer. Check its address in the file of models.",
    }));
  } catch (error) {
    return [{ name: "models", state: "fault", detail: messageOf(error) }];
  }
}

/** Whether records take writes: nothing is written in the transaction. */
async function records(data: string): Promise<MachineCheck> {
  try {
    const store = await openKeptRecords(data);
    try {
      await store.check();
      await store.write(async () => {});
    } finally {
      await store.close();
    }
    return { name: "records of a service", state: "ok", detail: "They take writes." };
  } catch (error) {
    return { name: "records of a service", state: "fault", detail: messageOf(error) };
  }
}

const messageOf = (error: unknown): string =>
  isSpoliaError(error) ? [error.message, error.hint ?? ""].join(" ").trim() : (error as Error).message;
