/**
 * `node bench/steps/documents/compare.ts [--format FORMAT] FILE…`: compares the words that are read of documents with those
 * that pandoc reads, or of PDF with those that pdftotext of Poppler reads, which must be in the PATH; one line for each
 * file that differs. `PANDOC` names pandoc where it is not in the PATH. Of PDF it also counts how many sequences of eight
 * words both read: that is the order of reading. Of LaTeX (`--format latex`) formulas are left out on both sides.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { readBytes } from "../../../src/files/documents/readBytes.ts";

/** Marks of lists and notes, which pandoc writes and documents do not hold as text. */
const MARK = /^(\p{N}+|[ivxlc]+|[a-z])$/u;
const SHOWN = 8;
const WITHOUT_FORMULAS = fileURLToPath(new URL("withoutFormulas.lua", import.meta.url));
const FORMULA = /(\${1,2})(?=[^\s$])[^$\n]*[^\s$]\1(?!\d)/g;
/** Some files are made so that reading them does not end. */
const LIMITS = { maxBuffer: 2 ** 28, timeout: 60_000, killSignal: "SIGKILL" } as const;

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of `some` that `others` have not, each as often as it is missing. */
function missing(some: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of others) counts.set(word, (counts.get(word) ?? 0) + 1);
  return some.filter((word) => {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    return left <= 0;
  });
}

function pandocWords(file: string, format: string): string[] {
  const program = process.env["PANDOC"] ?? "pandoc";
  const filter = format === "latex" ? ["--lua-filter", WITHOUT_FORMULAS] : [];
  const options = ["-f", format, "-t", "plain", "--wrap=none", ...filter, file];
  return wordsOf(execFileSync(program, options, { encoding: "utf8", ...LIMITS, stdio: ["ignore", "pipe", "ignore"] }));
}

/** Words in a row that are compared as one. */
const SEQUENCE_WORDS = 8;

function sequencesOf(words: readonly string[]): Set<string> {
  const starts = words.slice(0, Math.max(0, words.length - SEQUENCE_WORDS + 1));
  return new Set(starts.map((_, at) => words.slice(at, at + SEQUENCE_WORDS).join(" ")));
}

function popplerWords(file: string): string[] {
  const options = ["-q", "-enc", "UTF-8", file, "-"];
  return wordsOf(
    execFileSync("pdftotext", options, { encoding: "utf8", ...LIMITS, stdio: ["ignore", "pipe", "ignore"] }),
  );
}

const { values, positionals } = parseArgs({ options: { format: { type: "string" } }, allowPositionals: true });
const totals = {
  ...{ files: 0, same: 0, marksOnly: 0, unread: 0, unreadByOther: 0 },
  ...{ words: 0, notOurs: 0, notOthers: 0, sequences: 0, sequencesOfBoth: 0 },
};
for (const file of positionals) {
  totals.files += 1;
  try {
    const read = await readBytes(readFileSync(file), { name: file });
    const format = values.format ?? file.slice(file.lastIndexOf(".") + 1).toLowerCase();
    const ours = wordsOf(format === "latex" ? read.content.replace(FORMULA, " ") : read.content);
    totals.words += ours.length;
    const theirs = format === "pdf" ? popplerWords(file) : pandocWords(file, format);
    const notOurs = missing(theirs, ours);
    const notOthers = missing(ours, theirs);
    if (format === "pdf") {
      const [one, other] = [sequencesOf(ours), sequencesOf(theirs)];
      totals.sequences += other.size;
      totals.sequencesOfBoth += [...other].filter((sequence) => one.has(sequence)).length;
    }
    const marks = notOurs.filter((word) => MARK.test(word)).length;
    totals.notOurs += notOurs.length - marks;
    totals.notOthers += notOthers.length;
    if (notOurs.length + notOthers.length === 0) totals.same += 1;
    else if (notOurs.length + notOthers.length === marks) totals.marksOnly += 1;
    else {
      const shown = [notOurs, notOthers].map((words) => words.slice(0, SHOWN).join(" "));
      console.log(`${basename(file)}: only the other [${shown[0]}] only we [${shown[1]}]`);
    }
  } catch (error) {
    if (isSpoliaError(error)) totals.unread += 1;
    else totals.unreadByOther += 1;
    console.log(`${basename(file)}: ${isSpoliaError(error) ? error.message : "the other program does not read it"}`);
  }
}
console.log(JSON.stringify(totals));
