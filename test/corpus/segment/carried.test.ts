/** Texts that a corpus carries as ones that do not count: kept by every change, left out of every analysis over it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "../../../src/corpus/change/change.ts";
import { syncDocuments } from "../../../src/corpus/change/sync.ts";
import { mergeCorpora } from "../../../src/corpus/change/union.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { auditCorpora, checkQuotation } from "../../../src/files/index.ts";
import { buildCorpus, createEngine, openCorpus } from "../../../src/index.ts";
import { NO_COLOURS, plainAnalysis } from "../../../src/report/index.ts";
import { fakeTerminal } from "../../cli/terminal.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const random = seeded(64);
const prose = (words: number) => zipfText(random, words).trim();
const HANDOUT = prose(120);
const FOOTER = prose(30);
const ONE = `${HANDOUT}\n\n${prose(150)}`;
const OTHER = `${HANDOUT}\n\n${prose(150)}`;
const ignore = [FOOTER, HANDOUT];
const CARRIED = { texts: 2, words: 150 };
const named = (name: string) => ({ name, dataset: "answers" });
const manifestIn = async (files: ReturnType<typeof createMemoryStorage>) => {
  const file = await files.open("manifest.json");
  return new TextDecoder().decode(await file.read(0, file.sizeBytes));
};

describe("an analysis over a corpus that carries texts", () => {
  test("leaves them out as though they were given, and names them", async () => {
    await using plain = await buildCorpus([{ id: "one", text: ONE }], named("answers"));
    await using corpus = await buildCorpus([{ id: "one", text: ONE }], { ...named("answers"), ignore });
    const over = async (some: typeof corpus, options = {}) =>
      (await createEngine({ corpora: [some] })).analyze({ content: OTHER, options });
    expect((await over(plain)).verdict).toBe("match");
    const given = await over(plain, { ignore });
    const carried = await over(corpus);
    for (const { verdict, matches } of [given, carried])
      expect([verdict, matches[0]!.commonplace!.kind]).toEqual(["none_found", "given"]);
    expect(carried.matches[0]!.commonplace!.name).toBe("text 2 of those that do not count in answers");
    expect(carried.coverage).toEqual(given.coverage);
    expect(carried.method.corpora).toMatchObject([{ name: "answers", ignore: CARRIED }]);
    expect(given.method.corpora[0]).not.toHaveProperty("ignore");
    expect(corpus.info.ignore).toEqual(CARRIED);
    expect(corpus.info.revision).not.toBe(plain.info.revision);
    const told = plainAnalysis(carried, { colours: NO_COLOURS, columns: 1_000, detail: "full" });
    expect(told.replace(/\s+/g, " ")).toContain("it carries 2 texts of 150 words that do not count");
    // What is copied besides still counts.
    const copied = await (await createEngine({ corpora: [corpus] })).analyze({
      content: `${HANDOUT} ${ONE.slice(-700)}`,
    });
    expect(copied.verdict).toBe("match");
  });

  test("is that of all corpora that are searched, and judges each dataset by its own", async () => {
    await using corpus = await buildCorpus([{ id: "one", text: ONE }], { ...named("answers"), ignore });
    await using other = await buildCorpus([{ id: "task", text: HANDOUT }], { name: "tasks", dataset: "tasks" });
    const engine = await createEngine({ corpora: [corpus, other] });
    expect((await engine.analyze({ content: OTHER })).verdict).toBe("none_found");
    const alone = await engine.analyze({ content: OTHER, options: { corpora: ["tasks"] } });
    expect(alone.verdict).toBe("match");
  });

  test("is an audit, or a check of a quotation, too", async () => {
    await using corpus = await buildCorpus([{ id: "one", text: ONE }], { ...named("answers"), ignore });
    const items = [{ id: "question", text: `${HANDOUT} ${prose(20)}` }];
    for (const way of ["searched", "streamed"] as const)
      expect((await auditCorpora(items, [corpus], { way })).items).toMatchObject([
        { status: "not_found", left_out: [{ rule: "given" }] },
      ]);
    const quotation = HANDOUT.split(/\s+/).slice(20, 60).join(" ");
    expect(await checkQuotation(quotation, null, { corpora: [corpus] })).toMatchObject({
      status: "given",
      given: [{ in: "quotation", text: 2, corpus: "answers", words: 40 }],
    });
  });
});

describe("the texts that a corpus carries", () => {
  test("are not in its files, but as hashes", async () => {
    const storage = createMemoryStorage();
    const corpus = await buildCorpus([{ id: "a", text: prose(50) }], { ...named("answers"), storage, ignore });
    await corpus.close();
    for (const name of notEmpty(await storage.list())) {
      const file = await storage.open(name);
      const text = new TextDecoder("latin1").decode(await file.read(0, file.sizeBytes));
      const words = HANDOUT.split(" ");
      for (const [i] of notEmpty(words.slice(2)).entries()) expect(text).not.toContain(words.slice(i, i + 3).join(" "));
    }
  });

  test("stay with it, whatever changes it", async () => {
    const storage = createMemoryStorage();
    const documents = ["a", "b", "c"].map((id) => ({ id, text: `${id} ${prose(60)}` }));
    await (await buildCorpus(documents, { ...named("answers"), storage, ignore })).close();
    const changes: Record<string, () => Promise<unknown>> = {
      append: () => appendDocuments(storage, [{ id: "d", text: prose(60) }]),
      delete: () => deleteDocuments(storage, ["b"]),
      purge: () => purgeCorpus(storage),
      merge: () => mergeCorpus(storage),
      sync: () => syncDocuments(storage, [...documents, { id: "e", text: prose(60) }]),
    };
    for (const [name, change] of Object.entries(changes)) {
      await change();
      expect(await verifyCorpus(storage), name).toMatchObject({ is_sound: true });
      await using corpus = await openCorpus(storage);
      expect(corpus.info.ignore, name).toEqual(CARRIED);
      expect(corpus.ignore!.map(({ number, words, keys }) => [number, words, keys.size > 0])).toEqual([
        [1, 30, true],
        [2, 120, true],
      ]);
    }
  });

  test("come together where corpora are merged, each once", async () => {
    const parts = await Promise.all(
      [[HANDOUT], ignore, undefined].map(async (own, i) => {
        const storage = createMemoryStorage();
        await (
          await buildCorpus([{ id: `${i}`, text: prose(60) }], { ...named("part"), storage, ignore: own })
        ).close();
        return storage;
      }),
    );
    await using merged = await mergeCorpora(parts, {
      ...named("all"),
      storage: createMemoryStorage(),
      ignore: [prose(40), FOOTER],
    });
    expect(merged.info.ignore).toEqual({ texts: 3, words: 190 });
    expect(await verifyCorpus(merged.storage)).toMatchObject({ is_sound: true });
  });

  test("give the manifest a version that earlier readers refuse; others stay as they were", async () => {
    const plain = createMemoryStorage();
    await (await buildCorpus([{ id: "a", text: ONE }], { ...named("answers"), storage: plain })).close();
    const storage = createMemoryStorage();
    await (await buildCorpus([{ id: "a", text: ONE }], { ...named("answers"), storage, ignore })).close();
    expect(JSON.parse(await manifestIn(plain))).toMatchObject({ version: 6 });
    expect(JSON.parse(await manifestIn(plain))).not.toHaveProperty("ignore");
    expect(JSON.parse(await manifestIn(storage))).toMatchObject({
      version: 7,
      ignore: [{ words: 30 }, { words: 120 }],
    });
    const write = async (change: (text: string) => string) => {
      const files = createMemoryStorage();
      const file = await files.create();
      await file.write(new TextEncoder().encode(change(await manifestIn(storage))));
      await file.finish("manifest.json");
      return files;
    };
    const later = await write((text) => text.replace('"version": 7', '"version": 9'));
    await expect(openCorpus(later)).rejects.toMatchObject({ code: "corpus_version" });
    const damaged = await write((text) => text.replace(/"shingles": "..../, '"shingles": "!'));
    await expect(openCorpus(damaged)).rejects.toMatchObject({ code: "corpus_corrupt" });
  });

  test("are refused where they are none, or too much for a manifest", async () => {
    const built = (texts: unknown) =>
      buildCorpus([{ id: "a", text: ONE }], { ...named("answers"), ignore: texts as string[] });
    await expect(built("text")).rejects.toMatchObject({ code: "invalid_request", fields: [{ pointer: "/ignore" }] });
    const most = Array.from({ length: 50_000 }, (_, i) => `word${i}`).join(" ");
    const many = Array.from({ length: 100 }, (_, i) => `a text of its own, the one of number ${i}`);
    for (const texts of [[`${most} more`], [...many, FOOTER]])
      await expect(built(texts)).rejects.toMatchObject({ code: "content_too_large", fields: [{ pointer: "/ignore" }] });
    for (const texts of [[most], many]) await (await built(texts)).close();
  });
});

describe("the command line", () => {
  const folder = mkdtempSync(join(tmpdir(), "spolia-carried-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  const spolia = async (...words: string[]) => {
    const terminal = fakeTerminal();
    return { code: await main(words, terminal), out: terminal.out().replace(/\s+/g, " "), err: terminal.err() };
  };

  test("builds such a corpus and tells of the texts", async () => {
    for (const [name, text] of Object.entries({ "one.txt": ONE, "other.txt": OTHER, "task.html": `<p>${HANDOUT}</p>` }))
      writeFileSync(at(name), text);
    const build = ["corpus", "build", "-o", at("c.spolia"), "--dataset", "answers", at("one.txt")];
    const built = await spolia(...build, "--ignore", at("task.html"));
    const told = "120 words of 1 text, left out in every analysis over this corpus";
    expect([built.code, built.out]).toEqual([0, expect.stringContaining(told)]);
    expect((await spolia("corpus", "info", at("c.spolia"))).out).toContain(told);
    const found = await spolia("analyze", at("other.txt"), "--corpus", at("c.spolia"), "--json");
    expect(JSON.parse(found.out)).toMatchObject({
      verdict: "none_found",
      method: { corpora: [{ ignore: { texts: 1, words: 120 } }] },
    });
  });
});
