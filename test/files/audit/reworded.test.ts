/** Other words: items that documents say otherwise are found, others are not, and the passages stay what they were. */
import { describe, expect, test } from "vitest";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { auditCorpora, auditDocuments } from "../../../src/files/index.ts";
import { buildCorpus, isSpoliaError } from "../../../src/index.ts";
import { conceptEncoder } from "../../models/encoders/concepts.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const CONCEPTS = [
  "buys purchases acquires",
  "apples fruits",
  "friend companion",
  "gives hands passes",
  "third share",
  "market fair bazaar",
  "left remaining over",
  "how what",
  "many number",
  "eats consumes devours",
  "week days",
  "carpenter joiner",
  "builds makes constructs",
  "tables desks",
  "sells vends",
  "each apiece",
  "costs price",
];
const item = {
  id: "apples",
  text: "Lena buys 48 apples at the market. She gives a third of them to her friend and eats 5 of the others. How many apples are left for the week?",
};
const rewording =
  "At the bazaar Lena acquires 48 fruits. To her companion she hands a third of these, and of the rest she consumes five. What number of fruits is remaining for the days?";
const otherNumbers = rewording.replace("48", "31").replace("five", "seven").replace("a third", "half");
const other =
  "A carpenter builds 12 tables in a month and sells each of them for 340 dollars. The wood costs 90 dollars apiece. What does he earn in a year?";
const fillers = Array.from({ length: 30 }, (_, i) => ({
  id: `filler ${i}`,
  text: `${["A river", "The council", "My uncle", "Her garden", "That engine"][i % 5]} ${["rose", "met", "sang", "slept", "stopped", "turned"][i % 6]} ${["before noon", "in silence", "without a reason"][i % 3]} and nobody of the ${["village", "family", "office", "orchestra"][i % 4]} said a word about it for ${i + 60} long hours.`,
}));
const documents = [...fillers, { id: "reworded", text: rewording, title: "A title" }, { id: "other", text: other }];
const ask = (encoder = conceptEncoder(CONCEPTS)) => auditDocuments([item], documents, { reworded: { encoder } });

