/** `probe` from end to end: models whose training is known, records of answers, and what is refused. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ProbeRequest, ProbeText, RecordedViews } from "../../../src/base/contract/operations/probe.ts";
import type { ModelConnector, ScoredText } from "../../../src/base/contract/resources/model.ts";
import { shapeFaults } from "../../../src/base/contract/shapes.ts";
import { createEngine, type SpoliaError } from "../../../src/index.ts";
import { type TinyOptions, tinyModel } from "../../models/membership/tinyModel.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { asRecorded } from "../recorded.ts";

const random = seeded(21);
const prose = () => zipfText(random, 25, 3_000).toLowerCase().trim();
const textsOf = (name: string, count: number): ProbeText[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${name}-${String(i).padStart(3, "0")}`, text: prose() }));
const MEMBERS = textsOf("member", 170);
const CONTROLS = textsOf("control", 170);

const engineWith = (model: ModelConnector, more: Record<string, ModelConnector> = {}) =>
  createEngine({ corpora: [], models: { tiny: model, ...more } });
const trained = (options: TinyOptions = {}) =>
  tinyModel(
    MEMBERS.map(({ text }) => text),
    options,
  );
const few = { model: "tiny", suspects: MEMBERS.slice(0, 2), controls: CONTROLS.slice(0, 3) };

async function failure(call: Promise<unknown>): Promise<SpoliaError> {
  return call.then(
    () => Promise.reject(new Error("the request was answered")),
    (error: SpoliaError) => error,
  );
}

describe("a model that was trained on the suspects", async () => {
  const engine = await engineWith(trained());
  const request: ProbeRequest = { model: "tiny", suspects: MEMBERS, controls: CONTROLS };
  const result = await engine.probe(request);

  test("gives small p-values, passes the gate, and yields two channels for score", () => {
    const faults = shapeFaults("ProbeResult", result);
    expect(faults).toEqual([]);
    expect(result.membership.p).toBeLessThan(0.001);
    expect(result.membership.statistics.map(({ statistic }) => statistic)).toContain("min_k_plus_plus");
    expect(result.membership.tests).toBe(result.membership.statistics.length);
    expect(result.gate.outcome).toBe("passed");
    expect(result.dataset_inference).toMatchObject({ status: "measured", exactness: "conditional" });
    expect(result.dataset_inference.test!.p).toBeLessThan(0.001);
    expect(result.observations.map(({ channel, exactness, gate, tests }) => [channel, exactness, gate, tests])).toEqual(
      [
        ["membership", "exploratory", "passed", result.membership.tests],
        ["dataset_inference", "conditional", "passed", 1],
      ],
    );
    expect(result.observations.every(({ p }) => p !== null && p < 0.001)).toBe(true);
    expect(result.completeness.complete).toBe(true);
  });

  test("has a hash of all that the model answered: of each token, and of each row of scores", async () => {
    const hashOf = async (spoil?: TinyOptions["spoil"]) =>
      (await (await engineWith(trained(spoil && { spoil }))).probe(few)).observed_sha256;
    const whole = await hashOf();
    expect(await hashOf((scored) => scored)).toBe(whole);
    const lower = ({ logprob, ...one }: ScoredText["tokens"][number]) => ({ ...one, logprob: logprob! * 1.000_001 });
    const hashes = [
      whole,
      await hashOf((scored) => ({ ...scored, tokens: scored.tokens.with(-1, lower(scored.tokens.at(-1)!)) })),
      await hashOf((scored) => ({ ...scored, rows: scored.rows!.with(-1, scored.rows!.at(-1)! * 1.000_001) })),
    ];
    expect(new Set(hashes).size).toBe(3);
  });

  test("is exact only with a documented random split", async () => {
    const split = { kind: "random_documented" as const, source: "split.json in the archive of 2024" };
    const exact = await engine.probe({ ...request, split });
    expect(exact.dataset_inference.exactness).toBe("exact");
    expect(exact.split).toEqual(split);
    expect(exact.observations.find(({ channel }) => channel === "dataset_inference")!.exactness).toBe("exact");
    expect(exact.observations.find(({ channel }) => channel === "membership")!.exactness).toBe("exploratory");
  });

  test("the order of the texts only affects their order in the result", async () => {
    const turned = await engine.probe({ ...request, suspects: MEMBERS.toReversed(), controls: CONTROLS.toReversed() });
    const byId = ({ texts }: typeof result) => [...texts].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(turned)).toEqual(byId(result));
    expect({ ...turned, texts: [] }).toEqual({ ...result, texts: [] });
    expect(turned.texts[0]!.id).toBe(MEMBERS.at(-1)!.id);
  });

  test("recorded answers give the same result without a model", async () => {
    const top = await engineWith(trained({ scores: "top" }));
    const [suspects, controls] = [MEMBERS.slice(0, 40), CONTROLS.slice(0, 110)];
    const asked = await top.probe({ ...request, suspects, controls, statistics: ["loss", "gap_k", "min_k_plus_plus"] });
    const all = [...suspects, ...controls];
    const answers = await trained({ scores: "top" }).logprobs(all.map(({ text }) => text));
    const texts: Record<string, RecordedViews> = {};
    answers.forEach((answer, i) => {
      if (answer.status === "answered") texts[all[i]!.id] = { text: answer.answer };
    });
    const observations = { model: "tests/tiny", retrieval: "absent" as const, texts };
    const engineWithout = await createEngine({ corpora: [] });
    const told = await engineWithout.probe({
      ...{ suspects, controls, observations },
      statistics: ["loss", "gap_k", "min_k_plus_plus"],
    });
    expect({ ...told, probe_id: "" }).toEqual({ ...(await asRecorded(asked)), probe_id: "" });
  });

  test("from the most likely tokens, Min-K++ gives bounds that contain the value from whole rows, or no value", async () => {
    const top = await (await engineWith(trained({ scores: "top" }))).probe({
      ...few,
      statistics: ["min_k_plus_plus", "loss"],
    });
    const whole = await engine.probe({ ...few, statistics: ["min_k_plus_plus", "loss"] });
    let bounded = 0;
    top.texts.forEach(({ statistics }, i) => {
      const [told, truth] = [statistics.min_k_plus_plus!, whole.texts[i]!.statistics.min_k_plus_plus!.value!];
      expect(told.value).toBe(null);
      expect(told.reason).not.toBe(null);
      if (told.interval === null) return;
      bounded++;
      expect(told.interval[0]).toBeLessThanOrEqual(truth);
      expect(told.interval[1]).toBeGreaterThanOrEqual(truth);
    });
    expect(bounded).toBeGreaterThan(0);
  });
});

test("a model that saw neither side gives small p-values no more often than chance", async () => {
  const engine = await engineWith(tinyModel(Array.from({ length: 100 }, prose)));
  const ps: number[] = [];
  const requests = fewOrAll(6, 12);
  for (let i = 0; i < requests; i++) {
    const request = {
      model: "tiny",
      suspects: textsOf("suspect", 20),
      controls: textsOf("control", 100),
      statistics: ["loss" as const],
    };
    ps.push((await engine.probe(request)).membership.p!);
  }
  expect(ps.filter((p) => p <= 0.05).length).toBeLessThan(0.4 * requests);
  expect(Math.max(...ps)).toBeGreaterThan(0.2);
});

describe("insufficient input is reported, without a claim", () => {
  test("too few controls: statistics without p-values", async () => {
    const result = await (await engineWith(trained())).probe(few);
    expect(result.membership).toMatchObject({
      status: "not_measured",
      p: null,
      reason: expect.stringMatching(/100 independent/),
    });
    expect(result.texts.every(({ p, statistics }) => p === null && statistics.loss!.value !== null)).toBe(true);
    expect(result.gate).toMatchObject({ outcome: "not_passed", clusters_needed: 165 });
    expect(result.observations).toEqual([]);
    expect(result.completeness.complete).toBe(false);
  });

  test("controls of one cluster are one control", async () => {
    const controls = CONTROLS.map((text) => ({ ...text, cluster: "one author" }));
    const { membership } = await (await engineWith(trained())).probe({
      model: "tiny",
      suspects: MEMBERS.slice(0, 1),
      controls,
    });
    expect(membership).toMatchObject({ status: "not_measured", clusters: { suspects: 1, controls: 1 } });
  });

  test("a gate that is not passed: no p-value for score, whatever a test gives", async () => {
    const controls = CONTROLS.map(({ id }, i) => ({ id, text: MEMBERS[i]!.text.toUpperCase() }));
    const { observations, membership } = await (await engineWith(trained())).probe({
      model: "tiny",
      suspects: MEMBERS,
      controls,
    });
    expect(membership.p).toBeLessThan(0.001);
    expect(observations.map(({ p, gate, reason }) => [p, gate, reason !== null])).toEqual([
      [null, "not_passed", true],
      [null, "not_passed", true],
    ]);
  });

  test("unanswered texts: the answered ones remain", async () => {
    const engine = await engineWith(trained({ budget: 3 }));
    const { texts, completeness } = await engine.probe(few);
    expect(texts.filter(({ status }) => status === "answered")).toHaveLength(3);
    expect(texts.find(({ status }) => status === "unanswered")!.reason).toMatch(/^budget/);
    expect(completeness).toMatchObject({ complete: false });
    expect(completeness.stages[0]).toMatchObject({
      name: "ask",
      status: "bounded",
      reason: expect.stringMatching(/^2 of 5/),
    });
  });

  test("no answered text: an error", async () => {
    expect((await failure((await engineWith(trained({ budget: 0 }))).probe(few))).code).toBe("budget_exhausted");
    const none = { model: "a/b", retrieval: "absent" as const, texts: {} };
    const { model: _, ...rest } = few;
    expect((await failure((await engineWith(trained())).probe({ ...rest, observations: none }))).code).toBe(
      "observations_invalid",
    );
  });
});

describe("rejected requests", () => {
  test("an unknown model; the error lists the known ones", async () => {
    const engine = await engineWith(trained());
    const error = await failure(engine.probe({ ...few, model: "other" }));
    expect([error.code, error.fields[0]!.pointer]).toEqual(["model_not_configured", "/model"]);
    expect(error.hint).toContain("tiny");
    for (const name of ["__proto__", "constructor"])
      expect((await failure(engine.probe({ ...few, model: name }))).code).toBe("model_not_configured");
    expect((await failure(engine.probe({ ...few, reference_model: "none" }))).fields[0]!.pointer).toBe(
      "/reference_model",
    );
  });

  test("a model without scores", async () => {
    const engine = await engineWith({ ...trained(), scores: "none" });
    expect((await failure(engine.probe(few))).code).toBe("model_cannot");
  });

  test.each<[string, NonNullable<TinyOptions["spoil"]>]>([
    ["above zero", (scored) => ({ ...scored, tokens: scored.tokens.map((one) => ({ ...one, logprob: 0.5 })) })],
    ["not numbers", (scored) => ({ ...scored, tokens: scored.tokens.map((one) => ({ ...one, logprob: Number.NaN })) })],
    ["ragged rows", (scored) => ({ ...scored, rows: scored.rows!.subarray(1) as Float64Array })],
    [
      "of another text",
      (scored, text) => ({ ...scored, tokens: scored.tokens.map((one) => ({ ...one, end: text.length + 1 })) }),
    ],
  ])("answers that are %s, at the text's place", async (_, spoil) => {
    const spoilt = MEMBERS[1]!.text;
    const engine = await engineWith(
      trained({ spoil: (scored, text) => (text === spoilt ? spoil(scored, text) : scored) }),
    );
    const error = await failure(engine.probe({ ...few, suspects: [MEMBERS[1]!, MEMBERS[0]!] }));
    expect([error.code, error.fields[0]!.pointer]).toEqual(["observations_invalid", "/suspects/0"]);
    expect(JSON.stringify([error.message, error.hint, error.fields])).not.toContain(spoilt.slice(0, 10));
  });

  test("answers to other texts than the requested ones", async () => {
    const model = trained();
    const engine = await engineWith({
      ...model,
      scores: "chosen",
      logprobs: async (texts) => (await model.logprobs(texts)).slice(1),
    });
    expect((await failure(engine.probe(few))).code).toBe("observations_invalid");
  });

  test("a signal stops between batches", async () => {
    const controller = new AbortController();
    const model = trained();
    const logprobs: ModelConnector["logprobs"] = (texts) => {
      controller.abort();
      return model.logprobs(texts);
    };
    const engine = await engineWith({ ...model, logprobs });
    expect((await failure(engine.probe(few, { signal: controller.signal }))).code).toBe("aborted");
  });

  test.each<[string, object, string]>([
    ["neither a model nor a record", { model: undefined }, ""],
    ["both", { observations: { model: "a/b", retrieval: "absent", texts: {} } }, ""],
    ["no suspects", { suspects: [] }, ""],
    ["an id twice", { controls: [MEMBERS[0]] }, ""],
    ["a cluster on both sides", { controls: [{ ...CONTROLS[0], cluster: MEMBERS[0]!.id }] }, ""],
    ["a statistic that is not known", { statistics: ["magic"] }, "/statistics/0"],
    ["no statistics", { statistics: [] }, "/statistics"],
    ["a statistic twice", { statistics: ["loss", "loss"] }, "/statistics"],
    ["recall without a prefix", { statistics: ["recall"] }, "/recall_prefix"],
    ["a reference without a model", { statistics: ["reference_ratio", "dc_pdd"] }, "/reference_model"],
    ["a split without a source", { split: { kind: "random_documented" } }, "/split/source"],
    [
      "a record of a text that is not there",
      {
        model: undefined,
        observations: {
          model: "a/b",
          retrieval: "absent",
          texts: { x: { text: { tokens: [], vocabulary_size: null } } },
        },
      },
      "",
    ],
  ])("%s", async (_, more, pointer) => {
    const error = await failure((await engineWith(trained())).probe({ ...few, ...more } as ProbeRequest));
    expect([error.code, error.fields[0]!.pointer]).toEqual(["invalid_request", pointer]);
  });
});

test("further inputs: lower case, a reference model, a prefix, neighbours, counts", async () => {
  const asked: string[] = [];
  const model = trained();
  const watch: ModelConnector["logprobs"] = (texts) => {
    asked.push(...texts);
    return model.logprobs(texts);
  };
  const watched = { ...model, logprobs: watch };
  const engine = await engineWith(watched, { other: tinyModel([prose()], { name: "tests/other" }) });
  const suspects = few.suspects.map((text) => ({ ...text, neighbours: [prose(), prose()] }));
  const result = await engine.probe({
    ...{ ...few, suspects },
    reference_model: "other",
    recall_prefix: "Another text. ",
    token_counts: { counts: { e: 10 }, total: 100, vocabulary: 30 },
    statistics: ["lowercase", "reference_difference", "recall", "neighbourhood", "dc_pdd"],
  });
  expect(asked).toHaveLength(3 * 5 + 2 * 2);
  expect(result.reference_model).toBe("tests/other");
  const [suspect] = result.texts;
  expect(Object.values(suspect!.statistics).every(({ value }) => value !== null)).toBe(true);
  expect(result.texts.at(-1)!.statistics.neighbourhood).toMatchObject({
    value: null,
    reason: expect.stringMatching(/was not queried/),
  });
  expect((await engine.probe(few)).texts[0]!.statistics.lowercase).toBe(undefined);
});

test("any request gives a result or a typed error that does not repeat its content", async () => {
  const engine = await engineWith(trained({ scores: "chosen" }));
  const SECRET = "quokka";
  const often = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 12, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: odd });
  const texts = (ids: string[]) =>
    fc.uniqueArray(
      fc.record({
        id: often(fc.constantFrom(...ids), fc.constantFrom("a", "c", 3)),
        text: fc.constantFrom("", SECRET, "\uD800", "a b"),
        cluster: often(fc.constant(undefined), fc.constantFrom("a", "c", 3)),
      }),
      { maxLength: 3, selector: ({ id }) => id },
    );
  const scores = fc.record({
    tokens: fc.array(
      fc.record({
        start: fc.integer({ min: -1, max: 3 }),
        end: fc.nat(4),
        logprob: fc.constantFrom<unknown>(null, -1, 1, "x"),
      }),
      { maxLength: 3 },
    ),
    vocabulary_size: fc.constantFrom(null, 0, 3),
  });
  const observations = fc.record({
    model: fc.constant("a/b"),
    retrieval: fc.constant("absent"),
    texts: fc.dictionary(fc.constantFrom("a", "b"), fc.record({ text: scores })),
  });
  const request = fc
    .record({
      source: fc.oneof(
        often(fc.constant("tiny"), fc.constantFrom("none", 5)).map((model) => ({ model })),
        observations.map((some) => ({ observations: some })),
      ),
      suspects: often(texts(["a", "b"]), fc.constant(SECRET)),
      controls: often(texts(["c", "d"]), fc.constant(null)),
      statistics: often(fc.constantFrom(undefined, ["loss", "surp"]), fc.constantFrom(["recall"], [SECRET], [])),
      extra: often(fc.constant({}), fc.constant({ [`${SECRET} text`]: SECRET })),
    })
    .map(({ source, extra, ...rest }) => ({ ...source, ...(extra as object), ...rest }));
  const codes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(request, async (value) => {
      try {
        const result = await engine.probe(value as ProbeRequest);
        expect(shapeFaults("ProbeResult", result)).toEqual([]);
        codes.add("answered");
      } catch (error) {
        const { name, code, message, hint, fields } = error as SpoliaError;
        expect(name, String(error)).toBe("SpoliaError");
        expect(JSON.stringify([message, hint, fields])).not.toContain(SECRET);
        codes.add(code);
      }
    }),
    { numRuns: fewOrAll(150, 600) },
  );
  expect([...codes].sort()).toEqual(expect.arrayContaining(["answered", "invalid_request", "observations_invalid"]));
});
