/** What a model recites is named by page, heading and paragraph, as the matches of `analyze` are, in every protocol. */
import { describe, expect, test } from "vitest";
import type { PlacedSpan, TextPlace, TextSection } from "../../../src/base/contract/common.ts";
import { shapeFaults } from "../../../src/base/contract/shapes.ts";
import { readers } from "../../../src/files/index.ts";
import { buildCorpus, createEngine, type ExtractRequest, type ExtractResult } from "../../../src/index.ts";
import { placeOf } from "../../../src/report/layout/places.ts";
import { NO_COLOURS } from "../../../src/report/layout/terminal.ts";
import { plainExtraction } from "../../../src/report/views/extraction.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { reciter } from "./reciter.ts";

const random = seeded(58);
const CHAPTERS = ["One", "Two", "Three"].map((title) => ({
  title,
  paragraphs: Array.from({ length: 4 }, () => zipfText(random, 90)),
}));
const WORK = CHAPTERS.map(({ title, paragraphs }) => [title, ...paragraphs].join("\n\n")).join("\n\n");
const MARKDOWN = CHAPTERS.map(({ title, paragraphs }) => [`# ${title}`, ...paragraphs].join("\n\n")).join("\n\n");
const headingStarts = CHAPTERS.map(({ paragraphs, title }) => WORK.indexOf(`${title}\n\n${paragraphs[0]}`));
const SECTIONS: TextSection[] = CHAPTERS.flatMap(({ title, paragraphs }, i) => [
  { kind: "heading" as const, start: headingStarts[i]!, label: title },
  { kind: "page" as const, start: WORK.indexOf(paragraphs[1]!), label: `p${i}` },
]);
/** The model knows the second chapter and the first half of the third. */
const LEARNT = WORK.slice(headingStarts[1], WORK.indexOf(CHAPTERS[2]!.paragraphs[2]!));

/** The same by another way: blank lines and sections before a place are counted. */
function expectedPlace({ start, end }: { start: number; end: number }): TextPlace {
  const at = (index: number) => ({
    paragraph: WORK.slice(0, index + 1).split("\n\n").length,
    ...Object.fromEntries(SECTIONS.filter((one) => one.start <= index).map(({ kind, label }) => [kind, label])),
  });
  const [first, last]: Record<string, unknown>[] = [at(start), at(end - 1)];
  const ends = Object.entries(last!).filter(([name, value]) => first![name] !== value);
  return { ...first, ...Object.fromEntries(ends.map(([name, value]) => [`last_${name}`, value])) } as TextPlace;
}

const corpus = await buildCorpus([{ id: "a", text: LEARNT }], { name: "a", dataset: "a" });
const engine = await createEngine({
  ...{ corpora: [corpus], readers, models: { knows: reciter([LEARNT]), whole: reciter([WORK]) } },
});

async function extracted(request: Partial<ExtractRequest>): Promise<ExtractResult> {
  const work = { content: WORK, sections: SECTIONS };
  const result = await engine.extract({ model: "knows", work, ...request });
  expect(shapeFaults("ExtractResult", result)).toEqual([]);
  return result;
}

const WINDOWS: Partial<ExtractRequest> = {
  protocol: "continuations",
  windows: { prefix: 20, suffix: 30, stride: 5, select: "census" },
};
const ITERATED: Partial<ExtractRequest> = { model: "whole", protocol: "iterated", iteration: { opening: 40 } };
const listed = ({ strongest, longest_run, iterated }: ExtractResult): PlacedSpan[] => [
  ...strongest,
  ...longest_run!.spans,
  ...(iterated?.passages ?? []),
];

describe("places in the results of extract", () => {
  test.each([
    ["of windows", WINDOWS],
    ["of iterated continuation", ITERATED],
  ])("%s are those of the text", async (_, request) => {
    const result = await extracted(request);
    expect(result.rates.work.hits).toBeGreaterThan(0);
    for (const span of notEmpty(listed(result))) expect(span.place, `${span.start}`).toEqual(expectedPlace(span));
    for (const { start, end, place } of notEmpty(result.map))
      expect(place).toEqual(expectedPlace({ start, end: WORK.slice(0, end).trimEnd().length }));
    const page = plainExtraction(result, { colours: NO_COLOURS, columns: 200 }).replace(/\s+/g, " ");
    const shown: PlacedSpan[] =
      result.iterated?.passages ?? result.map.filter(({ rate }) => rate?.value === 1).slice(0, 5);
    for (const span of notEmpty(shown)) expect(page).toContain(placeOf(span));
  });

  test("are those that analyze names for the same passage", async () => {
    const { longest_run } = await extracted({ ...ITERATED, model: "whole" });
    const [run] = longest_run!.spans;
    const again = await createEngine({
      corpora: [await buildCorpus([{ id: "b", text: WORK.slice(run!.start, run!.end) }], { name: "b", dataset: "b" })],
    });
    const { matches } = await again.analyze({ content: WORK, sections: SECTIONS });
    expect(matches[0]!.content).toEqual(run);
  });

  test("of Markdown are its own headings, with offsets in it as it was sent", async () => {
    const result = await extracted({ ...WINDOWS, work: { content: MARKDOWN, content_type: "markdown" } });
    const plain = await extracted({ ...WINDOWS, work: { content: WORK, sections: SECTIONS } });
    const [spans, others] = [listed(result), listed(plain)];
    notEmpty(spans).forEach(({ start, end, place }, i) => {
      const { page: _, last_page: __, ...named } = others[i]!.place;
      expect(place).toEqual(named);
      expect(MARKDOWN.slice(start, end).replaceAll("# ", "")).toBe(WORK.slice(others[i]!.start, others[i]!.end));
    });
    expect(spans).toHaveLength(others.length);
  });

  test("without sections are paragraphs; with other ones the result has another id", async () => {
    const bare = await extracted({ ...WINDOWS, work: { content: WORK } });
    for (const { place } of notEmpty(listed(bare)))
      expect(Object.keys(place).every((name) => name.endsWith("paragraph"))).toBe(true);
    expect(bare.extract_id).not.toBe((await extracted(WINDOWS)).extract_id);
  });

  test("sections that do not fit the work are refused, the last that fits is taken", async () => {
    const asked = (start: number, more: object = {}) => ({
      ...{ model: "knows", ...WINDOWS },
      work: { content: WORK, sections: [{ kind: "page" as const, start, label: "1" }], ...more },
    });
    const at = (pointer: string) => ({ code: "invalid_request", fields: [expect.objectContaining({ pointer })] });
    await expect(engine.extract(asked(WORK.length + 1))).rejects.toMatchObject(at("/work/sections/0/start"));
    await expect(engine.extract(asked(0, { content_type: "markdown" }))).rejects.toMatchObject(at("/work/sections"));
    expect((await engine.extract(asked(WORK.length))).protocol).toBe("continuations");
  });
});
