/** The command line as users meet it: a process, from a corpus that it builds to the answers out of it. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnalyzeResult } from "../../../src/base/contract/operations/analyze.ts";
import { fewOrAll } from "../../support/scale.ts";
import { type Ended, endedHere } from "../here.ts";
import { withoutProgress } from "../progressLines.ts";

const CLI = fileURLToPath(new URL("../../../src/cli/index.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "spolia-process-"));
const corpus = join(folder, "stories.spolia");
const story = words(4_000, 7);
const other = words(4_000, 11);
const elsewhere = process.cwd();
process.chdir(folder);
afterAll(() => {
  process.chdir(elsewhere);
  rmSync(folder, { recursive: true, force: true });
});

/** Made-up prose, the same for the same seed. */
function words(count: number, seed: number): string {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 8;
  };
  const word = () => Array.from({ length: 3 + (next() % 6) }, () => String.fromCharCode(97 + (next() % 26))).join("");
  return Array.from({ length: count }, word).join(" ");
}

const VOCABULARY = words(20_000, 1).split(" ");

/** As `words`, of a vocabulary: where there are to be millions, making up each takes longer than the test. */
function millions(count: number, seed: number): string {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return VOCABULARY[(state >>> 8) % VOCABULARY.length]!;
  }).join(" ");
}

interface Given {
  stdin?: string;
  env?: Record<string, string>;
}

/** What is not about the process itself: a process for each in the slow tests alone. */
const spolia = fewOrAll(
  (args: string[], { stdin = "", env = {} }: Given = {}) => endedHere(args, stdin, env),
  spoliaProcess,
);

function spoliaProcess(args: string[], { stdin, env = {} }: Given = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 1 << 26 };
    const child = execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) => {
      resolve({
        code: error === null ? 0 : ((error.code as unknown as number) ?? null),
        stdout,
        stderr: withoutProgress(stderr),
      });
    });
    child.stdin?.end(stdin ?? "");
  });
}

beforeAll(async () => {
  mkdirSync(join(folder, "texts"));
  writeFileSync(join(folder, "texts/story.txt"), story);
  writeFileSync(
    join(folder, "texts/more.jsonl"),
    `${JSON.stringify({ id: "more", title: "More", text: words(3_000, 3) })}\n{oops\n`,
  );
  writeFileSync(join(folder, "texts/bad.txt"), Uint8Array.of(0x63, 0xe9, 0x41));
  writeFileSync(join(folder, "copy.txt"), story.split(" ").slice(100, 700).join(" "));
  writeFileSync(join(folder, "own.txt"), other);
  const built = await spoliaProcess(["corpus", "build", "-o", "stories.spolia", "--dataset", "the-pile", "texts"]);
  expect(built).toMatchObject({ code: 0 });
  expect(built.stdout).toContain("stories: Corpus of the dataset the-pile.");
  expect(built.stderr).toContain("skipped texts/bad.txt: not UTF-8");
  expect(built.stderr).toContain("skipped texts/more.jsonl, line 2: not JSON");
});

