/** `spolia evidence report` with the text: the page of the command that made the result. And `score`, given observations. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-report-"));
const file = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(file(name), "utf8");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(argv, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

const CORPUS = ["--corpus", file("books.spolia")];
const random = seeded(44);
const BOOKS = [0, 1, 2].map(() => zipfText(random, 900));
const OWN = zipfText(random, 80);

beforeAll(async () => {
  mkdirSync(file("books"));
  for (const [i, text] of BOOKS.entries()) writeFileSync(file(`books/${i}.txt`), text);
  const passage = (i: number, from: number) =>
    BOOKS[i]!.split(" ")
      .slice(from, from + 120)
      .join(" ");
  writeFileSync(file("copy.txt"), `${OWN} ${passage(0, 50)} ${OWN} ${passage(1, 300)}`);
  writeFileSync(file("page.html"), `<h1>${OWN}</h1><p>${passage(0, 50)}</p><p>${passage(2, 10)}</p>`);
  writeFileSync(file("page"), read("page.html"));
  await spolia("corpus", "build", "-o", file("books.spolia"), "--dataset", "books3", file("books"));
});

describe("spolia evidence report --content", () => {
  test.each([
    ["copy.txt", [], []],
    ["page.html", [], []],
    ["page", ["--type", "html"], ["--type", "html"]],
  ])("of an analysis of %s is what analyze wrote: page, words and document", async (name, options, again) => {
    const analyze = ["analyze", file(name), ...CORPUS, ...options];
    const made = await spolia(...analyze, "--full", "--html", file("made.html"));
    writeFileSync(file("kept.json"), (await spolia(...analyze, "--json", "--texts")).out);
    const report = ["report", file("kept.json"), "--content", file(name), ...again];
    const shown = await spolia(...report, "--html", file("shown.html"));
    expect(shown).toEqual({ code: 0, out: made.out, err: made.err.replace("made.html", "shown.html") });
    expect(read("shown.html")).toBe(read("made.html"));
    expect(read("shown.html")).toContain("In this text");
  });

  test("of a comparison accepts both texts, in its order", async () => {
    const compare = ["compare", file("copy.txt"), file("books/0.txt")];
    const made = await spolia(...compare, "--full", "--html", file("made.html"));
    writeFileSync(file("kept.json"), (await spolia(...compare, "--json")).out);
    const both = ["--content", file("copy.txt"), "--content", file("books/0.txt")];
    const shown = await spolia("report", file("kept.json"), ...both, "--html", file("shown.html"));
    expect(shown).toEqual({ code: 0, out: made.out, err: made.err.replace("made.html", "shown.html") });
    expect(read("shown.html")).toBe(read("made.html"));
    const one = await spolia("report", file("kept.json"), "--content", file("copy.txt"));
    expect([one.code, one.err]).toEqual([2, expect.stringContaining("about two texts")]);
    const turned = await spolia(
      "report",
      file("kept.json"),
      "--content",
      file("books/0.txt"),
      "--content",
      file("copy.txt"),
    );
    expect([turned.code, turned.err]).toEqual([3, expect.stringContaining("is not the text that the result is about")]);
  });

  test("is suggested if passages could be shown in the text, and rejects another text", async () => {
    writeFileSync(file("kept.json"), (await spolia("analyze", file("copy.txt"), ...CORPUS, "--json")).out);
    const bare = await spolia("report", file("kept.json"));
    expect(bare).toMatchObject({ code: 0, err: expect.stringContaining("give it with --content") });
    const other = await spolia("report", file("kept.json"), "--content", file("books/1.txt"), "--json");
    expect(JSON.parse(other.out).error).toMatchObject({ code: "invalid_request", fields: [{ pointer: "/content" }] });
    writeFileSync(file("own.txt"), OWN);
    writeFileSync(file("none.json"), (await spolia("analyze", file("own.txt"), ...CORPUS, "--json")).out);
    expect(await spolia("report", file("none.json"))).toMatchObject({ code: 0, err: "" });
    expect((await spolia("report", file("none.json"), "--content", file("own.txt"))).code).toBe(2);
  });
});

describe("spolia score --observations", () => {
  const observation = (model: string) => ({
    ...{ channel: "canary", model, p: 0.001, exactness: "exact", tests: 1, controls: 999, power: null },
    ...{ gate: "not_needed", rates: null, retrieval: "absent", statistic: { name: "mean" }, reason: null },
  });
  const score = (document: object, ...more: string[]) => {
    writeFileSync(file("observed.json"), JSON.stringify(document));
    const asked = ["score", file("copy.txt"), "--model", "eleutherai/pythia", "--jurisdiction", "US", ...CORPUS];
    return spolia(...asked, "--observations", file("observed.json"), "--json", ...more);
  };

  test.each([
    ["a list", [observation("google/bert")], "/observations/0/model"],
    ["a document", { model: "google/bert", observations: [observation("google/bert")] }, "/model"],
    ["a document that holds no observation", { model: "google/bert", observations: [] }, "/model"],
    ["a list with one of another", [observation("eleutherai/pythia"), observation("lab/own")], "/observations/1/model"],
  ])("of another model is refused with both names: %s", async (_, document, pointer) => {
    const { code, out } = await score(document);
    const { error } = JSON.parse(out);
    expect([code, error.code, error.fields]).toEqual([
      3,
      "invalid_request",
      [{ pointer, detail: "must be the target model" }],
    ]);
    expect(error.message).toMatch(
      /observed\.json holds observations of (?:google\/bert|lab\/own), but eleutherai\/pythia is scored/,
    );
  });

  test("of the model under any of its names are taken, and a file without any states that it has no effect", async () => {
    const taken = await score({ model: "EleutherAI/Pythia (70M-12B)", observations: [observation("PYTHIA")] });
    expect([taken.code, taken.err]).toEqual([0, ""]);
    // Typed by hand: taken, listed, and of no effect.
    expect(JSON.parse(taken.out)).toMatchObject({
      basis: "documentary",
      observations: [{ model: "PYTHIA", custody: "unverified" }],
    });
    const none = await score({ model: "eleutherai/pythia", observations: [] });
    expect([none.code, none.err]).toEqual([
      0,
      expect.stringMatching(/observed\.json holds no observation .* so it is ignored; .* says why\.\n$/),
    ]);
    const stage = JSON.parse(none.out).completeness.stages.at(-1);
    expect(stage).toMatchObject({
      name: "model_probing",
      status: "skipped",
      reason: "The observations of the model hold nothing that a score can use.",
    });
  });
});
