/** The development data, in a folder `shared` beside the repository where there is one. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const DATA = join(dirname(fileURLToPath(import.meta.url)), "../../../shared/data");

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

/** Documents of a corpus, such as `eltec-eng` or `dc-law/code-sections`. What has no title goes by its id. */
export function sharedCorpus(name: string): SharedDocument[] {
  return sharedRecords<Omit<SharedDocument, "title"> & { title?: string }>(`corpora/${name}{,/*,-*}.jsonl.gz`).map(
    ({ id, title, author, text }) => ({
      ...{ id, title: title ?? id, text },
      ...(author !== undefined && { author }),
    }),
  );
}

export function sharedOcrPairs(): OcrPair[] {
  return sharedRecords<OcrPair>("pairs/ocr/*.jsonl.gz");
}

/** Licence texts and their short headers, many of them in families. */
export function sharedLicences(): SharedDocument[] {
  return sharedRecords<SharedDocument>("pairs/licences/*.jsonl.gz").map(({ id, title, text }) => ({ id, title, text }));
}

/** Pairs of acts, by their ids in `dc-law/laws`: 1 for the temporary and the permanent version of one, 0 for others of the period. */
export function sharedVersions(): { a: string; b: string; label: number | null }[] {
  return sharedRecords<{ a: string; b: string; label: number | null }>("pairs/dc-law-reuse/versions.jsonl.gz");
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
