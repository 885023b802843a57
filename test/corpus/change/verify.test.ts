/** `verifyCorpus` calls sound what is sound, finds what is not, and says the same wherever a corpus lies. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { Progress } from "../../../src/base/contract/resources/corpus.ts";
import { sum } from "../../../src/base/lists/numbers.ts";
import { main } from "../../../src/cli/program.ts";
import { wordsFrom } from "../../../src/core/kernels/tables/bits.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "../../../src/corpus/change/change.ts";
import { mergeCorpora } from "../../../src/corpus/change/union.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { CONTEXT_VALUES, checksumSeed, sealPage } from "../../../src/corpus/format/layout.ts";
import { readManifest } from "../../../src/corpus/format/manifest.ts";
import { packPage } from "../../../src/corpus/format/page.ts";
import { openSnapshot } from "../../../src/corpus/search/open.ts";
import { KeyPage } from "../../../src/corpus/segment/read/page.ts";
import { readPages } from "../../../src/corpus/segment/read/pages.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { Storage, WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { fakeTerminal } from "../../cli/terminal.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { startStaticServer } from "../../support/servers/static.ts";
import { kernels } from "../../support/suites/corpus/judge.ts";
import { listedText, listPlaces, listsReach } from "../../support/suites/corpus/listed.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { changed, everyFile, type Files, filesOf, flipped } from "../failures/damaged.ts";

const SOUND = { is_sound: true, damages: [] };

async function built(text: string, id = "listed"): Promise<WritableStorage> {
  const storage = createMemoryStorage();
  await (await buildCorpus([{ id, text }], { name: "listed", dataset: "d", storage })).close();
  return storage;
}

describe("lists that fill their section", () => {
  test("of any length, up to the last position, are sound", async () => {
    const reached: number[] = [];
    for (let words = 640; words <= 740; words += 10) {
      const storage = await built(listedText(words));
      expect(await verifyCorpus(storage), `${words} words`).toMatchObject(SOUND);
      reached.push(await listsReach(storage));
    }
    // Places beyond the half were taken for damage, counted in units of another size.
    expect(Math.max(...reached), reached.join(" ")).toBeGreaterThan(0.97);
    expect(reached.every((reach) => reach > 0.5 && reach <= 1)).toBe(true);
  });

  test("stay sound when the corpus is appended to, merged, purged and joined with another", async () => {
    const storage = await built(listedText(460));
    const other = await built(listedText(900), "other");
    await appendDocuments(storage, [
      { id: "more", text: listedText(700) },
      { id: "gone", text: listedText(300) },
    ]);
    expect(await verifyCorpus(storage)).toMatchObject({ ...SOUND, segments: 2 });
    await deleteDocuments(storage, ["gone"]);
    expect(await verifyCorpus(storage)).toMatchObject({ ...SOUND, segments: 2 });
    await mergeCorpus(storage);
    expect(await verifyCorpus(storage)).toMatchObject({ ...SOUND, segments: 1 });
    await purgeCorpus(storage);
    expect(await verifyCorpus(storage)).toMatchObject({ ...SOUND, segments: 1 });
    const joined = createMemoryStorage();
    await (await mergeCorpora([storage, other], { name: "joined", dataset: "d", storage: joined })).close();
    expect(await verifyCorpus(joined)).toMatchObject({ ...SOUND, segments: 1 });
    expect(await listsReach(joined)).toBeGreaterThan(0.5);
  });

  test("a value is accepted up to the last unit of the section, and not beyond", async () => {
    const storage = await built(listedText(460));
    const files = await everyFile(storage);
    const { segments } = await openSnapshot(kernels, storage);
    const { segment, entry } = segments[0]!;
    expect(segment.firstList).toBe(segment.blocks.rows * CONTEXT_VALUES);
    const last = (await listPlaces(segment)).at(-1)! + segment.firstList;
    expect(last).toBeLessThan(segment.valuesEnd);
    const soundWith = async (value: number) => {
      const bytes = files.get(entry.segment.file)!.slice();
      let replaced = 0;
      for (const name of ["keys", "coarse"] as const) {
        const form = segment.footer[name];
        const section = segment.footer.sections[name];
        const pages = Array.from({ length: form.pages + 1 }, (_, i) => i);
        for (const [page, view] of await readPages(segment.source, name, section, pages)) {
          const { own, spilled } = new KeyPage(form, wordsFrom(view, 0)).entries();
          const at = own.values.indexOf(last);
          if (at < 0) continue;
          own.values[at] = value;
          const packed = new Uint8Array(form.pageBytes);
          packPage(form, packed, spilled, own);
          sealPage(kernels, packed, checksumSeed(segment.source.seed, name, page));
          bytes.set(packed, section.offsetBytes + page * form.pageBytes);
          replaced++;
        }
      }
      expect(replaced).toBe(1);
      return (await verifyCorpus(createMemoryStorage(changed(files, entry.segment.file, bytes)))).is_sound;
    };
    expect(await soundWith(last)).toBe(true);
    expect(await soundWith(segment.valuesEnd - 1)).toBe(true);
    expect(await soundWith(segment.valuesEnd)).toBe(false);
  });
});

describe("the same result", () => {
  const root = temporaryFolder();
  const host = startStaticServer();
  afterAll(async () => (await host).close());
  let copies = 0;

  /** Of a folder, an address, memory, and both commands. */
  async function answers(files: Files) {
    const name = `copy-${copies++}`;
    const folder = join(root, name);
    for (const [file, bytes] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), bytes);
      (await host).files.set(`${name}/${file}`, bytes);
    }
    const command = async (...argv: string[]) => {
      const terminal = fakeTerminal();
      const code = await main([...argv, folder, "--json"], terminal);
      const answer = JSON.parse(terminal.out());
      expect(code).toBe(answer.is_sound ? 0 : 1);
      return answer;
    };
    return {
      memory: await verifyCorpus(createMemoryStorage(files)),
      folder: await verifyCorpus(folder),
      fileUrl: await verifyCorpus(pathToFileURL(folder)),
      address: await verifyCorpus(new URL(`${(await host).url}/${name}`)),
      verify: await command("verify"),
      corpusVerify: await command("corpus", "verify"),
    };
  }

  test("for a folder, an address, memory and the command line, for a sound corpus and each damaged file", async () => {
    const files = await filesOf("test");
    const { manifest } = await readManifest(kernels, createMemoryStorage(files));
    const damaged = [...files].flatMap(([name, bytes]) =>
      [7, Math.floor(bytes.length / 2), bytes.length - 9].map((at) => changed(files, name, flipped(bytes, at, 1))),
    );
    const missing = [...files.keys()].filter((name) => name !== "manifest.json").map((name) => without(files, name));
    expect(damaged.length + missing.length).toBeGreaterThanOrEqual(20);
    for (const [i, one] of [files, ...damaged, ...missing].entries()) {
      const { memory, ...others } = await answers(one);
      expect(memory.is_sound, `${i}`).toBe(i === 0);
      for (const [place, answer] of notEmpty(Object.entries(others))) expect(answer, `${i}: ${place}`).toEqual(memory);
    }
    expect(manifest.segments).toHaveLength(2);
  });
});

