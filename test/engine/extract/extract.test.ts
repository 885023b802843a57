/** `extract` against a model that is known whole: what it tells is what the model is, and it claims no more than it may. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Continuation, ScoredText } from "../../../src/base/contract/resources/model.ts";
import { extractRequestSchema } from "../../../src/base/contract/schemas/operations/extract.ts";
import { parseRequest } from "../../../src/base/contract/schemas/parse.ts";
import { shapeFaults } from "../../../src/base/contract/shapes.ts";
import { isSpoliaError, SpoliaError } from "../../../src/base/errors.ts";
import { readers } from "../../../src/files/index.ts";
import {
  buildCorpus,
  createEngine,
  type Engine,
  type ExtractRequest,
  type ExtractResult,
  type ModelConnector,
} from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfWords } from "../../support/texts.ts";
import { connectorOf, NgramModel, type NgramOptions } from "../ngram.ts";
import { asRecorded } from "../recorded.ts";

const random = seeded(77);
const VOCABULARY = [...new Set(zipfWords(random, 6_000, 250))];
const text = (words: number) =>
  zipfWords(random, words, 250)
    .filter((word) => VOCABULARY.includes(word))
    .join(" ");
const WORK = text(700);
const CONTROLS = Array.from({ length: 24 }, (_, i) => ({ id: `control ${i}`, content: text(300) }));
const OTHERS = Array.from({ length: 20 }, () => text(400));
/** Half of the work was learnt by heart, 20 times over. */
const HALF = WORK.split(" ").slice(0, 350).join(" ");
const MODEL = new NgramModel(VOCABULARY, [...OTHERS, ...new Array<string>(20).fill(HALF)]);
const INNOCENT = new NgramModel(VOCABULARY, OTHERS);

async function engineWith(models: Record<string, ModelConnector>): Promise<Engine> {
  const corpus = await buildCorpus([{ id: "a", text: "A text that has nothing to do with it." }], {
    name: "a",
    dataset: "a",
  });
  return createEngine({ corpora: [corpus], models });
}

const asked = (request: Partial<ExtractRequest> = {}): ExtractRequest => ({
  model: "ngram",
  work: { content: WORK },
  controls: CONTROLS,
  ...request,
  windows: { prefix: 10, suffix: 10, sample: 120, per_control: 10, ...request.windows },
});

async function extractWith(
  options: NgramOptions,
  request: Partial<ExtractRequest> = {},
  model = MODEL,
): Promise<ExtractResult> {
  return (await engineWith({ ngram: connectorOf(model, options) })).extract(asked(request));
}

async function refusalOf(promise: Promise<unknown>): Promise<SpoliaError> {
  const error = await promise.then(
    () => new Error("it was answered"),
    (reason: unknown) => reason,
  );
  if (!isSpoliaError(error)) throw error;
  return error;
}

/** Every rate holds its value, and all that is counted adds up. */
function expectCoherent(result: ExtractResult, content: string): void {
  expect(shapeFaults("ExtractResult", result)).toEqual([]);
  expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  const { map, windows, rates } = result;
  expect(map[0]!.start).toBe(0);
  expect(map.at(-1)!.end).toBe(content.length);
  map.slice(1).forEach((bin, i) => {
    expect(bin.start).toBe(map[i]!.end);
  });
  expect(map.every(({ start, end }) => start < end)).toBe(true);
  expect(map.reduce((sum, bin) => sum + bin.windows, 0)).toBe(windows.answered);
  expect(map.reduce((sum, { rate }) => sum + (rate?.hits ?? 0), 0)).toBe(rates.work.hits);
  expect(map.reduce((sum, { rate }) => sum + (rate?.of ?? 0), 0)).toBe(windows.asked);
  const ofMap = map.flatMap(({ rate }) => (rate === null ? [] : [rate]));
  const ofThresholds = result.extraction.n_p.flatMap(({ work, control }) => [work, control]);
  const { work, control } = result.extraction.discoverable;
  for (const rate of [rates.work, rates.control, work, control, ...ofMap, ...ofThresholds]) {
    if (rate === null) continue;
    const [lo, hi] = rate.ci_95;
    expect(lo).toBeLessThanOrEqual(rate.value + 1e-9);
    expect(hi).toBeGreaterThanOrEqual(rate.value - 1e-9);
    expect(rate.hits + rate.undecided).toBeLessThanOrEqual(rate.of);
  }
}