describe("spolia corpus", () => {
  it("does not overwrite, and shows the info of a corpus", async () => {
    const again = await spolia(["corpus", "build", "-o", "stories.spolia", "--dataset", "the-pile", "texts", "--json"]);
    expect(again.code).toBe(3);
    expect(JSON.parse(again.stdout).error.code).toBe("corpus_exists");
    const info = await spolia(["corpus", "info", "stories.spolia", "--json"]);
    expect(JSON.parse(info.stdout)).toMatchObject({ name: "stories", dataset: "the-pile", documents: 2, words: 7_000 });
  });

  it("accepts a list of files, and warns about an unknown dataset", async () => {
    const args = ["corpus", "build", "-o", "listed.spolia", "--dataset", "mine", "--files-from", "-", "--json"];
    const built = await spolia(args, { stdin: "copy.txt\nown.txt\n" });
    expect(built).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("mine is a dataset of your own, not one of the catalogue"),
    });
    expect(JSON.parse(built.stdout)).toMatchObject({
      corpus: { name: "listed", documents: 2 },
      skipped_count: 0,
      skipped: [],
    });
  });

  it("leaves nothing behind when it fails", async () => {
    const strict = await spolia(["corpus", "build", "-o", "strict.spolia", "--dataset", "mine", "texts", "--strict"]);
    expect(strict).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("(texts/bad.txt)") });
    expect(strict.stderr).not.toContain("skipped");
    expect(existsSync(join(folder, "strict.spolia"))).toBe(false);
  });

  it("leaves nothing behind when it is interrupted and need not go on", async () => {
    const lines = Array.from({ length: fewOrAll(1_000, 3_000) }, (_, number) =>
      JSON.stringify({ text: millions(2_000, number) }),
    ).join("\n");
    writeFileSync(join(folder, "large.jsonl"), lines);
    const child = spawn(
      process.execPath,
      [CLI, "corpus", "build", "-o", "cut.spolia", "--dataset", "mine", "--no-resume", "large.jsonl"],
      {
        cwd: folder,
        stdio: "ignore",
      },
    );
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    while (!existsSync(join(folder, "cut.spolia"))) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(readdirSync(folder)).not.toContain("cut.spolia");
  });
});

describe("spolia analyze", () => {
  it("finds a copy and names who trained on it", async () => {
    const found = await spoliaProcess(["analyze", "copy.txt", "--corpus", corpus, "--json", "--exit-code"]);
    expect(found).toMatchObject({ code: 1, stderr: "" });
    const result: AnalyzeResult = JSON.parse(found.stdout);
    expect(result.verdict).toBe("match");
    expect(result.matches[0]).toMatchObject({ document: { id: "story.txt" }, kind: "verbatim", verified: true });
    expect(result.attribution_sources.map((source) => source.model_id)).toContain("eleutherai/pythia");
    const plain = await spoliaProcess(["analyze", "-", "--full", "--corpus", corpus], { stdin: story.slice(0, 3_000) });
    expect(plain).toMatchObject({ code: 0, stdout: expect.stringMatching(/^MATCH: /) });
    expect(plain.stdout).toContain("eleutherai/pythia");
  });

  it("finds nothing in an unrelated text, and rejects files that are not text", async () => {
    const none = await spolia(["analyze", "own.txt", "--corpus", corpus, "--exit-code"]);
    expect(none).toMatchObject({ code: 0, stdout: expect.stringMatching(/^NONE FOUND: /) });
    const binary = await spolia(["analyze", "texts/bad.txt", "--corpus", corpus]);
    expect(binary).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("cannot be read: not UTF-8") });
    const missing = await spolia(["analyze", "own.txt", "--corpus", "nowhere.spolia", "--json"]);
    expect(missing.code).toBe(3);
    expect(JSON.parse(missing.stdout).error.code).toBe("corpus_not_found");
  });
});

describe("spolia compare, score", () => {
  it("compares two files", async () => {
    const { code, stdout } = await spolia(["compare", "copy.txt", "texts/story.txt", "--json"]);
    expect([code, JSON.parse(stdout).relation]).toEqual([0, "excerpt"]);
  });

  it("scores a model", async () => {
    const args = ["score", "copy.txt", "--model", "eleutherai/pythia", "--jurisdiction", "NL", "--corpus", corpus];
    const { code, stdout } = await spolia([...args, "--json"]);
    expect([code, JSON.parse(stdout).model_id]).toEqual([0, "eleutherai/pythia"]);
    expect((await spolia([...args, "--full"])).stdout).toContain("Jurisdiction: NL, with the rule of EU-DSM");
  });
});

