/** What the user says does not count is no evidence: by the library, HTTP and the command line, in analyses and audits. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { AnalyzeResult } from "../../../src/base/contract/operations/analyze.ts";
import type { CompareResult } from "../../../src/base/contract/operations/compare.ts";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { main } from "../../../src/cli/program.ts";
import { contextOf } from "../../../src/engine/engine.ts";
import { explore } from "../../../src/engine/explore.ts";
import { auditDocuments } from "../../../src/files/index.ts";
import { buildCorpus, createEngine, fingerprint } from "../../../src/index.ts";
import { NO_COLOURS, plainAnalysis, plainComparison } from "../../../src/report/index.ts";
import { createHandler } from "../../../src/service/index.ts";
import { fakeTerminal } from "../../cli/terminal.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const random = seeded(61);
const prose = (words: number) => zipfText(random, words);
/** What every answer to a task begins with. */
const HANDOUT = prose(120);
const ONE = `${HANDOUT}\n\n${prose(150)}`;
const OTHER = `${HANDOUT}\n\n${prose(150)}`;
/** Another holds it with a word changed. */
const EDITED = OTHER.replace(HANDOUT.split(" ")[60]!, "altered");

const corpus = await buildCorpus([{ id: "one.txt", text: ONE }], { name: "answers", dataset: "answers" });
const catalogue = await loadCatalogue();
const engine = await createEngine({ corpora: [corpus], catalogue });
const folder = mkdtempSync(join(tmpdir(), "spolia-ignored-"));
afterAll(async () => {
  await corpus.close();
  rmSync(folder, { recursive: true, force: true });
});

test("two answers to one task share its handout, which counts unless it is ignored", async () => {
  expect((await engine.analyze({ content: OTHER })).verdict).toBe("match");
  for (const content of [OTHER, EDITED]) {
    const result = await engine.analyze({ content, options: { ignore: [prose(50), HANDOUT] } });
    const { verdict, matches } = result;
    expect(verdict).toBe("none_found");
    expect(matches[0]!.commonplace).toMatchObject({ kind: "given", name: "text 2 of those that do not count" });
    const shown = plainAnalysis(result, { colours: NO_COLOURS, columns: 200, detail: "short" });
    expect(shown).toContain("NONE FOUND: Only words of the texts that do not count were found");
  }
});

test("what is copied besides still counts", async () => {
  const copied = ONE.split(/\s+/).slice(130, 240).join(" ");
  const content = `${HANDOUT}\n\n${prose(30)} ${copied}`;
  const result = await engine.analyze({ content, options: { ignore: [HANDOUT] } });
  expect(result.verdict).toBe("match");
  expect(plainAnalysis(result, { colours: NO_COLOURS, columns: 200, detail: "full" })).toContain(
    "of text 1 of those that do not count",
  );
});

test("fewer than eight words of a given text in a row still count", async () => {
  const scattered = ONE.split(/\s+/).slice(130, 240);
  const ignore = [
    Array.from({ length: 15 }, (_, i) => [...scattered.slice(7 * i, 7 * i + 7), `x${i}`].join(" ")).join(" "),
  ];
  expect((await engine.analyze({ content: scattered.join(" "), options: { ignore } })).verdict).toBe("match");
});

test("HTTP and the command line say the same, and refuse what is too much by name", async () => {
  const handler = createHandler({ engine });
  const post = (options: object) =>
    handler(
      new Request("http://spolia.test/api/v1/attribution/analyze", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ content: OTHER, options }),
      }),
    );
  const answered = await post({ ignore: [HANDOUT] });
  expect(answered.status).toBe(200);
  const { verdict, analysis_id } = (await answered.json()) as { verdict: string; analysis_id: string };
  expect(verdict).toBe("none_found");
  const refusals: [object, string][] = [
    [{ ignore: [""] }, "/options/ignore/0"],
    [{ ignore: "text" }, "/options/ignore"],
    [{ ignore: Array.from({ length: 101 }, () => "x") }, "/options/ignore"],
  ];
  for (const [options, pointer] of refusals) {
    const refused = await post(options);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(`"${pointer}"`);
  }
  expect((await post({ ignore: Array.from({ length: 100 }, () => HANDOUT) })).status).toBe(200);

  for (const [name, text] of Object.entries({
    "one.txt": ONE,
    "other.txt": OTHER,
    "handout.html": `<p>${HANDOUT}</p>`,
  }))
    writeFileSync(join(folder, name), text);
  const at = (name: string) => join(folder, name);
  const spolia = async (...words: string[]) => {
    const terminal = fakeTerminal();
    const code = await main(words, terminal);
    return { code, out: terminal.out(), err: terminal.err() };
  };
  await spolia("corpus", "build", "-o", at("answers.spolia"), "--dataset", "answers", at("one.txt"));
  const analyze = ["analyze", at("other.txt"), "--corpus", at("answers.spolia"), "--json"];
  expect(JSON.parse((await spolia(...analyze)).out).verdict).toBe("match");
  const ignoring = JSON.parse((await spolia(...analyze, "--ignore", at("handout.html"))).out);
  expect(ignoring.verdict).toBe("none_found");
  expect(analysis_id).toMatch(/^an_/);
  const missing = await spolia(...analyze, "--ignore", at("absent.txt"));
  expect([missing.code, missing.err]).toEqual([expect.any(Number), expect.stringContaining("absent.txt")]);
  expect(missing.code).not.toBe(0);
});

