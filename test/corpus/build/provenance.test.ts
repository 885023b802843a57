/** Where the documents of a corpus came from: recorded by builds and appends, kept by every other change. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { SourceFile } from "../../../src/base/contract/resources/corpus.ts";
import { basisOf } from "../../../src/corpus/format/basis.ts";
import {
  appendDocuments,
  compareWithListing,
  deleteDocuments,
  mergeCorpora,
  mergeCorpus,
  parseListing,
  purgeCorpus,
  SourceLog,
  verifyCorpus,
} from "../../../src/corpus/index.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { type BuildOptions, buildCorpus, type CorpusDocument, openCorpus } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const random = seeded(18);
const document = (id: string): CorpusDocument => ({ id, text: zipfText(random, 60) });
const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const file = (name: string): SourceFile => ({ name, bytes: name.length, sha256: `sha256:${sha(name)}` });
/** As `sha256sum` prints it. */
const summed = (...names: string[]) => names.map((name) => `${sha(name)}  ${name}\n`).join("");
const digest = (...names: string[]) => `sha256:${sha(`${names.map(sha).sort().join("\n")}\n`)}`;

/** A log of files of these names, compared with a listing of others. */
async function logged(names: readonly string[], listed?: readonly string[]): Promise<SourceLog> {
  const log = new SourceLog(listed && (await parseListing(summed(...listed))));
  for (const name of names) log.add(file(name));
  return log;
}

async function built(ids: readonly string[], options: Partial<BuildOptions> = {}) {
  const storage = createMemoryStorage();
  const all = { name: "books", dataset: "shelf", storage, ...options };
  await using corpus = await buildCorpus(ids.map(document), all);
  return { storage, info: corpus.info };
}

async function infoOf(storage: ReturnType<typeof createMemoryStorage>) {
  expect(await verifyCorpus(storage)).toMatchObject({ is_sound: true });
  await using corpus = await openCorpus(storage);
  return corpus.info;
}

async function manifestOf(storage: ReturnType<typeof createMemoryStorage>) {
  const stored = await storage.open("manifest.json");
  return JSON.parse(new TextDecoder().decode(await stored.read(0, stored.sizeBytes)));
}

