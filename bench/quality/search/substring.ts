/**
 * Are runs of 50 words and more that stood before cut, also in other typography, and nothing else? Beside the program for suffix arrays
 * of google-research/deduplicate-text-datasets, which compares bytes: SPOLIA_SUFFIX_ARRAYS is where its `dedup_dataset` was built.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Span } from "../../../src/base/contract/common.ts";
import { openDeduplicator } from "../../../src/corpus/index.ts";
import { Random } from "../../harness/random.ts";
import { hasSharedData, sharedCorpus } from "../../harness/shared.ts";
import type { Answer, Question } from "../question.ts";

const { SPOLIA_SUFFIX_ARRAYS: program = "" } = process.env;
/** Fewer than 50 words of a novel have; its authors take 100 for 50 tokens. */
const BYTES_MIN = 200;
const ORIGINALS = 100;
const COPIES = 200;
const DOCUMENT_UNITS = 12_000;
const LENGTHS = [50, 60, 100, 300];
/** So much of a run must be cut. */
const FOUND = 0.9;

const FORMS = {
  "as it is": (run: string) => run,
  "other line ends": (run: string) => run.replaceAll(/\s+/g, (_, at: number) => (at % 7 === 0 ? "\n" : " ")),
  capitals: (run: string) => run.toUpperCase(),
  "without its punctuation": (run: string) => run.replaceAll(/[^\p{L}\p{M}\p{N}’'-]+/gu, " "),
} as const;
type Form = keyof typeof FORMS;

interface Planted {
  document: number;
  span: Span;
  words: number;
  form: Form;
}

export const substring: Question = {
  name: "substring",
  question: "Are runs of 50 words and more that stood before cut, also in other typography, and nothing else?",
  skip: () => (hasSharedData() ? null : "the development data are not here"),
  run: async () => {
    const { texts, planted } = written();
    const tools: { name: string; cuts: Span[][] }[] = [{ name: "spolia", cuts: await cutByUs(texts) }];
    if (existsSync(program)) tools.push({ name: `suffix array, ${BYTES_MIN} bytes`, cuts: cutByBytes(texts) });
    else console.error("  suffix arrays are left out: SPOLIA_SUFFIX_ARRAYS names no program");
    return answerOf(texts, planted, tools);
  },
};

/** Stretches of novels, and further ones, each with a run of an earlier one in it. */
function written(): { texts: string[]; planted: Planted[] } {
  const random = new Random("substring");
  const stretches = sharedCorpus("eltec-eng").flatMap(({ text }) =>
    Array.from({ length: Math.floor(text.length / DOCUMENT_UNITS) }, (_, i) =>
      text.slice(i * DOCUMENT_UNITS, (i + 1) * DOCUMENT_UNITS),
    ),
  );
  const texts = random.shuffled(stretches).slice(0, ORIGINALS + COPIES);
  const planted: Planted[] = [];
  for (let document = ORIGINALS; document < texts.length; document++) {
    const words = LENGTHS[document % LENGTHS.length]!;
    const form = (Object.keys(FORMS) as Form[])[Math.floor(document / LENGTHS.length) % 4]!;
    const original = texts[random.below(ORIGINALS)]!;
    const places = [...original.matchAll(/(?<!\S)[\p{L}\p{N}]\S*/gu)].slice(1, -1);
    const from = random.below(places.length - words);
    const last = places[from + words - 1]!;
    const run = FORMS[form](original.slice(places[from]!.index, last.index + last[0].length));
    const text = texts[document]!;
    const at = text.indexOf(" ", random.below(text.length / 2));
    texts[document] = `${text.slice(0, at)} ${run}${text.slice(at)}`;
    planted.push({ document, span: { start: at + 1, end: at + 1 + run.length }, words, form });
  }
  return { texts, planted };
}

async function cutByUs(texts: readonly string[]): Promise<Span[][]> {
  const deduplicator = await openDeduplicator({ level: "substring", wordsMin: 50 });
  return texts.map((text, i) => deduplicator.look({ id: String(i), text }).map(({ part }) => part.span));
}

/** All places of bytes that repeat, of which its users keep none: those of earlier documents as well. */
function cutByBytes(texts: readonly string[]): Span[][] {
  const folder = mkdtempSync(join(tmpdir(), "quality-substring-"));
  try {
    const [file, cache] = [join(folder, "data"), join(folder, "cache")];
    mkdirSync(cache);
    // Where a text ends, nothing goes on: its number stands there.
    const parts = texts.map((text, i) => Buffer.from(`${text}\0${i}\0`));
    writeFileSync(file, Buffer.concat(parts));
    const run = (...parameters: string[]) =>
      execFileSync(program, parameters, { cwd: folder, encoding: "utf8", maxBuffer: 1e9, stdio: "pipe" });
    run("make", "--data-file", file);
    const about = ["--data-file", file, "--length-threshold", String(BYTES_MIN), "--cache-dir", cache];
    run("self-similar", ...about, "--num-threads", "2");
    const lines = run("collect", ...about).split("\n");
    const ranges = lines.slice(lines.indexOf("out") + 1).flatMap((line) => {
      const [from, to] = line.split(" ").map(Number);
      return line === "" ? [] : [{ start: from!, end: to! }];
    });
    let before = 0;
    return parts.map((part, i) => {
      const own = ranges.filter(({ start, end }) => end > before && start < before + part.length);
      const unitsAt = (byte: number) => part.subarray(0, Math.max(0, byte)).toString().length;
      const from = before;
      before += part.length;
      return own.map(({ start, end }) => ({
        start: unitsAt(start - from),
        end: Math.min(unitsAt(end - from), texts[i]!.length),
      }));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const covered = (cuts: readonly Span[], { start, end }: Span): number =>
  cuts.reduce((sum, cut) => sum + Math.max(0, Math.min(end, cut.end) - Math.max(start, cut.start)), 0);

function answerOf(
  texts: readonly string[],
  planted: readonly Planted[],
  tools: readonly { name: string; cuts: readonly (readonly Span[])[] }[],
): Answer {
  const found = (tool: (typeof tools)[number], some: readonly Planted[]) =>
    some.filter(({ document, span }) => covered(tool.cuts[document]!, span) >= FOUND * (span.end - span.start)).length;
  const beside = (tool: (typeof tools)[number]) =>
    planted.reduce((sum, { document, span }) => {
      const all = covered(tool.cuts[document]!, { start: 0, end: texts[document]!.length });
      return sum + all - covered(tool.cuts[document]!, span);
    }, 0);
  const forms = Object.keys(FORMS) as Form[];
  const missed = planted.filter((one) => found(tools[0]!, [one]) === 0);
  const rows = tools.flatMap((tool) => [
    ...forms.map((form) => {
      const some = planted.filter((one) => one.form === form);
      return [tool.name, form, some.length, found(tool, some)];
    }),
    [tool.name, "units cut beside the runs", null, beside(tool)],
  ]);
  return {
    tables: [
      {
        title: `Runs of ${LENGTHS.join(", ")} words in ${COPIES} of ${texts.length} stretches of novels, of which 9 of 10 units are cut`,
        head: ["tool", "run", "planted", "cut"],
        rows,
      },
    ],
    worst: missed.map(({ document, words, form }) => `${words} words, ${form}, in stretch ${document}: not cut`),
    record: { rows },
  };
}