test("two answers to one task are compared without its handout, with places in the texts as they are", async () => {
  const shared = prose(40).trim();
  const [a, b] = [`${HANDOUT}\n\n${prose(90)} ${shared}`, `${prose(60)} ${shared} ${HANDOUT} ${prose(70)}`];
  const plain = await engine.compare({ a, b });
  expect([plain.longest_run_words, plain.a]).toEqual([120, { fingerprint: plain.a.fingerprint, words: 250 }]);
  const result = await engine.compare({ a, b, options: { ignore: [HANDOUT] } });
  expect(result).toMatchObject({
    relation: "partial",
    longest_run_words: 40,
    a: { fingerprint: plain.a.fingerprint, words: 250, ignored_words: 120 },
    b: { words: 290, ignored_words: 120 },
  });
  expect(result.passages!.map((one) => [a.slice(one.a.start, one.a.end), b.slice(one.b.start, one.b.end)])).toEqual([
    [shared, shared],
  ]);
  // It is as though the words had never been there.
  const without = await engine.compare({ a: a.replace(HANDOUT, ""), b: b.replace(HANDOUT, "") });
  for (const measure of ["jaccard", "containment_a_in_b", "containment_b_in_a"] as const)
    expect(result[measure]).toEqual(without[measure]);
  expect(new Set([plain, result, without].map(({ comparison_id }) => comparison_id)).size).toBe(3);
  expect((await engine.compare({ a, b, options: { ignore: [] } })).comparison_id).toBe(plain.comparison_id);
  const shown = plainComparison(result, { colours: NO_COLOURS, columns: 200, detail: "short" });
  expect(shown).toContain("130 words, without 120 words of texts that do not count");
  // Nothing is left to compare, and that is said.
  const nothing = await engine.compare({ a: HANDOUT, b: HANDOUT, options: { ignore: [HANDOUT] } });
  expect(nothing).toMatchObject({ relation: "insufficient_evidence", passages: [] });
});

test("words cannot be left out of a fingerprint, and its field is named", async () => {
  const { bytes: data } = await fingerprint(OTHER);
  const asked = (ignore: string[]) => engine.compare({ a: OTHER, b: { fingerprint_data: data }, options: { ignore } });
  await expect(asked([HANDOUT])).rejects.toMatchObject({ fields: [{ pointer: "/options/ignore" }] });
  expect((await asked([])).relation).toBe("identical");
});

test("HTTP and the command line compare without it too", async () => {
  const handler = createHandler({ engine });
  const body = JSON.stringify({ a: ONE, b: OTHER, options: { ignore: [HANDOUT] } });
  const headers = { "content-type": "application/json" };
  const url = "http://spolia.test/api/v1/compare";
  const answered = (await (await handler(new Request(url, { method: "POST", headers, body }))).json()) as CompareResult;
  expect(answered).toMatchObject({ relation: "unrelated", a: { ignored_words: 120 } });
  for (const [name, text] of Object.entries({ "a.txt": ONE, "b.txt": OTHER, "task.txt": HANDOUT }))
    writeFileSync(join(folder, name), text);
  const at = (name: string) => join(folder, name);
  const terminal = fakeTerminal();
  expect(await main(["compare", at("a.txt"), at("b.txt"), "--ignore", at("task.txt"), "--json"], terminal)).toBe(0);
  const { relation, a, b } = JSON.parse(terminal.out());
  expect({ relation, a, b }).toEqual({ relation: answered.relation, a: answered.a, b: answered.b });
});

