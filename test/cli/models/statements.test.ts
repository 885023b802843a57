/** `spolia catalogue statement`: each form as a page, as a result and as a file, and statements about nothing. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { buildCorpus } from "../../../src/index.ts";
import { SHELF } from "../../engine/fixtures.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-statements-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const corpus = join(folder, "shelf.spolia");
await (await buildCorpus(SHELF, { name: "shelf", dataset: "shelf", storage: createFileStorage(corpus) })).close();

async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(["catalogue", "statement", ...argv], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

const CREATED = ["--created", "2027-01-31T00:00:00Z"];

describe.each(["eu", "ab2013", "cyclonedx", "spdx", "croissant"])("%s", (format) => {
  // One document of Croissant is of one dataset.
  const isOfOne = format === "croissant";
  const ABOUT = [format, "--corpus", corpus, ...CREATED, ...(isOfOne ? [] : ["--dataset", "the-pile"])];

  test("the file holds the document of the result, which names the dataset and the corpus", async () => {
    const output = join(folder, `${format}.json`);
    const { code, out, err } = await spolia(...ABOUT, "--json", "--output", output);
    expect([code, err]).toEqual([0, ""]);
    const { document, sources, ...statement } = JSON.parse(out);
    expect(statement).toMatchObject({ format });
    const text = readFileSync(output, "utf8");
    expect(text).toBe(`${JSON.stringify(document, null, 2)}\n`);
    expect(text.includes("The Pile")).toBe(!isOfOne);
    expect(text).toContain("shelf");
    expect(sources).toContainEqual(expect.objectContaining({ kind: "corpus", id: "shelf" }));
  });

  test("the page names what is stated, blanks and sources", async () => {
    const { code, out, err } = await spolia(...ABOUT);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/Blank: nothing here tells it|blank: nothing here tells it/);
    expect(out).toMatch(/^ *(?:- )?\[1\] /m);
    expect(out.replaceAll(/\s+/g, " ")).toMatch(/\[\d\] corpus shelf, revision [0-9a-f]/);
  });
});

test("a model brings the datasets that records tie to it", async () => {
  const { out } = await spolia("croissant", "--model", "eleutherai/pythia-12b", "--json", ...CREATED);
  expect(JSON.stringify(JSON.parse(out).document)).toContain("The Pile");
});

test("a statement about nothing, or of no known thing, is refused", async () => {
  expect(await spolia("eu")).toMatchObject({ code: 2, out: "", err: expect.stringContaining("is about something") });
  for (const about of [
    ["--dataset", "nothing"],
    ["--model", "no/thing"],
    ["--corpus", join(folder, "none")],
  ])
    expect(await spolia("eu", ...about)).toMatchObject({ code: 3, out: "" });
  expect(await spolia("eu", "--dataset", "the-pile", "--created", "today")).toMatchObject({ out: "" });
});
