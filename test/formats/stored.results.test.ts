/** Results, calibrations, secrets, observations and journals that users of released versions kept: they are read and gone on with. */
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ScoreResult } from "../../src/base/contract/operations/score.ts";
import { ENGINE_VERSION } from "../../src/base/version.ts";
import { main } from "../../src/cli/program.ts";
import { parseCalibration } from "../../src/engine/evidence/calibration/parse.ts";
import { commitToCanary, commitToOrder, createEngine, ordersToAsk } from "../../src/index.ts";
import { fromObservations } from "../../src/models/index.ts";
import { parseResult, plainResult } from "../../src/report/index.ts";
import { NO_COLOURS } from "../../src/report/layout/terminal.ts";
import { fakeTerminal } from "../cli/terminal.ts";
import { notEmpty } from "../support/notEmpty.ts";
import { RELEASED, unpacked } from "./stored.ts";

const MODEL = "eleutherai/pythia";
const KINDS = ["openai", "vllm", "chat", "llamacpp", "anthropic", "gemini"];

test("there are results of released versions", () => expect(RELEASED.length).toBeGreaterThan(0));

describe.each(RELEASED)("what users of %s kept:", (version) => {
  const stored = unpacked(version);
  // A journal belongs to a request, in which files have the names that they were given by.
  const cwd = process.cwd();
  beforeAll(() => process.chdir(stored.folder));
  afterAll(() => {
    process.chdir(cwd);
    stored.remove();
  });
  const spolia = async (...args: string[]) => {
    const terminal = fakeTerminal();
    const code = await main(args, terminal);
    return { code, stdout: terminal.out(), stderr: terminal.err() };
  };
  const run = async (...args: string[]) => {
    const ended = await spolia(...args, "--json");
    expect(ended.code, ended.stdout + ended.stderr).toBe(0);
    return { ...ended, document: JSON.parse(ended.stdout) };
  };
  const results = stored.names("results");
  const readable = results.filter((name) => /^(?:analyze|score|compare|extract|probe)/.test(name));

  test("results of every operation", () => {
    const operations = new Set(results.map((name) => name.replace(/[-.].*/, "")));
    expect([...operations].sort()).toEqual(["analyze", "assess", "canary", "compare", "extract", "probe", "score"]);
    expect(readable.length).toBeGreaterThanOrEqual(15);
    for (const name of notEmpty(results.filter((one) => !one.startsWith("canary"))))
      expect(stored.json(`results/${name}`).method.engine, name).toBe(`spolia ${version}`);
  });

  test.each(readable)("the result %s is read in words and as a page", async (name) => {
    const result = parseResult(stored.json(`results/${name}`));
    expect(result.of).toBe(name.replace(/[-.].*/, ""));
    expect(plainResult(result, { columns: 200, colours: NO_COLOURS })).toContain(`spolia ${version}`);
    const { code, stderr } = await spolia("report", `results/${name}`, "--html", `${name}.html`);
    expect(code, stderr).toBe(0);
    expect(readFileSync(stored.path(`${name}.html`), "utf8")).toContain(`spolia ${version}`);
  });

  test("what came out of a canary and of a probe is taken, and listed as unverified: it carries no hashes", async () => {
    const score = ["score", "inputs/work.txt", "--model", MODEL, "--jurisdiction", "EU-DSM"];
    for (const name of ["canary", "probe"]) {
      const { document } = await run(...score, "--observations", `results/${name}.json`);
      expect(document).toMatchObject({ model_id: MODEL, method: { engine: ENGINE_VERSION } });
      const listed = document.observations as ScoreResult["observations"];
      for (const { custody, reason } of notEmpty(listed))
        expect([custody, reason]).toEqual(["unverified", expect.stringContaining("made before version 0.2.0")]);
    }
  });

  test("a calibration is read, and results name it", async () => {
    const calibration = stored.json("calibration.json");
    expect(parseCalibration(calibration)).toEqual(calibration);
    const analyze = ["analyze", "inputs/work.txt", "--corpus", "corpora/books.spolia"];
    const { document } = await run(...analyze, "--calibration", "calibration.json");
    expect(document).toMatchObject({ verdict: "match", method: { calibration: calibration.name } });
    const before = stored.json("results/analyze-calibrated.json");
    expect(document).toMatchObject({ confidence: before.confidence });
  });

  test("a canary's secret has its commitment, and the same test", async () => {
    const { publish, ...committed } = stored.json("results/canary-created.json");
    const secret = stored.json("canary.secret.json");
    expect(secret.strings[secret.index]).toBe(publish);
    expect(await commitToCanary(secret)).toEqual(committed);
    expect(committed).toEqual(stored.json("results/canary-committed.json"));
    const flags = ["--secret", "canary.secret.json", "--commitment", committed.commitment];
    const { document } = await run("canary", "test", "canary.scores.json", ...flags);
    expect(document).toMatchObject(stored.json("results/canary.json"));
  });

  test("an order has its commitment, and is the first that is asked about", async () => {
    const order = stored.json("order.json");
    expect(await commitToOrder(order.secret)).toBe(order.commitment);
    const [published, ...others] = await ordersToAsk(order);
    expect(published).toEqual(order.secret.items);
    expect(others).toHaveLength(order.permutations);
  });

  test("observations of a model answer for it", async () => {
    const { text, sampling } = stored.json("inputs/observed.json");
    const model = fromObservations(stored.text("observations.jsonl"), { name: MODEL, retrieval: "absent" });
    const [scored] = await model.logprobs([text]);
    expect(scored).toMatchObject({ status: "answered", answer: { vocabulary_size: 50_257 } });
    const [continued] = await model.complete([text], sampling);
    expect(continued).toMatchObject({ status: "answered", answer: [{ finish: "length" }] });
  });

  test("recorded answers are probed to the same end", async () => {
    const engine = await createEngine({ corpora: [] });
    const { membership, gate, texts } = await engine.probe(stored.json("inputs/probe-measured.json"));
    const before = stored.json("results/probe-measured.json");
    expect({ membership, gate, texts }).toEqual({
      membership: before.membership,
      gate: before.gate,
      texts: before.texts,
    });
    expect(before.membership.status).toBe("measured");
  });

  describe("journals", () => {
    const windows = ["--prefix", "12", "--suffix", "12", "--sample", "6", "--per-control", "4"];
    const goOn = (journal: string) => ["--models", "models.json", "--journal", `journals/${journal}`, "--resume"];

    test.each(KINDS)("of %s are gone on with, and nothing is asked", async (kind) => {
      const protocol = kind === "vllm" ? "scores" : "continuations";
      const journal = stored.text(`journals/extract-${kind}.jsonl`);
      const { document, stderr } = await run(
        ...["extract", "inputs/work.txt", "--control", "inputs/control/a.txt", "--model", kind, "--protocol", protocol],
        ...[...windows, ...goOn(`extract-${kind}.jsonl`)],
      );
      expect(stderr).toContain(`${kind}: 0 requests, 0 tokens`);
      const { rates, windows: asked, claims } = stored.json(`results/extract-${kind}.json`);
      // The sentence of a reason may be written better; what it is about stays.
      const told = Object.entries<{ exactness: string; p: number }>(claims).map(([claim, { exactness, p }]) => [
        claim,
        { exactness, p },
      ]);
      expect(told.length).toBeGreaterThan(0);
      expect(document).toMatchObject({ rates, windows: asked, claims: Object.fromEntries(told) });
      expect(stored.text(`journals/extract-${kind}.jsonl`)).toBe(journal);
    });

    test("of two models of a probe", async () => {
      const { commitment } = stored.json("results/canary-created.json");
      const canary = ["--secret", "canary.secret.json", "--commitment", commitment];
      const { document, stderr } = await run(
        ...["probe", "inputs/suspect", "--control", "inputs/control", "--model", "openai", "--reference", "vllm"],
        ...[...canary, ...goOn("probe.jsonl")],
      );
      expect(stderr).toMatch(/openai: 0 requests, 0 tokens[\s\S]*vllm: 0 requests, 0 tokens/);
      const { texts, canaries, observed_sha256 } = stored.json("results/probe.json");
      expect(document).toMatchObject({ texts, canaries, observed_sha256 });
    });

    test("are refused where they belong to another question, or are none", async () => {
      const extract = ["extract", "inputs/other.txt", "--model", "openai", ...windows, ...goOn("extract-openai.jsonl")];
      const other = await spolia(...extract, "--json");
      expect(JSON.parse(other.stdout).error.code).toBe("journal_mismatch");
      writeFileSync(stored.path("journals/none.jsonl"), "{}\n");
      const none = await spolia(...extract.slice(0, -2), "journals/none.jsonl", "--resume", "--json");
      expect(JSON.parse(none.stdout).error.code).toBe("journal_mismatch");
    });
  });
});
