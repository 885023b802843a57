/** What `probe` and `extract` say before they ask, and where the host answers nothing. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-needs-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(argv, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

/** A port of this machine on which nobody listens. */
function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

const random = seeded(91);
function writeTexts(name: string, many: number): string {
  mkdirSync(file(name));
  for (let i = 0; i < many; i++) writeFileSync(join(file(name), `${i}.txt`), zipfText(random, 120));
  return file(name);
}

let model: string[];
beforeAll(async () => {
  const url = `http://127.0.0.1:${await closedPort()}/v1`;
  const down = { name: "lab/down", kind: "vllm", url, model: "m", retrieval: "absent", retries: 0, timeout_seconds: 5 };
  writeFileSync(file("models.json"), JSON.stringify({ down }));
  model = ["--model", "down", "--models", file("models.json")];
});

describe("a dry run", () => {
  test("of a probe states the required and the given number of controls and clusters", async () => {
    const few = ["probe", writeTexts("suspects", 3), "--control", writeTexts("controls", 2), ...model, "--dry-run"];
    const { code, out } = await spolia(...few);
    expect(code).toBe(0);
    expect(out).toContain("Given: 3 suspects and 2 controls; each file is a cluster");
    expect(out).toContain(
      "Needed: 100 controls for a p-value of membership, 20 clusters on each side for dataset inference,",
    );
    expect(out).toContain("and 165 clusters on each side for the blind gate, without which neither gives a p-value.");
    expect(out).toContain("With so few texts the result has statistics but no p-value");
    expect(JSON.parse((await spolia(...few, "--json")).out)).toMatchObject({
      needed: { membership_controls: 100, blind_gate_clusters: 165, dataset_inference_clusters: 20 },
      given: { suspects: 3, controls: 2 },
    });
  });

  test.each([
    [164, 165, true],
    [165, 165, false],
    [165, 164, true],
  ])("%d suspects among %d controls: too few is %s", async (suspects, controls, isTooFew) => {
    const sides = [
      writeTexts(`s${suspects}-${controls}`, suspects),
      "--control",
      writeTexts(`c${suspects}-${controls}`, controls),
    ];
    const { out } = await spolia("probe", ...sides, ...model, "--dry-run");
    expect(out.includes("With so few texts")).toBe(isTooFew);
  });

  test("of an extraction states how many controls allow a small p, and one of a canary needs no texts", async () => {
    writeFileSync(file("work.txt"), zipfText(random, 400));
    const extract = ["extract", file("work.txt"), "--control", writeTexts("kept", 1), ...model, "--dry-run"];
    expect((await spolia(...extract, "--sample", "3", "--per-control", "3")).out).toContain(
      "Given: 1 control. Needed: 19 for a p-value that can reach 0.05.",
    );
    const made = await spolia("canary", "create", "-o", file("canary.json"), "--strings", "20", "--json");
    const canary = ["--secret", file("canary.json"), "--commitment", JSON.parse(made.out).commitment];
    const { code, out } = await spolia("probe", ...canary, ...model, "--dry-run");
    expect([code, out.includes("Needed")]).toEqual([0, false]);
  });
});

describe("a host that is down", () => {
  const probe = () => ["probe", writeTexts(`texts-${Math.floor(random() * 1e9)}`, 2), ...model];

  test("does not mention a missing journal, and reports the error of the host", async () => {
    const { code, out, err } = await spolia(...probe(), "--json");
    expect([code, JSON.parse(out).error.code]).toEqual([3, "model_failed"]);
    expect(err).toMatch(
      /The model gave no reply about any text\.\n {2}First question: failed: .+\. Check that the model's host can be reached/,
    );
    expect(err).not.toContain("journal");
  });

  test("writes the requested journal, with queries and without answers", async () => {
    const { code, err } = await spolia(...probe(), "--journal", file("asked.jsonl"));
    expect(code).toBe(3);
    expect(existsSync(file("asked.jsonl"))).toBe(true);
    expect(err).toContain(`There was no reply; all requests and failures are in ${file("asked.jsonl")}. `);
    expect(err).not.toContain("All replies so far");
  });
});
