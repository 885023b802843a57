/** Long work on corpora: what its bar says, how it answers to Ctrl-C, and what a run finds of one that did not end. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Progress } from "../../../src/base/contract/resources/corpus.ts";
import { main } from "../../../src/cli/program.ts";
import { createProgress } from "../../../src/cli/terminal/progress.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { BuildResume } from "../../../src/corpus/build/resume.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { readDocuments } from "../../../src/files/documents/folders/files.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const root = temporaryFolder();
const books = join(root, "books");
const lines = join(root, "lines.jsonl");
const random = seeded(91);

beforeAll(() => {
  mkdirSync(books);
  for (let i = 0; i < 8; i++) writeFileSync(join(books, `${i}.txt`), zipfText(random, 400));
  // A chunk takes 16,384 documents.
  const documents = Array.from({ length: 20_000 }, (_, i) => JSON.stringify({ id: `${i}`, text: `words of ${i}` }));
  writeFileSync(lines, documents.join("\n"));
});

async function spolia(words: readonly string[], options: Parameters<typeof fakeTerminal>[0] = {}) {
  const terminal = fakeTerminal(options);
  const code = await main([...words, ...(words[1] === "merge" ? [] : ["--jobs", "1"])], terminal);
  return { code, stdout: terminal.out(), stderr: terminal.err() };
}
const build = (name: string, ...more: string[]) =>
  spolia(["corpus", "build", "-o", join(root, name), "--name", "c", "--dataset", "mine", ...more]);

describe("the bar of long work", () => {
  test("is never at its end while work goes on, and has the writing in it", async () => {
    const corpus = join(root, "bar.spolia");
    const more = join(root, "more.txt");
    writeFileSync(more, zipfText(random, 300));
    for (const words of notEmpty([
      ["corpus", "build", "-o", corpus, "--dataset", "mine", books],
      ["corpus", "append", corpus, more],
      ["corpus", "sync", corpus, books, more],
      ["corpus", "merge", corpus],
      ["corpus", "merge", "-o", `${corpus}.copy`, "--dataset", "mine", corpus],
    ])) {
      const { code, stderr } = await spolia(words, { isTTY: true });
      expect(code, stderr).toBe(0);
      expect(stderr).not.toMatch(/100 %|\b0 s left/);
      if (words[1] !== "sync") expect(stderr, words[1]).toMatch(/write +[█░]/);
      if (words[1] === "merge") expect(stderr).toMatch(/merge +[█░]/);
    }
  });

  test("goes forward only, through all stages of a plan, and without one from stage to stage", async () => {
    const steps = (stage: string): Progress[] =>
      [0, 40, 80, 30, 100].map((done) => ({ stage, done, total: 100, unit: "bytes" as const }));
    const all = ["read", "write", "merge", "write again"].flatMap(steps);
    for (const isPlanned of notEmpty([true, false])) {
      const terminal = fakeTerminal({ isTTY: true });
      const view = await createProgress(terminal, false);
      if (isPlanned) view.plan({ read: 0.5, write: 0.9, merge: 0.4 });
      const percents = all.map((step) => {
        view.show(step);
        return Number(/.*?(\d+) %[^%]*$/s.exec(terminal.err())?.[1]);
      });
      view.stop();
      expect(terminal.err()).not.toContain(" 0 s left");
      if (!isPlanned) continue;
      expect(Math.max(...percents)).toBeLessThan(100);
      expect(percents).toEqual([...percents].sort((x, y) => x - y));
    }
  });
});

describe("Ctrl-C", () => {
  test("is answered by the signal itself, before anything else happens", async () => {
    const stop = new AbortController();
    let told = "";
    const terminal = fakeTerminal({ signal: stop.signal, isTTY: true });
    const stdin = (async function* () {
      stop.abort("SIGINT");
      told = terminal.err();
      yield new TextEncoder().encode(books);
    })();
    const words = ["corpus", "build", "-o", join(root, "cut.spolia"), "--dataset", "mine", "--files-from", "-"];
    expect(await main(words, { ...terminal, stdin })).toBe(130);
    expect(told).toContain("Stopping at the next safe point. Press Ctrl-C again to end at once.");
    expect(terminal.err()).toContain("Interrupted.");
    expect(existsSync(join(root, "cut.spolia"))).toBe(false);
  });

  test("stops the writing of a segment too", async () => {
    const stop = new AbortController();
    const storage = createFileStorage(join(root, "stopped.spolia"));
    const onProgress = ({ stage, done }: Progress) => {
      if (stage === "write" && done === 0) stop.abort();
    };
    const documents = Array.from({ length: 600 }, (_, i) => ({ id: `${i}`, text: zipfText(random, 1_000) }));
    const options = { name: "c", dataset: "mine", storage, signal: stop.signal, onProgress };
    await expect(buildCorpus(documents, options)).rejects.toMatchObject({ code: "aborted" });
    expect(await storage.list()).toEqual([]);
  });
});

/** Leaves what a build leaves that ended after its first chunk. */
async function leaveUnfinished(name: string, codec?: "raw"): Promise<void> {
  const resume = new BuildResume();
  const some = async function* () {
    let given = 0;
    for await (const document of readDocuments([lines], { resume })) {
      if (++given > 19_000) throw new Error("broken off");
      yield document;
    }
  };
  const storage = createFileStorage(join(root, name));
  const options = { name: "c", dataset: "mine", storage, resume, codec };
  await expect(buildCorpus(some(), options)).rejects.toThrow("broken off");
  expect(await storage.list()).toEqual(["resume/0.part"]);
}

