/** `spolia extract` and `spolia probe` as users meet them: processes that ask a model's host on loopback. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ExtractResult } from "../../../src/base/contract/operations/extract.ts";
import type { ProbeResult } from "../../../src/base/contract/operations/probe.ts";
import type { ScoreResult } from "../../../src/base/contract/operations/score.ts";
import { shapeFaults } from "../../../src/base/contract/shapes.ts";
import { commitToOrder, createOrder } from "../../../src/index.ts";
import { reciter } from "../../engine/extract/reciter.ts";
import { archiveOf, chapterMarkup, epubParts } from "../../files/documents/office/archives.ts";
import { closeAll, configOf, KEY, started } from "../../models/connectors/models.ts";
import { type ModelServer, type ServerOptions, startModelServer } from "../../models/connectors/server.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { type Ended, endedHere } from "../here.ts";
import { withoutProgress } from "../progressLines.ts";

/** A model of the catalogue, so that it can be scored. */
const ASKED_NAME = "eleutherai/pythia";
const CLI = fileURLToPath(new URL("../../../src/cli/index.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "spolia-asking-"));
const elsewhere = process.cwd();
process.chdir(folder);
afterAll(() => {
  process.chdir(elsewhere);
  rmSync(folder, { recursive: true, force: true });
});
afterEach(closeAll);

interface Given {
  /** When it fires, the process gets a SIGINT. */
  until?: Promise<void>;
  env?: Record<string, string>;
}

/** What is not about the process itself: a process for each in the slow tests alone. */
const spolia = fewOrAll(
  (args: string[], { env = {} }: Given = {}) => endedHere(args, "", { TEST_KEY: KEY, ...env }),
  spoliaProcess,
);

function spoliaProcess(args: string[], { until, env = {} }: Given = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: folder,
      env: { ...process.env, TEST_KEY: KEY, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended: Ended = { code: null, stdout: "", stderr: "" };
    child.stdout.on("data", (text) => {
      ended.stdout += text;
    });
    child.stderr.on("data", (text) => {
      ended.stderr += text;
    });
    child.on("close", (code) => resolve({ ...ended, stderr: withoutProgress(ended.stderr), code }));
    until?.then(() => child.kill("SIGINT"));
  });
}

/** Nothing that a command writes holds the key. */
function expectNoKey({ stdout, stderr }: Ended, ...files: string[]): void {
  for (const text of [stdout, stderr, ...files.map((file) => readFileSync(join(folder, file), "utf8"))])
    expect(text).not.toContain(KEY);
}

async function serving(options: ServerOptions = {}): Promise<ModelServer> {
  const server = await started(options);
  const quick = { retries: 1, timeout_seconds: 300 };
  const models = {
    scoring: { ...configOf("vllm", server, quick), name: ASKED_NAME },
    talking: configOf("chat", server, quick),
  };
  writeFileSync(join(folder, "models.json"), JSON.stringify(models));
  return server;
}

const random = seeded(31);
beforeAll(() => {
  for (const side of ["controls", "suspects"]) {
    mkdirSync(join(folder, side));
    for (let i = 0; i < 4; i++) writeFileSync(join(folder, side, `${i}.txt`), zipfText(random, 120));
  }
  writeFileSync(join(folder, "work.txt"), zipfText(random, 300));
  writeFileSync(join(folder, "controls/bad.txt"), Uint8Array.of(0x63, 0xe9));
});

const MODEL = ["--models", "models.json"];
const EXTRACT = [
  "extract",
  "work.txt",
  "--model",
  "scoring",
  ...MODEL,
  "--control",
  "controls",
  "--sample",
  "30",
  "--per-control",
  "5",
];
const asJson = <Document>({ stdout }: Ended): Document => JSON.parse(stdout) as Document;

describe("spolia extract", () => {
  it("lists its queries in a dry run, and then sends no more than those", async () => {
    const server = await serving();
    const dry = await spoliaProcess([...EXTRACT, "--dry-run", "--journal", "dry.jsonl", "--json"]);
    expect(dry).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^spolia: skipped controls\/bad.txt: not UTF-8\nspolia: .+ --encoding LABEL, .+\n$/,
      ),
    });
    expect(server.requests).toEqual([]);
    expect(existsSync(join(folder, "dry.jsonl"))).toBe(false);
    const planned = asJson<{ dry_run: true; models: { model: string; requests: number; tokens: number }[] }>(dry);
    expect(planned).toMatchObject({ dry_run: true, models: [{ model: "scoring" }] });
    expect(planned.models[0]!.requests).toBeGreaterThan(0);
    expect((await spolia([...EXTRACT, "--dry-run"])).stdout).toContain("nothing was sent");

    const ended = await spolia([...EXTRACT, "--json"]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(server.requests.length).toBe(planned.models[0]!.requests);
    expectNoKey(ended);
    const result = asJson<ExtractResult>(ended);
    expect(shapeFaults("ExtractResult", result)).toEqual([]);
    expect(result).toMatchObject({
      model: ASKED_NAME,
      protocol: "scores",
      windows: { asked: 30, answered: 30 },
      controls: { used: 4 },
    });
    expect(ended.stderr).toContain(`scoring: ${server.requests.length} requests`);
    const [plain, page] = [
      await spolia([...EXTRACT, "--html", "out.html"]),
      () => readFileSync(join(folder, "out.html"), "utf8"),
    ];
    const headings = ["Propositions", "Observations", "Certainty", "Limits"].map((one) => plain.stdout.indexOf(one));
    expect([...headings].sort((a, b) => a - b)).toEqual(headings);
    expect(headings[0]).toBeGreaterThan(0);
    expect(page()).toContain(result.extract_id);
    writeFileSync(join(folder, "kept.json"), ended.stdout);
    expect((await spolia(["report", "kept.json"])).stdout).toBe(plain.stdout);
  });

  it("retries failed queries, and reports what the budget does not allow", async () => {
    const server = await serving({
      fault: (n) => (n === 0 ? { kind: "status", status: 500 } : n === 3 ? { kind: "broken" } : undefined),
    });
    const ended = await spolia([...EXTRACT, "--json"]);
    expect(asJson<ExtractResult>(ended).windows.answered, ended.stderr).toBe(30);
    const all = server.requests.length;
    const bounded = asJson<ExtractResult>(await spolia([...EXTRACT, "--json", "--budget-requests", "20"]));
    expect(server.requests.length - all).toBe(20);
    expect(bounded.completeness.complete).toBe(false);
    expect(bounded.windows.answered).toBeLessThan(30);
    const none = await spolia([...EXTRACT, "--json", "--budget-tokens", "1"]);
    expect([none.code, asJson<{ error: { code: string } }>(none).error.code]).toEqual([3, "budget_exhausted"]);
  });

  it("keeps the answers when interrupted, and resumes to the same result", async () => {
    const undisturbed = await serving();
    const whole = asJson<ExtractResult>(await spolia([...EXTRACT, "--json"]));
    const needed = undisturbed.requests.length;
    const answers = 20;
    let isHung = () => {};
    const hung = new Promise<void>((resolve) => {
      isHung = resolve;
    });
    await serving({
      fault: (n) => {
        if (n < answers) return undefined;
        isHung();
        return { kind: "hung" };
      },
    });
    const journal = ["--journal", "asked.jsonl"];
    const kept = () => (readFileSync(join(folder, "asked.jsonl"), "utf8").match(/"response"/g) ?? []).length;
    const until = hung.then(async () => {
      while (kept() < answers) await new Promise((resolve) => setTimeout(resolve, 20));
    });
    const cut = await spoliaProcess([...EXTRACT, ...journal, "--json"], { until });
    expect(cut.code).toBe(130);
    expect(asJson<{ error: { code: string } }>(cut).error.code).toBe("aborted");
    expect(cut.stderr).toContain("--resume");
    expectNoKey(cut, "asked.jsonl");
    expect(statSync(join(folder, "asked.jsonl")).mode & 0o077).toBe(0);

    const again = await spolia([...EXTRACT, ...journal]);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("exists already") });
    // The same host, mended: a journal belongs to one address.
    const models = readFileSync(join(folder, "models.json"), "utf8");
    await closeAll();
    const server = await startedAt(models);
    const left = asJson<{ models: { requests: number }[] }>(
      await spolia([...EXTRACT, ...journal, "--resume", "--dry-run", "--json"]),
    );
    expect(left.models[0]!.requests).toBe(needed - answers);
    const other = await spolia([...EXTRACT, "--seed", "2", ...journal, "--resume", "--json"]);
    expect(asJson<{ error: { code: string } }>(other).error.code).toBe("journal_mismatch");
    expect(server.requests).toEqual([]);
    const resumed = await spoliaProcess([...EXTRACT, ...journal, "--resume", "--json"]);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(server.requests.length).toBe(needed - answers);
    expect(asJson<ExtractResult>(resumed)).toEqual(whole);
    expectNoKey(resumed, "asked.jsonl");
  });

  it("iterates the continuation of a closed model, after a dry run that names the most it may send", async () => {
    const text = (words: number) => zipfText(random, words);
    const book = text(900);
    mkdirSync(join(folder, "unknown"), { recursive: true });
    for (const i of [0, 1, 2]) writeFileSync(join(folder, `unknown/${i}.txt`), text(900));
    writeFileSync(join(folder, "book.txt"), book);
    const server = await startModelServer(reciter([book]), { key: KEY });
    try {
      writeFileSync(join(folder, "closed.json"), JSON.stringify({ closed: configOf("chat", server) }));
      const args = ["extract", "book.txt", "--model", "closed", "--models", "closed.json", "--control", "unknown"];
      const iterated = [...args, "--protocol", "iterated", "--queries", "7", "--max-tokens", "300", "--context", "200"];
      const dry = asJson<{ models: { requests: number }[]; at_most: object }>(
        await spolia([...iterated, "--dry-run", "--json"]),
      );
      expect(dry).toMatchObject({ models: [{ requests: 4 }], at_most: { requests: 28, tokens: 28 * (600 + 300) } });
      const said = (await spolia([...iterated, "--dry-run"])).stdout;
      expect(said.replace(/\s+/g, " ")).toContain("at most 28 requests, 25,200 tokens");
      expect(server.requests).toEqual([]);
      const ended = await spolia([...iterated, "--opening", "60", "--journal", "closed.jsonl", "--json"]);
      expect(ended.code, ended.stderr).toBe(0);
      expectNoKey(ended, "closed.jsonl");
      const result = asJson<ExtractResult>(ended);
      expect(shapeFaults("ExtractResult", result)).toEqual([]);
      expect(result.iterated).toMatchObject({
        opening: 60,
        queries: 7,
        work: { recall: 1, ended: "whole", queries: 3 },
      });
      expect(server.requests).toHaveLength(3 + 3);
      const again = await spolia([...iterated, "--opening", "60", "--journal", "closed.jsonl", "--resume"]);
      expect(server.requests).toHaveLength(3 + 3);
      const page = again.stdout.replace(/\s+/g, " ");
      expect(page).toContain("gave back 100 % of the words of this text, in passages of at least 100 words");
      expect(page).toContain("3 queries, 0 refusals");
      const foreign = await spolia([...iterated, "--sample", "10", "--json"]);
      expect(asJson<{ error: { fields: object[] } }>(foreign).error.fields).toMatchObject([{ pointer: "/windows" }]);
    } finally {
      await server.close();
    }
  });

  it("of a book in EPUB names chapters and paragraphs", async () => {
    await serving();
    const chapters = ["One", "Two"].map((title) => ({ title, paragraphs: [zipfText(random, 200)] }));
    writeFileSync(join(folder, "book.epub"), archiveOf(epubParts(chapters.map(chapterMarkup))));
    const args = ["extract", "book.epub", "--model", "talking", ...MODEL, "--sample", "20", "--json"];
    const ended = await spolia(args);
    expect(ended.code, ended.stderr).toBe(0);
    const { strongest } = asJson<ExtractResult>(ended);
    const chaptersOf = strongest.map(({ place }) => place.heading);
    expect(new Set(chaptersOf)).toEqual(new Set(["One", "Two"]));
  });

  it("of an instructed model: rates, a caveat, no p_z", async () => {
    await serving();
    const args = [
      "extract",
      "work.txt",
      "--model",
      "talking",
      ...MODEL,
      "--sample",
      "5",
      "--continuations",
      "2",
      "--json",
    ];
    const result = asJson<ExtractResult>(await spolia(args));
    expect(result).toMatchObject({ protocol: "continuations", extraction: { sampled: { continuations: 10 } } });
    expect(result.strongest.every(({ p_z }) => p_z === null)).toBe(true);
    expect(result.caveats.join()).toContain("message instructed the model");
    expect(result.claims.reproduced.p).toBeNull();
  });

  it("rejects impossible requests, without repeating the key", async () => {
    const server = await serving({ key: "another key altogether" });
    const failed = await spolia([...EXTRACT, "--json", "--journal", "refused.jsonl"]);
    expect([failed.code, asJson<{ error: { code: string } }>(failed).error.code]).toEqual([3, "model_failed"]);
    // The host repeats the key that it was sent.
    expect(server.requests[0]!.headers.authorization).toContain(KEY);
    expectNoKey(failed, "refused.jsonl");
    const asked = server.requests.length;
    const codeOf = async (args: string[], env = {}) => {
      const ended = await spolia(["extract", "work.txt", "--json", ...args], { env });
      expectNoKey(ended);
      return [ended.code, asJson<{ error: { code: string } }>(ended).error.code];
    };
    expect(await codeOf(["--model", "scoring"])).toEqual([2, "invalid_request"]);
    expect(await codeOf(["--model", "other", ...MODEL])).toEqual([3, "model_not_configured"]);
    expect(await codeOf(["--model", "scoring", ...MODEL, "--resume"])).toEqual([2, "invalid_request"]);
    expect(await codeOf(["--model", "scoring", ...MODEL], { TEST_KEY: "" })).toEqual([3, "invalid_request"]);
    expect(await codeOf(["--model", "talking", ...MODEL, "--protocol", "scores"])).toEqual([3, "model_cannot"]);
    expect(await codeOf(["--model", "scoring", "--models", "work.txt"])).toEqual([3, "invalid_request"]);
    expect(await codeOf(["--model", "other"], { SPOLIA_MODELS: "models.json" })).toEqual([3, "model_not_configured"]);
    expect(server.requests.length).toBe(asked);
  });
});

