/** A disk that becomes full while a corpus is built, changed or merged: an error, nothing left behind, and the corpus of before. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { CorpusDocument } from "../../../src/base/contract/resources/corpus.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus } from "../../../src/corpus/change/change.ts";
import { mergeCorpora } from "../../../src/corpus/change/union.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { skippable } from "../../support/skippable.ts";
import { NAMES } from "../../support/suites/corpus/living.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { smallDisk } from "../../support/suites/corpus/smallDisk.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const DISK_BYTES = 2 * 1024 * 1024;
/** Parts of what a change needs for which there is room. */
const ROOM = [0, 0.2, 0.5, 0.8, 0.95] as const;

const random = seeded(2_607);
const some = (prefix: string): CorpusDocument[] =>
  Array.from({ length: 40 }, (_, i) => ({ id: `${prefix}${i}`, text: zipfText(random, 300) }));
const [first, second] = [some("a"), some("b")];

/** Bytes in a folder, in the pages that a disk gives. */
const takenIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + Math.ceil(statSync(join(parentPath, name)).size / 4_096) * 4_096, 0);

const disk = smallDisk(DISK_BYTES);
afterAll(() => disk?.remove());

describe.skipIf(disk === null)(skippable("a disk without room", disk === null, "no small disk can be made"), () => {
  /** Runs a change with room for less than it needs, then with all of the disk. */
  async function expectRepeatable(
    work: (corpus: string) => Promise<unknown>,
    before?: (corpus: string) => Promise<void>,
  ) {
    const apart = join(temporaryFolder(), "c.spolia");
    await before?.(apart);
    const start = before === undefined ? 0 : takenIn(apart);
    await work(apart);
    const needed = takenIn(apart) - start;
    expect(needed).toBeGreaterThan(40_000);
    const failures = { refused: 0, done: 0 };
    for (const share of ROOM) {
      const corpus = join(disk!.folder, "c.spolia");
      await before?.(corpus);
      const was = before === undefined ? null : (await infoOf(corpus)).revision;
      const files = before === undefined ? [] : readdirSync(corpus, { recursive: true }).sort();
      const filler = fillTo(needed * share);
      const outcome = await work(corpus).then(
        () => null,
        (error) => error,
      );
      failures[outcome === null ? "done" : "refused"]++;
      if (outcome !== null) {
        expect(outcome).toMatchObject({ code: "storage_failed", message: expect.stringContaining("ENOSPC") });
        if (was === null) expect(readdirSync(disk!.folder)).toEqual(["filler"]);
        else {
          expect((await infoOf(corpus)).revision).toBe(was);
          expect(readdirSync(corpus, { recursive: true }).sort()).toEqual(files);
        }
        rmSync(filler);
        await work(corpus);
      } else rmSync(filler);
      expect(await verifyCorpus(createFileStorage(corpus))).toMatchObject({ is_sound: true });
      rmSync(corpus, { recursive: true });
    }
    expect(failures.refused).toBeGreaterThan(2);
  }

  /** Leaves room for so many bytes. */
  function fillTo(room: number): string {
    disk!.fill(process.pid);
    const filler = join(disk!.folder, "filler");
    truncateSync(filler, Math.max(0, statSync(filler).size - Math.floor(room)));
    return filler;
  }

  async function infoOf(corpus: string) {
    const opened = await openCorpus(corpus);
    await opened.close();
    return opened.info;
  }

  const built = async (corpus: string, documents = first, memoryBytes?: number) => {
    const options = { ...NAMES, storage: createFileStorage(corpus), ...(memoryBytes && { memoryBytes }) };
    await (await buildCorpus(documents, options)).close();
  };

  test("a build", () => expectRepeatable((corpus) => built(corpus)));

  test("a build that sets aside what does not fit into memory", () =>
    expectRepeatable((corpus) => built(corpus, first, 2_048)));

  test("an addition", () =>
    expectRepeatable(
      (corpus) => appendDocuments(createFileStorage(corpus), second, {}),
      (corpus) => built(corpus),
    ));

  test("a merge of segments", () =>
    expectRepeatable(
      (corpus) => mergeCorpus(createFileStorage(corpus)),
      async (corpus) => {
        await built(corpus);
        await appendDocuments(createFileStorage(corpus), second, {});
        await deleteDocuments(createFileStorage(corpus), ["a1"]);
      },
    ));

  test("a merge of corpora", async () => {
    const parts = [join(temporaryFolder(), "one.spolia"), join(temporaryFolder(), "other.spolia")];
    await built(parts[0]!);
    await built(parts[1]!, second);
    await expectRepeatable(async (corpus) => {
      await (await mergeCorpora(parts, { ...NAMES, storage: createFileStorage(corpus) })).close();
    });
  });
});

const hasLimit = spawnSync("sh", ["-c", "ulimit -f 8"]).status === 0;
test.skipIf(!hasLimit)(
  skippable("a build whose files may not grow says so, and leaves nothing", !hasLimit, "no limit of the size of files"),
  () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "texts"));
    for (const { id, text } of notEmpty(first)) writeFileSync(join(folder, "texts", `${id}.txt`), text);
    const program = join(import.meta.dirname, "..", "..", "..", "build", "cli.js");
    const build = (limit: string) =>
      spawnSync(
        "sh",
        [
          "-c",
          `ulimit -f ${limit}; exec "$0" "$@"`,
          process.execPath,
          program,
          "corpus",
          "build",
          "--dataset",
          "mine",
        ].concat(["--jobs", "1", "-o", join(folder, "c.spolia"), join(folder, "texts")]),
        { encoding: "utf8" },
      );
    const refused = build("16");
    expect(refused.stderr).toContain("EFBIG");
    expect(refused.status).not.toBe(0);
    expect(readdirSync(folder)).toEqual(["texts"]);
    expect(build("unlimited").status).toBe(0);
  },
);
