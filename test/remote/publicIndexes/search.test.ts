import { describe, expect, test } from "vitest";
import type { AnalyzeResult } from "../../../src/base/contract/operations/analyze.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { maximalRuns } from "./scanner.ts";
import { DOCUMENTS, engineOver, excerpt, HALF_COPIED, INDEX, indexOf, KINDS, STRANGE, serve } from "./world.ts";

const useOf = (result: AnalyzeResult) => result.method.corpora[0]!.index!;
const stageOf = (result: AnalyzeResult, name: string) => result.completeness.stages.find((one) => one.name === name);

describe.each(KINDS)("a search of %s", (kind) => {
  test("finds the copied runs, reads their documents, and names the models that trained on the dataset", async () => {
    await using server = await serve(kind);
    const { analyze } = await engineOver(kind, server.url);
    const result = await analyze(HALF_COPIED);
    expect(result.verdict).toBe("match");
    expect(result.coverage.matched_words).toBeGreaterThanOrEqual(230);
    expect(result.coverage.matched_words).toBeLessThan(260);
    expect(result.attribution_sources.map(({ model_id }) => model_id)).toContain("eleutherai/pythia");
    expect(result.documents.map(({ words }) => words)).toEqual([150, 80]);
    const { runs } = useOf(result);
    expect(runs).toMatchObject([
      { places: 1, documents_read: 1 },
      { places: 1, documents_read: 1, joined: false },
    ]);
    // By characters, the last word of a run may be the beginning of one.
    expect(runs.map(({ words }) => words - (words % 10))).toEqual([150, 80]);
    for (const { start, end, words } of notEmpty(useOf(result).runs))
      expect(HALF_COPIED.slice(start, end).split(/\s+/)).toHaveLength(words);
  });

  test("finds the runs of a naive scanner of the documents", async () => {
    await using server = await serve(kind);
    const { analyze } = await engineOver(kind, server.url);
    const index = indexOf(kind, DOCUMENTS);
    // By tokens a query begins at a space.
    const starts = [...HALF_COPIED.matchAll(kind === "infini-gram" ? /(?<=^| )[a-z]+/giu : /[a-z]+/giu)];
    const textOf = (start: number, end: number) =>
      HALF_COPIED.slice(starts[start]!.index, starts[end]?.index).replace(/[^a-z]+$/iu, "");
    const stands = (start: number, end: number) => {
      const answer = index.answer({ query_type: "count", query: textOf(start, end) });
      return typeof answer === "object" && Number(answer["count"]) > 0;
    };
    const within = (start: number, end: number) => textOf(start, end).length <= 1_000 && stands(start, end);
    const result = await analyze(HALF_COPIED);
    const wanted = maximalRuns(starts.length, 24, within);
    expect(wanted).toHaveLength(2);
    expect(useOf(result).runs.map(({ start, end }) => HALF_COPIED.slice(start, end))).toEqual(
      wanted.map((range) => textOf(...(range.split("-").map(Number) as [number, number]))),
    );
  });

  test("takes at most 90 requests for 500 words until all runs are known", async () => {
    await using server = await serve(kind);
    const { analyze } = await engineOver(kind, server.url);
    for (const content of notEmpty([HALF_COPIED, excerpt(DOCUMENTS[0]!, 100, 500), excerpt(STRANGE, 0, 500)])) {
      const before = server.received.length;
      await analyze(content);
      const counts = server.received.slice(before).filter(({ body }) => body["query_type"] === "count");
      expect(counts.length).toBeLessThanOrEqual(90);
    }
    expect(server.mostOpen).toBeLessThanOrEqual(8);
  });

  test("finds an edited copy by the document around its short runs", async () => {
    await using server = await serve(kind);
    const words = excerpt(DOCUMENTS[2]!, 100, 400).split(" ");
    const edited = words.map((word, i) => (i % 17 === 16 ? "changed" : word)).join(" ");
    const { analyze } = await engineOver(kind, server.url);
    const result = await analyze(edited);
    expect(useOf(result).runs).toEqual([]);
    expect(result.matches[0]!.kind).toBe("near_verbatim");
    expect(result.verdict).toBe("match");
  });

  test("lists every string that it sent, and to whom", async () => {
    await using server = await serve(kind);
    const { analyze } = await engineOver(kind, server.url);
    const use = useOf(await analyze(HALF_COPIED));
    expect(use.address).toBe(server.url);
    expect([...use.sent].sort()).toEqual([...new Set(server.queries)].sort());
    expect(use.answers).toBe(server.received.length);
    for (const { body } of notEmpty(server.received)) expect(body["index"]).toBe(INDEX);
  });

  test("sends nothing unless a request names it", async () => {
    await using server = await serve(kind);
    const { engine, name, corpus } = await engineOver(kind, server.url);
    const model = "eleutherai/pythia";
    const result = await engine.analyze({ content: HALF_COPIED });
    await engine.score({ content: HALF_COPIED, target_model: model, jurisdiction: "US" });
    await engine.assess({ content: HALF_COPIED, target_model: model });
    await engine.refresh();
    await corpus.document("0/1");
    const plan = corpus.plan(HALF_COPIED);
    expect(server.received).toEqual([]);
    expect(result.verdict).toBe("insufficient_evidence");
    expect(stageOf(result, `search:${name}`)).toMatchObject({ status: "skipped" });
    expect(result.method.corpora).toEqual([]);
    expect(plan.strings.length).toBeGreaterThan(20);
  });

  test("a dry run names the strings that a search sends in any case", async () => {
    await using server = await serve(kind);
    const { corpus, analyze } = await engineOver(kind, server.url, { requests: 77 });
    const plan = corpus.plan(STRANGE);
    const use = useOf(await analyze(STRANGE));
    expect(plan).toMatchObject({ address: server.url, requests_max: 77 });
    expect([...use.sent].sort()).toEqual([...plan.strings].sort());
  });

  test("a private search sends eight windows and compares the documents here", async () => {
    await using server = await serve(kind);
    const { analyze, name } = await engineOver(kind, server.url, { mode: "private" });
    const result = await analyze(excerpt(DOCUMENTS[0]!, 100, 500));
    const sent = [...new Set(server.queries)];
    expect(sent.length).toBeLessThanOrEqual(16);
    for (const query of notEmpty(sent)) expect(query.split(/\s+/).length).toBeLessThanOrEqual(14);
    expect(result.verdict).toBe("match");
    expect(result.coverage.matched_words).toBeGreaterThan(480);
    expect(stageOf(result, `search:${name}`)).toMatchObject({ status: "bounded" });
    expect(result.completeness.complete).toBe(false);
  });

  test("counts copies of a work as one work, and other works as others", async () => {
    const passage = excerpt(DOCUMENTS[0]!, 300, 120);
    const others = Array.from(
      { length: 9 },
      (_, i) => `${excerpt(STRANGE, 90 * i, 60)} ${passage} ${excerpt(STRANGE, 90 * i + 30, 50)}`,
    );
    const copies = Array.from({ length: 9 }, () => DOCUMENTS[0]!);
    const content = `${excerpt(DOCUMENTS[5]!, 0, 60)} ${passage} ${excerpt(DOCUMENTS[5]!, 500, 60)}`;
    const frequencies = [];
    for (const documents of [copies, others]) {
      await using server = await serve(kind, {}, documents);
      const { analyze } = await engineOver(kind, server.url);
      const result = await analyze(content);
      expect(useOf(result).runs[0]).toMatchObject({ words: 120, places: 9, documents_read: 9 });
      frequencies.push(result.matches[0]!.document_frequency);
    }
    expect(frequencies[0]).toBe(1);
    expect(frequencies[1]).toBeGreaterThanOrEqual(8);
  });

  test("asks again with the typography of plain text, on one line", async () => {
    const typed = '"Nothing," it said, "is as it was; the others\' houses stand where our house stood before."';
    await using server = await serve(kind, {}, [
      `${excerpt(STRANGE, 0, 40)} ${typed} ${typed.replaceAll("it", "she")}`,
    ]);
    const { analyze } = await engineOver(kind, server.url);
    const curly = `${excerpt(STRANGE, 0, 40)} ${typed.replaceAll(/ "/g, " \u201c").replaceAll("'", "\u2019")}`;
    const result = await analyze(curly.replaceAll(/(\S+ \S+ \S+) /g, "$1\n"));
    expect(result.coverage.share).toBeGreaterThan(0.9);
  });
});