describe("what a model recites", () => {
  test("of a half memorised work: the memorised half, its position, and the comparison with controls", async () => {
    for (const options of [{ scores: "rows" }, { scores: "top" }, { scores: "chosen" }, { scores: "none" }] as const) {
      const result = await extractWith(options);
      expectCoherent(result, WORK);
      expect(result.protocol).toBe(options.scores === "none" ? "continuations" : "scores");
      expect(result.rates.work.value).toBeGreaterThan(0.35);
      expect(result.rates.work.value).toBeLessThan(0.65);
      expect(result.rates.control!.value).toBe(0);
      expect(result.claims.reproduced.p).toBeCloseTo(1 / 25, 12);
      const hitsOf = (bins: typeof result.map) => bins.reduce((sum, { rate }) => sum + (rate?.hits ?? 0), 0);
      const learnt = result.map.filter(({ end }) => end < HALF.length);
      expect(hitsOf(learnt)).toBeGreaterThan(0.9 * learnt.reduce((sum, { windows }) => sum + windows, 0));
      expect(hitsOf(result.map.filter(({ start }) => start > HALF.length))).toBe(0);
    }
  });

  test("a census gives the exact rate, and the intervals of samples contain it", async () => {
    const census = await extractWith({ scores: "rows" }, { controls: [], windows: { select: "census" } });
    expect(census.windows.design).toBe("census");
    expect(census.rates.work.ci_95).toEqual([census.rates.work.value, census.rates.work.value]);
    let covered = 0;
    const samples = fewOrAll(20, 60);
    for (let seed = 0; seed < samples; seed++) {
      const { rates } = await extractWith(
        { scores: "chosen" },
        { controls: [], windows: { sample: 40, seed: `${seed}` } },
      );
      covered += Number(
        rates.work.ci_95[0] <= census.rates.work.value && census.rates.work.value <= rates.work.ci_95[1],
      );
    }
    expect(covered).toBeGreaterThanOrEqual(Math.floor(0.89 * samples));
  });

  test("p_z equals the frequency among continuations within its interval, for any scheme", async () => {
    let [windows, between] = [0, 0];
    for (const [seed, sampling] of [{}, { temperature: 0.6 }, { temperature: 1.4, top_k: 12 }, {}, {}].entries()) {
      // No more windows than are shown one by one.
      const shape = { unit: "words", prefix: 6, suffix: 3, sample: 20, seed: `${seed}` } as const;
      const request = { controls: [], windows: shape };
      const exact = await extractWith({ scores: "rows" }, { ...request, sampling });
      const drawn = await extractWith(
        { scores: "none" },
        { ...request, sampling: { ...sampling, continuations: 400, seed } },
      );
      const byPlace = new Map(exact.strongest.map((window) => [window.start, window.p_z!]));
      expect(drawn.strongest.map(({ start }) => start).sort()).toEqual([...byPlace.keys()].sort());
      for (const { start, p_z } of notEmpty(drawn.strongest)) {
        const [lo, hi] = byPlace.get(start)!;
        expect(hi - lo).toBeLessThan(1e-12);
        expect(p_z![0]).toBeLessThanOrEqual(lo);
        expect(p_z![1]).toBeGreaterThanOrEqual(lo);
        windows++;
        between += Number(lo > 0.02 && lo < 0.98);
      }
      // All windows together: as many as their p_z add up to, within five standard errors.
      const shares = [...byPlace.values()].map(([lo]) => lo);
      const expected = shares.reduce((sum, share) => sum + 400 * share, 0);
      const variance = shares.reduce((sum, share) => sum + 400 * share * (1 - share), 0);
      expect(drawn.extraction.sampled!.continuations).toBe(20 * 400);
      expect(Math.abs(drawn.extraction.sampled!.verbatim - expected)).toBeLessThan(5 * Math.sqrt(variance) + 1);
    }
    expect(windows).toBe(100);
    expect(between).toBeGreaterThan(15);
  });

  test("bounds from fewer scores contain the values from whole rows", async () => {
    for (const sampling of [
      {},
      { temperature: 0.5 },
      { temperature: 2 },
      { top_k: 3 },
      { top_k: 20, temperature: 1.5 },
    ]) {
      const exact = await extractWith({ scores: "rows" }, { sampling });
      for (const scores of ["top", "chosen"] as const) {
        const bounded = await extractWith({ scores }, { sampling });
        exact.extraction.n_p.forEach((known, i) => {
          const { work } = bounded.extraction.n_p[i]!;
          expect(work.hits).toBeLessThanOrEqual(known.work.hits);
          expect(work.hits + work.undecided).toBeGreaterThanOrEqual(known.work.hits);
        });
        const { work } = bounded.extraction.discoverable;
        expect(work.hits).toBeLessThanOrEqual(exact.extraction.discoverable.work.hits);
        expect(work.hits + work.undecided).toBeGreaterThanOrEqual(exact.extraction.discoverable.work.hits);
      }
    }
  });

  test("the longest run, its place, and its surprise under the controls", async () => {
    const { longest_run: run } = await extractWith({ scores: "none" });
    expect(run!.words).toBe(10);
    for (const { start, end } of notEmpty(run!.spans)) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(WORK.slice(start, end).split(" ")).toHaveLength(10);
      expect(end).toBeLessThanOrEqual(HALF.length);
    }
    expect(run!.bits).toBeGreaterThan(30);
    expect(run!.control_words).toBeLessThan(10);
    const alone = await extractWith({ scores: "none" }, { controls: [] });
    expect(alone.longest_run!.bits).toBeNull();
    expect(alone.longest_run!.reason).toMatch(/control/);
  });

  test("when instructed in a message: rates, but no probability of the continuation", async () => {
    const asking = async (continues: ModelConnector["continues"]) => {
      const engine = await engineWith({ ngram: { ...connectorOf(MODEL, { scores: "none" }), continues } });
      return engine.extract(asked({ sampling: { continuations: 20 } }));
    };
    const [prefix, prefill, instruction] = [
      await asking(undefined),
      await asking("prefill"),
      await asking("instruction"),
    ];
    for (const result of [prefix, prefill, instruction]) expectCoherent(result, WORK);
    expect(instruction.rates).toEqual(prefix.rates);
    expect(instruction.extraction.sampled).toEqual({ ...prefix.extraction.sampled });
    expect(instruction.strongest.every(({ p_z, queries_for_half: n }) => p_z === null && n === null)).toBe(true);
    expect(prefill.strongest).toEqual(prefix.strongest);
    expect(prefix.strongest[0]!.p_z![0]).toBeGreaterThan(0);
    const method = ({ method: { parameters } }: ExtractResult) => parameters["continues"];
    expect([prefix, prefill, instruction].map(method)).toEqual(["prefix", "prefill", "instruction"]);
    expect(instruction.caveats.join()).toMatch(/message instructed the model/);
    expect(prefill.caveats.join()).toMatch(/own reply/);
    expect(prefix.caveats.join()).not.toMatch(/message instructed the model|own reply/);
  });

  test("of a repetitive work: words that the prompt contains do not count", async () => {
    const refrain = `${text(12)} `.repeat(30).trim();
    for (const scores of ["rows", "none"] as const) {
      const learnt = new NgramModel(VOCABULARY, new Array<string>(5).fill(refrain));
      const result = await extractWith({ scores }, { work: { content: refrain }, windows: { prefix: 24 } }, learnt);
      expect(result.rates.work.hits).toBe(0);
      expect(result.extraction.discoverable.work.hits).toBe(0);
      expect(result.caveats.join()).toMatch(/repeat their prefix/);
    }
  });
});

