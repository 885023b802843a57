/** `spolia dedup --level substring` of more words than memory holds: what it writes is the same to the byte. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const bound = vi.hoisted(() => ({ keysMax: Number.POSITIVE_INFINITY }));

vi.mock("../../../src/corpus/duplicates/bounded.ts", async (original) => {
  const { deduplicateSubstrings } = await original<typeof import("../../../src/corpus/duplicates/bounded.ts")>();
  return {
    deduplicateSubstrings: (...[options, read, signal]: Parameters<typeof deduplicateSubstrings>) =>
      deduplicateSubstrings(options, read, signal, bound.keysMax),
  };
});

const here = process.cwd();
const folder = mkdtempSync(join(tmpdir(), "dedup-on-disk-"));

afterAll(() => {
  process.chdir(here);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function dedup(...flags: string[]) {
  const terminal = fakeTerminal({});
  const code = await main(["dedup", "web", "--level", "substring", "--min-words", "20", ...flags], terminal);
  return { code, stdout: terminal.out(), stderr: terminal.err() };
}

/** Everything below a folder, by its path. */
const contents = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [join(parentPath, name).slice(path.length), readFileSync(join(parentPath, name))]);

test("files, ledger, pairs and answer are those of the way in memory", async () => {
  process.chdir(folder);
  mkdirSync("web/deep", { recursive: true });
  mkdirSync("temporary");
  vi.stubEnv("TMPDIR", join(folder, "temporary"));
  const random = seeded(83);
  const [one, two, three] = [60, 60, 60].map((words) => zipfText(random, words).trim());
  writeFileSync("web/a.txt", `${one}\n\n${two}\n`);
  writeFileSync("web/b.md", `# Title\n\n${one}\n`);
  writeFileSync("web/c.jsonl", [`${two} ${three}`, three].map((text) => `${JSON.stringify({ text })}\n`).join(""));
  writeFileSync("web/deep/d.json", JSON.stringify([{ text: `${three} and ${one}` }, { text: "kept" }]));
  writeFileSync("web/deep/e.bin", new Uint8Array([0, 1, 2]));
  for (const output of [["-o", "clean"], []]) {
    const made = [];
    for (const keysMax of [Number.POSITIVE_INFINITY, 100]) {
      bound.keysMax = keysMax;
      const told = await dedup(...output, "--pairs", "pairs.jsonl", "--json");
      expect(told.code).toBe(0);
      expect(told.stderr.includes("More words than memory holds")).toBe(keysMax === 100);
      const files = output.length > 0 ? [contents("clean"), readFileSync("clean.ledger.jsonl")] : [];
      made.push([told.stdout, readFileSync("pairs.jsonl"), ...files]);
      for (const name of ["clean", "clean.ledger.jsonl", "pairs.jsonl"]) rmSync(name, { recursive: true, force: true });
      expect(readdirSync(".").sort()).toEqual(["temporary", "web"]);
      expect(readdirSync("temporary")).toEqual([]);
    }
    expect(JSON.parse(made[0]![0] as string).exact).toBeGreaterThan(3);
    expect(made[1]).toEqual(made[0]);
  }
});
