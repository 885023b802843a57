/** Is the text of strangers' files read as other programs read it, and is told what is not read? */
import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { readHtml } from "../../../src/files/documents/markup/html.ts";
import { readMarkdown } from "../../../src/files/documents/markup/markdown.ts";
import { type FileContent, readBytes } from "../../../src/files/index.ts";
import { spread } from "../figures.ts";
import type { Answer, Question } from "../question.ts";
import { type Agreement, agreement } from "./measure.ts";
import { missingPrograms, ORACLES, readByOther } from "./oracles.ts";

const { SPOLIA_READING: folder = "" } = process.env;
const GOOD = 0.95;
/** Less of what another program reads, and nothing told, is a loss in silence. */
const LOST_BELOW = 0.8;

interface Outcome extends Partial<Agreement> {
  file: string;
  format: string;
  /** Why nothing was read, or what of it was not. */
  told: string[];
  isRead: boolean;
  /** Whether another program reads the file. */
  isCompared: boolean;
}

export const reading: Question = {
  name: "reading",
  question: "Is the text of strangers' files read as other programs read it, and is what is not read told?",
  skip: () => {
    if (folder === "") return "SPOLIA_READING names no folder of files (see the README of this folder)";
    const missing = missingPrograms();
    return missing.length === 0 ? null : `these programs are missing: ${missing.join(", ")}`;
  },
  run: async ({ sample, onProgress }) => {
    const all = filesOf(folder).filter((file) => formatOf(file) in ORACLES);
    const step = sample === undefined ? 1 : Math.max(1, Math.floor(all.length / sample));
    const files = all.filter((_, index) => index % step === 0);
    const outcomes: Outcome[] = [];
    for (const [index, file] of files.entries()) {
      if (index % 100 === 0) onProgress(`${index} of ${files.length} files`);
      outcomes.push(await outcomeOf(file));
    }
    return answerOf(outcomes);
  },
};

const formatOf = (file: string): string => extname(file).slice(1).toLowerCase();

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function outcomeOf(file: string): Promise<Outcome> {
  const format = formatOf(file);
  const [ours, theirs] = await Promise.all([readHere(file), readByOther(ORACLES[format]!, file)]);
  const isCompared = theirs !== null;
  if (typeof ours === "string") return { file, format, told: [ours], isRead: false, isCompared };
  const told = (ours.unread_pages ?? []).map(({ reason }) => reason);
  const running = (ours.running_lines ?? []).map(({ text }) => text);
  const text = [ours.title ?? "", textOf(ours), ...running].join("\n");
  return { file, format, told, isRead: true, isCompared, ...agreement(text, theirs ?? "") };
}

/** The content, or why there is none. */
async function readHere(file: string): Promise<FileContent | string> {
  try {
    return await readBytes(readFileSync(file), { name: file });
  } catch (error) {
    if (isSpoliaError(error)) return error.message;
    throw error;
  }
}

function textOf({ content, content_type }: FileContent): string {
  if (content_type === "html") return readHtml(content).text;
  return content_type === "markdown" ? readMarkdown(content).text : content;
}

const isLost = ({ isRead, isCompared, recall, told }: Outcome): boolean =>
  isRead && isCompared && told.length === 0 && (recall ?? 1) < LOST_BELOW;

function answerOf(outcomes: readonly Outcome[]): Answer {
  const formats = [...new Set(outcomes.map(({ format }) => format))].sort();
  const rows = formats.map((format) => {
    const of = outcomes.filter((outcome) => outcome.format === format);
    const read = of.filter(({ isRead }) => isRead);
    const both = read.filter(({ isCompared }) => isCompared);
    return [
      format,
      of.length,
      read.length,
      of.length - read.length,
      read.filter(({ told }) => told.length > 0).length,
      ...shares(both.flatMap(({ recall }) => recall ?? [])),
      ...shares(both.flatMap(({ precision }) => precision ?? [])),
      read.filter(({ isGarbage }) => isGarbage).length,
      of.filter(isLost).length,
    ];
  });
  return {
    tables: [
      {
        title: "Strangers' files, runs of five words beside pandoc, pdftotext and Python's library for mail",
        head: [
          ...["format", "files", "read", "refused, with the reason", "read in part, as told", "compared"],
          ...["recall, median", "of .95 and more, %", "compared", "precision, median", "of .95 and more, %"],
          ...["garbage", "lost in silence (goal 0)"],
        ],
        rows,
      },
    ],
    worst: outcomes.filter((outcome) => isLost(outcome) || outcome.isGarbage).map(lineOf),
    record: outcomes,
  };
}

function shares(values: readonly number[]): (number | string)[] {
  if (values.length === 0) return [0, "–", "–"];
  const good = values.filter((value) => value >= GOOD).length;
  return [values.length, Number(spread(values)!.median.toFixed(3)), Number(((100 * good) / values.length).toFixed(1))];
}

function lineOf({ file, recall, precision, words, isGarbage }: Outcome): string {
  const figures = [recall, precision].map((value) => value?.toFixed(2) ?? "–").join(" / ");
  return `${basename(file)}: recall / precision ${figures}, ${words} words${isGarbage ? ", garbage" : ""}`;
}
