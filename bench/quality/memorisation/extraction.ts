/**
 * Is p_z how often a model recites, and does the operation count it right? On models that learnt passages by heart, through `extract`: scores
 * against continuations, and samples of windows against all of them.
 */
import type { Interval } from "../../../src/base/contract/common.ts";
import type { RecitedWindow } from "../../../src/base/contract/operations/extract.ts";
import type { ModelConnector, Sampling } from "../../../src/base/contract/resources/model.ts";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { clopperPearson } from "../../../src/core/statistics/binomial.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import type { Cell } from "../../harness/table.ts";
import type { TinyModel } from "../../models/model.ts";
import type { Studied } from "../../models/study.ts";
import { study } from "../../models/study.ts";
import { outcomesOf } from "../coverage/coverage.ts";
import { windowScenarios } from "../coverage/windows.ts";
import { grouped, total } from "../figures.ts";
import { count, type Part, share, shareWithInterval } from "./part.ts";

/** Passages have 28 words, so one window each: what a reader would ask, and by tokens, where p_z is of one division into them. */
const WORDS = { unit: "words", prefix: 20, suffix: 8, select: "census" } as const;
const TOKENS = { unit: "tokens", prefix: 16, suffix: 12, select: "census" } as const;
/** A work of passages behind each other. */
const WORK = { unit: "words", prefix: 10, suffix: 8 } as const;
const SAMPLE = 40;
const SCHEMES = [
  { name: "temperature 1", temperature: 1 },
  { name: "temperature .7, the 20 likeliest", temperature: 0.7, top_k: 20 },
] as const;
const CONTINUATIONS = 250;
const COVERED_MIN = 0.94;

interface Window {
  model: number;
  scheme: string;
  repetitions: number;
  /** Of eight words after twenty by scores, and whether they follow greedily. */
  pz: number;
  isGreedy: boolean;
  /** What `extract` says of the same window by continuations, where it was asked. */
  sampled: Interval | null;
  /** Of twelve tokens after sixteen, and of so many continuations of twelve tokens, those that are they. */
  tokens: { pz: number; hits: number; drawn: number } | null;
}

export interface ExtractionOptions {
  folder: string | undefined;
  seeds: readonly number[];
  /** Samples of each work. */
  samples: number;
  /** Of each simulated work. */
  replicates: number;
  onProgress: (stage: string) => void;
}

export async function extraction({ folder, seeds, samples, replicates, onProgress }: ExtractionOptions): Promise<Part> {
  const windows: Window[] = [];
  const works: { model: number; rate: number; covered: number; samples: number; width: number }[] = [];
  onProgress(`${seeds.length} reciters, trained again`);
  for await (const one of study("reciter", { seeds, folder })) {
    const model = one.train();
    for (const scheme of SCHEMES) windows.push(...(await windowsOf(one, model, scheme)));
    works.push(await workOf(one, model.asConnector("tiny"), samples));
  }
  onProgress("simulated works");
  const simulated = coverageOfWindows(replicates);
  return answerOf(windows, works, simulated);
}

type Scheme = (typeof SCHEMES)[number];

async function windowsOf(
  { seed, passages }: Studied,
  model: TinyModel,
  { name, ...sampling }: Scheme,
): Promise<Window[]> {
  const connector = model.asConnector("tiny");
  const engine = await createEngine({ corpora: [], models: { tiny: connector } });
  const windows: Window[] = [];
  for (const { text, repetitions } of passages) {
    const asked = { model: "tiny", work: { content: text }, sampling };
    const words = await engine.extract({ ...asked, protocol: "scores", windows: WORDS }).catch(nullIfTooShort);
    const window = words?.strongest[0];
    if (words === null || window?.p_z == null) continue;
    const drawn = { ...sampling, continuations: CONTINUATIONS, seed };
    const continuations =
      repetitions > 0
        ? await engine.extract({ ...asked, protocol: "continuations", windows: WORDS, sampling: drawn })
        : null;
    const tokens = repetitions > 0 ? await engine.extract({ ...asked, protocol: "scores", windows: TOKENS }) : null;
    windows.push({
      ...{
        model: seed,
        scheme: name,
        repetitions,
        pz: window.p_z[0],
        isGreedy: words.extraction.discoverable.work.value === 1,
      },
      sampled: continuations?.strongest.find(({ start }) => start === window.start)?.p_z ?? null,
      tokens: tokens && (await frequencyOf(model, text, tokens.strongest[0]!, { ...drawn, seed: seed + 1 })),
    });
  }
  return windows;
}

