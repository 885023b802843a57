/** `extract` by iterated continuation, against a model of known memory behind a host that refuses, truncates and limits. */
import picocolors from "picocolors";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { shapeFaults } from "../../../src/base/contract/shapes.ts";
import { isSpoliaError, type SpoliaError } from "../../../src/base/errors.ts";
import { EXTRACT_CONTEXT_WORDS_MAX, EXTRACT_QUERIES_MAX } from "../../../src/base/limits.ts";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import {
  type ChannelObservation,
  type Contract,
  createEngine,
  type ExtractRequest,
  type ExtractResult,
  type ModelConnector,
} from "../../../src/index.ts";
import { dryRun } from "../../../src/models/connectors/dryRun.ts";
import { memoryJournal } from "../../../src/models/index.ts";
import { percent } from "../../../src/report/layout/page.ts";
import { htmlExtraction, plainExtraction } from "../../../src/report/views/extraction.ts";
import { connect, KEY, type Kind } from "../../models/connectors/models.ts";
import {
  type ModelServer,
  type ServerFault,
  type ServerOptions,
  startModelServer,
} from "../../models/connectors/server.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { asRecorded } from "../recorded.ts";
import { reciter } from "./reciter.ts";

const OPENING = 50;
const WORDS = 1_500;
const random = seeded(9);
const WORK = zipfText(random, WORDS);
const CONTROLS = Array.from({ length: 19 }, (_, i) => ({ id: `control ${i}`, content: zipfText(random, WORDS) }));
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== "");
const folded = (text: string) => wordsOf(text).map((word) => word.toLowerCase().replace(/\W/g, ""));

/** The work as the model learnt it: one word in 25 is wrong, after the first 100. */
const LEARNT = wordsOf(WORK).map((word, i) => (i > 100 && i % 25 === 0 ? `x${i}x` : word));

/** Words that count among those from the opening to `end`: no word of a run of three that the opening has too. */
function ownTo(end: number, isRight: (i: number) => boolean = () => true): number {
  const words = folded(WORK);
  const triples = new Set(words.slice(0, OPENING - 2).map((_, i) => words.slice(i, i + 3).join(" ")));
  const isTaken = (i: number) => i + 3 <= words.length && triples.has(words.slice(i, i + 3).join(" "));
  return words.filter((_, i) => {
    const isOwn = ![i - 2, i - 1, i].some((start) => start >= OPENING && isTaken(start));
    return i >= OPENING && i < end && isOwn && isRight(i);
  }).length;
}
const isRight = (i: number) => LEARNT[i] === wordsOf(WORK)[i];

const running: ModelServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function serving(learnt: readonly string[], options: ServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer(reciter(learnt), { key: KEY, ...options });
  running.push(server);
  return server;
}

const asked = (more: Partial<ExtractRequest> = {}): ExtractRequest => ({
  model: "closed",
  work: { content: WORK, id: "work" },
  controls: CONTROLS,
  protocol: "iterated",
  ...more,
  iteration: { opening: OPENING, queries: 20, max_tokens: 200, ...more.iteration },
});

async function extractFrom(model: ModelConnector, request: ExtractRequest = asked()): Promise<ExtractResult> {
  const engine = await createEngine({ corpora: [], models: { closed: model } });
  const result = await engine.extract(request);
  expect(shapeFaults("ExtractResult", result)).toEqual([]);
  expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  return result;
}

async function refusalOf(promise: Promise<unknown>): Promise<SpoliaError> {
  const error: unknown = await promise.then(
    () => new Error("it was answered"),
    (reason: unknown) => reason,
  );
  if (!isSpoliaError(error)) throw error;
  return error;
}

/** The answers of a host that withholds: by protocol. */
const WITHHELD: Partial<Record<Kind, ServerFault>> = {
  chat: {
    kind: "changed",
    change: () => ({ choices: [{ finish_reason: "content_filter", message: { content: null } }] }),
  },
  anthropic: { kind: "changed", change: () => ({ content: [], stop_reason: "refusal" }) },
  gemini: { kind: "changed", change: () => ({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }) },
};
const CLOSED = Object.keys(WITHHELD) as Kind[];

