/** `spolia corpus sync`: folders that change, and a corpus that follows them. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { UnreadIds } from "../../../src/files/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const here = process.cwd();
const random = seeded(77);
const made: string[] = [];

async function spolia(...words: string[]) {
  const terminal = fakeTerminal({});
  const code = await main(words, terminal);
  return { code, stdout: terminal.out(), stderr: terminal.err(), json: () => JSON.parse(terminal.out()) };
}
const sync = (...more: string[]) => spolia("corpus", "sync", "c.spolia", ...more, "--yes", "--jobs", "1");
const syncUnasked = (...more: string[]) => spolia("corpus", "sync", "c.spolia", ...more, "--jobs", "1");
const build = async (...paths: string[]) => {
  const built = await spolia("corpus", "build", "-o", "c.spolia", "--dataset", "mine", ...paths, "--jobs", "1");
  expect(built.code).toBe(0);
};
const write = (name: string) => writeFileSync(name, zipfText(random, 60));
const error = ({ json }: Awaited<ReturnType<typeof spolia>>) => json().error;

/** Bytes and times of all files of the corpus. */
function stateOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return notEmpty(names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile())).map(
    (path) => `${path} ${statSync(path).mtimeMs} ${readFileSync(path).toString("base64")}`,
  );
}

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "spolia-sync-"));
  made.push(folder);
  process.chdir(folder);
  mkdirSync("books/sub", { recursive: true });
  for (let i = 0; i < 6; i++) write(`books/${i}.txt`);
  for (let i = 0; i < 2; i++) write(`books/sub/${i}.txt`);
});
afterAll(() => {
  process.chdir(here);
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

describe("spolia corpus sync", () => {
  test("says what it did, and the second time that there is nothing to do", async () => {
    await build("books");
    write("books/0.txt");
    renameSync("books/1.txt", "books/one.txt");
    rmSync("books/2.txt");
    writeFileSync("books/a.pdf", "%PDF-1.7\n");
    const tried = await sync("books", "--dry-run");
    expect(tried).toMatchObject({ code: 0, stderr: expect.stringContaining("would delete 2.txt") });
    expect(tried.stderr).toContain("would add 1 document, replace 1, delete 2; 5 are unchanged");
    const done = await sync("books", "--json");
    expect(done.code).toBe(0);
    expect(done.json()).toMatchObject({ added: 1, replaced: 1, deleted: 2, unchanged: 5, kept: 0, skipped_count: 1 });
    expect(done.json()).toMatchObject({
      changed: true,
      dry_run: false,
      corpus: { documents: 7, unread: { inputs: 1 } },
    });
    expect(done.stderr).toContain("added 1 document, replaced 1, deleted 2; 5 are unchanged");
    const again = await sync("books");
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("nothing to do") });
    expect(await spolia("corpus", "verify", "c.spolia")).toMatchObject({ code: 0 });
  });

  const MANY = fewOrAll(1_000, 5_000);
  test(`writes nothing for ${MANY} files that did not change`, async () => {
    for (let i = 0; i < MANY; i++) writeFileSync(`books/sub/n${i}.txt`, `the text of number ${i}`);
    await build("books");
    const before = stateOf("c.spolia");
    for (const flags of notEmpty([[], ["--dry-run"]])) {
      expect((await sync("books", ...flags, "--json")).json()).toMatchObject({ unchanged: MANY + 8, changed: false });
      expect(stateOf("c.spolia")).toEqual(before);
    }
  });

  test("refuses folders that are missing or empty, and many deletions, by naming the flag", async () => {
    mkdirSync("other");
    write("other/x.txt");
    await build("books", "other");
    const before = stateOf("c.spolia");
    rmSync("other/x.txt");
    expect(error(await sync("books", "other", "--json"))).toMatchObject({
      code: "no_documents",
      hint: expect.stringContaining("--allow-deletions"),
    });
    expect(error(await sync("books", "none", "--json"))).toMatchObject({ code: "invalid_request" });
    expect(error(await sync("books", "none", "--allow-deletions", "--json"))).toMatchObject({
      code: "invalid_request",
    });
    for (let i = 1; i < 6; i++) renameSync(`books/${i}.txt`, `${i}.kept`);
    expect(error(await sync("books", "other/../other", "--json"))).toMatchObject({ code: "no_documents" });
    write("other/x.txt");
    expect(error(await sync("books", "other", "--json"))).toMatchObject({
      code: "conflict",
      hint: expect.stringContaining("--allow-deletions"),
    });
    for (let i = 1; i < 6; i++) renameSync(`${i}.kept`, `books/${i}.txt`);
    rmSync("other/x.txt");
    expect(await sync()).toMatchObject({ code: 2 });
    expect(stateOf("c.spolia")).toEqual(before);
    const allowed = await sync("books", "other", "--allow-deletions", "--json");
    expect(allowed.json()).toMatchObject({ deleted: 1, unchanged: 8 });
    expect((await sync("other", "--allow-deletions", "--json")).json()).toMatchObject({ deleted: 8, unchanged: 0 });
  });

  test("deletes only what it knows to be of the folder", async () => {
    await build("books");
    mkdirSync("more");
    write("more/alone.txt");
    write("more/other.txt");
    await spolia("corpus", "append", "c.spolia", "more", "--jobs", "1");
    rmSync("books/0.txt");
    const done = await sync("books", "--json");
    expect(done.json()).toMatchObject({ deleted: 1, unchanged: 7, kept: 0, foreign: 2 });
    expect(done.json().steps).toContainEqual({ step: "delete", id: "0.txt" });
    expect(done.stderr).toContain("2 stay since they are not known to come from there (--allow-deletions deletes them");
    // Also after a merge, after the folder and the corpus were moved, and of another folder.
    expect(await spolia("corpus", "merge", "c.spolia")).toMatchObject({ code: 0 });
    mkdirSync("moved");
    for (const name of notEmpty(["books", "more", "c.spolia"])) renameSync(name, `moved/${name}`);
    process.chdir("moved");
    rmSync("books/1.txt");
    expect((await sync("./books/", "--json")).json()).toMatchObject({ deleted: 1, unchanged: 6, foreign: 2 });
    rmSync("more/alone.txt");
    expect((await sync("books/../more", "--json")).json()).toMatchObject({ deleted: 1, unchanged: 1, foreign: 6 });
    renameSync("books", "others");
    expect((await sync("others/sub", "--json")).json()).toMatchObject({ deleted: 0 });
    const all = await sync("others", "--allow-deletions", "--json");
    expect(all.json()).toMatchObject({ corpus: { documents: 6 }, foreign: 0 });
  });

  test("learns where documents are of which the corpus does not say it", async () => {
    await build("books");
    renameSync("books", "texts");
    expect((await sync("texts", "--json")).json()).toMatchObject({ unchanged: 8, changed: true });
    rmSync("texts/0.txt");
    expect((await sync("texts", "--json")).json()).toMatchObject({ deleted: 1, unchanged: 7 });
    expect((await sync("texts", "--json")).json()).toMatchObject({ changed: false });
  });

  test("asks before it deletes more than a tenth", async () => {
    await build("books");
    rmSync("books/0.txt");
    const before = stateOf("c.spolia");
    const refused = await syncUnasked("books", "--json");
    expect(error(refused)).toMatchObject({
      code: "conflict",
      message: "1 of the 8 documents of the corpus would be deleted.",
      hint: expect.stringContaining("--yes"),
    });
    const asked = async (answer: string) => {
      const terminal = fakeTerminal({ isTTY: true, stdin: [new TextEncoder().encode(answer)] });
      const stdin = Object.assign(terminal.stdin, { isTTY: true });
      const code = await main(["corpus", "sync", "c.spolia", "books", "--jobs", "1"], { ...terminal, stdin });
      expect(terminal.err()).toContain("Delete 1 of the 8 documents of the corpus");
      return code;
    };
    for (const no of notEmpty(["n\n", "\n", "", "yesterday\n"])) expect(await asked(no)).toBe(3);
    expect(stateOf("c.spolia")).toEqual(before);
    expect(await asked("y\n")).toBe(0);
    for (let i = 0; i < 13; i++) write(`books/more${i}.txt`);
    await syncUnasked("books");
    rmSync("books/1.txt");
    rmSync("books/2.txt");
    expect(await syncUnasked("books")).toMatchObject({ code: 0, stderr: expect.stringContaining("deleted 2") });
  });

  test("keeps the document of a file that became unreadable, and ends under --strict", async () => {
    await build("books");
    writeFileSync("books/1.txt", new Uint8Array([0x41, 0x80, 0x81, 0xfd]));
    writeFileSync("books/2.txt", "  ");
    rmSync("books/3.txt");
    const before = stateOf("c.spolia");
    expect(await sync("books", "--strict")).toMatchObject({ code: 3, stderr: expect.stringContaining("books/1.txt") });
    expect(stateOf("c.spolia")).toEqual(before);
    const done = await sync("books", "--json");
    expect(done.json()).toMatchObject({ kept: 1, deleted: 2, unchanged: 5 });
    expect(done.json().steps).toContainEqual({ step: "keep", id: "1.txt" });
    expect(done.stderr).toContain("skipped books/1.txt");
  });

  test("deletes nothing while a line of JSON Lines is broken", async () => {
    writeFileSync("books/lines.jsonl", `{"id":"one","text":"the first"}\n{"id":"two","text":"the second"}\n`);
    await build("books");
    writeFileSync("books/lines.jsonl", `{"id":"one","text":"the first"}\n{"id":"two","te`);
    rmSync("books/1.txt");
    expect((await sync("books", "--json")).json()).toMatchObject({ deleted: 0, kept: 2, unchanged: 8 });
    writeFileSync("books/lines.jsonl", `{"id":"one","text":"the first"}\n`);
    expect((await sync("books", "--json")).json()).toMatchObject({ deleted: 2, kept: 0, unchanged: 8 });
  });

  test("keeps documents below a folder that cannot be opened", async () => {
    await build("books");
    chmodSync("books/sub", 0);
    try {
      const isRoot = readable("books/sub");
      const { json } = await sync("books", "--json");
      expect(json()).toMatchObject(isRoot ? { kept: 0, unchanged: 8 } : { kept: 2, unchanged: 6, deleted: 0 });
    } finally {
      chmodSync("books/sub", 0o755);
    }
  });
});

