/** Reports of a corpus. */
import { checkPlain, checkShown } from "../../base/arguments.ts";
import type { Sha256 } from "../../base/contract/common.ts";
import type {
  CorpusInfo,
  CorpusProvenance,
  CorpusVerification,
  ListingComparison,
  UnreadCode,
  UnreadInputs,
} from "../../base/contract/resources/corpus.ts";
import { plural } from "../../base/plural.ts";
import { bytes, count, figure, type PlainOptions, TerminalPage } from "../layout/page.ts";

export function plainCorpusInfo(info: CorpusInfo, options: PlainOptions): string {
  checkShown("plainCorpusInfo", info, "revision");
  checkPlain("plainCorpusInfo", options);
  const page = new TerminalPage(options);
  page.verdict(info.name, `Corpus of the dataset ${info.dataset}.`, "plain");
  const { name, shingle_words: words, window_shingles: window } = info.profile;
  const rows = [
    ["revision", info.revision],
    [
      "documents",
      `${figure(info.documents)}, of which ${figure(info.identical_documents)} ${plural(info.identical_documents, "repeats", "repeat")} an earlier one`,
    ],
    ["words", figure(info.words)],
    ["fingerprints", `${figure(info.fingerprints)} (profile ${name}: ${count(words, "word")}, window ${window})`],
    ["text", isWithoutText(info) ? `not stored; ${bytes(info.text_bytes)} were indexed` : bytes(info.text_bytes)],
    ["stored", `${bytes(info.stored_bytes)}, in ${count(info.segments, "segment")}, ${bytesPerToken(info)}`],
    ["not counted", plainIgnored(info)],
    ["other words", plainVectors(info)],
    ["normalisation", info.fold],
    ["not read", plainUnread(info.unread)],
    ["made from", plainSources(info.provenance)],
    ...plainOrigins(info.provenance),
    ["their hashes", hexOf(info.provenance?.sources?.digest)],
    ["label", plainLabel(info)],
    ...plainListings(info.provenance),
  ] as const;
  const isShort = options.detail === "short";
  for (const [label, value] of rows)
    if (value !== "" && (!isShort || SHORT_ROWS.has(label))) page.text(value, { label: label.padEnd(14) });
  if (isShort) page.text("spolia corpus info prints all.", { label: "more".padEnd(14) });
  return page.finish();
}

function plainIgnored({ ignore }: CorpusInfo): string {
  if (ignore === undefined) return "";
  return `${count(ignore.words, "word")} of ${count(ignore.texts, "text")}, left out in every analysis over this corpus`;
}

function plainVectors({ vectors, segments }: CorpusInfo): string {
  if (vectors === undefined) return "";
  const some = vectors.segments < segments ? `, in ${figure(vectors.segments)} of ${count(segments, "segment")}` : "";
  return `vectors of ${vectors.encoder.name} (${vectors.encoder.implementation})${some}`;
}

/** What whoever has built or changed a corpus wants to know at once. */
const SHORT_ROWS: ReadonlySet<string> = new Set([
  "documents",
  "words",
  "not read",
  "not counted",
  "stored",
  "other words",
  "label",
]);

/** The info of version 0.1.0 does not say it: all corpora had text. */
const isWithoutText = ({ has_text }: CorpusInfo): boolean => has_text === false;

/** A token of a language model is taken to be three quarters of a word. */
const WORDS_PER_TOKEN = 0.75;

/** `0.96 bytes a token`. */
export function bytesPerToken({ stored_bytes: stored, words }: CorpusInfo): string {
  return words === 0 ? "no words" : `${((WORDS_PER_TOKEN * stored) / words).toFixed(2)} bytes a token`;
}

function plainUnread(unread: UnreadInputs | null): string {
  if (unread === null) return "not recorded: a program, or a version before 0.2.0, added the documents";
  return unread.inputs === 0 ? "none of the given files" : plainUnreadKinds(unread);
}

function plainSources(provenance: CorpusProvenance | null): string {
  if (provenance === null) return "not recorded";
  const { sources, unrecorded } = provenance;
  const unknown = unrecorded === 0 ? [] : [`${plainUnrecorded(unrecorded)} without recorded files`];
  if (sources === null) return unknown.join("");
  const isCut = sources.listed.length < sources.files;
  const listed = isCut ? `, of which ${figure(sources.listed.length)} are listed` : "";
  return [`${count(sources.files, "file")} of ${bytes(sources.bytes)}${listed}`, ...unknown].join(", and ");
}

/** Most origins that are shown. */
const ORIGINS_SHOWN_MAX = 5;

