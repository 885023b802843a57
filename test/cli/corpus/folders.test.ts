/** `spolia corpus` over folders as people have them: files of many formats, files that were there before, several corpora. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createEngine } from "../../../src/index.ts";
import { createHandler } from "../../../src/service/index.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const here = process.cwd();
const random = seeded(31);
const one = zipfText(random, 300);

async function spolia(words: string[], stdin?: Uint8Array) {
  const terminal = fakeTerminal(stdin === undefined ? {} : { stdin: [stdin] });
  const code = await main(words, terminal);
  const json = () => JSON.parse(terminal.out());
  return { code, stdout: terminal.out(), stderr: terminal.err(), json };
}
const PDF = "%PDF-1.7\n%\u00e2\u00e3\n";
const CUT_RTF = "{\\rtf1\\ansi";

beforeAll(() => {
  process.chdir(mkdtempSync(join(tmpdir(), "spolia-folders-")));
  mkdirSync("mixed/sub", { recursive: true });
  writeFileSync("mixed/one.txt", one);
  writeFileSync("mixed/two.md", `# Two\n\n${zipfText(random, 300)}`);
  for (const ending of ["db", "odp", "mobi", "doc", "bin"]) writeFileSync(`mixed/sub/book.${ending}`, "\0whatever");
  writeFileSync("mixed/.hidden", "x");
  writeFileSync("a.pdf", PDF);
  writeFileSync("a.rtf", CUT_RTF);
  writeFileSync("disguised.txt", CUT_RTF);
});
afterAll(() => {
  const folder = process.cwd();
  process.chdir(here);
  rmSync(folder, { recursive: true, force: true });
});

const build = (output: string, ...more: string[]) =>
  spolia(["corpus", "build", "-o", output, "--dataset", "mine", "mixed", "--jobs", "1", ...more]);

describe("unread files", () => {
  const KINDS = [".bin", "Kindle book", "Word document", "database", "hidden", "office document"];

  test("are named and counted on the terminal", async () => {
    const { code, stderr, stdout } = await build("told.spolia");
    expect(code).toBe(0);
    for (const ending of ["db", "odp", "mobi", "doc", "bin"]) {
      expect(stderr).toContain(`skipped mixed/sub/book.${ending}: `);
    }
    expect(stderr).toContain(
      "6 inputs were not read: 1 .bin, 1 Kindle book, 1 Word document, 1 database, 1 hidden, 1 office document.",
    );
    expect(stderr).toContain("skipped mixed/.hidden: ");
    expect(stdout).toMatch(/not read +1 \.bin, 1 Kindle book, 1 Word document/);
  });

  test("are listed under --json, recorded in the corpus, shown by info and over HTTP", async () => {
    const built = (await build("listed.spolia", "--json")).json();
    expect(built.skipped_count).toBe(6);
    expect(built.skipped.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual(
      [".hidden", ...["bin", "db", "doc", "mobi", "odp"].map((ending) => `sub/book.${ending}`)].map((name) => [
        `mixed/${name}`,
        "format_not_read",
      ]),
    );
    const { unread } = (await spolia(["corpus", "info", "listed.spolia", "--json"])).json();
    expect(unread).toEqual(built.corpus.unread);
    expect(unread.inputs).toBe(6);
    expect(unread.kinds).toEqual(KINDS.map((format) => ({ code: "format_not_read", format, inputs: 1 })));
    expect(unread.first[1]).toMatchObject({ name: "sub/book.bin", code: "format_not_read" });
    await using corpus = await openCorpus("listed.spolia");
    const handler = createHandler({ engine: await createEngine({ corpora: [corpus] }) });
    for (const path of ["corpora/listed", "corpora"]) {
      const answer = await (await handler(new Request(`http://localhost/api/v1/${path}`))).json();
      expect((answer.corpus ?? answer.items[0]).unread).toEqual({ inputs: 6, kinds: unread.kinds });
    }
  });

  test("and parts of pages are told in a line for all that are alike", async () => {
    mkdirSync("pages", { recursive: true });
    const [hidden, said] = [zipfText(random, 20), zipfText(random, 20)];
    for (let i = 0; i < 20; i++)
      writeFileSync(`pages/${i}.html`, `<p>${zipfText(random, 60)}<p hidden>${hidden}</p><img alt="${said}">`);
    const args = ["corpus", "build", "-o", "pages.spolia", "--dataset", "mine", "pages", "--jobs", "1"];
    const { code, stderr, stdout } = await spolia(args);
    expect(code).toBe(0);
    expect(stderr).toContain(
      "0.html: attributes and data hold text that is not read (20 words); 19 more inputs like it",
    );
    expect(stderr).toContain("0.html: text that it hides (20 words); 19 more inputs like it, 400 words in all");
    expect(stderr).toContain("20 inputs were not read, or not in full: 20 parts of documents.");
    expect(stderr.split("\n").length).toBeLessThan(8);
    expect(stdout).toMatch(/not read +20 parts of documents/);
  });

  test("are summed over appends, and remain through other changes", async () => {
    await build("grown.spolia");
    mkdirSync("later/sub", { recursive: true });
    writeFileSync("later/three.txt", zipfText(random, 200));
    writeFileSync("later/sub/scan.png", "x");
    writeFileSync("later/sub/a.bin", "\0\x01x");
    expect((await spolia(["corpus", "append", "grown.spolia", "later", "--jobs", "1"])).code).toBe(0);
    expect((await spolia(["corpus", "delete", "grown.spolia", "three.txt"])).code).toBe(0);
    expect((await spolia(["corpus", "merge", "grown.spolia"])).code).toBe(0);
    const { unread } = (await spolia(["corpus", "info", "grown.spolia", "--json"])).json();
    expect([unread.inputs, unread.kinds[0]]).toEqual([8, { code: "format_not_read", format: ".bin", inputs: 2 }]);
    const merged = [
      "corpus",
      "merge",
      "-o",
      "both.spolia",
      "--dataset",
      "mine",
      "grown.spolia",
      "other.spolia",
      "--json",
    ];
    await spolia(["corpus", "build", "-o", "other.spolia", "--dataset", "mine", "later", "--jobs", "1"]);
    expect((await spolia(merged)).json().corpus.unread.inputs).toBe(10);
    expect((await spolia(["corpus", "verify", "both.spolia", "--json"])).json()).toMatchObject({ is_sound: true });
  });

  test("fail the build under --strict, and a folder without such files succeeds", async () => {
    const { code, stderr } = await build("strict.spolia", "--strict");
    expect(code).toBe(3);
    expect(stderr).toContain("A document cannot be read (mixed/sub/book.bin)");
    rmSync("clean", { recursive: true, force: true });
    cpSync("mixed", "clean", { recursive: true });
    rmSync("clean/sub", { recursive: true });
    rmSync("clean/.hidden");
    const clean = await spolia([
      "corpus",
      "build",
      "-o",
      "strict.spolia",
      "--dataset",
      "mine",
      "clean",
      "--strict",
      "--json",
    ]);
    expect([clean.code, clean.json().corpus.unread]).toEqual([0, { inputs: 0, kinds: [], first: [] }]);
    expect((await spolia(["corpus", "info", "strict.spolia"])).stdout).toMatch(/not read +none of the given files/);
  });

  test.each([
    ["a.pdf", undefined, "a.pdf cannot be read: damaged: its structure is not that of a PDF.", "PDF"],
    ["a.rtf", undefined, "a.rtf cannot be read: damaged: it was cut.", "RTF"],
    ["disguised.txt", undefined, "disguised.txt cannot be read: damaged: it was cut.", "RTF"],
    ["-", PDF, "Standard input cannot be read: damaged: its structure is not that of a PDF.", "PDF"],
  ])("analyze %s says what it is", async (path, stdin, message, advice) => {
    await build("asked.spolia");
    const words = ["analyze", path, "--corpus", "asked.spolia"];
    const { code, stderr } = await spolia(words, stdin === undefined ? undefined : new TextEncoder().encode(stdin));
    expect(code).toBe(3);
    expect(stderr).toContain(message);
    expect(stderr).toContain(advice);
    expect(stderr).not.toContain("iconv");
  });

  test("text in another encoding is distinguished from other files", async () => {
    writeFileSync("latin1.txt", Uint8Array.of(0x63, 0x61, 0x66, 0xe9));
    writeFileSync("escapes.txt", "\x1b[31mred");
    writeFileSync("noise.txt", Uint8Array.of(0, 1, 2, 0xe9));
    await build("asked.spolia");
    const hints = [];
    for (const path of ["latin1.txt", "escapes.txt", "noise.txt"]) {
      hints.push((await spolia(["analyze", path, "--corpus", "asked.spolia"])).stderr);
    }
    expect(hints[0]).toContain("--encoding LABEL");
    expect(hints[1]).toContain("--encoding iso-2022-jp");
    expect(hints[2]).toContain("holds bytes that do not occur in text");
  });
});

describe("appending a folder with files that are already in the corpus", () => {
  const words = (...more: string[]) => [
    "corpus",
    "append",
    "appended.spolia",
    "again",
    "--jobs",
    "1",
    "--json",
    ...more,
  ];
  beforeAll(async () => {
    mkdirSync("again");
    writeFileSync("again/one.txt", zipfText(random, 100));
    writeFileSync("again/new.txt", zipfText(random, 100));
    await build("appended.spolia");
  });

  test("names the file and the two options", async () => {
    const { code, stderr, json } = await spolia(words());
    expect(code).toBe(3);
    expect(json().error).toMatchObject({ code: "document_invalid", message: expect.stringContaining("one.txt") });
    expect(stderr).toContain("--skip-existing");
    expect(stderr).toContain("--replace");
    const both = await spolia(words("--replace", "--skip-existing"));
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("cannot be used with")]);
  });

  test("skips or replaces existing documents, in one change", async () => {
    const skipped = (await spolia(words("--skip-existing"))).json();
    expect(skipped).toMatchObject({ added: 1, replaced: 0, existing_skipped: 1, corpus: { documents: 3 } });
    const nothing = (await spolia(words("--skip-existing"))).json();
    expect(nothing).toMatchObject({ added: 0, replaced: 0, existing_skipped: 2 });
    expect(nothing.corpus.revision).toBe(skipped.corpus.revision);
    const match = async () =>
      (await spolia(["analyze", "mixed/one.txt", "--corpus", "appended.spolia", "--json"])).json();
    expect((await match()).verdict).toBe("match");
    const replaced = (await spolia(words("--replace"))).json();
    expect(replaced).toMatchObject({ added: 2, replaced: 2, existing_skipped: 0, corpus: { documents: 3 } });
    expect((await match()).verdict).toBe("none_found");
  });
});

test("merge reports all missing arguments at once", async () => {
  const { code, stderr } = await spolia(["corpus", "merge", "a.spolia", "b.spolia"]);
  expect(code).toBe(2);
  expect(stderr).toContain("--output and --dataset are missing");
  const one = await spolia(["corpus", "merge", "a.spolia", "b.spolia", "-o", "c.spolia"]);
  expect([one.code, one.stderr]).toEqual([2, expect.stringContaining("--dataset is missing")]);
});

describe("list", () => {
  test("finds corpora below folders, and names one that cannot be opened", async () => {
    mkdirSync("shelf/deep/.hidden", { recursive: true });
    await build("shelf/deep/first.spolia");
    await build("shelf/deep/.hidden/second.spolia");
    await build("shelf/damaged.spolia");
    writeFileSync("shelf/damaged.spolia/manifest.json", "{");
    const { code, json } = await spolia(["corpus", "list", "shelf", "shelf/deep/first.spolia", "--json"]);
    expect(code).toBe(0);
    expect(json().corpora).toEqual([
      {
        path: "shelf/deep/first.spolia",
        corpus: expect.objectContaining({ name: "first", dataset: "mine", documents: 2, revision: expect.any(String) }),
      },
    ]);
    expect(json().failed).toEqual([
      { path: "shelf/damaged.spolia", error: expect.objectContaining({ code: "corpus_corrupt" }) },
    ]);
    const { stdout } = await spolia(["corpus", "list", "shelf"]);
    expect(stdout).toMatch(/^1 corpus: 1 more cannot be opened\./);
    expect(stdout).toMatch(/shelf\/deep\/first\.spolia +first, dataset mine: 2 documents/);
  });

  test("is empty for a folder without corpora, and an error with the path for anything but a folder", async () => {
    mkdirSync("empty");
    expect((await spolia(["corpus", "list", "empty", "--json"])).json()).toEqual({ corpora: [], failed: [] });
    const { code, json } = await spolia(["corpus", "list", "a.pdf", "--json"]);
    expect(code).toBe(3);
    expect(json().error).toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("a.pdf is not a folder"),
    });
  });
});

test("the ids of a corpus are listed as `corpus delete` takes them, without those that are deleted", async () => {
  await build("listed.spolia");
  const listed = async () => (await spolia(["corpus", "info", "listed.spolia", "--ids"])).stdout;
  const ids = await listed();
  expect(ids).toBe("one.txt\ntwo.md\n");
  const [first] = ids.split("\n");
  const deleted = await spolia(["corpus", "delete", "listed.spolia", "--ids-from", "-"], Buffer.from(`${first}\n`));
  expect(deleted.code).toBe(0);
  expect(await listed()).toBe("two.md\n");
  expect((await spolia(["corpus", "info", "listed.spolia", "--ids", "--json"])).json()).toEqual({ ids: ["two.md"] });
});