describe("spolia evidence report", () => {
  it("reads stored results, and prints the same as the command that made them", async () => {
    const kept = await spolia([
      "score",
      "copy.txt",
      "--model",
      "eleutherai/pythia",
      "--jurisdiction",
      "NL",
      "--corpus",
      corpus,
      "--json",
    ]);
    writeFileSync(join(folder, "score.json"), kept.stdout);
    const args = ["--model", "eleutherai/pythia", "--jurisdiction", "NL", "--corpus", corpus, "--html", "score.html"];
    const made = await spolia(["score", "copy.txt", "--full", ...args]);
    const read = await spolia(["report", "score.json", "--html", "again.html"]);
    expect(read).toEqual({ ...made, code: 0, stderr: made.stderr.replace("score.html", "again.html") });
    expect(made.stderr).toBe("spolia: The page is written to score.html: open it in a browser.\n");
    expect(readFileSync(join(folder, "again.html"), "utf8")).toBe(readFileSync(join(folder, "score.html"), "utf8"));
    expect(readFileSync(join(folder, "again.html"), "utf8")).toContain('<h2 id="part-');
    expect(await spolia(["report", "-", "--json"], { stdin: kept.stdout })).toEqual(kept);
  });

  it("shows passages of an analysis as in their sources, and comparisons side by side", async () => {
    const kept = await spolia(["analyze", "copy.txt", "--corpus", corpus, "--json", "--html", "analysis.html"]);
    expect(readFileSync(join(folder, "analysis.html"), "utf8")).toContain("In this text");
    const read = await spolia(["report", "-"], { stdin: kept.stdout });
    expect(read).toMatchObject({ code: 0, stdout: expect.stringMatching(/^MATCH: /) });
    expect(read.stdout).toContain(`«${story.split(" ").slice(100, 103).join(" ")}`);
    await spolia(["compare", "copy.txt", "texts/story.txt", "--html", "pair.html"]);
    expect(readFileSync(join(folder, "pair.html"), "utf8")).toContain("In the second");
  });

  it.each([
    ["{", "is not JSON"],
    ["[]", "not a result of analyze, score, compare, compareAll, assess, extract or probe"],
    ['{"analysis_id": "<script>"}', "does not have the form of a result"],
  ])("refuses %s", async (stdin, why) => {
    const refused = await spolia(["report", "-", "--html", "refused.html", "--json"], { stdin });
    expect(refused.code).toBe(3);
    expect(JSON.parse(refused.stdout).error).toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining(why),
    });
    expect(refused.stdout + refused.stderr).not.toContain("<script>");
    expect(existsSync(join(folder, "refused.html"))).toBe(false);
  });

  it("reports a path that is not writable", async () => {
    const kept = await spolia(["compare", "copy.txt", "own.txt", "--json"]);
    const ended = await spolia(["report", "-", "--html", "nowhere/report.html", "--json"], { stdin: kept.stdout });
    expect([ended.code, JSON.parse(ended.stdout).error.code]).toEqual([3, "storage_failed"]);
  });
});

/** A server of the command line, asked and told to end. */
async function whileServing(args: string[], use: (url: string) => Promise<void>): Promise<number | null> {
  const child = spawn(process.execPath, [CLI, "serve", "--port", "0", ...args, "--json"], {
    cwd: folder,
    env: { ...process.env, SPOLIA_API_KEY: "a key" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  try {
    const { url } = JSON.parse(String(await new Promise((resolve) => child.stdout.once("data", resolve))));
    await use(url);
  } finally {
    child.kill("SIGTERM");
  }
  return ended;
}

function askServer(url: string, content: string, key = "a key"): Promise<Response> {
  return fetch(`${url}/api/v1/attribution/analyze`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ content, content_type: "text" }),
  });
}

