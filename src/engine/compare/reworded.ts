/** What do two texts say in the same order in other words? An encoder reads their sentences, one by one. */
import type { Method, Stage } from "../../base/contract/common.ts";
import type { ComparedRewording } from "../../base/contract/operations/compare.ts";
import type { Encoder } from "../../base/contract/resources/encoder.ts";
import type { HostOptions } from "../../base/contract/resources/host.ts";
import { isSpoliaError } from "../../base/errors.ts";
import { rounded, sum } from "../../base/lists/numbers.ts";
import type { WordRange } from "../../core/text/text.ts";
import { identityOf } from "../../core/vectors/checked.ts";
import { stageOf } from "../steps/completeness.ts";
import type { Content } from "../steps/content.ts";
import { judged } from "../steps/reworded/judge.ts";
import { MEANINGS, readUpTo, SENTENCES_MAX, SENTENCES_MIN, WORDS_MIN } from "../steps/reworded/rule.ts";
import {
  backgroundFor,
  encoding,
  foreignTo,
  isJudged,
  parametersOf,
  type ReadSide,
  rangesBeside,
  readSide,
} from "../steps/reworded/sides.ts";
import type { ComparedSide, Shared } from "./sides.ts";

/** What was found, and the stage that says what was not looked at. */
interface RewordedFinding {
  reworded: ComparedRewording;
  stage: Stage;
  /** Of the method. */
  parameters: Method["parameters"];
}

const NO_TEXT = "A side was given as fingerprint data, which has no sentences.";
const FAILED = "The encoder gave no vectors.";

/** @param shared what stands in both, word for word or in another spelling. @throws aborted */
export async function rewordedOf(
  encoder: Encoder,
  given: readonly [ComparedSide, ComparedSide],
  { common, sides }: Shared,
  host: HostOptions,
): Promise<RewordedFinding> {
  if (common === null) return notSearched(encoder, "skipped", NO_TEXT);
  const read = (["a", "b"] as const).map((name, i) => {
    const content = given[i]!.content!;
    const verbatim = sides[name].content!.spans(common.passages.map((passage) => passage[name]));
    return { content, all: rangesBeside(content, verbatim) };
  });
  if (!read.every(({ all }) => isJudged(all))) return notSearched(encoder, "skipped", null);
  try {
    const total = sum(read, ({ all }) => Math.min(all.length, SENTENCES_MAX));
    const vectorsOf = encoding(encoder, total, host);
    const background = await backgroundFor(encoder, host.signal);
    const [a, b] = [await firstOf(read[0]!, vectorsOf), await firstOf(read[1]!, vectorsOf)];
    return findingOf(await foundIn(encoder, a, b, background), "bounded", boundOf(encoder, [a, b], read));
  } catch (error) {
    if (isSpoliaError(error) && error.code === "model_failed") return notSearched(encoder, "failed", FAILED);
    throw error;
  }
}

const NOTHING = { agree: [], a_only: [], b_only: [] };

function notSearched(encoder: Encoder, status: "skipped" | "failed", reason: string | null): RewordedFinding {
  const meaning =
    reason ??
    `Less than ${SENTENCES_MIN} sentences or clauses, or ${WORDS_MIN} words, of a text are not in passages: too few to judge.`;
  return findingOf(found(encoder, "not_searched", meaning), status, reason);
}

function findingOf(
  reworded: ComparedRewording,
  status: "bounded" | "skipped" | "failed",
  reason: string | null,
): RewordedFinding {
  return {
    reworded,
    stage: stageOf("reworded", status, reason),
    parameters: parametersOf(reworded.encoder),
  };
}

function found(encoder: Encoder, verdict: ComparedRewording["verdict"], meaning: string): ComparedRewording {
  return {
    verdict,
    kind: null,
    share_a: 0,
    share_b: 0,
    margin: null,
    sentences: [],
    numbers: NOTHING,
    names: NOTHING,
    meaning,
    encoder: identityOf(encoder),
  };
}

/** As much of a text as is read. */
const firstOf = (
  { content, all }: { content: Content; all: readonly WordRange[] },
  vectorsOf: Parameters<typeof readSide>[2],
) => readSide(content, all.slice(0, SENTENCES_MAX), vectorsOf);

async function foundIn(encoder: Encoder, a: ReadSide, b: ReadSide, background: number): Promise<ComparedRewording> {
  const stretch = await judged(a, b, background);
  if (stretch === null) return found(encoder, "none_found", MEANINGS.none_found);
  const { inA, inB, ...shown } = stretch;
  return {
    ...found(encoder, shown.verdict, MEANINGS[shown.verdict]),
    ...shown,
    share_a: rounded(inA.length / a.ranges.length, 4),
    share_b: rounded(inB.length / b.ranges.length, 4),
  };
}

/** Why less than all was read, or read well; `null` where all was. */
function boundOf(
  encoder: Encoder,
  sides: readonly ReadSide[],
  given: readonly { all: readonly WordRange[] }[],
): string | null {
  const long = given.findIndex(({ all }) => all.length > SENTENCES_MAX);
  const first = long < 0 ? null : readUpTo(sides[long]!.ranges.at(-1)!.end);
  const reasons = [first, foreignTo(encoder, sides)].filter((one) => one !== null);
  return reasons.length === 0 ? null : reasons.join(" ");
}