function plainOrigins(provenance: CorpusProvenance | null): [label: string, value: string][] {
  const origins = provenance?.sources?.origins ?? [];
  const shown = origins.slice(0, ORIGINS_SHOWN_MAX).map(({ dataset, revision, split, files }): [string, string] => {
    const of = [dataset, revision && `revision ${revision}`, split && `split ${split}`].filter(Boolean).join(", ");
    return ["of", `${of}: ${count(files, "file")}`];
  });
  const more = origins.length - shown.length;
  return more > 0 ? [...shown, ["", `and ${figure(more)} more`]] : shown;
}

const plainUnrecorded = (unrecorded: number): string =>
  count(unrecorded, "addition of documents", "additions of documents");

function plainLabel({ dataset, provenance }: CorpusInfo): string {
  const { declared, listings } = provenance ?? { declared: null, listings: [] };
  const on = declared?.on ? ` on ${declared.on}` : "";
  const by = declared === null ? "" : `, declared by ${declared.by}${on}`;
  return `${dataset}${by}${listings.length === 0 ? ", compared with no published hashes" : ""}`;
}

function plainListings(provenance: CorpusProvenance | null): [label: string, value: string][] {
  return (provenance?.listings ?? []).flatMap(({ sha256, files }) => [
    ["listing", hexOf(sha256)],
    [
      "",
      `${figure(files)} of ${count(provenance?.sources?.files ?? 0, "file")} ${plural(files, "stands", "stand")} in it`,
    ],
  ]);
}

/** Without its prefix a hash fits into a line. */
const hexOf = (hash: Sha256 = ""): string => hash.replace("sha256:", "");

const FITS = {
  yes: ["FITS", "Every source file is in the listing.", "sound"],
  no: ["DOES NOT FIT", "Documents come from elsewhere than the files of the listing.", "found"],
  unknown: ["NOT KNOWN", "The corpus lists a part of its source files. These are in the listing.", "plain"],
} as const;

export function plainListingComparison(name: string, compared: ListingComparison, options: PlainOptions): string {
  checkShown("plainListingComparison", compared, "fits");
  checkPlain("plainListingComparison", options);
  const page = new TerminalPage(options);
  const [word, sentence, tone] = FITS[compared.fits];
  page.verdict(word, sentence, tone);
  const { listing, files, compared: many, strange, strange_files, unrecorded, absent, absent_files } = compared;
  const rows = [
    ["corpus", name],
    ["listing", hexOf(listing.sha256)],
    ["it names", count(listing.entries, "file")],
    ["compared", `${figure(many)} of ${count(files, "source file")}`],
    [
      "not in it",
      strange_files === 0
        ? "none"
        : some(
            strange_files,
            strange.map((file) => file.name),
          ),
    ],
    ["without file", unrecorded === 0 ? "" : plainUnrecorded(unrecorded)],
    ["not here", absent_files === null ? "not known" : absent_files === 0 ? "none" : some(absent_files, absent)],
  ] as const;
  for (const [label, value] of rows) if (value !== "") page.text(value, { label: label.padEnd(14) });
  page.text(
    "Only recorded hashes were compared. That the documents are what these files contain rests on whoever built the corpus.",
    { dim: true },
  );
  return page.finish();
}

const some = (all: number, first: readonly string[]): string =>
  `${figure(all)}: ${first.join(", ")}${all > first.length ? ", …" : ""}`;

/** `2 PDF, 1 image, 1 not UTF-8`. */
export function plainUnreadKinds({ kinds }: Pick<UnreadInputs, "kinds">): string {
  return kinds.map(({ code, format, inputs }) => `${figure(inputs)} ${format ?? UNREAD[code](inputs)}`).join(", ");
}

const UNREAD: Readonly<Record<UnreadCode, (inputs: number) => string>> = {
  format_not_read: (inputs) => `of ${plural(inputs, "another format", "other formats")}`,
  not_utf8: () => "not UTF-8",
  damaged: () => "damaged",
  encrypted: () => "encrypted",
  scanned: () => "scanned",
  not_unicode: () => "in fonts without characters",
  empty: () => "without text",
  too_large: () => "too large",
  unreadable: () => "that could not be opened",
  link: (inputs) => plural(inputs, "symbolic link"),
  invalid_record: (inputs) => `${plural(inputs, "record")} of datasets`,
};

export function plainVerification(path: string, found: CorpusVerification, options: PlainOptions): string {
  checkShown("plainVerification", found, "damages");
  checkPlain("plainVerification", options);
  const page = new TerminalPage(options);
  const read = `Read and checked: ${bytes(found.bytes)} in ${count(found.segments, "segment")}.`;
  if (found.is_sound) page.verdict("SOUND", read, "sound");
  else page.verdict("DAMAGED", `${count(found.damages.length, "damage")} found. ${read}`, "found");
  page.text(path, { label: "corpus".padEnd(14) });
  for (const { file, part, message } of found.damages) page.text(`${part}: ${message}`, { label: `${file}  ` });
  if (!found.is_sound) page.text("Copy the corpus again from where it came from, or build it again.");
  return page.finish();
}
