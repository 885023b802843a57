/** Runs the code blocks of a page of the documentation, in their order, in a folder with the sample texts. */
import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromMarkdown } from "mdast-util-from-markdown";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const PYTHON = join(ROOT, "node_modules/.cache/clients-python/bin/python");
export const PYTHON_OF_SPARK = join(ROOT, "node_modules/.cache/clients-spark-4/bin/python");
const DEFAULT_PORT = "8787";

export interface Block {
  /** What it is written in, and the rest of the line: the name of its file. */
  readonly language: string;
  readonly name: string | null;
  readonly text: string;
  readonly line: number;
}

/** The code blocks of Markdown, with or without a head of Eleventy. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  const visit = (node: { type: string; children?: unknown[] }) => {
    if (node.type === "code") {
      const { lang, meta, value, position } = node as unknown as {
        lang: string | null;
        meta: string | null;
        value: string;
        position: { start: { line: number } };
      };
      blocks.push({ language: lang ?? "", name: meta ?? null, text: value, line: position.start.line });
    }
    for (const child of node.children ?? []) visit(child as typeof node);
  };
  visit(fromMarkdown(markdown.replace(/^---\n.*?\n---\n/s, (head) => head.replaceAll(/[^\n]/g, " "))));
  return blocks;
}

export interface Outcome {
  readonly block: Block;
  /** What it wrote; for an expected output, `null` where it is as expected, else both. */
  readonly failure: string | null;
}

/** Runs all blocks of a page. A page ends at its first block that fails. */
export async function runPage(markdown: string, samples: string): Promise<Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), "spolia-page-"));
  const groups: number[] = [];
  try {
    cpSync(samples, folder, { recursive: true });
    const environment = await environmentIn(folder);
    const outcomes: Outcome[] = [];
    let written = "";
    for (const block of blocksOf(markdown)) {
      const ran = await run(block, { folder, environment, written, groups });
      written = ran.written ?? written;
      outcomes.push({ block, failure: ran.failure });
      if (ran.failure !== null) break;
    }
    return outcomes;
  } finally {
    for (const group of groups) end(group);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

interface Place {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** What the last commands wrote. */
  readonly written: string;
  /** Process groups that are ended with the page, such as services. */
  readonly groups: number[];
}

interface Ran {
  readonly failure: string | null;
  readonly written?: string;
}

async function run(block: Block, place: Place): Promise<Ran> {
  const text = block.text.replaceAll(DEFAULT_PORT, place.environment["SPOLIA_PORT"]!);
  switch (block.language) {
    case "sh":
      return await ranBy("bash", ["-eu", "-o", "pipefail", "-c", text], place);
    case "ts":
    case "js": {
      const file = block.name ?? `line-${block.line}.${block.language}`;
      writeFileSync(join(place.folder, file), text);
      return await ranBy("node", [file], place);
    }
    case "python":
      return await ranBy(pythonFor(text), ["-c", text], place);
    case "json":
    case "jsonl":
      for (const one of block.language === "json" ? [text] : text.split("\n")) JSON.parse(one);
      if (block.name !== null) writeFileSync(join(place.folder, block.name), `${text}\n`);
      return { failure: null };
    case "text":
      return { failure: differs(place.written, block.text) };
    default:
      return { failure: `No test runs blocks in ${block.language || "no language"}.` };
  }
}

function pythonFor(text: string): string {
  if (text.includes("pyspark")) return PYTHON_OF_SPARK;
  return existsSync(PYTHON) ? PYTHON : "python3";
}

async function ranBy(
  command: string,
  parameters: readonly string[],
  { folder, environment, groups }: Place,
): Promise<Ran> {
  const [out, log] = [join(folder, ".out"), join(folder, ".log")];
  // Files, not pipes: a service that a block leaves running holds them open.
  const child = spawn(command, parameters, {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ["ignore", openSync(out, "w"), openSync(log, "w")],
  });
  if (child.pid !== undefined) groups.push(child.pid);
  const status = await new Promise<number | string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  const written = readFileSync(out, "utf8");
  if (status === 0) return { failure: null, written };
  return { failure: `ended with ${status}\n${written}\n${readFileSync(log, "utf8")}` };
}

/** `null` where each expected line stands in the output, in order; `…` in a line stands for anything. */
function differs(written: string, expected: string): string | null {
  const lines = written.split("\n").map((line) => line.trim());
  let at = 0;
  for (const line of expected.split("\n").map((one) => one.trim())) {
    if (line === "" || line === "…") continue;
    const pattern = new RegExp(`^${line.split("…").map(quoted).join(".*")}$`);
    const found = lines.findIndex((one, i) => i >= at && pattern.test(one));
    if (found < 0) return `expected, after line ${at}: ${line}\nwritten:\n${written}`;
    at = found + 1;
  }
  return null;
}

const quoted = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** `npx spolia` runs what was built, and `import "spolia"` loads it, as after `npm install spolia`. */
async function environmentIn(folder: string): Promise<NodeJS.ProcessEnv> {
  const programs = join(folder, ".bin");
  mkdirSync(programs);
  const program = (name: string, script: string) => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  program(
    "npx",
    `[ "$1" = spolia ] || exit 64; shift; exec "${process.execPath}" "${join(ROOT, "build/cli.js")}" "$@"`,
  );
  // What is installed is the folder of this repository: `test/house/package` installs the packed one.
  program("npm", `[ "$*" = "install spolia" ] || exit 64`);
  program("node", `exec "${process.execPath}" "$@"`);
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(ROOT, join(folder, "node_modules/spolia"), "junction");
  symlinkSync(join(ROOT, "node_modules/@hono"), join(folder, "node_modules/@hono"), "junction");
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  return {
    ...process.env,
    PATH: `${programs}${delimiter}${process.env["PATH"]}`,
    PYTHONPATH: join(ROOT, "src/faces/client/python"),
    HOME: folder,
    NO_COLOR: "1",
    NODE_NO_WARNINGS: "1",
    SPOLIA_PORT: String(await freePort()),
    SPOLIA_ENGINE: join(ROOT, "build/cli.js"),
    PYSPARK_PYTHON: PYTHON_OF_SPARK,
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function end(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // All of its processes have ended.
  }
}