/** Dashes that stand alone are no words, so a passage may have a few less than it has been given. */
function nullIfTooShort(error: unknown): null {
  if (isSpoliaError(error) && error.code === "invalid_request") return null;
  throw error;
}

/** How often a model goes on with a window's tokens. `null` where what stands before them is divided otherwise when it stands alone. */
async function frequencyOf(model: TinyModel, text: string, window: RecitedWindow, drawn: Omit<Sampling, "max_tokens">) {
  const [prefix, suffix] = [text.slice(0, window.start), text.slice(window.start, window.end)];
  const whole = model.tokenizer.encode(text).ids;
  const before = model.tokenizer.encode(prefix).ids;
  if (window.p_z === null || before.some((id, i) => id !== whole[i])) return null;
  const sampling = { ...drawn, max_tokens: TOKENS.suffix };
  const [answer] = await model.asConnector("tiny").complete([prefix], sampling);
  const texts = answer?.status === "answered" ? answer.answer.map((one) => one.text) : [];
  return { pz: window.p_z[0], hits: count(texts, (one) => one === suffix), drawn: texts.length };
}

/** Learnt passages and others behind each other: all windows, then samples of them by other seeds. */
async function workOf({ seed, passages, documents }: Studied, connector: ModelConnector, samples: number) {
  const engine = await createEngine({ corpora: [], models: { tiny: connector } });
  const foreign = documents.slice(0, passages.length).map(({ text }) => text);
  const content = passages.map(({ text }, i) => `${text}\n${foreign[i]}`).join("\n");
  const extract = (windows: object) =>
    engine.extract({ model: "tiny", work: { content }, protocol: "scores", windows: { ...WORK, ...windows } });
  const { rates } = await extract({ select: "census" });
  const truth = rates.work.value;
  let [covered, width] = [0, 0];
  for (let i = 0; i < samples; i++) {
    const [lo, hi] = (await extract({ select: "sample", sample: SAMPLE, seed: `${seed}/${i}` })).rates.work.ci_95;
    covered += Number(lo <= truth && truth <= hi);
    width += (hi - lo) / samples;
  }
  return { model: seed, rate: truth, covered, samples, width };
}

/** The scenarios of the question `coverage` that intervals of work rates are held to: where least. */
function coverageOfWindows(replicates: number) {
  const outcomes = windowScenarios
    .flatMap((scenario) => outcomesOf(scenario, replicates))
    .filter(({ isCarried }) => isCarried);
  return outcomes.reduce((one, other) => (other.covered < one.covered ? other : one));
}

