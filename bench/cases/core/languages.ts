/**
 * How fast does the core fingerprint in Python and Go, beside JavaScript? 1,000 texts of 5 kB in one call, processor time,
 * each language in a process of its own, in turn; the medians of 25 rounds. `PYTHON` names a Python with wasmtime.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { assertAnswer, type Figure, significant } from "../../harness/harness.ts";
import { textOf } from "../../harness/texts.ts";

const ROUNDS = 25;
const WARM_ROUNDS = 5;
const TEXTS = 1_000;
const TEXT_BYTES = 5_000;
const FOLDER = join(import.meta.dirname, "../../steps/languages");
const ROOT = join(import.meta.dirname, "../../..");
/** At most so many times JavaScript's time: 60 % and 80 % of its rate. */
const GOALS = { Python: 1 / 0.6, Go: 1 / 0.8 };

class Language {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.#process = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...env } });
    this.#lines = createInterface({ input: this.#process.stdout! })[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error("A language ended without an answer.");
    return value;
  }

  async roundMs(): Promise<number> {
    this.#process.stdin!.write("go\n");
    return Number(await this.line());
  }

  end(): void {
    this.#process.stdin!.end();
  }
}

export const languagesCase = {
  name: "fingerprints of 1,000 texts of 5 kB in Python and Go",
  async figures(): Promise<Figure[]> {
    const folder = mkdtempSync(join(tmpdir(), "spolia-languages-"));
    const running = started(folder);
    try {
      const [ours, ...others] = await Promise.all(Object.values(running).map((one) => one.line()));
      for (const answer of others) assertAnswer(answer, ours, "Another language");
      const times = Object.fromEntries(Object.keys(running).map((name) => [name, [] as number[]]));
      for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
        for (const [name, language] of Object.entries(running)) {
          const ms = await language.roundMs();
          if (round >= 0) times[name]!.push(ms);
        }
      }
      return [figureOf(times)];
    } finally {
      for (const one of Object.values(running)) one.end();
      rmSync(folder, { recursive: true });
    }
  },
};

/** The languages whose tools are here; JavaScript first. */
function started(folder: string): Record<string, Language> {
  const input = join(folder, "texts");
  const text = textOf("ASCII", TEXTS * TEXT_BYTES).replaceAll("\n", " ");
  const texts = Array.from({ length: TEXTS }, (_, i) => text.slice(TEXT_BYTES * i, TEXT_BYTES * (i + 1)));
  writeFileSync(input, texts.join("\n"));
  const python = process.env["PYTHON"] ?? "python3";
  const program = join(folder, "go");
  const hasPython = spawnSync(python, ["-c", "import httpx, wasmtime"]).status === 0;
  const hasGo = spawnSync("go", ["build", "-o", program, "."], { cwd: join(FOLDER, "go") }).status === 0;
  const sources = { PYTHONPATH: join(ROOT, "src/faces/client/python"), PYTHONDONTWRITEBYTECODE: "1" };
  return {
    JavaScript: new Language(process.execPath, [join(FOLDER, "fingerprints.ts"), input]),
    ...(hasPython && { Python: new Language(python, [join(FOLDER, "fingerprints.py"), input], sources) }),
    ...(hasGo && { Go: new Language(program, [input]) }),
  };
}

function figureOf(times: Readonly<Record<string, readonly number[]>>): Figure {
  const [[, own] = ["", Number.NaN], ...others] = Object.entries(times).map(
    ([name, ms]) => [name, ms.toSorted((a, b) => a - b)[ROUNDS >> 1]!] as const,
  );
  const rivals = others.map(([name, ms]) => ({ name, value: significant(ms), ratio: significant(ms / own) }));
  const goals = Object.entries(GOALS).map(([name, most]) => {
    const found = rivals.find((rival) => rival.name === name);
    const goal = `${name} ≥ ${Math.round(100 / most)} % of JavaScript's rate`;
    return { goal, met: found === undefined ? null : found.ratio <= most };
  });
  return {
    name: languagesCase.name,
    unit: "ms",
    value: significant(own),
    rivals,
    ratio: rivals[0]?.ratio ?? null,
    goals,
  };
}
