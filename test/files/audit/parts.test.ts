/** An audit in parts, joined in the order of the documents, is the audit of all of them: to the byte of its JSON. */
import { describe, expect, test } from "vitest";
import type { CorpusDocument } from "../../../src/base/contract/resources/corpus.ts";
import { auditOf } from "../../../src/files/audit/audit.ts";
import type { Items } from "../../../src/files/audit/items.ts";
import { openAuditAhead, openAuditJoin, openAuditPart, type ShownFrames } from "../../../src/files/audit/parts.ts";
import { type LookedAt, SeenAhead } from "../../../src/files/audit/watch.ts";
import { type AuditItem, auditDocuments, type OpenAudit, openAudit } from "../../../src/files/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";

/** As it comes through a pipe. */
const sent = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

const sizeOf = async (documents: readonly CorpusDocument[]) => {
  const part = await openAuditPart([{ id: "-", text: "none of these" }], {});
  for (const one of documents) part.look(one);
  const { documents: many, words } = part.end();
  return { documents: many, words };
};

async function inParts(
  items: readonly AuditItem[],
  parts: readonly (readonly CorpusDocument[])[],
  { isTold = true, frames }: { isTold?: boolean; frames?: ShownFrames } = {},
) {
  const join = await openAuditJoin(items, { frames });
  const before = { documents: 0, words: 0 };
  const said: ReturnType<OpenAudit["look"]>[] = [];
  for (const documents of notEmpty(parts)) {
    const part = await openAuditPart(items, { frames, before: isTold ? { ...before } : null });
    for (const one of documents) {
      const seen = part.look(one);
      said.push(seen === null ? [] : join.look(sent(seen)));
    }
    join.end(sent(part.end()));
    const size = await sizeOf(documents);
    before.documents += size.documents;
    before.words += size.words;
  }
  return { join, said, result: join.finish() };
}

/** The audit of documents that another thread has seen before their turn. @param textOf what it leaves of their text */
const seenAhead = (
  items: readonly AuditItem[],
  documents: readonly CorpusDocument[],
  textOf = ({ text }: CorpusDocument) => text,
) => {
  async function* ahead(read: Items): AsyncGenerator<LookedAt> {
    const see = await openAuditAhead(structuredClone(read));
    const seen = documents.map((one) => ({ ...one, text: textOf(one), ahead: structuredClone(see(one)) }));
    for (const one of seen) yield { ...one, ahead: new SeenAhead(one.ahead) };
  }
  return auditOf(items, ahead, {});
};

/** Documents of items: whole, in part, in the frame of others, escaped; short ones among them. */
function made(seed: number) {
  const random = seeded(seed);
  const [head, tail] = [zipfText(random, 20), zipfText(random, 4)];
  const framed = () => `${head} ${zipfText(random, 10)} ${tail}`;
  const items: AuditItem[] = [
    ...Array.from({ length: 6 }, (_, i) => ({ id: `long ${i}`, text: zipfText(random, 40 + 20 * i) })),
    { id: "framed", text: framed() },
    { id: "short", text: zipfText(random, 6) },
    { id: "one", text: "word" },
  ];
  const documents = Array.from({ length: 60 }, (_, i): CorpusDocument => {
    const { text } = items[i % items.length]!;
    const cut = i % 3 === 0 ? text : text.slice(0, text.length / (1 + (i % 4)));
    const inner = i % 5 === 0 ? framed() : i % 7 === 0 ? JSON.stringify({ q: `${cut}\n"${cut}"` }) : cut;
    return { id: `d${i}`, text: `${zipfText(random, 60)} ${inner} ${zipfText(random, 30)}`, title: `t${i}` };
  });
  return { items, documents };
}

describe.each([1, 2, 3, 4])("documents of kind %i", (seed) => {
  const { items, documents } = made(seed);

  test.each([1, 7, 60])("in parts of %i: the result, and what is said of each document", async (size) => {
    const parts = Array.from({ length: Math.ceil(60 / size) }, (_, i) => documents.slice(i * size, (i + 1) * size));
    const whole = await openAudit(items);
    const said = documents.map((one) => whole.look(one));
    const joined = await inParts(items, parts);
    expect(joined.said).toEqual(said);
    expect(JSON.stringify(joined.result)).toBe(JSON.stringify(whole.finish()));
    // What was said of the first documents may not hold any more: then the audit begins anew, with what it has learned.
    const again = whole.again();
    const frames = joined.join.again();
    expect(frames === null).toBe(again === null);
    if (again === null || frames === null) return;
    const anew = documents.map((one) => again.look(one));
    const joinedAnew = await inParts(items, parts, { frames: sent(frames) });
    expect(joinedAnew.said).toEqual(anew);
    expect(JSON.stringify(joinedAnew.result)).toBe(JSON.stringify(again.finish()));
  });

  test("seen ahead: the same result, without any text where no item is short", async () => {
    expect(JSON.stringify(await seenAhead(items, documents))).toBe(
      JSON.stringify(await auditDocuments(items, documents)),
    );
    const long = items.filter(({ id }) => id !== "short" && id !== "one");
    const result = await seenAhead(long, documents, () => "");
    expect(JSON.stringify(result)).toBe(JSON.stringify(await auditDocuments(long, documents)));
  });
});

test("what a caller's document has in a field `ahead` is no sight of it", async () => {
  const { items, documents } = made(1);
  const odd = documents.map((one) => ({ ...one, ahead: { seen: null, words: 0, isBounded: false } }));
  expect(await auditDocuments(items, odd)).toEqual(await auditDocuments(items, documents));
});

test("some of these audits do begin anew", async () => {
  const revised = await Promise.all(
    [1, 2, 3, 4].map(async (seed) => {
      const { items, documents } = made(seed);
      const audit = await openAudit(items);
      for (const one of documents) audit.look(one);
      return audit.again() !== null;
    }),
  );
  expect(revised).toContain(true);
});

test("short items in over four million words: of later documents those are counted that one audit counts", async () => {
  const random = seeded(5);
  const page = zipfText(random, 50_000);
  const documents = Array.from({ length: 110 }, (_, i) => ({
    id: `d${i}`,
    text: `${page} ${zipfText(random, 20 + i)}`,
  }));
  const words = page.split(" ");
  const items = [
    { id: "rare", text: zipfText(random, 7) },
    { id: "common", text: words.slice(100, 103).join(" ") },
    ...Array.from({ length: 8 }, (_, i) => ({ id: `two ${i}`, text: `${words[i]} ${words[50 + i]}` })),
  ];
  const whole = await auditDocuments(items, documents);
  const parts = [documents.slice(0, 37), documents.slice(37, 70), documents.slice(70, 99), documents.slice(99)];
  expect(JSON.stringify((await inParts(items, parts)).result)).toBe(JSON.stringify(whole));
  expect(JSON.stringify(await seenAhead(items, documents))).toBe(JSON.stringify(whole));
  const { result } = await inParts(items, parts, { isTold: false });
  expect(result.completeness).toMatchObject({
    complete: false,
    stages: [{}, { name: "short_items", status: "skipped" }],
  });
  expect(new Set(result.items.map(({ status }) => status))).toEqual(new Set(["not_judged"]));
});
