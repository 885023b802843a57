/** How a file is read, by the ending of its name. */

import { isTextHead } from "./bytes/binary.ts";
import { declaredInText } from "./bytes/declared.ts";
import { type DecodedText, decodeText, type TextEncoding } from "./bytes/decode.ts";
import type { DocumentText } from "./documentText.ts";
import { isForeignName } from "./formats.ts";
import { decodeLatex } from "./latex/encoding.ts";
import { readLatex } from "./latex/read.ts";
import { readAsciidoc } from "./markup/light/asciidoc.ts";
import { readOrg } from "./markup/light/org.ts";
import { readRst } from "./markup/light/rst.ts";
import { readWikitext } from "./markup/light/wikitext.ts";
import { readNotebook } from "./markup/notebook.ts";
import { readSubtitles } from "./markup/subtitles.ts";
import { readBibtex, readCalendar, readConllu, readGettext, readRis } from "./markup/tagged.ts";

/** How the text of a file becomes that of a document. */
interface KindReader {
  readonly decode: (bytes: Uint8Array, stated: TextEncoding | undefined) => DecodedText;
  readonly read: (text: string) => DocumentText;
}

const decodeUtf8: KindReader["decode"] = (bytes, stated) => decodeText(bytes, { stated, declared: ["utf-8"] });

const decodeAny: KindReader["decode"] = (bytes, stated) =>
  decodeText(bytes, { stated, declared: declaredInText(bytes) });

/**
 * `archive`: a zip archive of XML, as EPUB, DOCX and ODT are; which one, its content tells. `jsonl`, `json`, `csv`,
 * `parquet`, `arrow`, `warc`, `tar` and `mbox` hold many documents. A kind without a reader is read in `content.ts`.
 */
const KINDS = [
  ["jsonl", ".jsonl .ndjson .jsonlines .ldjson"],
  ["json", ".json .geojson .jsonld"],
  ["csv", ".csv .tsv .tab .psv"],
  ["parquet", ".parquet"],
  ["arrow", ".arrow .feather .arrows"],
  ["warc", ".warc .wet .arc"],
  ["tar", ".tar"],
  ["mbox", ".mbox"],
  ["text", ".txt"],
  ["markdown", ".md .markdown .mdown .mkd .rmd .qmd"],
  ["html", ".html .htm .xhtml .hocr .smi .sami"],
  ["xml", ".xml .tei .fodt .fb2 .ttml .dfxp .opml .xliff .xlf .tmx .alto .jats .docbook .dbk .dita .enex .rss .atom"],
  ["archive", ".epub .docx .docm .dotx .odt .ott .pptx .pptm .ppsx"],
  ["pdf", ".pdf"],
  ["rtf", ".rtf"],
  ["latex", ".tex .ltx .latex", { decode: decodeLatex, read: readLatex }],
  ["notebook", ".ipynb .zpln", { decode: decodeUtf8, read: readNotebook }],
  ["subtitles", ".srt .vtt .sbv .sub .lrc .ass .ssa", { decode: decodeAny, read: readSubtitles }],
  ["rst", ".rst .rest", { decode: decodeAny, read: readRst }],
  ["asciidoc", ".adoc .asciidoc", { decode: decodeAny, read: readAsciidoc }],
  ["org", ".org", { decode: decodeAny, read: readOrg }],
  ["wikitext", ".wiki .wikitext .mediawiki", { decode: decodeAny, read: readWikitext }],
  ["bibtex", ".bib", { decode: decodeAny, read: readBibtex }],
  ["ris", ".ris", { decode: decodeAny, read: readRis }],
  ["gettext", ".po .pot", { decode: decodeAny, read: readGettext }],
  ["conllu", ".conllu", { decode: decodeUtf8, read: readConllu }],
  ["calendar", ".ics", { decode: decodeAny, read: readCalendar }],
  ["mail", ".eml .emlx .mht .mhtml"],
] as const satisfies readonly (readonly [kind: string, endings: string, reader?: KindReader])[];
export type FileKind = (typeof KINDS)[number][0];
export type DatasetKind = "jsonl" | "json" | "csv" | "parquet" | "arrow" | "warc" | "tar" | "mbox";

/** How the bytes of a file are packed as a whole. */
export type Packing = "none" | "gzip" | "zstd";

const ENDINGS: readonly (readonly [kind: FileKind, endings: string, reader?: KindReader])[] = KINDS;
const PACKINGS: readonly (readonly [packing: Packing, ending: string])[] = [
  ["gzip", ".gz"],
  ["zstd", ".zst"],
];
const DATASETS: ReadonlySet<FileKind> = new Set(["jsonl", "json", "csv", "parquet", "arrow", "warc", "tar", "mbox"]);

/** Kind of a file by the ending of its name; `undefined` for a name that folder searches ignore. */
export function kindOf(name: string): FileKind | undefined {
  const lower = unpackedName(name).toLowerCase();
  const kind = ENDINGS.find(([, endings]) => endings.split(" ").some((ending) => lower.endsWith(ending)))?.[0];
  // Its columns are packed by themselves, and read from any place.
  return kind === "parquet" && packingOf(name) !== "none" ? undefined : kind;
}

/** The name that a file has when it is unpacked. */
export function unpackedName(name: string): string {
  const tar = name.replace(/\.tgz$/i, ".tar.gz");
  return tar.slice(0, tar.length - (packingEnding(tar)?.[1].length ?? 0));
}

/** The reader of files of a kind that are text throughout. */
export function textReaderOf(kind: FileKind | undefined): KindReader | undefined {
  return ENDINGS.find(([named]) => named === kind)?.[2];
}

/** How a file is packed, by the ending of its name. */
export function packingOf(name: string): Packing {
  return packingEnding(name.replace(/\.tgz$/i, ".tar.gz"))?.[0] ?? "none";
}

/** How bytes are packed, by the first of them; `undefined` where they are as they stand. */
export function packingOfBytes(head: Uint8Array): Exclude<Packing, "none"> | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return "gzip";
  // Other programs put frames before the packed ones that hold what is theirs.
  if ((head[0]! & 0xf0) === 0x50 && head[1] === 0x2a && head[2] === 0x4d && head[3] === 0x18) return "zstd";
  return head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd ? "zstd" : undefined;
}

/** Whether a file whose name says no kind may be text; what is packed in it, its reader tells. */
export function mayBeText(head: Uint8Array, name: string): boolean {
  if (packingOfBytes(head) !== undefined) return !isForeignName(unpackedName(name));
  return isTextHead(head, isForeignName(name));
}

/** Whether files of this kind hold many documents, each with an id of its own. */
export function isDataset(kind: FileKind | undefined): kind is DatasetKind {
  return kind !== undefined && DATASETS.has(kind);
}

/** A file with the number of a row of Parquet, a record of a web archive, or a line in it, as people are told. */
export function placeInFile(path: string, number: number | undefined): string {
  if (number === undefined) return path;
  const kind = kindOf(path);
  return `${path}, ${(kind !== undefined && NUMBERED[kind]) || "line"} ${number}`;
}

/** What the numbers of a file count, where these are no lines. */
const NUMBERED: Partial<Record<FileKind, string>> = {
  json: "record",
  csv: "row",
  parquet: "row",
  arrow: "row",
  warc: "record",
  mbox: "message",
};

function packingEnding(name: string): (typeof PACKINGS)[number] | undefined {
  return PACKINGS.find(([, ending]) => name.toLowerCase().endsWith(ending));
}
