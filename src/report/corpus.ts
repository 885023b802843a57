/** Reports of a corpus. */
import { checkPlain, checkShown } from "../arguments.ts";
import type { CorpusInfo, CorpusVerification, UnreadCode, UnreadInputs } from "../contract/corpus.ts";
import { plural } from "../plural.ts";
import { bytes, count, figure, type PlainOptions, TerminalPage } from "./page.ts";

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
    ["text", bytes(info.text_bytes)],
    ["stored", `${bytes(info.stored_bytes)}, in ${count(info.segments, "segment")}`],
    ["folding", info.fold],
    ["not read", plainUnread(info.unread)],
  ] as const;
  for (const [label, value] of rows) page.text(value, { label: label.padEnd(14) });
  return page.finish();
}

function plainUnread(unread: UnreadInputs | null): string {
  if (unread === null) return "not recorded: a program, or a version before 0.2.0, added the documents";
  return unread.inputs === 0 ? "none of the given files" : plainUnreadKinds(unread);
}

/** `2 PDF, 1 image, 1 not UTF-8`. */
export function plainUnreadKinds({ kinds }: Pick<UnreadInputs, "kinds">): string {
  return kinds.map(({ code, format, inputs }) => `${figure(inputs)} ${format ?? UNREAD[code](inputs)}`).join(", ");
}

const UNREAD: Readonly<Record<UnreadCode, (inputs: number) => string>> = {
  format_not_read: (inputs) => `of ${plural(inputs, "another format", "other formats")}`,
  not_utf8: () => "not UTF-8",
  empty: () => "without text",
  too_large: () => "too large",
  unreadable: () => "that could not be opened",
  link: (inputs) => plural(inputs, "symbolic link"),
  invalid_record: (inputs) => `${plural(inputs, "line")} of JSON Lines`,
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
  return page.finish();
}