describe("auditDocuments with an encoder", () => {
  test("finds the rewording with both texts, sentences and numbers, and leaves the passages alone", async () => {
    const encoder = conceptEncoder(CONCEPTS);
    const result = await ask(encoder);
    const [found] = result.items;
    expect(found).toMatchObject({ status: "not_found", findings: [], reworded_verdict: "likely" });
    const [first, ...others] = found!.rewordings!;
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      document: "reworded",
      title: "A title",
      verdict: "likely",
      kind: "paraphrase",
      item_text: item.text,
      document_text: rewording,
      item_place: { start: 0, end: item.text.length - 1 },
      numbers: { agree: [0.3333, 5, 48], item_only: [], document_only: [] },
    });
    expect(first!.sentences).toHaveLength(3);
    for (const { item: mine, document: theirs } of notEmpty(first!.sentences))
      expect(
        item.text.slice(mine!.start, mine!.end).length * rewording.slice(theirs!.start, theirs!.end).length,
      ).toBeGreaterThan(0);
    expect(result.summary.reworded).toEqual({ likely: 1, possible: 0, none_found: 0, not_searched: 0 });
    expect(result.encoder).toEqual({
      name: "concepts",
      weights: null,
      implementation: "test",
      dimensions: 64,
      languages: ["en"],
    });
    expect(result.completeness.complete).toBe(true);
    // Each form of a word is encoded once, and no number as a word.
    const words = encoder.asked.filter((text) => /^\S+$/.test(text));
    expect(new Set(words).size).toBe(words.length);
    expect(words.some((word) => /\d/.test(word))).toBe(false);
  });

  test("a number that nearly all documents name tells less by its agreement than a rare one", async () => {
    const confidences: number[] = [];
    for (const number of notEmpty([2, 48])) {
      const naming = (text: string) => text.replace("48", `${number}`).replace(/ a third| 5| five/g, " some");
      const all = documents.map(({ text, ...one }) => ({ ...one, text: naming(text).replace(/[678]\d/, "2") }));
      const reworded = { encoder: conceptEncoder(CONCEPTS) };
      const { items } = await auditDocuments([{ ...item, text: naming(item.text) }], all, { reworded });
      expect(items[0]!.rewordings![0]).toMatchObject({ document: "reworded", numbers: { agree: [number] } });
      confidences.push(items[0]!.rewordings![0]!.confidence);
    }
    const [frequent, rare] = confidences.map((p) => p / (1 - p)) as [number, number];
    expect(rare / frequent).toBeGreaterThan(4);
  });

  test("gives the same bytes twice, and the same result whichever way a corpus is looked through", async () => {
    expect(JSON.stringify(await ask())).toBe(JSON.stringify(await ask()));
    const storage = createMemoryStorage();
    await buildCorpus(documents, { storage, name: "web", dataset: "web", text: true });
    const { openCorpus } = await import("../../../src/index.ts");
    const corpus = await openCorpus(storage);
    for (const way of ["searched", "streamed"] as const) {
      const reworded = { encoder: conceptEncoder(CONCEPTS) };
      const { items } = await auditCorpora([item], [corpus], { way, reworded });
      expect(items[0]).toMatchObject({ reworded_verdict: "likely", rewordings: [{ document: "reworded" }] });
    }
    await corpus.close();
  });

  test("tells all places with one text, in a page that says other things besides too", async () => {
    const page = `${fillers
      .slice(0, 4)
      .map(({ text }) => text)
      .join(" ")} ${rewording} ${fillers
      .slice(4, 8)
      .map(({ text }) => text)
      .join(" ")}`;
    const twice = [...documents, { id: "again", text: rewording }, { id: "page", text: page }];
    const encoder = conceptEncoder(CONCEPTS);
    const { items } = await auditDocuments([item], twice, { reworded: { encoder } });
    expect(items[0]!.rewordings!.map(({ document }) => document).sort()).toEqual(["again", "page", "reworded"]);
    for (const { document, document_place, document_text } of notEmpty(items[0]!.rewordings!)) {
      const { text } = twice.find(({ id }) => id === document)!;
      expect(document_text.startsWith(text.slice(document_place.start, document_place.end))).toBe(true);
    }
    const limited = await auditDocuments([item], twice, { reworded: { encoder }, findings: 1 });
    expect(limited.items[0]!.rewordings).toHaveLength(1);
  });

  test("calls no other problem of the same form likely, and looks nowhere where the words themselves stand", async () => {
    const encoder = conceptEncoder(CONCEPTS);
    const others = [...fillers, { id: "numbers", text: otherNumbers }, { id: "other", text: other }];
    const { items } = await auditDocuments([item], others, { reworded: { encoder } });
    expect(items[0]!.reworded_verdict).not.toBe("likely");
    const held = await auditDocuments([item], [...fillers, { id: "held", text: item.text }], { reworded: { encoder } });
    expect(held.items[0]).toMatchObject({ status: "found", reworded_verdict: "none_found", rewordings: [] });
  });

  test("looks for no other words in copies that the result does not list, and for none that do not count", async () => {
    const encoder = conceptEncoder(CONCEPTS);
    const copies = ["a", "b", "c"].map((id) => ({ id, text: `${fillers[0]!.text} ${item.text}` }));
    const corpus = await buildCorpus([...fillers, ...copies], { name: "copies", dataset: "copies" });
    for (const way of notEmpty(["searched", "streamed"] as const)) {
      const { items } = await auditCorpora([item], [corpus], { way, findings: 1, reworded: { encoder } });
      expect([way, items[0]!.status, items[0]!.reworded_verdict]).toEqual([way, "found", "none_found"]);
    }
    const ignored = await auditDocuments([item], documents, { reworded: { encoder }, ignore: [item.text] });
    expect(ignored.items[0]).toMatchObject({ reworded_verdict: "not_searched", rewordings: [] });
  });

  test("an encoder that gives no vectors of length 1 ends the audit", async () => {
    const encoder = conceptEncoder(CONCEPTS);
    const wrong: ((vectors: Float32Array[]) => unknown)[] = [
      (vectors) => vectors.slice(1),
      (vectors) => vectors.map((vector) => vector.map(() => Number.NaN)),
      (vectors) => vectors.map((vector) => vector.map((value) => 2 * value)),
      (vectors) => vectors.map((vector) => vector.subarray(1)),
      (vectors) => vectors.map((vector) => [...vector]),
      () => undefined,
    ];
    for (const change of notEmpty(wrong)) {
      const broken = { ...encoder, encode: async (texts: readonly string[]) => change(await encoder.encode(texts)) };
      const audit = auditDocuments([item], documents, { reworded: { encoder: broken as typeof encoder } });
      await expect(audit).rejects.toMatchObject({ code: "model_failed" });
    }
  });

  test("says what was not searched: short items, and all without an encoder", async () => {
    const items = [{ id: "short", text: "What is the capital of Mali?" }, item, { ...item, id: "same" }];
    const encoder = conceptEncoder(CONCEPTS);
    const { summary } = await auditDocuments(items, documents, { reworded: { encoder } });
    expect(summary.reworded).toEqual({ likely: 2, possible: 0, none_found: 0, not_searched: 1 });
    const without = await auditDocuments(items, documents, { reworded: {} });
    expect(without.summary).toMatchObject({ documents: documents.length, reworded: { not_searched: 3 } });
    expect(without.completeness).toMatchObject({ complete: false });
    expect(without.completeness.stages.at(-1)).toMatchObject({ name: "reworded", status: "skipped" });
    const unasked = await auditDocuments(items, documents);
    expect(unasked.items[0]).not.toHaveProperty("rewordings");
    expect(unasked.summary).not.toHaveProperty("reworded");
  });

  test("stands nothing to look at, ends on a signal, and refuses what is no encoder", async () => {
    const encoder = conceptEncoder(CONCEPTS);
    expect(await auditDocuments([item], [], { reworded: { encoder } })).toMatchObject({
      items: [{ reworded_verdict: "none_found" }],
    });
    const empty = [
      { id: "a", text: "" },
      { id: "b", text: "12 13 14 15 16 17 18 19 20" },
    ];
    expect(await auditDocuments([item], empty, { reworded: { encoder } })).toMatchObject({
      items: [{ reworded_verdict: "none_found" }],
    });
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => "none",
        (error: unknown) => (isSpoliaError(error) ? error.code : String(error)),
      );
    const signal = AbortSignal.abort();
    expect(await codeOf(auditDocuments([item], documents, { reworded: { encoder }, signal }))).toBe("aborted");
    for (const wrong of notEmpty([1, "x", { encoder: {} }, { encoder: null }]))
      expect(await codeOf(auditDocuments([item], documents, { reworded: wrong as never }))).toBe("invalid_request");
  });
});