/** A server at the address that a file of models names. */
async function startedAt(models: string): Promise<ModelServer> {
  const { port } = new URL((JSON.parse(models) as { scoring: { url: string } }).scoring.url);
  return started({ port: Number(port) });
}

describe("spolia probe", () => {
  it("probes a canary, an order and texts, and score accepts its observations", async () => {
    const server = await serving();
    const made = await spolia(["canary", "create", "-o", "canary.json", "--strings", "30", "--json"]);
    const { commitment } = asJson<{ commitment: string }>(made);
    const secret = await createOrder({ seed: "d".repeat(64), items: ["one", "two", "three", "four", "five"] });
    const order = {
      randomisation: "seeded_shuffle",
      secret,
      commitment: await commitToOrder(secret),
      permutations: 19,
    };
    writeFileSync(join(folder, "order.json"), JSON.stringify(order));
    const canary = ["--secret", "canary.json", "--commitment", commitment];
    const args = [
      "probe",
      "suspects",
      "--control",
      "controls",
      ...canary,
      "--order",
      "order.json",
      "--model",
      "scoring",
      ...MODEL,
    ];
    const dry = asJson<{ models: { requests: number }[] }>(await spolia([...args, "--dry-run", "--json"]));
    expect(server.requests).toEqual([]);
    const ended = await spolia([...args, "--json"]);
    expect(ended.code, ended.stderr).toBe(0);
    expectNoKey(ended);
    expect(server.requests.length).toBeLessThanOrEqual(dry.models[0]!.requests);
    const result = asJson<ProbeResult>(ended);
    expect(shapeFaults("ProbeResult", result)).toEqual([]);
    expect(result).toMatchObject({
      canaries: { status: "measured", answered: 30 },
      order: { status: "measured", answered: 20 },
    });
    expect(result.texts.map(({ id, status }) => [id.split("/")[0], status])).toEqual([
      ...new Array(4).fill(["suspects", "answered"]),
      ...new Array(4).fill(["controls", "answered"]),
    ]);
    const plain = await spolia([...args, "--html", "probe.html"]);
    const headings = ["Propositions", "Canaries", "Order", "Texts", "Certainty", "Limits"].map((one) =>
      plain.stdout.indexOf(`\n${one}\n`),
    );
    expect([...headings].sort((a, b) => a - b)).toEqual(headings);
    expect(headings[0]).toBeGreaterThan(0);
    writeFileSync(join(folder, "probe.json"), JSON.stringify(result.observations));
    const { strings, index } = JSON.parse(readFileSync(join(folder, "canary.json"), "utf8"));
    writeFileSync(join(folder, "published.txt"), [strings[index], ...secret.items].join("\n"));
    const scored = await spolia([
      "score",
      "published.txt",
      "--model",
      ASKED_NAME,
      "--jurisdiction",
      "NL",
      ...["--observations", "probe.json", "--secret", "canary.json", "--order", "order.json"],
      "--json",
    ]);
    expect(scored.code, scored.stderr).toBe(0);
    expect(
      asJson<ScoreResult>(scored).observations.map(({ channel, custody, made_by }) => [channel, custody, made_by]),
    ).toEqual([
      ["canary", "recomputed", expect.stringContaining(", vllm")],
      ["order", "recomputed", expect.stringContaining(", vllm")],
    ]);
  });

  it("verifies before any query, and needs scores", async () => {
    const server = await serving();
    await spolia(["canary", "create", "-o", "other.json", "--strings", "30"]);
    const codeOf = async (args: string[]) => {
      const ended = await spolia(["probe", ...MODEL, "--json", ...args]);
      return [ended.code, asJson<{ error: { code: string } }>(ended).error.code];
    };
    const wrong = ["--secret", "other.json", "--commitment", `sha256:${"0".repeat(64)}`];
    expect(await codeOf(["--model", "scoring", ...wrong])).toEqual([3, "commitment_mismatch"]);
    expect(await codeOf(["--model", "scoring", ...wrong.slice(0, 2)])).toEqual([2, "invalid_request"]);
    expect(await codeOf(["--model", "scoring"])).toEqual([2, "invalid_request"]);
    expect(await codeOf(["--model", "talking", "suspects"])).toEqual([3, "model_cannot"]);
    expect(await codeOf(["--model", "scoring", "suspects", "--control", "nowhere"])).toEqual([3, "invalid_request"]);
    expect(server.requests).toEqual([]);
  });
});

