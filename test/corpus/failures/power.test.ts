/** The power goes after each system call of a corpus's life in a folder. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CorpusDocument } from "../../../src/base/contract/resources/corpus.ts";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "../../../src/corpus/change/change.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { skippable } from "../../support/skippable.ts";
import { builtOf, byId, expectRuns, type Living, NAMES, sliceOf } from "../../support/suites/corpus/living.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { below, type Disk, type Files, listening } from "../../support/suites/corpus/power.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const FOLDER = "made/by us/corpus";
const OPTIONS = { memoryBytes: 4_096, codec: "raw" as const };
const random = seeded(401);
const some = (prefix: string, count: number): CorpusDocument[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${prefix}${i}`, text: zipfText(random, 40) }));

const isWindows = process.platform === "win32";
test.skipIf(isWindows)(
  skippable(
    "whatever was not synced is lost, torn or there: the last acknowledged state opens, or the one after it",
    isWindows,
    "Windows has other system calls",
  ),
  async () => {
    const root = temporaryFolder();
    const storage = createFileStorage(join(root, FOLDER));
    const [a, b, c] = [some("a", 4), some("b", 3), some("c", 2)];
    const living = new Map<string, CorpusDocument>();
    const add = (documents: CorpusDocument[]) => {
      for (const document of documents) living.set(document.id, document);
    };
    const drop = (...ids: string[]) => {
      for (const id of ids) living.delete(id);
    };
    const steps: [string, () => Promise<unknown>, () => void][] = [
      ["build", async () => (await buildCorpus(a, { ...NAMES, ...OPTIONS, storage })).close(), () => add(a)],
      ["append", () => appendDocuments(storage, b, OPTIONS), () => add(b)],
      ["delete", () => deleteDocuments(storage, ["a1", "b2"]), () => drop("a1", "b2")],
      ["append again", () => appendDocuments(storage, c, OPTIONS), () => add(c)],
      ["merge", () => mergeCorpus(storage, OPTIONS), () => {}],
      ["delete again", () => deleteDocuments(storage, ["c0"]), () => drop("c0")],
      ["purge", () => purgeCorpus(storage, OPTIONS), () => {}],
      [
        "append at last",
        () => appendDocuments(storage, [{ id: "c0", text: "again" }], OPTIONS),
        () => add([{ id: "c0", text: "again" }]),
      ],
    ];
    // States that may be found, each with the steps in which it was: the one acknowledged and the one under way.
    const found = new Map<string, { files: Files; steps: Set<number>; where: string }>();
    let crashes = 0;
    let at = 0;
    const states: Living[] = [];
    let disk: Disk;
    const note = (where: string) => {
      for (const files of disk.crashes()) {
        crashes++;
        const own = visible(below(files, FOLDER));
        const key = digest(own);
        const known = found.get(key);
        if (known === undefined) found.set(key, { files: own, steps: new Set([at]), where });
        else known.steps.add(at);
      }
    };
    const calls = await listening(
      root,
      {
        after(now, call) {
          disk = now;
          note(`${steps[at]![0]}: ${call}`);
        },
      },
      async () => {
        for (const [i, [, work, model]] of steps.entries()) {
          await work();
          model();
          states.push(new Map(living));
          at = i + 1;
          note(`after ${steps[i]![0]}`);
        }
      },
    );
    expect(calls).toBeGreaterThan(200);
    expect(crashes).toBeGreaterThan(5_000);
    expect(found.size).toBeGreaterThan(20);
    const revisions = [];
    for (const one of states) {
      await using corpus = await builtOf(one);
      revisions.push(corpus.info.revision);
    }
    const seen = new Set<string>();
    for (const { files, steps, where } of notEmpty(found.values())) {
      const memory = createMemoryStorage(files);
      const opened = await openCorpus(memory).catch((error) => error);
      if (isSpoliaError(opened)) {
        expect(opened.code, where).toBe("corpus_not_found");
        expect([...steps], where).toEqual([0]); // nothing was acknowledged before
        await (await buildCorpus(a, { ...NAMES, storage: memory })).close();
        continue;
      }
      const { revision } = opened.info;
      await opened.close();
      for (const step of steps)
        expect([revisions[step - 1], revisions[step]].filter(Boolean), where).toContain(revision);
      seen.add(revision);
      expect((await verifyCorpus(memory)).damages, where).toEqual([]);
      const now = states[revisions.indexOf(revision)]!;
      await expectAnswers(memory, now);
      const last = { id: "last", text: zipfText(seeded(9), 40) };
      await appendDocuments(memory, [last]);
      await expectAnswers(memory, new Map([...now, [last.id, last]]));
    }
    expect(seen).toEqual(new Set(revisions));
  },
);

const ERRORS = ["ENOSPC", "EIO"] as const;
/** Of the calls that fail in turn, `npm test` lets every third. Odd, so that both errors come to each kind of call. */
const STEP = fewOrAll(3, 1);