describe("what a closed model gives back", () => {
  test.each<Kind>([...CLOSED, "openai", "llamacpp"])("%s: all that it learnt, to the word", async (kind) => {
    const server = await serving([LEARNT.join(" ")]);
    const result = await extractFrom(connect(kind, server).connector);
    const { work, controls, passages } = result.iterated!;
    expect(work).toMatchObject({
      words: ownTo(WORDS),
      recited_words: ownTo(WORDS, isRight),
      first_match: 1,
      blocks: 1,
      refusals: 0,
      ended: "whole",
    });
    expect(work.recall).toBeGreaterThan(0.95);
    // Each answer of 200 words lacks its last one, which may be cut, except for the last answer.
    expect([work.queries, work.truncations]).toEqual([8, 7]);
    expect(work.answered_words).toBe(WORDS - OPENING);
    expect(result.rates.work).toMatchObject({ hits: work.recited_words, of: work.words, undecided: 0 });
    expect(result.rates.control).toMatchObject({ value: 0, hits: 0 });
    expect(passages).toHaveLength(1);
    const { start, end } = passages[0]!;
    expect(wordsOf(WORK.slice(start, end))).toHaveLength(WORDS - OPENING);
    for (const control of notEmpty(controls))
      expect(control).toMatchObject({ recited_words: 0, work_words: 0, queries: 1, ended: "differs" });
    expect(server.requests).toHaveLength(8 + CONTROLS.length);
    expect(result.claims.reproduced).toMatchObject({ p: 1 / 20, exactness: "conditional" });
    expect(result.claims.trained_on.p).toBe(1 / 20);
    expect(result.completeness.complete).toBe(true);
    expect(result.map.reduce((sum, { rate }) => sum + rate!.hits, 0)).toBe(work.recited_words);
    expect(result.map.reduce((sum, { rate }) => sum + rate!.of, 0)).toBe(work.words);
  });

  test("only the opening of a text is sent, and then what the model answered", async () => {
    const server = await serving([LEARNT.join(" ")]);
    await extractFrom(connect("chat", server).connector, asked({ controls: [], iteration: { context: 120 } }));
    const sent = server.requests.map(({ body }) => (body["messages"] as { content: string }[]).at(-1)!.content);
    expect(wordsOf(sent[0]!)).toEqual(wordsOf(WORK).slice(0, OPENING));
    for (const text of notEmpty(sent.slice(1))) expect(wordsOf(text)).toHaveLength(120);
    const wrong = (text: string) => wordsOf(text).filter((word) => /^x\d+x$/.test(word)).length;
    expect(wrong(sent.at(-1)!)).toBeGreaterThan(3);
  });

  test("of a work that it learnt to the middle: the middle, and no more queries than needed", async () => {
    const server = await serving([LEARNT.slice(0, 800).join(" ")]);
    const result = await extractFrom(connect("chat", server).connector);
    const { work } = result.iterated!;
    expect(work).toMatchObject({ recited_words: ownTo(800, isRight), ended: "strayed" });
    // 199, 398, 597 and 750 words, then three answers of made-up words.
    expect(work.queries).toBe(4 + 3);
    const beyond = result.map.filter(({ start }) => start > WORK.indexOf(wordsOf(WORK)[820]!, 4_000));
    expect(notEmpty(beyond).every(({ rate }) => rate!.hits === 0)).toBe(true);
  });

  test("of two texts: a control that it learnt too takes the claim away", async () => {
    const server = await serving([LEARNT.slice(0, 800).join(" "), CONTROLS[3]!.content]);
    const result = await extractFrom(connect("chat", server).connector);
    expect(result.iterated!.controls[3]).toMatchObject({ recall: 1, ended: "whole", work_words: 0 });
    expect(result.claims.reproduced.p).toBe(2 / 20);
  });

  test("by an answer about a control: that is told apart", async () => {
    // The model goes on with the work where the control begins.
    const confused = `${wordsOf(CONTROLS[0]!.content)
      .slice(0, OPENING + 60)
      .join(" ")} ${WORK}`;
    const server = await serving([LEARNT.join(" "), confused]);
    const { iterated } = await extractFrom(connect("chat", server).connector);
    expect(iterated!.controls[0]).toMatchObject({ recited_words: 0 });
    // Four answers, of which the first begins with the control, and the last three hold nothing of it. Each lacks its
    // last word, which may be cut, but for one that ends with a full stop.
    expect(iterated!.controls[0]).toMatchObject({ queries: 4, ended: "strayed" });
    expect(iterated!.controls[0]!.work_words).toBe(ownTo(4 * 199 + 1 - 60));
    expect(iterated!.controls[1]!.work_words).toBe(0);
  });

  test("of a work that it does not know: one query, and nothing", async () => {
    const server = await serving([]);
    const result = await extractFrom(connect("chat", server).connector);
    expect(result.iterated!.work).toMatchObject({ recited_words: 0, recall: 0, queries: 1, ended: "differs" });
    expect(result.claims.reproduced.p).toBe(1);
    expect(server.requests).toHaveLength(1 + CONTROLS.length);
    expect(result.caveats.join(" ")).toContain("asked no further");
  });

  test("a first answer fits from 30 of the next 50 words in one run, and not below", async () => {
    for (const [wrong, ended] of [
      [30, "whole"],
      [29, "differs"],
    ] as const) {
      const learnt = wordsOf(WORK).map((word, i) => (i === OPENING + wrong ? "xx" : word));
      const { iterated } = await extractFrom(reciter([learnt.join(" ")]), asked({ controls: [] }));
      expect(iterated!.work).toMatchObject({ first_match: wrong / 50, ended });
    }
  });

  test("an echo of what was sent is nothing, even where the work repeats its opening", async () => {
    const opening = wordsOf(WORK).slice(0, 120).join(" ");
    const echo = { ...reciter([]), complete: async (prefixes: readonly string[]) => prefixes.map(echoOf) };
    const echoOf = (text: string) => ({ status: "answered" as const, answer: [{ text, finish: "stop" as const }] });
    const request = asked({ work: { content: `${opening} ${WORK}` }, iteration: { opening: 120 } });
    const { iterated } = await extractFrom(echo, request);
    expect(iterated!.work).toMatchObject({ recited_words: 0, blocks: 1, words: ownTo(WORDS) - ownTo(120) });
  });
});