describe("a build after one that did not end", () => {
  test("goes on if it is the same, and says so", async () => {
    await leaveUnfinished("same.spolia");
    const { code, stderr } = await build("same.spolia", lines);
    expect([code, stderr]).toEqual([0, expect.stringContaining("had indexed 16,384 documents")]);
    expect(existsSync(join(root, "same.spolia/resume"))).toBe(false);
  });

  test("begins anew where it is another, or is told to", async () => {
    for (const [more, says] of notEmpty([
      [["--codec", "raw"], "begins anew"],
      [["--id-field", "id"], "begins anew"],
      [[books], "begins anew"],
      [["--no-resume"], ""],
    ] as const)) {
      await leaveUnfinished("other.spolia");
      const { code, stderr } = await build("other.spolia", lines, ...more);
      expect([more, code, stderr]).toEqual([more, 0, expect.stringContaining(says)]);
      expect(stderr).not.toContain("goes on");
      expect(readdirSync(join(root, "other.spolia")).sort()).toEqual(["manifest.json", "segments", "text"]);
      rmSync(join(root, "other.spolia"), { recursive: true });
    }
  });

  test("removes what a killed process left, and takes nothing else for that", async () => {
    const corpus = join(root, "rubble.spolia");
    mkdirSync(join(corpus, "spill"), { recursive: true });
    mkdirSync(join(corpus, "segments"));
    for (const name of notEmpty([".new-1", "spill/0.spill", "segments/0123456789abcdef.segment"]))
      writeFileSync(join(corpus, name), "half");
    writeFileSync(join(corpus, `.lock-${2 ** 22 + 1}-0-${encodeURIComponent(hostname())}`), "");
    expect(await build("rubble.spolia", books)).toMatchObject({ code: 0 });
    expect(readdirSync(corpus).sort()).toEqual(["manifest.json", "segments", "text"]);
    const again = await build("rubble.spolia", books);
    expect(again).toMatchObject({ code: 3, stderr: expect.stringContaining("spolia corpus sync") });
    mkdirSync(join(root, "notes.spolia"));
    writeFileSync(join(root, "notes.spolia/notes.txt"), "mine");
    const foreign = await build("notes.spolia", books);
    expect(foreign).toMatchObject({ code: 3, stderr: expect.stringContaining("notes.txt") });
    expect(foreign.stderr).toContain("Choose another name");
  });

  test("is told where the work is kept", async () => {
    await leaveUnfinished("kept.spolia");
    const stop = new AbortController();
    const terminal = fakeTerminal({ signal: stop.signal });
    const stderr = {
      ...terminal.stderr,
      write: (text: string) => {
        if (text.includes("goes on")) stop.abort("SIGINT");
        return terminal.stderr.write(text);
      },
    };
    const words = ["corpus", "build", "-o", join(root, "kept.spolia"), "--dataset", "mine", lines, "--jobs", "1"];
    expect(await main(words, { ...terminal, stderr })).toBe(130);
    expect(terminal.err()).toContain("the same command goes on after it");
    expect(existsSync(join(root, "kept.spolia/resume/0.part"))).toBe(true);
  });
});
