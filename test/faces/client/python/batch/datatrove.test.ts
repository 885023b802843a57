/** A pipeline of datatrove on three ranks gives the result of one machine. datatrove is looked for where `.ci/run` puts it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { auditDocuments } from "../../../../../src/files/index.ts";
import { skippable } from "../../../../support/skippable.ts";
import { temporaryFolder } from "../../../../support/suites/corpus/places.ts";
import { run } from "../../generators/generated.ts";
import { PYTHON_SOURCES } from "../python.ts";
import { madeForBatch } from "./made.ts";

const ROOT = join(import.meta.dirname, "../../../../..");
const CLI = join(ROOT, "build/cli.js");
const PYTHON = join(ROOT, "node_modules/.cache/clients-datatrove/bin/python");
const isAbsent = (!existsSync(PYTHON) || !existsSync(CLI)) && process.env["CI"] === undefined;

test.skipIf(isAbsent)(
  skippable("ranks give together what one machine gives, and what is not whole is refused", isAbsent, "no datatrove"),
  async () => {
    const folder = temporaryFolder();
    const { items, documents } = madeForBatch();
    mkdirSync(join(folder, "dataset"));
    const parts = [documents.slice(0, 25), documents.slice(25, 40), documents.slice(40)];
    for (const [i, part] of parts.entries()) {
      const lines = part.map(({ id, text, title }) => `${JSON.stringify({ id, text, metadata: { title } })}\n`);
      writeFileSync(join(folder, "dataset", `${i}.jsonl`), lines.join(""));
    }
    writeFileSync(join(folder, "given.json"), JSON.stringify({ items, node: process.execPath, engine: CLI }));
    const environment = { PYTHONPATH: PYTHON_SOURCES, PYTHONDONTWRITEBYTECODE: "1" };
    const printed = await run(
      PYTHON,
      [join(import.meta.dirname, "run_datatrove.py"), "given.json"],
      folder,
      environment,
    );
    const told = JSON.parse(printed.trim().split("\n").at(-1)!);
    expect(told.seen).toEqual([0, 1, 2].map((rank) => `0000${rank}-of-00003.seen.jsonl`));
    expect(told.refused).toEqual([
      expect.stringContaining("00001-of-00003.seen.jsonl has no end"),
      expect.stringContaining("There are 2 ranks of an audit of 3"),
    ]);

    const { items: audited, ...rest } = await auditDocuments(items, documents);
    const expected = [rest, ...audited].map((one) => `${JSON.stringify(one)}\n`).join("");
    expect(readFileSync(join(folder, "result/audit.jsonl"), "utf8")).toBe(expected);
    const kept = readdirSync(join(folder, "kept")).flatMap((name) =>
      readFileSync(join(folder, "kept", name), "utf8")
        .trim()
        .split("\n"),
    );
    expect(new Set(kept.map((line) => JSON.parse(line).text))).toEqual(new Set(documents.map(({ text }) => text)));
  },
);
