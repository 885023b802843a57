/** What needs no engine: words in, messages and exit codes out. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, test } from "vitest";
import { isLoopback } from "../../../src/base/loopback.ts";
import { readContent, readText } from "../../../src/cli/inputs/inputs.ts";
import { main } from "../../../src/cli/program.ts";
import { toErrorDocument, wantsColour } from "../../../src/cli/terminal/output.ts";
import { createProgress, duration } from "../../../src/cli/terminal/progress.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(words: string, options: Parameters<typeof fakeTerminal>[0] = {}) {
  const terminal = fakeTerminal(options);
  const code = await main(words.split(" ").filter(Boolean), terminal);
  return { code, stdout: terminal.out(), stderr: terminal.err() };
}

const COMMANDS = [
  "corpus build",
  "corpus info",
  "corpus",
  "analyze",
  "compare",
  "score",
  "models",
  "datasets",
  "serve",
];

describe("help", () => {
  it.each(["", "--help", "-h", "help", "--json", "corpus"])(
    "spolia %s shows it on stdout and ends well",
    async (words) => {
      const { code, stdout, stderr } = await run(words);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(/^Usage: spolia/);
    },
  );

  it.each(COMMANDS)("spolia %s --help has examples and names the options that all commands have", async (command) => {
    const { code, stdout } = await run(`${command} --help`);
    expect(code).toBe(0);
    expect(stdout).toContain("\nExamples:\n  ");
    expect(stdout).toContain("--json");
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  it("prints the version", async () => {
    expect(await run("--version")).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});

test.each([
  ["models", "catalogue models"],
  ["datasets", "catalogue datasets"],
  ["statement", "catalogue statement"],
  ["report", "evidence report"],
  ["verify", "evidence verify"],
  ["decide", "evidence decide"],
  ["timestamp", "evidence timestamp"],
  ["canary", "evidence canary"],
  ["canary create", "evidence canary create"],
  ["doctor", "admin doctor"],
  ["keys revoke", "admin keys revoke"],
  ["records", "admin records"],
  ["completion", "admin completion"],
  ["calibrate", "corpus calibrate"],
])("the former name %s stands for %s", async (before, now) => {
  const help = await run(`${now} --help`);
  expect(help.stdout).toMatch(new RegExp(`^Usage: spolia ${now} `));
  expect([await run(`${before} --help`), await run(`help ${before}`), await run(`help ${now}`)]).toEqual([
    help,
    help,
    help,
  ]);
});

describe("an invalid command line", () => {
  it.each([
    ["analyse x", "Unknown command 'analyse'.", "Did you mean analyze?"],
    ["analyze x --corpus y --corpora z", "Unknown option '--corpora'.", "Did you mean --corpus?"],
    ["analyze x", "Required option '--corpus <path>' not specified.", "--help"],
    ["analyze --corpus c", "Missing required argument 'file'.", "--help"],
    ["analyze x --corpus c --type pdf", "Allowed choices are text, markdown, html, code.", "--help"],
    ["analyze x --corpus c --published soon", "A date is YYYY, YYYY-MM or YYYY-MM-DD.", "--help"],
    ["serve --port 70000", "A port is a number from 0 to 65535.", "--help"],
    ["serve --host 0.0.0.0", "Without a key spolia serves this machine only.", "SPOLIA_API_KEY"],
    ["corpus build -o out.spolia --dataset d", "There is nothing to read.", "--files-from"],
    ["compare - -", "Only one of the two texts can come from standard input.", ""],
    ["models a b", "Too many arguments for 'models'.", "--help"],
  ])("spolia %s", async (words, message, hint) => {
    const { code, stdout, stderr } = await run(words);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^spolia: /);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });

  it("is also reported as a document under --json", async () => {
    const { code, stdout, stderr } = await run("analyze --corpus c --json");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^spolia: Missing/);
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: "invalid_request",
        message: "Missing required argument 'file'.",
        hint: expect.any(String),
        fields: [],
      },
    });
  });
});

describe("the catalogue's commands", () => {
  it("list and show records", async () => {
    expect((await run("models")).stdout).toContain("eleutherai/pythia ");
    expect((await run("models eleutherai/pythia")).stdout).toContain("- the-pile: documented");
    expect((await run("datasets the-pile")).stdout).toContain("- eleutherai/pythia: documented");
    const { stdout } = await run("models eleutherai/pythia-70m --json");
    expect(JSON.parse(stdout)).toMatchObject({
      model: { id: "eleutherai/pythia-70m", series: "eleutherai/pythia" },
      trained_on: [{ dataset: "the-pile", inherited_from: ["eleutherai/pythia"] }],
    });
  });

  it("suggest near names, and read ledgers", async () => {
    const unknown = await run("datasets the-pyle --json");
    expect(unknown.code).toBe(3);
    expect(JSON.parse(unknown.stdout).error).toMatchObject({
      code: "unknown_dataset",
      hint: expect.stringContaining("the-pile"),
    });
    const ledger = join(folder, "ledger.json");
    writeFileSync(ledger, "{");
    const broken = await run(`models --ledger ${ledger}`);
    expect([broken.code, broken.stdout]).toEqual([3, ""]);
    expect(broken.stderr).toContain("is not JSON");
    writeFileSync(ledger, "[]");
    expect((await run(`models --ledger ${ledger}`)).stderr).toContain("it must be an object");
    expect((await run(`models --ledger ${join(folder, "none.json")}`)).stderr).toContain("does not exist");
  });
});

describe("readContent", () => {
  it("reads files and standard input, without a byte order mark", async () => {
    const path = join(folder, "a.txt");
    writeFileSync(path, "\uFEFFtext");
    expect(await readContent(path, fakeTerminal())).toEqual({ content: "text", content_type: "text" });
    const halves = [Uint8Array.of(0xc3), Uint8Array.of(0xa9)];
    expect(await readText("-", fakeTerminal({ stdin: halves }))).toBe("é");
  });

  it("reports errors", async () => {
    await expect(readContent("-", fakeTerminal({ stdin: [Uint8Array.of(0xff)] }))).rejects.toMatchObject({
      code: "document_invalid",
      message: "Standard input cannot be read: not UTF-8.",
    });
    await expect(readContent(folder, fakeTerminal())).rejects.toMatchObject({
      message: `${folder} is a folder, and here one file is read.`,
    });
    const block = new Uint8Array(9 * 1024 * 1024);
    await expect(readContent("-", fakeTerminal({ stdin: [block, block, block, block] }))).rejects.toMatchObject({
      code: "content_too_large",
    });
  });

  it("is interrupted by a signal", async () => {
    const stop = new AbortController();
    stop.abort("SIGINT");
    await expect(
      readContent("-", fakeTerminal({ stdin: [new Uint8Array(1)], signal: stop.signal })),
    ).rejects.toMatchObject({
      code: "aborted",
    });
  });
});

describe("output", () => {
  it("uses colours on a terminal unless they are disabled", () => {
    const terminal = { write: () => {}, isTTY: true };
    expect(wantsColour(terminal, {}, {})).toBe(true);
    expect(wantsColour(terminal, {}, { color: false })).toBe(false);
    expect(wantsColour(terminal, { NO_COLOR: "1" }, {})).toBe(false);
    expect(wantsColour(terminal, { NO_COLOR: "" }, {})).toBe(true);
    expect(wantsColour(terminal, { TERM: "dumb" }, {})).toBe(false);
    expect(wantsColour({ write: () => {} }, {}, {})).toBe(false);
  });

  it("reports a typed error without a stack trace", () => {
    const told = toErrorDocument(new TypeError("x is not a function"));
    expect(told).toMatchObject({ code: "internal", message: "Something went wrong: x is not a function" });
    expect(JSON.stringify(told)).not.toContain("parsing.test");
  });
});

describe("progress", () => {
  const step = { stage: "read", done: 50, total: 100, unit: "bytes" } as const;

  it("is a bar on a terminal and nothing elsewhere", async () => {
    for (const [options, json, drawn] of [
      [{ isTTY: true }, false, true],
      [{ isTTY: true }, true, false],
      [{ isTTY: true, env: { TERM: "dumb" } }, false, false],
      [{}, false, false],
    ] as const) {
      const terminal = fakeTerminal(options);
      const view = await createProgress(terminal, json);
      view.show({ stage: "index", done: 3, total: null, unit: "documents" });
      view.show(step);
      view.stop();
      expect(terminal.err().includes("50 %")).toBe(drawn);
      if (!drawn) expect(terminal.err()).toBe("");
    }
  });

  it("shows the remaining time", () => {
    expect([0.2, 59, 60, 3_599.5, 7_300].map(duration)).toEqual([
      "1 s left",
      "59 s left",
      "1 min 00 s left",
      "1 h 00 min left",
      "2 h 01 min left",
    ]);
  });
});

it.each([
  ["127.0.0.1", true],
  ["127.1.2.3", true],
  ["localhost", true],
  ["::1", true],
  ["0.0.0.0", false],
  ["127.0.0.1.example.org", false],
  ["::", false],
])("isLoopback(%s) is %s", (host, expected) => expect(isLoopback(host)).toBe(expected));