test("an audit does not find an item by words that do not count", async () => {
  const items = [{ id: "question", text: `${HANDOUT} ${prose(20)}` }];
  const documents = [{ id: "paper", text: `${prose(40)} ${OTHER}` }];
  const found = await auditDocuments(items, documents);
  expect(found.items[0]!.status).toBe("found");
  const ignoring = await auditDocuments(items, documents, { ignore: [HANDOUT] });
  expect(ignoring.items[0]!.status).toBe("not_found");
  expect(ignoring.items[0]!.left_out).toContainEqual(expect.objectContaining({ rule: "given" }));
});

test("an engine that ignores a text answers as though each request named it, in every operation", async () => {
  const ignoring = await createEngine({ corpora: [corpus], catalogue, ignore: [HANDOUT] });
  const options = { ignore: [HANDOUT] };
  const asked = { content: OTHER };
  expect(await ignoring.analyze(asked)).toEqual(await engine.analyze({ ...asked, options }));
  const assessed = { ...asked, target_model: "meta/llama-3.1-70b" };
  expect(await ignoring.assess(assessed)).toEqual(await engine.assess({ ...assessed, options }));
  const sides = { a: ONE, b: OTHER };
  expect(await ignoring.compare(sides)).toEqual(await engine.compare({ ...sides, options }));
  // Those of the request have the first numbers.
  const own = prose(50);
  const both = await ignoring.analyze({ ...asked, options: { ignore: [own] } });
  expect(both).toEqual(await engine.analyze({ ...asked, options: { ignore: [own, HANDOUT] } }));
  expect(both.matches[0]!.commonplace).toMatchObject({ name: "text 2 of those that do not count" });
  expect(both.method.parameters["ignored_sha256"]).toMatch(/^[0-9a-f]{64}$/);
  expect((await engine.analyze(asked)).method.parameters).not.toHaveProperty("ignored_sha256");
  // Fingerprint data has no words to leave out.
  const { bytes: data } = await fingerprint(OTHER);
  expect((await ignoring.compare({ a: OTHER, b: { fingerprint_data: data } })).relation).toBe("identical");
  await expect(createEngine({ corpora: [], ignore: [5] as never })).rejects.toMatchObject({
    fields: [{ pointer: "/ignore" }],
  });
});

test("a reader's selections rest on the same words", async () => {
  const context = await contextOf({ corpora: [corpus], catalogue, ignore: [HANDOUT] });
  const { result, conclude } = await explore(context, { content: OTHER });
  expect(result).toEqual(await engine.analyze({ content: OTHER, options: { ignore: [HANDOUT] } }));
  expect(await conclude({})).toEqual(result);
});

test("what a service ignores for all is replayed with the same text, and not without it", async () => {
  const at = (name: string) => join(folder, name);
  const spolia = async (...words: string[]) => {
    const terminal = fakeTerminal();
    return { code: await main(words, terminal), out: terminal.out() };
  };
  for (const [name, text] of Object.entries({ "whole.txt": ONE, "other.txt": OTHER, "handout.txt": HANDOUT }))
    writeFileSync(at(name), text);
  const built = await spolia("corpus", "build", "-o", at("served.spolia"), "--dataset", "answers", at("whole.txt"));
  expect(built.code).toBe(0);
  const stop = new AbortController();
  const terminal = fakeTerminal({ signal: stop.signal });
  const words = ["--port", "0", "--log", "none", "--threads", "1", "--json", "--ignore", at("handout.txt")];
  const served = main(["serve", "--corpus", at("served.spolia"), ...words], terminal);
  await expect.poll(terminal.out, { timeout: 20_000 }).toContain("}");
  const { url } = JSON.parse(terminal.out()) as { url: string };
  const answer = await fetch(`${url}/api/v1/attribution/analyze`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ content: OTHER }),
  });
  const result = (await answer.json()) as AnalyzeResult;
  stop.abort();
  expect(await served).toBe(0);
  expect(result.verdict).toBe("none_found");
  writeFileSync(at("result.json"), JSON.stringify(result));
  const replay = [
    "verify",
    at("result.json"),
    "--replay",
    "--corpus",
    at("served.spolia"),
    "--content",
    at("other.txt"),
  ];
  const { code, out } = await spolia(...replay, "--ignore", at("handout.txt"));
  expect([code, out]).toEqual([0, expect.stringContaining("THE SAME")]);
  const without = await spolia(...replay);
  expect([without.code, without.out]).toEqual([1, expect.stringContaining("Give them with --ignore")]);
});
