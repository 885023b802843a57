/**
 * Kernels against their rivals, each in a process of its own, in turn: A B C, C B A, A B C … so that a machine that slows down slows
 * all of them. Answers are compared before anything is timed; what is reported is the median of the rounds.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { compiled } from "../rivals/native/compile.ts";
import { type Figure, significant } from "./harness.ts";

/** What one contender does: `run` once, and a checksum of what came out; none where it answers another question. */
export interface Runner {
  run: () => void;
  answer?: (() => number) | undefined;
}

export interface KernelCase {
  name: string;
  unit: "MB/s" | "ns" | "ms";
  question: string;
  /** Units of work in one run: MB, items, or 1. */
  amount: (input: Uint8Array) => number;
  input: () => Uint8Array;
  /** Ours first. Names that begin with "twin" are twins. */
  contenders: Record<string, (input: Uint8Array) => Runner | Promise<Runner>>;
  /** Program in C, and what it is called with behind the file of the input. */
  native?: { name: string; arguments: () => string[]; withoutInput?: boolean };
  /** A script of Python that speaks the same lines, where Python has what it needs. */
  python?: { name: string; script: string };
  /** What is aimed at: at least so much of the speed of the best C with 128-bit vectors, of a rival; or a figure on the reference machine. */
  goals?: { ofC?: number; times?: Record<string, number>; figure?: number };
}

const ROUNDS = 5;
/** Figures that are not ratios are aimed at on a machine of this kind; elsewhere they are neither met nor missed. */
const REFERENCE = /AMD EPYC/;

class Racer {
  readonly name: string;
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(name: string, command: string, parameters: readonly string[]) {
    this.name = name;
    this.#process = spawn(command, parameters, { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#process.stdout! })[Symbol.asyncIterator]();
  }

  async #line(): Promise<Record<string, number | null>> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`${this.name} ended without an answer.`);
    return JSON.parse(value) as Record<string, number | null>;
  }

  async answer(): Promise<number | null> {
    return (await this.#line())["answer"]!;
  }

  async go(ms: number): Promise<number> {
    this.#process.stdin!.write(`go ${Math.max(1, Math.round(ms))}\n`);
    return (await this.#line())["ns"]!;
  }

  end(): void {
    this.#process.stdin!.end();
    this.#process.kill();
  }
}

/** @param timeMs time given to each contender in all */
export async function race(one: KernelCase, timeMs: number): Promise<Figure> {
  const racers = startAll(one);
  try {
    await compareAnswers(racers);
    const rounds = new Map<Racer, number[]>(racers.map((racer) => [racer, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const racer of round % 2 === 0 ? racers : racers.toReversed())
        rounds.get(racer)!.push(await racer.go(timeMs / ROUNDS));
    }
    return figureOf(one, racers, rounds);
  } finally {
    for (const racer of racers) racer.end();
  }
}

function startAll(one: KernelCase): Racer[] {
  const script = fileURLToPath(new URL("contender.ts", import.meta.url));
  const own = Object.keys(one.contenders).map((name) => new Racer(name, process.execPath, [script, one.name, name]));
  own.push(...pythonRacers(one));
  if (one.native === undefined) return own;
  const { name, withoutInput } = one.native;
  const parameters = one.native.arguments();
  if (withoutInput !== true) parameters.unshift(inputFile(one));
  const natives = compiled(name);
  if (natives.length === 0) console.error("  no C compiler here: the rivals in C are left out");
  return [
    ...own,
    ...natives.map(({ compiler, target, path }) => new Racer(`C ${compiler} ${target}`, path, parameters)),
  ];
}

function pythonRacers({ python, ...one }: KernelCase): Racer[] {
  if (python === undefined) return [];
  const command = process.env["PYTHON"] ?? "python3";
  if (spawnSync(command, ["-c", `import ${python.name}`], { stdio: "ignore" }).status !== 0) {
    console.error(`  ${command} has no ${python.name}: left out`);
    return [];
  }
  return [new Racer(python.name, command, [python.script, inputFile(one)])];
}

function inputFile(one: KernelCase): string {
  const file = join(mkdtempSync(join(tmpdir(), "bench-input-")), "input");
  writeFileSync(file, one.input());
  return file;
}

/** @throws where an answer is not that of the first, which is ours; `null` is the answer of one who answers another question */
export async function compareAnswers(
  racers: readonly { name: string; answer(): Promise<number | null> }[],
): Promise<void> {
  const answers: [string, number | null][] = [];
  for (const racer of racers) answers.push([racer.name, await racer.answer()]);
  const [[, expected]] = answers as [[string, number | null]];
  const wrong = answers.filter(([, answer]) => answer !== null && answer !== expected);
  if (wrong.length > 0) throw new Error(`${wrong.map(([name]) => name).join(", ")} answered otherwise than ours did.`);
}

function figureOf(one: KernelCase, racers: readonly Racer[], rounds: ReadonlyMap<Racer, number[]>): Figure {
  const amount = one.amount(one.input());
  const medians = racers.map((racer) => [...rounds.get(racer)!].sort((a, b) => a - b)[ROUNDS >> 1]!);
  const shown = (ns: number) =>
    significant(one.unit === "MB/s" ? amount / (ns / 1e9) : one.unit === "ns" ? ns / amount : ns / 1e6 / amount);
  const own = medians[0]!;
  const bestOf = (part: string) => Math.min(...medians.filter((_, i) => racers[i]!.name.includes(part)));
  const c = bestOf("128-bit");
  const ratioToC = Number.isFinite(c) ? significant(c / own) : null;
  return {
    name: one.name,
    unit: one.unit,
    value: shown(own),
    rivals: racers
      .slice(1)
      .map(({ name }, i) => ({ name, value: shown(medians[i + 1]!), ratio: significant(medians[i + 1]! / own) })),
    ratio: racers.length > 1 ? significant(medians[1]! / own) : null,
    ratioToC,
    goals: goalsOf(
      one,
      ratioToC,
      (name) => medians[racers.findIndex((racer) => racer.name.startsWith(name))]! / own,
      shown(own),
    ),
  };
}

/** Each goal in words, and whether it is met here. */
function goalsOf(one: KernelCase, ratioToC: number | null, times: (name: string) => number, value: number) {
  const goals: { goal: string; met: boolean | null }[] = [];
  const { ofC, times: wanted = {}, figure } = one.goals ?? {};
  if (ofC !== undefined) goals.push({ goal: `≥ ${100 * ofC} % of C`, met: ratioToC === null ? null : ratioToC >= ofC });
  for (const [name, factor] of Object.entries(wanted)) {
    const ratio = times(name);
    goals.push({ goal: `≥ ${factor} × ${name}`, met: Number.isFinite(ratio) ? ratio >= factor : null });
  }
  if (figure !== undefined) {
    const met = one.unit === "MB/s" ? value >= figure : value <= figure;
    const goal = `${one.unit === "MB/s" ? "≥" : "≤"} ${figure} ${one.unit} on the reference machine`;
    goals.push({ goal, met: REFERENCE.test(cpus()[0]?.model ?? "") ? met : null });
  }
  return goals;
}
