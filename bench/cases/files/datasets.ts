/**
 * How much of the rate of plain text is left when documents are read out of datasets? Corpora are built in memory in turn, and
 * processor time is counted, so that other work on the machine changes little.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import type { CorpusDocument } from "../../../src/base/contract/resources/corpus.ts";
import { readDocuments } from "../../../src/files/documents/folders/files.ts";
import { buildCorpus } from "../../../src/index.ts";
import { tarOf, warcRecord } from "../../../test/files/documents/datasets/datasetFiles.ts";
import { assertAnswer, type Figure, figure, significant } from "../../harness/harness.ts";
import { documentsOf } from "../../harness/texts.ts";

const WORDS = 500_000;
const ROUNDS = 5;
/** Characters of a document: pages of the web have some thousands. */
const DOCUMENT_LENGTH = 4_000;
const GOAL = 0.8;
const TEXT = "files of text";
/** Nothing is read: the most that a format can reach. */
const MEMORY = "documents in memory";

export const datasetCase = { name: "datasets", figures: measureDatasets, isLong: true };

async function measureDatasets(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "spolia-bench-"));
  try {
    const documents = pieces(documentsOf(WORDS));
    const megabytes = documents.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / 1e6;
    const paths = writtenTo(folder, documents);
    const times = new Map(paths.map(([name]) => [name, [] as number[]]));
    for (let round = -1; round < ROUNDS; round += 1)
      for (const [name, path] of paths) {
        const before = process.cpuUsage();
        const given = path === null ? documents : readDocuments([path]);
        const { info } = await buildCorpus(given, { name: "bench", dataset: "bench" });
        const { user, system } = process.cpuUsage(before);
        assertAnswer(info.documents, documents.length, `The corpus of ${name}, asked for its documents,`);
        if (round >= 0) times.get(name)!.push((user + system) / 1e6);
      }
    const rateOf = (name: string) => significant(megabytes / median(times.get(name)!));
    return paths.map(([name]) => {
      const rate = rateOf(name);
      const rivals = [TEXT, MEMORY].filter((rival) => rival !== name && name !== MEMORY);
      return {
        ...figure(`build from ${name}`, "MB/s", rate, [
          [`${GOAL} of the rate of text`, () => (name === MEMORY ? null : rate >= GOAL * rateOf(TEXT))],
        ]),
        rivals: rivals.map((rival) => ({
          ...{ name: rival, value: rateOf(rival), ratio: significant(rate / rateOf(rival)) },
        })),
        ratio: rivals.length === 0 ? null : significant(rate / rateOf(rivals[0]!)),
      };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Documents of the length of web pages. */
function pieces(documents: readonly CorpusDocument[]): { id: string; text: string }[] {
  return documents.flatMap(({ id, text }) => {
    const count = Math.ceil(text.length / DOCUMENT_LENGTH);
    return Array.from({ length: count }, (_, i) => ({
      id: `${id.replace(/\W/g, "_")}-${i}`,
      text: text.slice(i * DOCUMENT_LENGTH, (i + 1) * DOCUMENT_LENGTH).trim(),
    }));
  });
}

/** The same documents in each format. */
function writtenTo(
  folder: string,
  documents: readonly { id: string; text: string }[],
): [name: string, path: string | null][] {
  const paths: [string, string | null][] = [[MEMORY, null]];
  const write = (name: string, bytes: Uint8Array): void => {
    paths.push([name.replace(/^a/, ""), join(folder, name)]);
    writeFileSync(join(folder, name), bytes);
  };
  mkdirSync(join(folder, "text"));
  for (const { id, text } of documents) writeFileSync(join(folder, "text", `${id}.txt`), text);
  paths.push([TEXT, join(folder, "text")]);
  const lines = Buffer.from(documents.map((document) => `${JSON.stringify(document)}\n`).join(""));
  write("a.jsonl", lines);
  write("a.jsonl.gz", zlib.gzipSync(lines));
  if (zlib.zstdCompressSync !== undefined) write("a.jsonl.zst", zlib.zstdCompressSync(lines));
  const column = (field: "id" | "text") => ({
    ...{ name: field, type: "STRING" as const },
    data: documents.map((document) => document[field]),
  });
  write("a.parquet", new Uint8Array(parquetWriteBuffer({ columnData: [column("id"), column("text")] })));
  const records = documents.map(({ id, text }) => warcRecord("conversion", { "WARC-Record-ID": `<${id}>` }, text));
  write("a.wet.gz", Buffer.concat(records.map((record) => zlib.gzipSync(record))));
  write("a.tar", tarOf(Object.fromEntries(documents.map(({ id, text }) => [`${id}.txt`, text]))));
  return paths;
}

function median(values: readonly number[]): number {
  return [...values].sort((x, y) => x - y)[Math.floor(values.length / 2)]!;
}