test("a failed system call changes nothing, and the change can be repeated", async () => {
  const root = temporaryFolder();
  const [a, b] = [some("a", 4), some("b", 3)];
  const changes: [string, (storage: WritableStorage) => Promise<unknown>, string | null][] = [
    ["build", async (storage) => (await buildCorpus(a, { ...NAMES, ...OPTIONS, storage })).close(), "corpus_exists"],
    ["append", (storage) => appendDocuments(storage, b, OPTIONS), "document_invalid"],
    ["delete", (storage) => deleteDocuments(storage, ["a1", "b2"]), "unknown_document"],
    ["merge", (storage) => mergeCorpus(storage, OPTIONS), null],
    ["purge", (storage) => purgeCorpus(storage, OPTIONS), null],
  ];
  const counts: number[] = [];
  const lost = new Set<string>();
  for (const [i, [name, change, again]] of changes.entries()) {
    for (let nth = 1; ; nth += STEP) {
      const folder = join(root, `${name} ${nth}`); // each time another: a lock that could not be released stays this process's
      if (i > 0) cpSync(join(root, `${changes[i - 1]![0]} made`), folder, { recursive: true });
      const before = i === 0 ? null : readFileSync(join(folder, "manifest.json"));
      const storage = createFileStorage(folder);
      let calls = 0;
      let failed = "";
      let error: unknown;
      await listening(
        root,
        {
          writesMax: 1_000, // short writes, all along
          before(call) {
            if (++calls !== nth) return;
            failed = call;
            const code = ERRORS[nth % 2];
            throw Object.assign(new Error(`${code}: of the test`), { code });
          },
        },
        async () => {
          error = await change(storage).then(
            () => undefined,
            (thrown) => thrown,
          );
        },
      );
      if (calls < nth) {
        expect(error).toBeUndefined();
        counts.push(calls);
        cpSync(folder, join(root, `${name} made`), { recursive: true });
        break;
      }
      const where = `${name}, ${nth}: ${failed}`;
      if (error !== undefined) expect(isSpoliaError(error) && error.code, `${where}: ${error}`).toBe("storage_failed");
      const manifest = existsSync(join(folder, "manifest.json")) ? readFileSync(join(folder, "manifest.json")) : null;
      const isBefore = manifest === null ? before === null : before?.equals(manifest) === true;
      if (error === undefined) expect(isBefore, where).toBe(false);
      if (failed.includes(".lock-")) continue; // what the lock makes of it is tested there
      const repeated = change(createFileStorage(folder));
      if (isBefore || again === null) await repeated;
      else await expect(repeated, where).rejects.toMatchObject({ code: again });
      expect((await verifyCorpus(folder)).damages, where).toEqual([]);
      lost.add(failed.split(" ")[0]!);
      const unfinished = readdirSync(folder).filter((left) => left.startsWith("."));
      expect(unfinished, where).toEqual([]);
      rmSync(folder, { recursive: true });
    }
  }
  expect(Math.min(...counts)).toBeGreaterThan(10);
  expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(200);
  expect([...lost].sort()).toEqual(["create", "fsync", "mkdir", "remove", "rename", "write"]);
});

/** Without files under way, which have no name. */
const visible = (files: Files): Files => new Map([...files].filter(([name]) => !name.startsWith(".")));

const digest = (files: Files): string => {
  const hash = createHash("sha1");
  for (const [name, bytes] of [...files].sort(([x], [y]) => (x < y ? -1 : 1)))
    hash.update(`${name} ${bytes.length} `).update(bytes);
  return hash.digest("hex");
};

async function expectAnswers(storage: ReturnType<typeof createMemoryStorage>, living: Living): Promise<void> {
  await using corpus = await openCorpus(storage);
  const texts = [...byId(living.values()).values()].map(({ text }) => text).filter((text) => text.length > 100);
  await expectRuns(
    corpus,
    living,
    texts.map((text) => sliceOf(text, 9)),
  );
}
