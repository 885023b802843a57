/** `spolia evidence canary` and `spolia assess` as users meet them, from a secret to a score. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CanarySecret, CanaryTestResult } from "../../../src/base/contract/operations/canary.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { type Ended, endedHere } from "../here.ts";
import { withoutProgress } from "../progressLines.ts";

const CLI = fileURLToPath(new URL("../../../src/cli/index.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "spolia-canary-"));
const elsewhere = process.cwd();
process.chdir(folder);
afterAll(() => {
  process.chdir(elsewhere);
  rmSync(folder, { recursive: true, force: true });
});

const spolia = fewOrAll((...args: string[]) => endedHere(args, "", {}), spoliaProcess);

function spoliaProcess(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr: withoutProgress(stderr) });
    });
  });
}
const write = (name: string, value: unknown) =>
  writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));

const text = zipfText(seeded(5), 2_000);
const ASKED = { model: "eleutherai/pythia", retrieval: "absent", statistic: "mean log-probability" };

beforeAll(async () => {
  write("work.txt", text);
  expect(await spolia("corpus", "build", "-o", "pile.spolia", "--dataset", "the-pile", "work.txt")).toMatchObject({
    code: 0,
  });
});

describe("spolia evidence canary", () => {
  let commitment: string;
  beforeAll(async () => {
    const made = await spolia("canary", "create", "-o", "secret.json", "--json");
    expect(made).toMatchObject({ code: 0, stderr: "" });
    const answer = JSON.parse(made.stdout);
    const secret: CanarySecret = read("secret.json");
    expect(answer).toMatchObject({
      strings: 1_000,
      entropy_bits: 128,
      smallest_p: 0.001,
      publish: secret.strings[secret.index],
    });
    expect(statSync(join(folder, "secret.json")).mode & 0o077).toBe(0);
    commitment = answer.commitment;
  });

  it("prints only the hash of the secret, the same each time, and overwrites no secret", async () => {
    const committed = await spolia("canary", "commit", "secret.json");
    expect(committed).toMatchObject({ code: 0, stdout: expect.stringContaining(commitment) });
    const { strings, seed, nonce }: CanarySecret = read("secret.json");
    for (const kept of [...strings, seed, nonce]) expect(committed.stdout).not.toContain(kept);
    expect(await spolia("canary", "create", "-o", "secret.json")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("exists already"),
    });
    expect(read("secret.json").seed).toBe(seed);
    const other = await spolia("canary", "create", "-o", "other.json", "--strings", "20", "--json");
    expect(JSON.parse(other.stdout).commitment).not.toBe(commitment);
  });

  it("tests a revealed canary, and score accepts the observation", async () => {
    const { strings, index }: CanarySecret = read("secret.json");
    write("scores.json", { ...ASKED, scores: [strings.map((_, i) => (i === index ? 1 : -i / 1_000))] });
    const args = ["canary", "test", "scores.json", "--secret", "secret.json", "--commitment", commitment];
    const tested = await spolia(...args, "--json");
    expect(tested).toMatchObject({ code: 0, stderr: "" });
    const result: CanaryTestResult = JSON.parse(tested.stdout);
    expect(result.combined).toMatchObject({ p: 0.001, smallest_p: 0.001 });
    expect((await spolia(...args)).stdout).toMatch(/^P = 0\.001: [\s\S]*No smaller p than 0\.001 was possible/);
    write("tested.json", tested.stdout);
    const score = [
      "score",
      "work.txt",
      "--model",
      "eleutherai/pythia",
      "--jurisdiction",
      "US",
      "--corpus",
      "pile.spolia",
    ];
    const observed = [...score, "--observations", "tested.json", "--json"];
    const custodyOf = async (...args: string[]) => {
      const scored = await spolia(...args);
      expect(scored).toMatchObject({ code: 0, stderr: "" });
      return JSON.parse(scored.stdout);
    };
    // The canary was published in another edition of the work.
    expect((await custodyOf(...observed, "--secret", "secret.json")).observations).toMatchObject([
      { custody: "unverified", reason: expect.stringContaining("not about this text") },
    ]);
    write("work.txt", `${text}\n${strings[index]}\n`);
    expect((await custodyOf(...observed)).observations[0].reason).toContain("secret of its commitment was not given");
    const counted = await custodyOf(...observed, "--secret", "secret.json");
    expect(counted).toMatchObject({
      basis: "statistical",
      tier: "moderate",
      observations: [{ custody: "recomputed" }],
    });
    write(
      "listed.json",
      result.observations.map((one) => ({ ...one, model: "openai/gpt-4" })),
    );
    const refused = await spolia(...score, "--observations", "listed.json", "--json");
    expect(JSON.parse(refused.stdout).error).toMatchObject({
      code: "invalid_request",
      fields: [{ pointer: "/observations/0/model" }],
    });
    write("empty.json", {});
    expect(await spolia(...score, "--observations", "empty.json")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("holds no observations"),
    });
  });

  it("rejects a changed secret, and scores that do not match", async () => {
    const secret: CanarySecret = read("secret.json");
    write("changed.json", { ...secret, index: (secret.index + 1) % 1_000 });
    const test = (name: string, ...more: string[]) =>
      spolia("canary", "test", "scores.json", "--secret", name, "--commitment", commitment, "--json", ...more);
    const changed = await test("changed.json");
    expect(changed.code).toBe(3);
    expect(JSON.parse(changed.stdout).error.code).toBe("commitment_mismatch");
    expect(JSON.parse((await test("work.txt")).stdout).error.code).toBe("invalid_request");
    expect(await test("secret.json", "--secret", "secret.json")).toMatchObject({ code: 2 });
    write("scores.json", { ...ASKED, scores: [[1, 2, 3]] });
    expect(JSON.parse((await test("secret.json")).stdout).error).toMatchObject({
      code: "observations_invalid",
      fields: [{ pointer: "/scores/0" }],
    });
  });

  it("shows its help without arguments", async () => {
    const help = await spolia("canary");
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("canary create") });
  });
});

describe("spolia assess", () => {
  it("states how often the text occurs in documented data, and queries no model", async () => {
    const args = ["assess", "work.txt", "--model", "eleutherai/pythia-12b", "--corpus", "pile.spolia"];
    const { code, stdout } = await spolia(...args, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      model_id: "eleutherai/pythia-12b",
      copies: { datasets: [{ dataset: "the-pile", copies: 1 }] },
    });
    expect((await spolia(...args, "--full")).stdout).toMatch(
      /^[A-Z]+ RISK: that eleutherai\/pythia-12b has memorised this text\.[\s\S]*Expected extraction/,
    );
    const missing = await spolia("assess", "work.txt", "--model", "lab/none", "--json");
    expect([missing.code, JSON.parse(missing.stdout).error.code]).toEqual([3, "unknown_model"]);
  });
});