describe("spolia serve", () => {
  it("responds with the key, and exits cleanly on a signal", async () => {
    writeFileSync(join(folder, "serve.json"), JSON.stringify({ corpus: [corpus], port: 1 }));
    const child = spawn(
      process.execPath,
      [CLI, "serve", "--port", "0", "--config", "serve.json", "--data", "records", "--json"],
      {
        cwd: folder,
        env: { ...process.env, SPOLIA_API_KEY: "a key", SPOLIA_METRICS_PORT: "0" },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    let log = "";
    child.stderr.on("data", (lines) => {
      log += lines;
    });
    const { url, metrics_url } = JSON.parse(String(await new Promise((resolve) => child.stdout.once("data", resolve))));
    const ask = (key: string, content = story.slice(0, 3_000)) =>
      fetch(`${url}/api/v1/attribution/analyze`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ content, content_type: "text" }),
      });
    expect((await ask("another")).status).toBe(401);
    const answer = await ask("a key");
    expect(await answer.json()).toMatchObject({ success: true, verdict: "match" });
    expect(await (await ask("a key", story)).json()).toMatchObject({ verdict: "match", coverage: { words: 4_000 } });
    expect(await (await fetch(metrics_url)).text()).toContain(
      'spolia_requests_total{method="POST",path="/api/v1/attribution/analyze",status="200"} 2',
    );
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    const lines = log.split("\n").filter((line) => line.startsWith("{"));
    expect(lines.map((line) => JSON.parse(line).status)).toEqual([401, 200, 200, 404]);
    expect(log).not.toMatch(/a key|another/);
    expect(log).not.toContain(story.slice(0, 20));
  });
});

describe("spolia corpus calibrate", () => {
  const calibration = () => JSON.parse(readFileSync(join(folder, "own.calibration.json"), "utf8"));

  beforeAll(async () => {
    mkdirSync(join(folder, "works"));
    mkdirSync(join(folder, "clean"));
    for (let i = 0; i < 12; i++) writeFileSync(join(folder, `works/${i}.txt`), words(900, 1_000 + i));
    for (let i = 0; i < 12; i++) writeFileSync(join(folder, `clean/${i}.txt`), words(900, 2_000 + i));
    await spolia(["corpus", "build", "-o", "works.spolia", "--dataset", "mine", "works"]);
    const made = await spolia(["calibrate", "works.spolia", "--clean", "clean", "--out", "own.calibration.json"]);
    expect(made, made.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/^CALIBRATED: works /) });
    // Of 1,320 excerpts of twelve works no more is known than of some eight works: an end of .3 % would be that of 1,320.
    expect(made.stdout).toMatch(/clean: match in 0 of 1320 \(95 % interval 0\.0 % to [2-6]\d\.\d %\)/);
  });

  it("reports the error rates of the match, the number of works, and the range of contents", () => {
    const { name, date, strata, steps, provenance } = calibration();
    expect(name).toMatch(/^works [0-9a-f]{12}$/);
    expect(date).toBe(new Date().toISOString().slice(0, 10));
    expect(strata.searched_words).toEqual([5_400, 21_600]);
    expect(provenance.cases.clusters).toBeLessThanOrEqual(24);
    expect(provenance.rates.find(({ kind }: { kind: string }) => kind === "planted").match.count).toBeGreaterThan(500);
    // Of 24 works no more can be said than that: the interval is as wide as it has to be.
    expect(steps.at(-1).lo).toBeLessThan(2);
  });

  it("gives a calibration that analyze and serve use for confidence", async () => {
    writeFileSync(join(folder, "excerpt.txt"), words(900, 1_003).split(" ").slice(100, 400).join(" "));
    const args = ["analyze", "excerpt.txt", "--corpus", "works.spolia", "--json"];
    const [own, shipped] = [await spolia([...args, "--calibration", "own.calibration.json"]), await spolia(args)].map(
      ({ stdout }) => JSON.parse(stdout) as AnalyzeResult,
    );
    expect(own!.method.calibration).toBe(calibration().name);
    const { estimate, lo, hi } = own!.log10_lr!;
    const [{ log10_lr: largest }] = calibration().largest;
    const limited = calibration().steps.map((step: { log10_lr: number; lo: number; hi: number }) => ({
      ...{ estimate: Math.min(step.log10_lr, largest), lo: Math.min(step.lo, largest), hi: step.hi },
    }));
    expect(limited).toContainEqual({ estimate, lo, hi });
    expect(shipped!.method.calibration).not.toBe(own!.method.calibration);
    expect(shipped!.matches).toEqual(own!.matches);
    const ended = await whileServing(
      ["--corpus", "works.spolia", "--calibration", "own.calibration.json"],
      async (url) => {
        const answer = (await (
          await askServer(url, readFileSync(join(folder, "excerpt.txt"), "utf8"))
        ).json()) as AnalyzeResult;
        expect(answer).toMatchObject({
          confidence: own!.confidence,
          log10_lr: own!.log10_lr,
          method: { calibration: calibration().name },
        });
      },
    );
    expect(ended).toBe(0);
  });

  it.each([
    ["none.json", "invalid_request"],
    ["excerpt.txt", "calibration_invalid"],
    ["broken.json", "calibration_invalid"],
  ])("is refused where it is none: %s", async (file, code) => {
    writeFileSync(join(folder, "broken.json"), JSON.stringify({ ...calibration(), steps: [] }));
    for (const command of [
      ["analyze", "excerpt.txt"],
      ["serve", "--port", "0"],
    ]) {
      const ended = await spolia([...command, "--corpus", "works.spolia", "--calibration", file, "--json"]);
      expect(ended.code).toBe(3);
      expect(JSON.parse(ended.stdout).error.code).toBe(code);
    }
  });

  it("reports too few texts", async () => {
    const ended = await spolia(["calibrate", "works.spolia", "--clean", "clean/1.txt", "--json"]);
    expect([ended.code, JSON.parse(ended.stdout).error.code]).toEqual([3, "invalid_request"]);
  });
});

