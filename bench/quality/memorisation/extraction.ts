/**
 * Is p_z how often a model recites, and does the operation count it right? On models that learnt passages by heart, through `extract`: scores
 * against continuations, and samples of windows against all of them.
 */
import type { ModelConnector } from "../../../src/contract/model.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { clopperPearson } from "../../../src/statistics/binomial.ts";
import type { Studied } from "../../models/study.ts";
import { study } from "../../models/study.ts";
import type { Cell } from "../../table.ts";
import { windowScenarios } from "../coverage/windows.ts";
import { outcomesOf } from "../coverage.ts";
import { grouped, total } from "../figures.ts";
import { count, type Part, share, shareWithInterval } from "./part.ts";

/** Passages have 28 words: one window each. */
const PASSAGE = { unit: "words", prefix: 20, suffix: 8, select: "census" } as const;
/** A work of passages behind each other. */
const WORK = { unit: "words", prefix: 10, suffix: 8 } as const;
const SAMPLE = 40;
const SCHEMES = [
  { name: "temperature 1", temperature: 1 },
  { name: "temperature .7, the 20 likeliest", temperature: 0.7, top_k: 20 },
] as const;
const CONTINUATIONS = 400;
const COVERED_MIN = 0.94;

interface Window {
  model: number;
  scheme: string;
  repetitions: number;
  pz: number;
  isGreedy: boolean;
  /** Of so many continuations drawn by the tokens of the suffix, those that are it; and by the words of `extract`. */
  hits: number;
  drawn: number;
  verbatim: number;
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
    const connector = model.asConnector("tiny");
    for (const scheme of SCHEMES)
      windows.push(...(await windowsOf(one, connector, scheme, model.tokenizer.encode.bind(model.tokenizer))));
    works.push(await workOf(one, connector, samples));
  }
  onProgress("simulated works");
  const simulated = coverageOfWindows(replicates);
  return answerOf(windows, works, simulated);
}

type Scheme = (typeof SCHEMES)[number];

async function windowsOf(
  { seed, passages }: Studied,
  connector: ModelConnector,
  { name, ...sampling }: Scheme,
  encode: (text: string) => { ids: Uint32Array; starts: Uint32Array },
): Promise<Window[]> {
  const engine = await createEngine({ corpora: [], models: { tiny: connector } });
  const windows: Window[] = [];
  for (const { text, repetitions } of passages) {
    const work = { content: text };
    const scored = await engine.extract({ model: "tiny", work, protocol: "scores", windows: PASSAGE, sampling });
    const [window] = scored.strongest;
    if (window?.p_z == null) continue; // a passage at the end of a work may have fewer words
    const isPlanted = repetitions > 0;
    const suffix = text.slice(window.start);
    const tokens = encode(text).starts.filter((start) => start >= window.start - 1 && start < text.length).length;
    const drawn = isPlanted ? await continued(connector, text.slice(0, window.start).trimEnd(), sampling, tokens, seed) : [];
    const asked = isPlanted
      ? await engine.extract({
          ...{ model: "tiny", work, protocol: "continuations", windows: PASSAGE },
          sampling: { ...sampling, continuations: CONTINUATIONS, seed },
        })
      : null;
    windows.push({
      ...{ model: seed, scheme: name, repetitions, pz: window.p_z[0], isGreedy: scored.extraction.discoverable.work.hits > 0 },
      ...{ hits: count(drawn, (one) => one.trimStart() === suffix), drawn: drawn.length },
      verbatim: asked?.extraction.sampled?.verbatim ?? 0,
    });
  }
  return windows;
}

/** Continuations as long as the suffix in tokens: other divisions into tokens take more, and do not fit. */
async function continued(
  connector: ModelConnector,
  prefix: string,
  sampling: Omit<Scheme, "name">,
  tokens: number,
  seed: number,
) {
  const [answer] = await connector.complete([prefix], {
    ...sampling,
    continuations: CONTINUATIONS,
    max_tokens: tokens,
    seed: seed + 1,
  });
  return answer?.status === "answered" ? answer.answer.map(({ text }) => text) : [];
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
  const outcomes = windowScenarios.flatMap((scenario) => outcomesOf(scenario, replicates)).filter(({ isCarried }) => isCarried);
  return outcomes.reduce((one, other) => (other.covered < one.covered ? other : one));
}

function answerOf(
  windows: readonly Window[],
  works: readonly { model: number; rate: number; covered: number; samples: number; width: number }[],
  simulated: { method: string; covered: number; replicates: number },
): Part {
  const drawn = windows.filter((one) => one.drawn > 0);
  const isHeld = ({ pz, hits, drawn: of }: Window) => {
    const [lo, hi] = clopperPearson(hits, of);
    return lo <= pz && pz <= hi;
  };
  const schemes = grouped(drawn, ({ scheme }) => scheme).map(([scheme, some]) => {
    const informative = some.filter(({ pz }) => pz >= 0.005 && pz <= 0.995);
    const [expected, hits, verbatim, variance] = [
      total(some.map(({ pz, drawn: of }) => pz * of)),
      total(some.map((one) => one.hits)),
      total(some.map((one) => one.verbatim)),
      total(some.map(({ pz, drawn: of }) => of * pz * (1 - pz))),
    ];
    const held = count(some, isHeld);
    const heldInformative = count(informative, isHeld);
    return {
      scheme,
      windows: some.length,
      held,
      informative: informative.length,
      heldInformative,
      expected,
      hits,
      z: (hits - expected) / Math.sqrt(variance),
      verbatim,
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
          "by words, extract",
        ],
        rows: schemes.map((one): Cell[] => [
          ...[
            one.scheme,
            one.windows,
            shareWithInterval(one.held, one.windows),
            shareWithInterval(one.heldInformative, one.informative),
          ],
          ...[one.hits, one.expected.toFixed(1), one.z.toFixed(2), one.verbatim],
        ]),
      },
      {
        title: "Recited by how often a passage stood in each of ten epochs (prefix of 20 words, suffix of 8): 0 are controls",
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

const enough = (isMet: boolean, replicates: number): boolean | null => (isMet ? (replicates >= 2_000 ? true : null) : false);
const rangeOf = (values: readonly number[]): string => `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