describe("a host that does not always answer", () => {
  test.each(CLOSED)("%s: a refusal ends the queries, and is counted", async (kind) => {
    // The work is asked first: its queries are number 0, and those after the controls.
    const fault = (n: number) => (n === CONTROLS.length + 2 ? WITHHELD[kind] : undefined);
    const server = await serving([LEARNT.join(" ")], { fault });
    const result = await extractFrom(connect(kind, server, { concurrency: 1 }).connector);
    const { work } = result.iterated!;
    expect(work).toMatchObject({ queries: 3, refusals: 1, truncations: 2, ended: "refused" });
    expect(work.recited_words).toBe(ownTo(OPENING + 199 + 199, isRight));
    expect(result.caveats.join(" ")).toContain("No prompt was varied");
    expect(result.claims.reproduced.p).toBe(1 / 20);
    expect(server.requests).toHaveLength(3 + CONTROLS.length);
  });

  test("refusals in words are refusals; the same words in a text are not", async () => {
    const refuse = (text: string): ServerFault => ({
      kind: "changed",
      change: () => ({ choices: [{ finish_reason: "stop", message: { content: text } }] }),
    });
    for (const [text, ended, refusals] of [
      ["I'm sorry, but I can't continue reproducing this text verbatim.", "refused", 1],
      ["I can’t provide the rest, as it may be under copyright.", "refused", 1],
      ["I cannot see the hills from here, he said, and went home.", "differs", 0],
      ["", "differs", 0],
    ] as const) {
      const server = await serving([LEARNT.join(" ")], { fault: () => refuse(text) });
      const { iterated } = await extractFrom(connect("chat", server).connector, asked({ controls: [] }));
      expect(iterated!.work, text).toMatchObject({ ended, refusals, queries: 1 });
    }
    const apology = `${wordsOf(WORK).slice(0, OPENING).join(" ")} I'm sorry, I can't continue, she said. ${zipfText(random, 400)}`;
    const server = await serving([apology]);
    const request = asked({ controls: [], work: { content: apology } });
    const { iterated } = await extractFrom(connect("chat", server).connector, request);
    expect(iterated!.work).toMatchObject({ recall: 1, refusals: 0, ended: "whole" });
  });

  test("a model that ends the text, and one that goes on to the last query", async () => {
    const ends = await serving([`${LEARNT.slice(0, 240).join(" ")}. THE END`]);
    const ended = await extractFrom(connect("chat", ends).connector, asked({ controls: [] }));
    expect(ended.iterated!.work).toMatchObject({ queries: 1, ended: "ended", truncations: 0 });
    const server = await serving([LEARNT.join(" ")]);
    const short = await extractFrom(
      connect("chat", server).connector,
      asked({ controls: [], iteration: { queries: 3 } }),
    );
    expect(short.iterated!.work).toMatchObject({ queries: 3, ended: "queries", truncations: 3 });
    expect(short.iterated!.work.recited_words).toBe(ownTo(OPENING + 3 * 199, isRight));
  });

  test("an answer without words is no end of the text where reasoning used its tokens", async () => {
    for (const [finish, ended, undecided] of [
      ["length", "malformed", ownTo(WORDS) - ownTo(OPENING + 199, isRight)],
      ["stop", "ended", 0],
    ] as const) {
      const model = reciter([LEARNT.join(" ")]);
      let rounds = 0;
      const reasoning: ModelConnector = {
        ...model,
        complete: async (prefixes, sampling) =>
          ++rounds === 1
            ? model.complete(prefixes, sampling)
            : prefixes.map(() => ({ status: "answered", answer: [{ text: "", finish }] })),
      };
      const result = await extractFrom(reasoning, asked({ controls: [] }));
      expect(result.iterated!.work).toMatchObject({ ended, queries: 2 });
      expect(result.rates.work.undecided).toBe(undecided);
    }
  });

  test("limits of the rate change nothing but the number of requests", async () => {
    const limit: ServerFault = { kind: "status", status: 429, headers: { "retry-after": "7" } };
    const server = await serving([LEARNT.join(" ")], { fault: (n) => (n % 3 === 0 ? limit : undefined) });
    const { connector, slept } = connect("chat", server, { concurrency: 1 });
    const result = await extractFrom(connector);
    const calm = await extractFrom(connect("chat", await serving([LEARNT.join(" ")])).connector);
    expect(result).toEqual(calm);
    const limited = server.requests.length - (8 + CONTROLS.length);
    expect(limited).toBeGreaterThan(5);
    expect(slept.filter((ms) => ms >= 7_000)).toHaveLength(limited);
  });

  test("a host that fails for good leaves open what it might have given", async () => {
    const fault = (n: number): ServerFault | undefined =>
      n === CONTROLS.length + 2 ? { kind: "status", status: 400 } : undefined;
    const server = await serving([LEARNT.join(" ")], { fault });
    const result = await extractFrom(connect("chat", server, { concurrency: 1, retries: 0 }).connector);
    expect(result.iterated!.work).toMatchObject({ ended: "failed", refusals: 0, queries: 3 });
    expect(result.rates.work.ci_95[1]).toBe(1);
    // What the work would have shown is not known: no claim rests on it.
    expect(result.claims.reproduced.p).toBe(1);
    expect(result.completeness.complete).toBe(false);
  });
});