describe("words and tokens", () => {
  /** Tokens of so many characters, each certain but every tenth. */
  const certain = (characters: number): ModelConnector => ({
    ...{ name: "lab/certain", scores: "chosen", completes: false, retrieval: "absent" },
    complete: async () => [],
    logprobs: async (texts) =>
      texts.map((one) => {
        const tokens = Array.from({ length: Math.ceil(one.length / characters) }, (_, i) => {
          const [start, end] = [i * characters, Math.min(one.length, (i + 1) * characters)];
          return { start, end, logprob: i === 0 ? null : i % 10 === 0 ? -0.01 : 0 };
        });
        return { status: "answered", answer: { tokens, vocabulary_size: null } };
      }),
  });
  /** Each character is a word. */
  const han = Array.from({ length: 600 }, () => String.fromCodePoint(0x4e00 + Math.floor(random() * 3_000))).join("");

  test.each([1, 2, 3, 4])(
    "tokens of %i words each: a longer stretch is asked, and what stands too near the end is open",
    async (characters) => {
      const engine = await engineWith({ certain: certain(characters) });
      const request = {
        model: "certain",
        work: { content: han },
        windows: { select: "census", prefix: 20, suffix: 30 },
      } as const;
      const result = await engine.extract(request);
      expectCoherent(result, han);
      // 50 tokens, the last of them cut perhaps, have to fit between a window's start and the end.
      const fitting = 600 - 49 * characters;
      expect([result.windows.population, result.windows.answered]).toEqual([551, fitting]);
      expect(result.windows.unanswered).toEqual(
        characters === 1 ? [] : [{ reason: "too_short", windows: 551 - fitting }],
      );
      expect(result.rates.work.hits).toBe(fitting);
      expect(result.strongest[0]!.end - result.strongest[0]!.start).toBe(30 * characters);
    },
  );

  test("tokens that are five words long are too long", async () => {
    const engine = await engineWith({ certain: certain(5) });
    const request = { model: "certain", work: { content: han }, windows: { prefix: 20, suffix: 30 } };
    expect((await refusalOf(engine.extract(request))).code).toBe("model_failed");
  });

  test("offsets refer to the content as sent, including markup", async () => {
    const words = WORK.split(" ");
    const content = words
      .map((word, i) => (i % 40 === 0 ? `\n\n## ${word}\n\n` : i % 7 === 0 ? `**${word}**` : word))
      .join(" ");
    const corpus = await buildCorpus([{ id: "a", text: "Nothing to do with it." }], { name: "a", dataset: "a" });
    const models = { ngram: connectorOf(INNOCENT, { scores: "none" }) };
    const engine = await createEngine({ corpora: [corpus], models, readers });
    const result = await engine.extract(asked({ work: { content, content_type: "markdown" }, controls: [] }));
    expectCoherent(result, content);
    for (const { start, end } of notEmpty(result.strongest)) {
      const plain = content
        .slice(start, end)
        .replace(/[*#\s]+/g, " ")
        .trim();
      expect(words.join(" ")).toContain(plain);
    }
  });
});

describe("claims", () => {
  test("no claim without controls, and none about training if retrieval is possible", async () => {
    const alone = await extractWith({}, { controls: [] });
    expect([alone.claims.reproduced.p, alone.claims.trained_on.p, alone.observations[0]!.p]).toEqual([
      null,
      null,
      null,
    ]);
    expect(alone.claims.reproduced.reason).toMatch(/control/);
    expect(alone.rates.work.hits).toBeGreaterThan(0);
    expect(alone.completeness.complete).toBe(false);
    const searching = await extractWith({ retrieval: "possible" });
    expect(searching.claims.reproduced.p).toBeLessThan(0.05);
    expect([searching.claims.trained_on.p, searching.observations[0]!.p]).toEqual([null, null]);
    expect(searching.observations[0]!.retrieval).toBe("possible");
    const attested = await extractWith({});
    expect(attested.observations[0]).toMatchObject({
      channel: "extraction",
      exactness: "conditional",
      controls: 24,
      gate: "not_needed",
    });
    expect(attested.observations[0]!.p).toBe(attested.claims.reproduced.p);
  });

  test("few controls state their smallest possible p-value", async () => {
    const few = await extractWith({}, { controls: CONTROLS.slice(0, 4) });
    expect(few.claims.reproduced.p).toBeCloseTo(0.2, 12);
    expect(few.claims.reproduced.reason).toMatch(/4 controls are few/);
    expect((await extractWith({})).claims.reproduced.reason).not.toMatch(/few/);
  });

  test("a model that was not trained on the work gives no small p-value, and p keeps its level over null works", async () => {
    const none = await extractWith({}, {}, INNOCENT);
    expect(none.rates.work.hits).toBe(0);
    expect(none.claims.reproduced.p).toBe(1);
    // Works and controls alike, each learnt by heart with probability ½: p ≤ .2 may happen in a fifth.
    let low = 0;
    const trials = fewOrAll(30, 80);
    for (let i = 0; i < trials; i++) {
      const texts = Array.from({ length: 10 }, () => text(80));
      const learnt = texts.filter(() => random() < 0.5);
      const model = new NgramModel(VOCABULARY, [...OTHERS, ...learnt]);
      const controls = texts.slice(1).map((content, at) => ({ id: `${at}`, content }));
      const windows = { per_control: 5, sample: 40 };
      const { claims } = await extractWith({}, { work: { content: texts[0]! }, controls, windows }, model);
      low += Number(claims.reproduced.p! <= 0.2);
    }
    // Three standard errors above a fifth; ties count against, so that it is mostly fewer.
    expect(low).toBeLessThan(trials * 0.2 + 3 * Math.sqrt(trials * 0.16));
    expect(low).toBeGreaterThan(0);
  });

  test("invalid controls do not count", async () => {
    const controls = [
      ...CONTROLS,
      { id: "the work", content: WORK },
      { id: "again", content: CONTROLS[0]!.content },
      { id: "short", content: "few words" },
    ];
    const result = await extractWith({}, { controls });
    expect([result.controls.given, result.controls.used]).toEqual([27, 24]);
    expect(result.controls.documents.filter(({ reason }) => reason !== null).map(({ id }) => id)).toEqual([
      "the work",
      "again",
      "short",
    ]);
    const error = await refusalOf(extractWith({}, { controls: controls.slice(-1) }));
    expect(error.code).toBe("too_few_controls");
  });
});

describe("failures", () => {
  test("a budget that runs out: the replies so far remain and form a sample", async () => {
    const full = await extractWith({});
    for (const budget of [1, 30, 130, 300]) {
      const result = await extractWith({ budget });
      expectCoherent(result, WORK);
      expect(result.completeness.complete).toBe(false);
      expect(result.completeness.stages.find(({ name }) => name === "asking")!.status).toBe("bounded");
      expect(result.windows.answered).toBeLessThan(full.windows.answered);
      expect(result.windows.unanswered).toEqual([{ reason: "budget", windows: 120 - result.windows.answered }]);
      expect(result.rates.work.undecided).toBe(0);
      // One window of each of 25 texts in turn.
      expect(result.controls.windows_each).toBe(Math.min(10, Math.floor(budget / 25)));
      expect(result.claims.reproduced.p === null).toBe(budget < 25);
    }
    expect((await refusalOf(extractWith({ budget: 0 }))).code).toBe("budget_exhausted");
  });

  test("windows without a usable answer leave both outcomes open", async () => {
    const spoil: NgramOptions["spoil"] = (answer, question) =>
      question % 3 === 0 ? { status: "unanswered", reason: "refused", detail: "no" } : answer;
    for (const scores of ["chosen", "none"] as const) {
      const result = await extractWith({ scores, spoil });
      expectCoherent(result, WORK);
      const { undecided, hits, of, ci_95 } = result.rates.work;
      expect(undecided).toBeGreaterThan(20);
      expect(ci_95[1]).toBeGreaterThan((hits + undecided) / of - 1e-9);
      expect(result.windows.unanswered).toEqual([{ reason: "refused", windows: undecided }]);
      expect(result.completeness.stages.find(({ name }) => name === "asking")!.status).toBe("failed");
    }
  });

  const first = (changed: object) => (answer: ScoredText) => ({
    ...answer,
    tokens: answer.tokens.map((token, i) => (i === 5 ? { ...token, ...changed } : token)),
  });
  const disorder = [
    { token: "a", logprob: -2 },
    { token: "b", logprob: -1 },
  ];
  test.each<[what: string, change: (answer: ScoredText) => unknown]>([
    ["a log-probability above zero", first({ logprob: 0.5 })],
    ["NaN", first({ logprob: Number.NaN })],
    ["text for a number", first({ logprob: "-1" })],
    [
      "no score in a suffix",
      (answer) => ({ ...answer, tokens: answer.tokens.map((token) => ({ ...token, logprob: null })) }),
    ],
    ["fewer tokens than the text has", (answer) => ({ ...answer, tokens: answer.tokens.slice(0, -1) })],
    ["tokens of another text", first({ start: 10_000, end: 10_004 })],
    ["tokens out of order", (answer) => ({ ...answer, tokens: [...answer.tokens].reverse() })],
    ["no tokens", (answer) => ({ ...answer, tokens: [] })],
    [
      "ragged rows",
      (answer) => ({ ...answer, vocabulary_size: 7, rows: new Float64Array(20), ids: new Uint32Array(3) }),
    ],
    ["rows without places", (answer) => ({ ...answer, vocabulary_size: 7, rows: new Float64Array(20) })],
    ["likeliest tokens in disorder", first({ top: disorder })],
  ])("scores that cannot be: %s", async (_, change) => {
    const spoil: NgramOptions["spoil"] = (answer) =>
      answer.status === "answered" ? { ...answer, answer: change(answer.answer) } : answer;
    expect((await refusalOf(extractWith({ spoil }))).code).toBe("observations_invalid");
    const some = await extractWith({
      spoil: (answer, question) => (question % 4 === 0 ? spoil(answer, question) : answer),
    });
    expectCoherent(some, WORK);
    expect(some.windows.unanswered[0]!.reason).toBe("malformed");
  });

  test("empty, cut or too few continuations", async () => {
    const answering = (give: (answer: Continuation[]) => unknown, sampling: ExtractRequest["sampling"] = {}) =>
      extractWith(
        { scores: "none", spoil: (one) => ({ ...one, answer: give((one as { answer: Continuation[] }).answer) }) },
        { sampling },
      );
    for (const wrong of [null, "text", [null], [{ finish: "stop" }], []])
      expect((await refusalOf(answering(() => wrong))).code).toBe("observations_invalid");
    const filtered = await answering(() => [{ text: " ba", finish: "filtered" }]);
    expect([filtered.rates.work.hits, filtered.rates.work.undecided]).toEqual([0, 120]);
    const short = await answering((answer) => answer.slice(0, 2), { continuations: 5 });
    expect(short.extraction.sampled!.continuations).toBe(2 * 120);
    expect(short.rates.work.hits + short.rates.work.undecided).toBe(120);
  });

  test("a connector that throws: its error without replies, a result with some replies", async () => {
    const connector = connectorOf(MODEL);
    let calls = 0;
    const failing = (after: number, error: unknown): ModelConnector => ({
      ...connector,
      logprobs: async (texts) => {
        if (calls++ >= after) throw error;
        return connector.logprobs(texts);
      },
    });
    for (const error of [new Error("socket"), new SpoliaError("model_failed", "The host is down.")]) {
      calls = 0;
      expect((await refusalOf((await engineWith({ ngram: failing(0, error) })).extract(asked()))).code).toBe(
        "model_failed",
      );
      calls = 0;
      const result = await (await engineWith({ ngram: failing(2, error) })).extract(asked());
      expectCoherent(result, WORK);
      expect(result.windows.answered).toBeGreaterThan(0);
      expect(result.completeness.complete).toBe(false);
    }
  });

  test("a time limit: every window that was not queried is listed", async () => {
    const engine = await engineWith({ ngram: connectorOf(MODEL) });
    const over = new AbortController();
    const result = await engine.extract(asked(), { askUntil: over.signal, onProgress: () => over.abort() });
    expectCoherent(result, WORK);
    const { answered, unanswered } = result.windows;
    expect(answered).toBeGreaterThan(0);
    expect(unanswered).toEqual([{ reason: "budget", windows: 120 - answered }]);
  });

  test("missing or unsuitable models, missing or too short works", async () => {
    const engine = await engineWith({
      ngram: connectorOf(MODEL, { completes: false }),
      mute: connectorOf(MODEL, { scores: "none" }),
    });
    const codeOf = async (request: Partial<ExtractRequest>) => refusalOf(engine.extract(asked(request)));
    const unknown = await codeOf({ model: "toString" });
    expect([unknown.code, unknown.hint]).toEqual(["model_not_configured", "It has: ngram, mute."]);
    expect((await codeOf({ model: undefined })).code).toBe("model_not_configured");
    expect((await codeOf({ protocol: "continuations" })).code).toBe("model_cannot");
    expect((await codeOf({ model: "mute", protocol: "scores" })).code).toBe("model_cannot");
    expect((await codeOf({ model: "mute", windows: { unit: "tokens" } })).code).toBe("model_cannot");
    expect((await codeOf({ work: { work_hash: `sha256:${"0".repeat(64)}` } })).code).toBe("unknown_work");
    expect((await codeOf({ work: { content: "few words" } })).code).toBe("invalid_request");
    expect((await codeOf({ work: { content: "" } })).code).toBe("invalid_request");
  });

  test("a signal stops it", async () => {
    const engine = await engineWith({ ngram: connectorOf(MODEL) });
    const controller = new AbortController();
    const stopped = engine.extract(asked(), { signal: controller.signal, onProgress: () => controller.abort() });
    expect((await refusalOf(stopped)).code).toBe("aborted");
  });
});

describe("observations instead of a model", () => {
  const observed = async () => {
    const connector = connectorOf(MODEL);
    await (await engineWith({ ngram: connector })).extract(asked());
    const scored = connector.asked.map((one) => ({ text: one, ...MODEL.score(one, "chosen") }));
    return { model: "lab/ngram", retrieval: "absent" as const, scored };
  };

  test("give the same result as the model", async () => {
    const engine = await engineWith({});
    const observations = await observed();
    const { extract_id: _, ...fromFile } = await engine.extract(asked({ model: undefined, observations }));
    const { extract_id: __, ...direct } = await extractWith({});
    expect(fromFile).toEqual(await asRecorded(direct));
    const fewer = { ...observations, scored: observations.scored.slice(0, 100) };
    const some = await engine.extract(asked({ model: undefined, observations: fewer }));
    expect(some.completeness.complete).toBe(false);
    expect(some.rates.work.undecided).toBeGreaterThan(0);
  });

  test("also for continuations, the most likely and the sampled ones", async () => {
    const connector = connectorOf(MODEL, { scores: "none" });
    const continued: NonNullable<ExtractRequest["observations"]>["continued"] = [];
    const recording: ModelConnector = {
      ...connector,
      complete: async (prefixes, sampling) => {
        const answers = await connector.complete(prefixes, sampling);
        for (const [i, answer] of answers.entries()) {
          if (answer.status !== "answered") continue;
          continued.push({ prefix: prefixes[i]!, temperature: sampling.temperature, continuations: answer.answer });
        }
        return answers;
      },
    };
    const request = asked({ sampling: { continuations: 3, temperature: 0.8 } });
    const { extract_id: _, ...direct } = await (await engineWith({ ngram: recording })).extract(request);
    const observations = { model: "lab/ngram", retrieval: "absent" as const, continued };
    const { extract_id: __, ...fromFile } = await (await engineWith({})).extract({
      ...request,
      model: undefined,
      observations,
    });
    expect(fromFile).toEqual(await asRecorded(direct));
    expect(direct.rates.work.ci_95[1] - direct.rates.work.ci_95[0]).toBeGreaterThan(0);
  });

  test("that are impossible are rejected with their position", async () => {
    const observations = await observed();
    observations.scored[5]!.tokens[2]!.logprob = 0.25;
    const engine = await engineWith({});
    const error = await refusalOf(engine.extract(asked({ model: undefined, observations })));
    expect([error.code, error.fields[0]!.pointer]).toEqual(["observations_invalid", "/observations/scored/5"]);
  });
});

describe("the same request", () => {
  test("has the same result and id; another seed selects other windows", async () => {
    const [one, other] = [await extractWith({ scores: "rows" }), await extractWith({ scores: "rows" })];
    expect(other).toEqual(one);
    const reseeded = await extractWith({ scores: "rows" }, { windows: { seed: "another" } });
    expect(reseeded.extract_id).not.toBe(one.extract_id);
    expect(reseeded.strongest.map(({ start }) => start)).not.toEqual(one.strongest.map(({ start }) => start));
    expect(one.method.parameters).toMatchObject({ seed: "1", prefix: 10, suffix: 10, protocol: "scores" });
    expect(one.method.parameters["answers_sha256"]).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("any request", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await engineWith({ ngram: connectorOf(MODEL), mute: connectorOf(MODEL, { scores: "none" }) });
  });

  test("gives a result or a typed error", async () => {
    const anything = fc.oneof(
      { maxDepth: 2 },
      fc.jsonValue(),
      fc.constantFrom(Number.NaN, -1, 1e9, "ngram", WORK, undefined),
    );
    const content = fc.oneof(
      fc.constantFrom(WORK, HALF, CONTROLS[0]!.content, CONTROLS[1]!.content, "ba be bi", ""),
      fc.integer({ min: 30, max: 200 }).map((words) => WORK.split(" ").slice(0, words).join(" ")),
    );
    const small = fc.oneof(
      { weight: 19, arbitrary: fc.integer({ min: 1, max: 12 }) },
      fc.constantFrom(0, 501, 1.5, undefined),
    );
    const plausible = fc.record(
      {
        model: fc.constantFrom("ngram", "mute", "ngram", "mute", "other"),
        work: fc.record({ content }),
        controls: fc.uniqueArray(fc.record({ id: fc.constantFrom("a", "b", "c"), content }), {
          selector: ({ id }) => id,
        }),
        protocol: fc.constantFrom("scores", "continuations", undefined),
        windows: fc.record(
          {
            unit: fc.constantFrom("tokens", "words", undefined),
            ...{ prefix: small, suffix: small, stride: small, sample: small, per_control: small },
            select: fc.constantFrom("sample", "census", undefined),
            seed: fc.string(),
          },
          { requiredKeys: [] },
        ),
        sampling: fc.record(
          {
            continuations: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 1_001),
            temperature: fc.constantFrom(0, 0.5, 0.7, 1, 1.5, 3),
            top_k: small,
            seed: small,
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: ["model", "work"] },
    );
    const spoilt = fc
      .tuple(
        plausible,
        fc.constantFrom("model", "work", "controls", "windows", "sampling", "observations", "x"),
        anything,
      )
      .map(([request, field, value]) => ({ ...request, [field]: value }));
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(plausible, plausible, spoilt, anything), async (request) => {
        try {
          const result = await engine.extract(request as ExtractRequest);
          expectCoherent(result, (request as ExtractRequest).work.content!);
          answered++;
        } catch (error) {
          if (!isSpoliaError(error)) throw error;
          expect(error.code).not.toBe("internal");
          expect(error.message + error.hint).not.toContain(WORK.slice(0, 40));
        }
      }),
      { numRuns: fewOrAll(150, 700) },
    );
    expect(answered).toBeGreaterThan(fewOrAll(8, 40));
  });

  test("of plain data is valid", () => {
    expect(parseRequest(extractRequestSchema, asked())).toEqual(asked());
  });
});