function answerOf(
  windows: readonly Window[],
  works: readonly { model: number; rate: number; covered: number; samples: number; width: number }[],
  simulated: { method: string; covered: number; replicates: number },
): Part {
  const drawn = windows.flatMap(({ tokens, ...one }) => (tokens === null ? [] : [{ ...one, ...tokens }]));
  const isHeld = ({ pz, hits, drawn: of }: { pz: number; hits: number; drawn: number }) => {
    const [lo, hi] = clopperPearson(hits, of);
    return lo <= pz && pz <= hi;
  };
  const schemes = SCHEMES.map(({ name }) => {
    const some = drawn.filter(({ scheme }) => scheme === name);
    const informative = some.filter(({ pz }) => pz >= 0.005 && pz <= 0.995);
    const expected = total(some.map(({ pz, drawn: of }) => pz * of));
    const variance = total(some.map(({ pz, drawn: of }) => of * pz * (1 - pz)));
    const hits = total(some.map((one) => one.hits));
    const words = windows.filter(({ scheme, sampled }) => scheme === name && sampled !== null);
    return {
      ...{ scheme: name, windows: some.length, held: count(some, isHeld), informative: informative.length },
      ...{ heldInformative: count(informative, isHeld), expected, hits, z: (hits - expected) / Math.sqrt(variance) },
      sampled: words.length,
      sampledHeld: count(words, ({ pz, sampled }) => sampled![0] <= pz && pz <= sampled![1]),
    };
  });
  const learnt = grouped(
    windows.filter(({ scheme }) => scheme === SCHEMES[0].name),
    ({ repetitions }) => String(repetitions),
  ).sort(([a], [b]) => Number(a) - Number(b));
  const workTotal = {
    covered: total(works.map(({ covered }) => covered)),
    samples: total(works.map(({ samples }) => samples)),
  };
  return {
    tables: [
      {
        title: `p_z by scores against ${CONTINUATIONS} continuations drawn, ${new Set(windows.map(({ model }) => model)).size} reciters`,
        head: [
          "scheme",
          "windows",
          "p_z in the 95 % interval of the frequency",
          "of them .005 ≤ p_z ≤ .995",
          "hits",
          "expected",
          "z",
          "p_z in the interval of extract by continuations",
        ],
        rows: schemes.map((one): Cell[] => [
          ...[
            one.scheme,
            one.windows,
            shareWithInterval(one.held, one.windows),
            shareWithInterval(one.heldInformative, one.informative),
          ],
          ...[one.hits, one.expected.toFixed(1), one.z.toFixed(2), shareWithInterval(one.sampledHeld, one.sampled)],
        ]),
      },
      {
        title:
          "Recited by how often a passage stood in each of ten epochs (prefix of 20 words, suffix of 8): 0 are controls",
        head: ["repetitions", "windows", "p_z ≥ .001", "p_z ≥ .5", "follows greedily", "median p_z"],
        rows: learnt.map(([repetitions, some]): Cell[] => [
          ...[
            Number(repetitions),
            some.length,
            shareWithInterval(
              count(some, ({ pz }) => pz >= 0.001),
              some.length,
            ),
          ],
          shareWithInterval(
            count(some, ({ pz }) => pz >= 0.5),
            some.length,
          ),
          shareWithInterval(
            count(some, ({ isGreedy }) => isGreedy),
            some.length,
          ),
          [...some].sort((a, b) => a.pz - b.pz)[some.length >> 1]!.pz.toPrecision(2),
        ]),
      },
      {
        title: `Rate of a work of learnt and foreign passages, from samples of ${SAMPLE} windows, against all its windows`,
        head: ["works", "rates", "samples", "covered", "mean width", "simulated: least coverage of what is carried"],
        rows: [
          [
            ...[
              works.length,
              rangeOf(works.map(({ rate }) => rate)),
              workTotal.samples,
              shareWithInterval(workTotal.covered, workTotal.samples),
            ],
            (total(works.map(({ width }) => width)) / works.length).toFixed(3),
            `${share(simulated.covered, simulated.replicates)} of ${simulated.replicates} (${simulated.method})`,
          ],
        ],
      },
    ],
    goals: [
      ...schemes.map((one) => ({
        goal: `p_z equals the Monte-Carlo frequency within its interval, ${one.scheme}`,
        figure: `${share(one.held, one.windows)} of ${one.windows} windows; z ${one.z.toFixed(2)}`,
        bar: `≥ ${COVERED_MIN}, |z| ≤ 3.3`,
        isMet: one.held / one.windows >= COVERED_MIN && Math.abs(one.z) <= 3.3,
      })),
      ...schemes.map((one) => ({
        goal: `extract by continuations holds p_z of extract by scores, ${one.scheme}`,
        figure: `${share(one.sampledHeld, one.sampled)} of ${one.sampled} windows`,
        bar: `≥ ${COVERED_MIN}`,
        isMet: one.sampledHeld / one.sampled >= COVERED_MIN,
      })),
      {
        goal: "work rates covered, extract itself",
        figure: `${share(workTotal.covered, workTotal.samples)} of ${workTotal.samples} samples of ${works.length} works`,
        bar: `≥ ${COVERED_MIN}, 2,000 samples`,
        isMet: enough(workTotal.covered / workTotal.samples >= COVERED_MIN, workTotal.samples),
      },
      {
        goal: "work rates covered, simulated (question coverage)",
        figure: `least ${share(simulated.covered, simulated.replicates)} of ${simulated.replicates}`,
        bar: `≥ ${COVERED_MIN}, 2,000 replicates`,
        isMet: enough(simulated.covered / simulated.replicates >= COVERED_MIN, simulated.replicates),
      },
    ],
    record: {
      schemes,
      recited: learnt.map(([repetitions, some]) => ({
        repetitions: Number(repetitions),
        windows: some.length,
        recited: count(some, ({ pz }) => pz >= 0.001),
      })),
      works,
      simulated,
    },
    worst: drawn
      .filter((one) => !isHeld(one))
      .slice(0, 5)
      .map(
        (one) =>
          `reciter ${one.model}, ${one.repetitions} times, ${one.scheme}: p_z ${one.pz.toPrecision(3)}, ${one.hits} of ${one.drawn} drawn`,
      ),
  };
}

const enough = (isMet: boolean, replicates: number): boolean | null =>
  isMet ? (replicates >= 2_000 ? true : null) : false;
const rangeOf = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