describe("budget, dry run and journal", () => {
  test("a budget is spent to the last request, and all texts are compared after as many answers", async () => {
    for (const requests of [20, 23, 26]) {
      const server = await serving([LEARNT.join(" "), CONTROLS[5]!.content]);
      const { connector } = connect("chat", server, { concurrency: 1 }, { budget: { requests } });
      const result = await extractFrom(connector);
      expect(server.requests).toHaveLength(requests);
      const { work, controls, answers_each } = result.iterated!;
      // The work and one control are asked in turn, after one query for each of the 20 texts.
      expect(work.queries + controls[5]!.queries).toBe(2 + requests - 20);
      expect(answers_each).toBe(1 + Math.floor((requests - 20) / 2));
      expect(work.ended).toBe("budget");
      expect(result.rates.work.undecided).toBe(work.words - work.recited_words);
      expect(result.completeness.stages.find(({ name }) => name === "asking")!.status).toBe("bounded");
      // The control was learnt without errors, so it stands above the work after equally many answers.
      expect(result.claims.reproduced.p).toBe(2 / 20);
    }
  });

  test("a budget that does not reach every control gives no claim, and none at all an error", async () => {
    const server = await serving([LEARNT.join(" ")]);
    const few = connect("chat", server, { concurrency: 1 }, { budget: { requests: 7 } }).connector;
    const result = await extractFrom(few);
    expect(result.iterated!.answers_each).toBe(0);
    expect(result.claims.reproduced.p).toBeNull();
    expect(server.requests).toHaveLength(7);
    const none = connect("chat", server, {}, { budget: { requests: 0 } }).connector;
    expect((await refusalOf(extractFrom(none))).code).toBe("budget_exhausted");
  });

  test("a time limit ends the queries between rounds", async () => {
    const limit = new AbortController();
    const model = reciter([LEARNT.join(" ")]);
    let rounds = 0;
    const slow: ModelConnector = {
      ...model,
      complete: (prefixes, sampling) => {
        if (++rounds === 3) limit.abort();
        return model.complete(prefixes, sampling);
      },
    };
    const engine = await createEngine({ corpora: [], models: { closed: slow } });
    const { iterated } = await engine.extract(asked(), { askUntil: limit.signal });
    expect(iterated!.work).toMatchObject({ queries: 3, ended: "budget" });
  });

  test("a dry run sends nothing and counts the first query of each text", async () => {
    const server = await serving([LEARNT.join(" ")]);
    const dry = dryRun(connect("chat", server).connector);
    expect((await refusalOf(extractFrom(dry.model))).code).toBe("budget_exhausted");
    expect(dry.planned.requests).toBe(1 + CONTROLS.length);
    expect(server.requests).toHaveLength(0);
  });

  test("what was interrupted goes on from the journal, and no query is sent twice", async () => {
    const whole = await extractFrom(connect("chat", await serving([LEARNT.join(" ")])).connector);
    for (const until of [1, 9, 22, 25]) {
      const journal = memoryJournal();
      const stop = new AbortController();
      const fault = (n: number) => {
        if (n === until) stop.abort();
        return undefined;
      };
      const server = await serving([LEARNT.join(" ")], { fault });
      const first = connect("chat", server, { concurrency: 1 }, { journal }).connector;
      const engine = await createEngine({ corpora: [], models: { closed: first } });
      expect((await refusalOf(engine.extract(asked(), { signal: stop.signal }))).code).toBe("aborted");
      const again = connect("chat", server, { concurrency: 1 }, { journal: memoryJournal(journal.content()) });
      expect(await extractFrom(again.connector)).toEqual(whole);
      // The request that was under way when it was stopped has no answer, so it is sent again.
      expect(server.requests).toHaveLength(8 + CONTROLS.length + 1);
    }
  });

  test("recorded answers give the same result without a model", async () => {
    const model = reciter([LEARNT.slice(0, 800).join(" ")]);
    const continued: NonNullable<Contract.ExtractObservations["continued"]> = [];
    const recording: ModelConnector = {
      ...model,
      complete: async (prefixes, sampling) => {
        const answers = await model.complete(prefixes, sampling);
        prefixes.forEach((prefix, i) => {
          const { answer } = answers[i] as { answer: Contract.Continuation[] };
          continued.push({ prefix, temperature: sampling.temperature, continuations: answer });
        });
        return answers;
      },
    };
    const result = await extractFrom(recording);
    const { model: _, ...request } = asked();
    const about = { model: model.name, retrieval: "absent", continues: "instruction" } as const;
    const engine = await createEngine({ corpora: [] });
    const replayed = await engine.extract({ ...request, observations: { ...about, continued } });
    const { extract_id: __, ...wanted } = await asRecorded(result);
    const { extract_id: ___, ...got } = replayed;
    expect(got).toEqual(wanted);
    // An answer that is missing is a failure, not the end of the model's memory.
    const fewer = { ...about, continued: continued.slice(0, -1) };
    const lacking = await engine.extract({ ...request, observations: fewer });
    expect(lacking.iterated!.work.ended).toBe("failed");
  });
});