describe("a build", () => {
  test("records nothing where it is told nothing, with no field for it", async () => {
    const { storage, info } = await built(["a"]);
    expect([info.provenance, basisOf(info)]).toEqual([null, "none"]);
    expect(await manifestOf(storage)).not.toHaveProperty("provenance");
  });

  test("records its files, whatever their order, and who declared the dataset", async () => {
    const said = { declaredBy: "A. Builder", declaredOn: "2024-02-29" };
    const { storage, info } = await built(["a"], { ...said, sources: await logged(["y.txt", "x.txt"]) });
    expect(info.provenance).toEqual({
      declared: { by: "A. Builder", on: "2024-02-29" },
      sources: {
        files: 2,
        bytes: 10,
        digest: digest("x.txt", "y.txt"),
        listed: [file("x.txt"), file("y.txt")].sort((one, other) => (one.sha256 < other.sha256 ? -1 : 1)),
      },
      unrecorded: 0,
      listings: [],
    });
    expect(basisOf(info)).toBe("declared");
    expect(await infoOf(storage)).toEqual(info);
    const other = await built(["a"], { ...said, sources: await logged(["x.txt", "y.txt"]) });
    expect(other.info.provenance).toEqual(info.provenance);
  });

  test("of documents without files is declared by who says so, and unrecorded", async () => {
    const { info } = await built(["a"], { declaredBy: "me" });
    expect(info.provenance).toEqual({ declared: { by: "me", on: null }, sources: null, unrecorded: 1, listings: [] });
    expect((await built(["a"], { sources: new SourceLog() })).info.provenance).toMatchObject({ unrecorded: 1 });
  });

  test("has the basis `manifest` only if every file stands in the listing, and was hashed", async () => {
    const cases = [
      { names: ["x", "y"], listed: ["y", "x", "z"], basis: "manifest" },
      { names: ["x", "own"], listed: ["y", "x", "z"], basis: "declared" },
      { names: ["x", "y"], listed: undefined, basis: "declared" },
    ];
    for (const { names, listed, basis } of notEmpty(cases)) {
      const { info } = await built(["a"], { sources: await logged(names, listed) });
      expect([names, basisOf(info)]).toEqual([names, basis]);
    }
    const sources = await logged(["x"], ["x"]);
    sources.addUnhashed();
    const { info } = await built(["a"], { sources });
    expect([info.provenance!.unrecorded, basisOf(info)]).toEqual([1, "declared"]);
  });

  test("cuts the list of a million files, not their number, bytes and digest", async () => {
    const names = Array.from({ length: 5_000 }, (_, i) => `${i} ${"long name ".repeat(30)}`);
    const sources = await logged(names, names);
    const { storage, info } = await built(["a"], { sources });
    const { files, listed, digest: found } = info.provenance!.sources!;
    expect([files, found]).toEqual([5_000, digest(...names)]);
    expect(listed.length).toBeGreaterThan(500);
    expect(listed.length).toBeLessThanOrEqual(1_000);
    expect(Math.max(...listed.map(({ name }) => name.length))).toBe(200);
    expect(basisOf(info)).toBe("manifest");
    expect((await storage.open("manifest.json")).sizeBytes).toBeLessThan(512 * 1024);
    const whole = await compareWithListing(info, await parseListing(summed(...names)));
    expect(whole).toMatchObject({ fits: "yes", compared: 5_000, absent_files: 0 });
    // Under another listing only those that are listed can be compared.
    const more = await compareWithListing(info, await parseListing(summed(...names, "more")));
    expect(more).toMatchObject({ fits: "unknown", compared: listed.length, absent_files: null });
    const strange = await compareWithListing(info, await parseListing(summed("more")));
    expect(strange).toMatchObject({ fits: "no", strange_files: listed.length });
  });

  test.each([
    ["/declaredBy", { declaredBy: " " }, { declaredBy: "m" }],
    ["/declaredBy", { declaredBy: "m".repeat(201) }, { declaredBy: "m".repeat(200) }],
    ["/declaredBy", { declaredOn: "2026-01-01" }, { declaredBy: "m", declaredOn: "2026-01-01" }],
    ["/declaredOn", { declaredBy: "m", declaredOn: "2026-02-29" }, { declaredBy: "m", declaredOn: "2024-02-29" }],
    ["/declaredOn", { declaredBy: "m", declaredOn: "2026-01" }, { declaredBy: "m", declaredOn: "2026-01-31" }],
    ["/sources", { sources: {} as SourceLog }, { sources: new SourceLog() }],
  ])("refuses a wrong %s, and takes the like", async (pointer, wrong, right) => {
    await expect(built(["a"], wrong)).rejects.toMatchObject({ code: "invalid_request", fields: [{ pointer }] });
    await expect(built(["a"], right)).resolves.toBeDefined();
  });
});

