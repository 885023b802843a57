/** Works are taken out of a corpus, and the certificate holds only while nothing is changed. */
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { buildCorpus, type CorpusDocument, isSpoliaError, openCorpus } from "../../../src/index.ts";
import { certificateText, type TakeDownOptions, takeDown, verifyTakedown } from "../../../src/service/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const random = seeded(44);
const createdAt = "2026-11-24T12:00:00Z";
const work = { id: "novel", text: zipfText(random, 1_500) };
const excerpt = (from: number, words: number) =>
  work.text
    .split(" ")
    .slice(from, from + words)
    .join(" ");
const other = () => zipfText(random, 300);
const clean: CorpusDocument[] = Array.from({ length: 20 }, (_, i) => ({ id: `clean ${i}`, text: other() }));
const overlapping: CorpusDocument[] = [
  { id: "whole", text: work.text, title: "The Novel" },
  { id: "copy", text: work.text },
  { id: "chapter", text: `${other()} ${excerpt(200, 400)} ${other()}` },
  { id: "quotation", text: `${other()} ${excerpt(700, 60)} ${other()}` },
];
const short: CorpusDocument = { id: "short quotation", text: `${other()} ${excerpt(900, 20)} ${other()}` };
const { privateKey } = generateKeyPairSync("ed25519");
const key = privateKey.export({ format: "jwk" }) as JsonWebKey;

async function corpusOf(documents: readonly CorpusDocument[]) {
  const storage = createMemoryStorage();
  await (await buildCorpus(documents, { name: "c", dataset: "d", storage })).close();
  return storage;
}

async function taken(options: Partial<TakeDownOptions> = {}) {
  const storage = await corpusOf([...clean, ...overlapping, short]);
  return { storage, certificate: await takeDown(storage, [work], { createdAt, ...options }) };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "none",
    (error) => (isSpoliaError(error) ? error.code : String(error)),
  );
}

describe("a take-down", () => {
  test("removes every document that overlaps, copies too, and says so", async () => {
    const { storage, certificate } = await taken();
    expect(certificate.removed.map(({ document }) => document).sort()).toEqual([
      "chapter",
      "copy",
      "quotation",
      "whole",
    ]);
    expect(certificate.removed.find(({ document }) => document === "whole")).toMatchObject({
      title: "The Novel",
      works: [{ work: "novel", share: 1, agreeing_words: 1_500, edits: 0 }],
    });
    expect(certificate).toMatchObject({ before: { documents: 25 }, after: { documents: 21 }, signature: null });
    expect(certificate.searched_again).toMatchObject({ documents: 21, overlapping_documents: 0 });
    const corpus = await openCorpus(storage);
    expect(await corpus.document("chapter")).toBe(null);
    expect(await corpus.document("short quotation")).not.toBe(null);
    await corpus.close();
    for (const name of notEmpty(await storage.list())) {
      const file = await storage.open(name);
      const bytes = Buffer.from(await file.read(0, file.sizeBytes)).toString("latin1");
      expect(bytes).not.toContain(excerpt(300, 4));
    }
  });

  test("of fewer words removes more, and of a work that no document has nothing", async () => {
    const { certificate } = await taken({ wordsMin: 12 });
    expect(certificate.removed).toHaveLength(5);
    const storage = await corpusOf(clean);
    const none = await takeDown(storage, [work], { createdAt });
    expect(none).toMatchObject({ removed: [], before: { documents: 20 }, after: { documents: 20 } });
    expect((await verifyTakedown(certificateText(none), storage)).is_corpus_checked).toBe(true);
  });

  test("of wrong options is refused", async () => {
    const storage = await corpusOf(clean);
    expect(await codeOf(takeDown(storage, [work], { createdAt: "today" }))).toBe("invalid_request");
    expect(await codeOf(takeDown(storage, [work], { createdAt, wordsMin: 11 }))).toBe("invalid_request");
    expect(await codeOf(takeDown(storage, [], { createdAt }))).toBe("no_documents");
    expect(await codeOf(takeDown(storage, [{ id: "a", text: excerpt(0, 11) }], { createdAt }))).toBe("invalid_request");
    expect(await codeOf(takeDown(storage, [{ id: "a", text: excerpt(0, 12) }], { createdAt }))).toBe("none");
    expect(await codeOf(takeDown(storage, [work], { createdAt, key: { kty: "OKP" } }))).toBe("invalid_request");
  });
});

describe("its certificate", () => {
  test("holds with its corpus, and is signed by the key", async () => {
    const { storage, certificate } = await taken({ key });
    const id = certificate.signature!.key;
    const text = certificateText(certificate);
    expect(await verifyTakedown(text, storage, [id])).toMatchObject({
      is_signed: true,
      is_trusted: true,
      is_corpus_checked: true,
    });
    expect(await verifyTakedown(text)).toMatchObject({ is_trusted: null, is_corpus_checked: false });
    expect(await verifyTakedown(text, storage, ["another"])).toMatchObject({ is_trusted: false });
    const unsigned = certificateText({ ...certificate, signature: null });
    expect(await verifyTakedown(unsigned, storage, [id])).toMatchObject({ is_signed: false, is_trusted: false });
  });

  test("is refused where any byte of it was changed", async () => {
    const { certificate } = await taken({ key });
    const bytes = Buffer.from(certificateText(certificate));
    for (const place of notEmpty([...bytes.keys()])) {
      const changed = Buffer.from(bytes);
      changed[place]! ^= 1;
      expect(await codeOf(verifyTakedown(changed.toString("latin1")))).toBe("report_invalid");
    }
    const text = bytes.toString();
    for (const changed of [text.trimEnd(), ` ${text}`, text.replace("  ", "   "), "{}", "", "[]", "null"])
      expect(await codeOf(verifyTakedown(changed))).toBe("report_invalid");
  });

  test("is refused where any byte of the corpus was changed", async () => {
    const { storage, certificate } = await taken();
    const text = certificateText(certificate);
    const names = await storage.list();
    for (const name of notEmpty(names)) {
      const file = await storage.open(name);
      const bytes = await file.read(0, file.sizeBytes);
      for (const place of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
        const changed = Uint8Array.from(bytes);
        changed[place]! ^= 1;
        await put(name, changed);
        expect(await codeOf(verifyTakedown(text, storage))).toBe("report_invalid");
      }
      await storage.remove(name);
      expect(await codeOf(verifyTakedown(text, storage))).toBe("report_invalid");
      await put(name, bytes);
    }
    await put("segments/0123456789abcdef.segment", new Uint8Array(1));
    expect(await codeOf(verifyTakedown(text, storage))).toBe("report_invalid");
    await storage.remove("segments/0123456789abcdef.segment");
    expect(await codeOf(verifyTakedown(text, storage))).toBe("none");

    async function put(name: string, bytes: Uint8Array) {
      const file = await storage.create();
      await file.write(bytes);
      await file.finish(name);
    }
  });
});