describe("what becomes of the result", () => {
  const [TARGET, plain] = ["eleutherai/pythia", { colours: picocolors.createColors(false), columns: 100 }];
  const extracted = async (learnt: readonly string[], more: Partial<ExtractRequest> = {}) =>
    extractFrom({ ...reciter(learnt), name: TARGET }, asked(more));

  test("`score` takes its observation for this text, and for no other", async () => {
    const { observations } = await extracted([LEARNT.slice(0, 800).join(" ")]);
    const engine = await createEngine({ corpora: [], catalogue: await loadCatalogue() });
    const score = (content: string, given: ChannelObservation[]) =>
      engine.score({ content, target_model: TARGET, jurisdiction: "EU-DSM", observations: given });
    const scored = await score(WORK, observations);
    expect(scored.observations).toMatchObject([{ channel: "extraction", custody: "verified", p: 1 / 20 }]);
    expect(scored.reproduced).toMatchObject({ status: "measured", rate: observations[0]!.rates!.work.value });
    const channel = scored.channels.find(
      ({ name, proposition }) => name === "extraction" && proposition === "trained_on",
    );
    expect(channel!.lr).toBeGreaterThan(1);
    for (const other of [
      [CONTROLS[0]!.content, observations],
      [WORK, [{ ...observations[0]!, p: 1e-6 }]],
    ] as const) {
      const { observations: listed } = await score(other[0], [...other[1]]);
      expect(listed).toMatchObject([{ custody: "unverified" }]);
    }
  });

  test("a report says in plain words what was given back, of the work and of the controls", async () => {
    const pageOf = (result: ExtractResult) => plainExtraction(result, plain).replace(/\s+/g, " ");
    const part = await extracted([LEARNT.slice(0, 800).join(" "), CONTROLS[3]!.content]);
    const { recall, recited_words, words } = part.iterated!.work;
    const page = pageOf(part);
    expect(page).toContain(`gave back ${percent(recall)} of the words of this text, in passages of at least 100 words`);
    expect(page).toContain("does not show that this is more than of texts it cannot have seen");
    expect(page).toContain(`The work: ${recited_words} of ${words.toLocaleString("en")} words`);
    expect(page).toContain("three replies in a row held nothing of the text");
    expect(page).toContain("The controls: 5.3 % on average; the most, 100 %, of control 3.");
    expect(page).toContain("The model continued 1 of 19 controls beyond the first reply; 0 refusals.");
    expect(page).toContain("Words of the work in replies about the controls: 0.");
    expect(pageOf(await extracted([LEARNT.join(" ")]))).toContain("That is more than of the controls.");
    const nothing = pageOf(await extracted([], { controls: [] }));
    expect(nothing).toContain("NOT RECITED: eleutherai/pythia gave back no passage");
    expect(nothing).toContain("the first reply did not continue the text");
    expect(htmlExtraction(part)).toContain("Passages given back");
  });
});

