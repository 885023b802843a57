/** The development data, in a folder `shared` beside the repository where there is one. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const DATA = join(dirname(fileURLToPath(import.meta.url)), "../../shared/data");

export interface SharedDocument {
  id: string;
  title: string;
  author?: string;
  text: string;
}

/** A passage with made-up recognition noise; offsets count Unicode code points. */
export interface OcrPair {
  id: string;
  corpus: string;
  doc: string;
  start: number;
  end: number;
  rate: number;
  ocr: string;
  gold: string;
}

export function hasSharedData(): boolean {
  return existsSync(DATA);
}

/** Documents of a corpus, such as `eltec-eng` or `dc-law/code-sections`. */
export function sharedCorpus(name: string): SharedDocument[] {
  return sharedRecords<SharedDocument>(`corpora/${name}{,/*,-*}.jsonl.gz`).map(({ id, title, author, text }) => ({
    ...{ id, title, text },
    ...(author !== undefined && { author }),
  }));
}

export function sharedOcrPairs(): OcrPair[] {
  return sharedRecords<OcrPair>("pairs/ocr/*.jsonl.gz");
}

/** Records of the files of a pattern, in the order of their names. */
export function sharedRecords<Record>(pattern: string): Record[] {
  const files = globSync(pattern, { cwd: DATA }).sort();
  if (files.length === 0) throw new Error(`There is no file ${pattern} in the shared data.`);
  return files.flatMap((file) =>
    gunzipSync(readFileSync(join(DATA, file)))
      .toString("utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record),
  );
}