describe("a change", () => {
  test("keeps what was recorded: deleting, merging, purging", async () => {
    const { storage, info } = await built(["a", "b"], { declaredBy: "me", sources: await logged(["x"], ["x"]) });
    await appendDocuments(storage, [document("c")], { sources: await logged(["y"], ["x"]) });
    const { provenance } = await infoOf(storage);
    expect(provenance).toMatchObject({ ...info.provenance, sources: { files: 2, digest: digest("x", "y") } });
    await deleteDocuments(storage, ["a"]);
    expect((await infoOf(storage)).provenance).toEqual(provenance);
    await mergeCorpus(storage);
    expect(await infoOf(storage)).toMatchObject({ provenance, segments: 1 });
    await deleteDocuments(storage, ["b"]);
    await purgeCorpus(storage);
    expect((await infoOf(storage)).provenance).toEqual(provenance);
  });

  test("appends add files; one without files takes the basis `manifest` away", async () => {
    const { storage } = await built(["a"], { sources: await logged(["x"], ["x", "y"]) });
    await appendDocuments(storage, [document("b")], { sources: await logged(["y"], ["x", "y"]) });
    const grown = await infoOf(storage);
    expect(grown.provenance).toMatchObject({ unrecorded: 0, listings: [{ entries: 2, files: 2 }] });
    expect(basisOf(grown)).toBe("manifest");
    for (let i = 0; i < 9; i++) await appendDocuments(storage, [document(`more ${i}`)]);
    const mixed = await infoOf(storage);
    expect([mixed.provenance!.unrecorded, basisOf(mixed)]).toEqual([9, "declared"]);
  });

  test("appending files to a corpus that recorded nothing says that its documents are unrecorded", async () => {
    const { storage } = await built(["a"]);
    await appendDocuments(storage, [document("b")]);
    expect((await infoOf(storage)).provenance).toBeNull();
    await appendDocuments(storage, [document("c")], { sources: await logged(["x"], ["x"]) });
    const info = await infoOf(storage);
    expect(info.provenance).toMatchObject({ declared: null, unrecorded: 1, sources: { files: 1 } });
    expect(basisOf(info)).toBe("declared");
  });

  test("merging corpora unites their files, and their declarations and listings if the dataset is the same", async () => {
    const one = await built(["a"], { declaredBy: "me", sources: await logged(["x"], ["x", "y"]) });
    const other = await built(["b"], { declaredBy: "me", sources: await logged(["y"], ["x", "y"]) });
    const merged = async (dataset: string, more: Partial<BuildOptions> = {}) => {
      const storage = createMemoryStorage();
      await using all = await mergeCorpora([one.storage, other.storage], { name: "all", dataset, storage, ...more });
      expect(await infoOf(storage)).toEqual(all.info);
      return all.info;
    };
    const same = await merged("shelf");
    expect(same.provenance).toMatchObject({ declared: { by: "me" }, unrecorded: 0, sources: { files: 2 } });
    expect(basisOf(same)).toBe("manifest");
    // What confirmed one label does not confirm another.
    const relabelled = await merged("books3");
    expect(relabelled.provenance).toMatchObject({ declared: null, listings: [], sources: { files: 2 } });
    expect(basisOf(relabelled)).toBe("declared");
    expect((await merged("books3", { declaredBy: "them" })).provenance!.declared).toEqual({ by: "them", on: null });
  });

  test("merging with a corpus that recorded nothing counts it as unrecorded", async () => {
    const one = await built(["a"], { declaredBy: "me", sources: await logged(["x"], ["x"]) });
    const none = await built(["b"]);
    const storage = createMemoryStorage();
    await using all = await mergeCorpora([none.storage, one.storage], { name: "all", dataset: "shelf", storage });
    expect(all.info.provenance).toMatchObject({ declared: null, unrecorded: 1, sources: { files: 1 } });
    expect(basisOf(all.info)).toBe("declared");
    const again = createMemoryStorage();
    const { storage: bare } = await built(["c"]);
    await using both = await mergeCorpora([none.storage, bare], { name: "all", dataset: "shelf", storage: again });
    expect(both.info.provenance).toBeNull();
  });
});

describe("a listing", () => {
  const SHA = sha("x");
  test.each([
    ["sha256sum", `${SHA}  a/x\n${sha("y")} *b y\n`],
    ["sha256 of the BSDs", `SHA256 (a/x) = ${SHA}\nSHA256 (b y) = ${sha("y")}\n`],
    ["sha256sum with an escaped name, CRLF and empty lines", `\\${SHA}  a\\nx\r\n\r\n${sha("y").toUpperCase()}  y`],
    ["JSON Lines", `{"path":"x","size":1,"sha256":"${SHA}"}\n{"path":"y","sha256":"${sha("y")}","size":null}\n`],
  ])("of %s is read", async (_, text) => {
    const listing = await parseListing(text);
    expect(listing).toMatchObject({ sha256: `sha256:${sha(text)}`, entries: 2 });
    const { info } = await built(["a"], { sources: await logged(["x"]) });
    expect(await compareWithListing(info, listing)).toMatchObject({ fits: "yes", files: 1, absent_files: 1 });
  });

  test.each([
    ["nothing", "\n"],
    ["prose", "The files of this dataset"],
    ["a hash without a name", SHA],
    ["a short hash", `${SHA.slice(1)}  x`],
    ["JSON of another kind", `{"name":"x","md5":"1"}`],
    ["a size that is none", `{"path":"x","size":-1,"sha256":"${SHA}"}`],
    ["a line too many", `${SHA}  x\n# end\n`],
  ])("of %s is refused, with the place", async (_, text) => {
    await expect(parseListing(text)).rejects.toMatchObject({
      code: "invalid_request",
      fields: [{ pointer: "/listing" }],
    });
  });

  test("that states another size does not have the file", async () => {
    const { info } = await built(["a"], { sources: await logged(["x"]) });
    const stating = (size: number) => parseListing(`{"path":"x","size":${size},"sha256":"${SHA}"}`);
    expect((await compareWithListing(info, await stating(1))).fits).toBe("yes");
    expect(await compareWithListing(info, await stating(2))).toMatchObject({ fits: "no", strange: [file("x")] });
  });

  test("fits no corpus that recorded no files", async () => {
    const { info } = await built(["a"]);
    const listing = await parseListing(summed("x"));
    expect(await compareWithListing(info, listing)).toMatchObject({ fits: "no", files: 0, unrecorded: 1 });
  });
});