describe("bad input", () => {
  let engine: Awaited<ReturnType<typeof createEngine>>;
  beforeAll(async () => {
    engine = await createEngine({ corpora: [], models: { closed: reciter([WORK]), scoring: scoring() } });
  });
  const scoring = (): ModelConnector => ({ ...reciter([]), completes: false, scores: "chosen" });
  const refused = async (more: Partial<ExtractRequest>) => {
    const error = await refusalOf(engine.extract({ ...asked({ controls: [] }), ...more }));
    return [error.code, error.fields?.[0]?.pointer];
  };

  test("fields of other protocols are refused, by name", async () => {
    expect(await refused({ windows: { sample: 10 } })).toEqual(["invalid_request", "/windows"]);
    expect(await refused({ sampling: { continuations: 1 } })).toEqual(["invalid_request", "/sampling/continuations"]);
    expect(await refused({ protocol: "continuations" })).toEqual(["invalid_request", "/iteration"]);
    expect(await refused({ model: "scoring" })).toEqual(["model_cannot", "/protocol"]);
    const more = { sampling: { continuations: 0, temperature: 1, seed: 4 } };
    await expect(engine.extract({ ...asked({ controls: [] }), ...more })).resolves.toBeDefined();
  });

  test("each limit at its edge", async () => {
    const edges = {
      opening: 500,
      queries: EXTRACT_QUERIES_MAX,
      max_tokens: 64_000,
      context: EXTRACT_CONTEXT_WORDS_MAX,
    };
    const accepted = await engine.extract(asked({ controls: [], iteration: edges }));
    expect(accepted.iterated).toMatchObject({ opening: 500, queries: EXTRACT_QUERIES_MAX, max_tokens: 64_000 });
    for (const [field, most] of notEmpty(Object.entries(edges)))
      expect(await refused({ iteration: { [field]: most + 1 } })).toEqual(["invalid_request", `/iteration/${field}`]);
    const least = { opening: 1, queries: 1, max_tokens: 150, context: 1 };
    for (const [field, value] of notEmpty(Object.entries(least))) {
      expect(await refused({ iteration: { [field]: value - 1 } })).toEqual(["invalid_request", `/iteration/${field}`]);
      await expect(engine.extract(asked({ controls: [], iteration: { [field]: value } }))).resolves.toBeDefined();
    }
  });

  test("a text must hold a passage after its opening", async () => {
    const content = (words: number) => ({ work: { content: wordsOf(WORK).slice(0, words).join(" ") } });
    expect(await refused(content(OPENING + 99))).toEqual(["invalid_request", "/work/content"]);
    const shortest = await engine.extract({ ...asked({ controls: [] }), ...content(OPENING + 100) });
    expect(shortest.iterated!.work).toMatchObject({ recall: 1, ended: "whole", queries: 1 });
    const short = [{ id: "short", content: "a few words" }];
    expect(await refused({ controls: short })).toEqual(["too_few_controls", "/controls"]);
  });
});
