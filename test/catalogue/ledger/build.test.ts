/** The check of the records that `npm run build` and `npm run check` begin with. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const RECORDS = join(ROOT, "src/catalogue/records");
const copies = mkdtempSync(join(tmpdir(), "spolia-records-"));
const folder = join(copies, "records");

beforeEach(() => cpSync(RECORDS, folder, { recursive: true }));
afterAll(() => rmSync(copies, { recursive: true, force: true }));

const check = (...args: string[]) => {
  const script = join(ROOT, "src/build/tables/records.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
};

type Row = Record<string, unknown>;

const PARTS = {
  portion: { kind: "subset", epochs: null, size_tokens: null, seen_tokens: null, share: null },
  parts: ["hackernews", "oscar"],
};

function modelLast(row: Row): void {
  const { model } = row;
  delete row["model"];
  row["model"] = model;
}

/** Changes one line of a file, which is one record. */
function change(file: string, line: number, breaking: (row: Row) => void): void {
  const path = join(folder, file);
  const lines = readFileSync(path, "utf8").split("\n");
  const comma = lines[line - 1]!.endsWith(",") ? "," : "";
  const record = JSON.parse(lines[line - 1]!.replace(/,$/, "")) as Row;
  breaking(record);
  lines[line - 1] = JSON.stringify(record) + comma;
  writeFileSync(path, lines.join("\n"));
}

/** Line of the first record that has this text. */
const lineOf = (file: string, text: string): number =>
  readFileSync(join(folder, file), "utf8")
    .split("\n")
    .findIndex((line) => line.includes(text)) + 1;

// What is wrong with an edge, how it became so, and what is said of it.
const BREAKAGES: [what: string, breaking: (row: Row) => void, fault: string][] = [
  ["an edge without a source", (row) => Object.assign(row, { sources: [] }), "names no source"],
  ["an edge whose source is not there", (row) => Object.assign(row, { sources: ["hearsay"] }), "does not have"],
  ["an edge that an account documents", (row) => Object.assign(row, { sources: ["qwen3"] }), "read in an account only"],
  ["a part that is no part", (row) => Object.assign(row, PARTS), "oscar is not contained in the-pile"],
  ["keys in another order", modelLast, "in another order"],
];

describe("the build of the records", () => {
  test("passes what is shipped, and says how much that is", () => {
    const { status, stdout, stderr } = check();
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^models +\d+, with an edge \d+\n/);
  });

  test("comes first in `npm run build` and in `npm run check`", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    expect(scripts["build:records"]).toBe("node src/build/tables/records.ts");
    for (const program of ["src/build/package/package.ts", "test/support/run/check.ts"]) {
      expect(readFileSync(join(ROOT, program), "utf8").match(/build:\w+/)?.[0]).toBe("build:records");
    }
  });

  test.each(BREAKAGES)("fails on %s", (_, breaking, fault) => {
    const line = lineOf("edges.json", '"model": "eleutherai/gpt-neo", "dataset": "the-pile"');
    change("edges.json", line, breaking);
    const { status, stdout, stderr } = check(folder);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(new RegExp(`^edges\\.json:${line}\\b`));
    expect(stderr).toContain(fault);
  });

  test("fails on two records in one line, on rows that changed places and on a source without use", () => {
    const path = join(folder, "sources.json");
    const lines = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, [lines[0], `${lines[1]} ${lines[2]}`, ...lines.slice(3)].join("\n"));
    expect(check(folder)).toMatchObject({ status: 1, stderr: "sources.json: holds other than one record a line\n" });

    writeFileSync(path, [lines[0], lines[2], lines[1], ...lines.slice(3)].join("\n"));
    expect(check(folder)).toMatchObject({ status: 1, stderr: "sources.json:3: stands out of order\n" });

    const unused = { ...(JSON.parse(lines[1]!.replace(/,$/, "")) as object), id: "a-source" };
    writeFileSync(path, [lines[0], `${JSON.stringify(unused)},`, ...lines.slice(1)].join("\n"));
    expect(check(folder)).toMatchObject({ status: 1, stderr: "sources.json:2: is used nowhere\n" });
  });
});