function without(files: Files, name: string): Files {
  const rest = new Map(files);
  rest.delete(name);
  return rest;
}

test("a damaged corpus that keeps changing is checked four times, and then reported", async () => {
  const files = new Map(await filesOf("test"));
  const [name] = [...files.keys()].filter((one) => one.startsWith("text/"));
  files.set(name!, flipped(files.get(name!)!, 100, 1));
  const storage = createMemoryStorage(files);
  let looks = 0;
  const changing: Storage = {
    label: "changing",
    open: async (file) => {
      if (file === name) await appendDocuments(storage, [{ id: `look ${++looks}`, text: `text ${looks}` }]);
      return storage.open(file);
    },
  };
  expect(await verifyCorpus(changing)).toMatchObject({ is_sound: false });
  expect(looks).toBe(4);
});

test("counts every byte of the files, as progress and in the result", async () => {
  const files = await filesOf("test");
  const { manifest } = await readManifest(kernels, createMemoryStorage(files));
  const told: Progress[] = [];
  const onProgress = (progress: Progress) => told.push(progress);
  const { bytes, segments } = await verifyCorpus(createMemoryStorage(files), { onProgress });
  const lengths = manifest.segments
    .flatMap(({ segment, text }) => [segment, text!])
    .map(({ file }) => files.get(file)!);
  const total = sum(lengths, ({ length }) => length);
  expect([segments, bytes]).toEqual([2, total]);
  expect(told.at(-1)).toEqual({ stage: "verify", done: total, total, unit: "bytes" });
  const counts = told.map(({ done }) => done);
  expect(counts).toEqual(counts.toSorted((x, y) => x - y));
});
