/** `spolia pipe` answers each record with a line, as one machine does, and says at the end that all are there. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withEngine } from "../../../src/cli/inputs/inputs.ts";
import { openDeduplicator } from "../../../src/corpus/index.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { endedHere } from "../here.ts";

async function piped(step: string, settings: object, records: readonly object[]) {
  const lines = [{ step, ...settings }, ...records].map((one) => `${JSON.stringify(one)}\n`).join("");
  const { code, stdout, stderr } = await endedHere(["pipe"], lines, {});
  const answers = stdout.split("\n").slice(0, -1);
  return { code, stderr, answers: answers.map((one) => JSON.parse(one)) };
}

const random = seeded(41);
const documents = Array.from({ length: 30 }, (_, i) => ({ id: `d${i}`, text: zipfText(random, 120) }));
for (const at of [7, 19]) documents[at]!.text = `${documents[at - 5]!.text} and a few more`;
for (const at of [11, 23]) documents[at]!.text = documents[at - 9]!.text.toUpperCase();
documents.push({ id: "short", text: "three words only" }, { id: "the same", text: "Three words, only." });
const asRecords = documents.map((document) => ({ document }));

describe("duplicates", () => {
  test.each([{}, { threshold: 1 }, { level: "paragraph" as const }, { ignore: [documents[2]!.text] }])(
    "%j: the units that share a key are decided as all units are",
    async (settings) => {
      const { answers } = await piped("dedup keys", settings, asRecords);
      expect(answers.pop()).toEqual({ end: {} });
      const units = notEmpty(answers.flatMap((one) => one.units));
      const keysOf = ({ id, bands }: { id: string; bands: number[] }) => [
        id,
        ...bands.map((key, at) => `${at} ${key}`),
      ];
      const many = new Map<string, number>();
      for (const key of units.flatMap(keysOf)) many.set(key, (many.get(key) ?? 0) + 1);
      const sharing = units.filter((one) => keysOf(one).some((key) => many.get(key)! > 1));
      expect(sharing.length).toBeLessThan(units.length);
      const decided = await piped("dedup decide", settings, sharing);
      const deduplicator = await openDeduplicator(settings);
      const pairs = documents.flatMap((one) => deduplicator.look(one));
      expect(decided.answers.slice(0, -1).flatMap(({ pair }) => pair ?? [])).toEqual(pairs);
      expect(pairs.length).toBeGreaterThan(1);
    },
  );
});

test("parts become one corpus, in which texts are searched", async () => {
  const folder = temporaryFolder();
  const named = { name: "parts", dataset: "tests" };
  const parts = ["a", "b"].map((name) => join(folder, `${name}.spolia`));
  for (const [i, output] of notEmpty([...parts.entries()]))
    await piped("build", { ...named, output }, asRecords.slice(16 * i, 16 * i + 16));
  expect((await piped("build", { ...named, output: `${folder}/none` }, [])).answers).toEqual([
    { end: { corpus: null } },
  ]);
  const output = join(folder, "whole.spolia");
  const merged = await piped("merge", { ...named, output, parts }, []);
  expect(merged.answers).toMatchObject([{ end: { corpus: { documents: 32 } } }]);
  await expect(openCorpus(parts[0]!)).rejects.toMatchObject({ code: "corpus_not_found" });

  const content = documents[3]!.text;
  const { answers } = await piped("analyze", { corpus: [output] }, [{ content }, { content: 5 }]);
  const result = await withEngine({ corpus: [output] }, (engine) => engine.analyze({ content, content_type: "text" }));
  expect(result.verdict).toBe("match");
  expect(answers).toEqual([
    { result: JSON.parse(JSON.stringify(result)) },
    { error: { code: "invalid_request", message: expect.stringContaining("/content") } },
    { end: {} },
  ]);
});

test("a cut takes along what only separated it, and a text without a word is gone", async () => {
  const text = "One line.\n\nAnother line.\n";
  const records = [
    { text, spans: [{ start: 0, end: 8 }] },
    { text, spans: [{ start: 0, end: text.length }] },
    { text, spans: "document" },
  ];
  const { answers } = await piped("cut", {}, records);
  expect(answers).toEqual([
    { text: "Another line.\n", taken: [{ start: 0, end: 11 }] },
    { text: null, taken: null },
    { text: null, taken: null },
    { end: {} },
  ]);
});

const ONE_ITEM = '"items":[{"id":"a","text":"b"}]';

test.each([
  ["no step", "", "The first line must name a step"],
  ["a step that there is not", '{"step":"dance"}\n', "The first line must name a step"],
  ["no object", '{"step":"audit sizes"}\n[]\n', "Line 2 is no JSON object"],
  ["no JSON", '{"step":"audit sizes"}\n{"document"\n', "Line 2 is no JSON object"],
  ["no text", '{"step":"audit sizes"}\n{"document":{"id":"a"}}\n', "`id` and `text`"],
  ["neither seen nor a part", '{"step":"audit join","items":[{"id":"a","text":"b"}]}\n{}\n', "`seen` or `part`"],
  ["a cut without spans", '{"step":"cut"}\n{"text":"a b"}\n', "`spans`"],
  ["a cut outside of its text", '{"step":"cut"}\n{"text":"a b","spans":[{"start":0,"end":9}]}\n', "`spans`"],
  ["a cut without a text", '{"step":"cut"}\n{"spans":"document"}\n', "`text`"],
  ["frames of no item", `{"step":"audit see",${ONE_ITEM},"frames":[{"item":7,"words":[0]}]}\n`, "`frames`"],
  ["frames of another form", `{"step":"audit join",${ONE_ITEM},"frames":[{"item":0}]}\n`, "`frames`"],
  ["an empty seen", `{"step":"audit join",${ONE_ITEM}}\n{"seen":{}}\n`, "`seen`"],
  ["an empty part", `{"step":"audit join",${ONE_ITEM}}\n{"part":{}}\n`, "`part`"],
  ["no unit", '{"step":"dedup decide"}\n{}\n', "`signature`"],
  ["a signature of no places", '{"step":"dedup decide"}\n{"part":{},"id":"a","signature":"AAAA"}\n', "`signature`"],
  ["options out of range", '{"step":"dedup keys","threshold":7}\n', "options.threshold"],
])("%s is refused, and no end is said", async (_, lines, says) => {
  const { code, stdout, stderr } = await endedHere(["pipe"], lines, {});
  expect({ code, stdout, stderr }).toEqual({ code: 3, stdout: "", stderr: expect.stringContaining(says) });
});
