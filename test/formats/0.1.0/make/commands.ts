/** What the command line of 0.1.0 writes: corpora, kept results, calibrations, observations, secrets, journals. */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { startModelHost } from "./model.ts";
import { DECLARATION, prose, REPEATED, words } from "./texts.ts";

export const BOOKS = Array.from({ length: 20 }, (_, i) => prose(100 + i, i === 0 ? 3_000 : 300));
export const WORK = `${words(BOOKS[0]!, 200, 700)} ${prose(9, 60)}`;
export const OTHER = prose(10, 300);
const OUTPUT_BYTES_MAX = 2 ** 28;
const MODEL = "eleutherai/pythia";
const KINDS = {
  openai: { url: "/v1", model: "base" },
  vllm: { url: "/v1", model: "base" },
  chat: { url: "/v1", model: "chat" },
  llamacpp: { url: "" },
  anthropic: { url: "", model: "claude", prefill: true },
  gemini: { url: "/v1beta", model: "gemini" },
};

export class Folder {
  readonly path: string;
  readonly cli: string;

  constructor(path: string, base: string) {
    this.path = path;
    this.cli = join(base, "build", "cli.js");
  }

  write(name: string, content: unknown): void {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    const isBare = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(path, isBare ? content : `${JSON.stringify(content, null, 1)}\n`);
  }

  read = (name: string) => JSON.parse(readFileSync(join(this.path, name), "utf8"));

  /** Runs a command; what it prints is kept under a name. */
  run(kept: string | null, ...args: string[]): void {
    const printed = execFileSync(process.execPath, [this.cli, ...args, ...(kept === null ? [] : ["--json"])], {
      ...{ cwd: this.path, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: OUTPUT_BYTES_MAX },
    });
    if (kept !== null) this.write(kept, printed);
  }
}

export async function writeByCommands(folder: Folder): Promise<void> {
  writeInputs(folder);
  buildCorpora(folder);
  const books = ["--corpus", "corpora/books.spolia"];
  const calibrate = ["calibrate", "corpora/books.spolia", "--clean", "inputs/clean", "--out", "calibration.json"];
  folder.run(null, ...calibrate);
  folder.run("results/analyze.json", "analyze", "inputs/work.txt", ...books, "--corpus", "corpora/sparse.spolia");
  folder.run("results/analyze-nothing.json", "analyze", "inputs/other.txt", ...books);
  folder.run(
    "results/analyze-calibrated.json",
    "analyze",
    "inputs/work.txt",
    ...books,
    "--calibration",
    "calibration.json",
  );
  folder.run("results/compare.json", "compare", "inputs/work.txt", "inputs/books/book-00.txt");
  folder.run("results/assess.json", "assess", "inputs/work.txt", "--model", MODEL, ...books);
  const host = await startModelHost(WORK);
  writeModels(folder, host.url);
  // The host answers in this process, so that commands may not block it.
  await askByCommands(folder);
  host.close();
  const score = ["score", "inputs/work.txt", "--model", MODEL, "--jurisdiction", "EU-DSM", ...books];
  folder.run("results/score.json", ...score);
  folder.run("results/score-canary.json", ...score, "--observations", "results/canary.json");
  folder.run("results/score-probe.json", ...score, "--observations", "results/probe.json");
}

function writeInputs(folder: Folder): void {
  for (const [i, text] of BOOKS.entries()) folder.write(`inputs/books/book-${String(i).padStart(2, "0")}.txt`, text);
  for (let i = 0; i < 12; i++) folder.write(`inputs/clean/clean-${i}.txt`, prose(300 + i, 300));
  folder.write(
    "inputs/books/notes.md",
    `# Notes\n\n${DECLARATION["el"]} [link](https://example.org)\n\n\`\`\`\ncode\n\`\`\`\n`,
  );
  folder.write(
    "inputs/books/page.html",
    `<html><body><p>${DECLARATION["ru"]}</p><script>no text</script></body></html>`,
  );
  const line = (id: string, text: string) =>
    JSON.stringify({ id, text, title: `Title ${id}`, author: "A. Nonymous", year: 1948 });
  const lines = [line("thai", DECLARATION["th"]!), "no JSON", line("thai again", DECLARATION["th"]!)].join("\n");
  folder.write("inputs/books/more.jsonl", lines);
  folder.write("inputs/books/packed.jsonl.gz", gzipSync(line("chinese", DECLARATION["zh"]!)));
  folder.write("inputs/books/scan.pdf", "%PDF-1.7 no text");
  folder.write("inputs/work.txt", WORK);
  folder.write("inputs/other.txt", OTHER);
  folder.write("inputs/repeated.txt", REPEATED);
  folder.write("inputs/control/a.txt", prose(401, 120));
  folder.write("inputs/control/b.txt", prose(402, 120));
  folder.write("inputs/suspect/a.txt", words(WORK, 0, 60));
  folder.write("inputs/suspect/b.txt", words(WORK, 60, 120));
}