describe("spolia serve --models", () => {
  it("queries only the models of the file; its log and responses contain no key", async () => {
    const server = await serving();
    const child = spawn(process.execPath, [CLI, "serve", "--port", "0", "--json"], {
      cwd: folder,
      env: { ...process.env, TEST_KEY: KEY, SPOLIA_MODELS: "models.json" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
    let told = "";
    child.stderr.on("data", (text) => {
      told += text;
    });
    const { url } = JSON.parse(String(await new Promise((resolve) => child.stdout.once("data", resolve)))) as {
      url: string;
    };
    const ask = async (model: string) => {
      const body = JSON.stringify({ model, suspects: [{ id: "one", text: "A text that nobody has seen." }] });
      const response = await fetch(`${url}/api/v1/probe`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      });
      const answer = await response.text();
      told += answer;
      return [response.status, (JSON.parse(answer) as { code?: string }).code];
    };
    expect(await ask("scoring")).toEqual([200, undefined]);
    expect(server.requests).toHaveLength(1);
    expect(await ask(server.url)).toEqual([422, "model_not_configured"]);
    expect(await ask("talking")).toEqual([422, "model_cannot"]);
    expect(server.requests).toHaveLength(1);
    child.kill("SIGTERM");
    expect(await closed).toBe(0);
    expect(told).not.toContain(KEY);
  });

  it("does not start with an unusable model", async () => {
    await serving();
    const ended = await spolia(["serve", "--port", "0", "--models", "models.json", "--json"], {
      env: { TEST_KEY: "" },
    });
    expect(ended.code).toBe(3);
    expect(asJson<{ error: { fields: { pointer: string }[] } }>(ended).error.fields[0]!.pointer).toBe(
      "/scoring/key_env",
    );
  });
});