it("exits silently when its reader closes the pipe", async () => {
  const child = spawn(process.execPath, [CLI, "models", "--json"]);
  let stderr = "";
  child.stderr.on("data", (text) => (stderr += text));
  child.stdout.once("data", () => child.stdout.destroy());
  const [code, signal] = await once(child, "close");
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: "" });
});

describe("a corpus that changes", () => {
  const spoliaJson = async (...args: string[]) => {
    const ended = await spolia([...args, "--json"]);
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    return JSON.parse(ended.stdout);
  };
  const verdictOf = async (file: string, path: string): Promise<string> =>
    ((await spoliaJson("analyze", file, "--corpus", path)) as AnalyzeResult).verdict;

  it("has its near duplicates listed", async () => {
    mkdirSync(join(folder, "alike"));
    writeFileSync(join(folder, "alike/first.txt"), story);
    writeFileSync(join(folder, "alike/second.txt"), story.replace(/ \w+$/, " otherwise"));
    writeFileSync(join(folder, "alike/other.txt"), other);
    await spoliaJson("corpus", "build", "-o", "alike.spolia", "--dataset", "mine", "alike");
    const found = await spoliaJson("corpus", "duplicates", "alike.spolia");
    expect(found).toMatchObject({ threshold: 0.8, documents: 3, clustered_documents: 2, surplus_documents: 1 });
    expect(found.clusters[0].members.map(({ document }: { document: { id: string } }) => document.id).sort()).toEqual([
      "first.txt",
      "second.txt",
    ]);
    const plain = await spolia(["corpus", "duplicates", "alike.spolia"]);
    expect(plain).toMatchObject({ code: 0, stderr: "" });
    expect(plain.stdout).toContain("DUPLICATES: 2 of 3 documents are in 1 cluster of near duplicates.");
    expect(plain.stdout).toContain("over 99.9 %");
    expect(await spoliaJson("corpus", "duplicates", "alike.spolia", "--threshold", "1")).toMatchObject({
      clusters: [],
    });
    for (const threshold of ["0.5", "1.1", "x"])
      expect((await spolia(["corpus", "duplicates", "alike.spolia", "--threshold", threshold])).code).toBe(2);
  });

  it("is appended to, deleted from, merged, purged and verified", async () => {
    mkdirSync(join(folder, "added"));
    writeFileSync(join(folder, "added/other.txt"), other);
    await spoliaJson("corpus", "build", "-o", "living.spolia", "--dataset", "mine", "texts");
    expect(await verdictOf("own.txt", "living.spolia")).toBe("none_found");
    const appended = await spoliaJson("corpus", "append", "living.spolia", "added");
    expect(appended).toMatchObject({ added: 1, corpus: { documents: 3, segments: 2 } });
    expect(await verdictOf("own.txt", "living.spolia")).toBe("match");
    const again = await spolia(["corpus", "append", "living.spolia", "added"]);
    expect(again.code).toBe(3);
    expect(again.stderr).toContain("a document of the corpus has this id");

    const unknown = await spolia(["corpus", "delete", "living.spolia", "nobody"]);
    expect(unknown.code).toBe(3);
    expect(await spoliaJson("corpus", "delete", "living.spolia", "other.txt")).toMatchObject({
      deleted: 1,
      corpus: { documents: 2 },
    });
    expect(await verdictOf("own.txt", "living.spolia")).toBe("none_found");
    expect(await spoliaJson("corpus", "purge", "living.spolia")).toMatchObject({
      corpus: { documents: 2, segments: 1 },
    });
    expect(await spoliaJson("corpus", "verify", "living.spolia")).toMatchObject({ is_sound: true, damages: [] });
    expect(await verdictOf("copy.txt", "living.spolia")).toBe("match");
  });

  it("reports damage, and exits with 1", async () => {
    await spoliaJson("corpus", "build", "-o", "hurt.spolia", "--dataset", "mine", "texts");
    const [name] = readdirSync(join(folder, "hurt.spolia/text"));
    const file = join(folder, "hurt.spolia/text", name!);
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(file, bytes);
    const ended = await spolia(["corpus", "verify", "hurt.spolia"]);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain("DAMAGED");
    expect(ended.stdout).toContain("A block of text of the corpus is damaged.");
  });

  it("can be merged from several", async () => {
    await spoliaJson("corpus", "build", "-o", "own.spolia", "--dataset", "mine", "own.txt");
    const merged = await spoliaJson(
      "corpus",
      "merge",
      "-o",
      "all.spolia",
      "--dataset",
      "mine",
      "stories.spolia",
      "own.spolia",
    );
    expect(merged).toMatchObject({ corpus: { name: "all", documents: 3, segments: 1 } });
    expect(await verdictOf("own.txt", "all.spolia")).toBe("match");
    expect(await verdictOf("copy.txt", "all.spolia")).toBe("match");
  });

  it("has the same bytes for any number of threads and memory", async () => {
    mkdirSync(join(folder, "many"));
    // Over 8 MB, so that there is more than one chunk.
    for (let i = 0; i < 4; i++) writeFileSync(join(folder, `many/${i}.txt`), millions(400_000, 100 + i));
    const bytesOf = async (name: string, ...flags: string[]) => {
      await spoliaJson(
        "corpus",
        "build",
        "-o",
        `${name}.spolia`,
        "--name",
        "same",
        "--dataset",
        "mine",
        "many",
        ...flags,
      );
      const files = readdirSync(join(folder, `${name}.spolia`), { recursive: true, withFileTypes: true }).filter(
        (one) => one.isFile(),
      );
      return files
        .map((one) => [one.name, readFileSync(join(one.parentPath, one.name)).toString("base64").slice(0, 1e7)])
        .sort();
    };
    const one = await bytesOf("one", "--jobs", "1");
    expect(await bytesOf("three", "--jobs", "3", "--memory", "2")).toEqual(one);
  });
});