function buildCorpora(folder: Folder): void {
  const build = (name: string, ...more: string[]) =>
    folder.run(`corpora/${name}.build.json`, "corpus", "build", "-o", `corpora/${name}.spolia`, ...more);
  build("books", "--dataset", "the-pile", "inputs/books");
  build(
    "sparse",
    "--dataset",
    "shelf",
    "--profile",
    "sparse",
    "--codec",
    "raw",
    "inputs/books/book-00.txt",
    "inputs/books/book-01.txt",
  );
  folder.run(
    "corpora/sparse.append.json",
    "corpus",
    "append",
    "corpora/sparse.spolia",
    "inputs/work.txt",
    "inputs/other.txt",
  );
  folder.run("corpora/sparse.delete.json", "corpus", "delete", "corpora/sparse.spolia", "inputs/other.txt");
  build("lists", "--dataset", "shelf", "inputs/repeated.txt");
  const merge = ["corpus", "merge", "corpora/books.spolia", "corpora/lists.spolia", "-o", "corpora/merged.spolia"];
  folder.run("corpora/merged.build.json", ...merge, "--dataset", "shelf");
  folder.run("corpora/books.duplicates.json", "corpus", "duplicates", "corpora/books.spolia");
}

function writeModels(folder: Folder, host: string): void {
  const configured = Object.entries(KINDS).map(([kind, { url, ...more }]) => {
    return [kind, { name: MODEL, retrieval: "absent", kind, url: host + url, retries: 0, ...more }];
  });
  folder.write("models.json", Object.fromEntries(configured));
}

/** Commands of their own processes, while this one answers them. */
async function askByCommands(folder: Folder): Promise<void> {
  const asking = async (kept: string, ...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [folder.cli, ...args, "--json"], {
      ...{ cwd: folder.path, maxBuffer: OUTPUT_BYTES_MAX },
    });
    folder.write(kept, stdout);
  };
  folder.run("results/canary-created.json", "canary", "create", "-o", "canary.secret.json", "--strings", "40");
  const { commitment } = folder.read("results/canary-created.json");
  const { strings, index } = folder.read("canary.secret.json");
  const scores = [strings.map((_: string, i: number) => (i === index ? 1 : -i / 40))];
  folder.write("canary.scores.json", { model: MODEL, retrieval: "absent", statistic: "mean log-probability", scores });
  const canary = ["--secret", "canary.secret.json", "--commitment", commitment];
  folder.run("results/canary.json", "canary", "test", "canary.scores.json", ...canary);
  folder.run("results/canary-committed.json", "canary", "commit", "canary.secret.json");
  const models = ["--models", "models.json", "--journal"];
  await asking(
    "results/probe.json",
    ...["probe", "inputs/suspect", "--control", "inputs/control", "--model", "openai", "--reference", "vllm"],
    ...[...canary, ...models, "journals/probe.jsonl"],
  );
  const windows = ["--prefix", "12", "--suffix", "12", "--sample", "6", "--per-control", "4"];
  for (const kind of Object.keys(KINDS)) {
    const protocol = kind === "vllm" ? "scores" : "continuations";
    await asking(
      `results/extract-${kind}.json`,
      ...["extract", "inputs/work.txt", "--control", "inputs/control/a.txt", "--model", kind, "--protocol", protocol],
      ...[...windows, ...models, `journals/extract-${kind}.jsonl`],
    );
  }
}