function readable(folder: string): boolean {
  try {
    readdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

describe("ids of inputs that were not read", () => {
  const unread = (code: "unreadable" | "link" | "empty", name: string, line?: number) => {
    const ids = new UnreadIds(["a", "path/b/"]);
    ids.add({ path: name, name, code, reason: "", ...(line === undefined ? {} : { line }) });
    return ids;
  };

  test("are the name, a second one of that name, and what a folder's name was put before", () => {
    const ids = unread("unreadable", "x.txt");
    for (const id of notEmpty(["x.txt", "x.txt~2", "b/x.txt", "b/x.txt~3"]))
      expect([id, ids.has(id)]).toEqual([id, true]);
    for (const id of notEmpty(["y.txt", "c/x.txt", "x.txt~"])) expect([id, ids.has(id)]).toEqual([id, false]);
  });

  test("are those below a link, any where a line or a folder was not read, and none of an empty file", () => {
    const link = unread("link", "sub");
    expect([link.has("sub/x.txt"), link.has("sub"), link.has("other/sub")]).toEqual([true, true, false]);
    expect(unread("unreadable", "sub").has("anything")).toBe(true);
    expect(unread("unreadable", "lines.jsonl", 3).has("anything")).toBe(true);
    expect(unread("empty", "x.txt").has("x.txt")).toBe(false);
  });
});
