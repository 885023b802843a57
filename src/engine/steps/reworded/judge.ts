/** Do two texts say the same in the same order, and what of it can be shown? */
import type { ComparedFacts, CorrespondingSentences } from "../../../base/contract/operations/rewording.ts";
import { rounded } from "../../../base/lists/numbers.ts";
import type { WordRange } from "../../../core/text/text.ts";
import type { SentenceRange } from "../../../core/vectors/aligned.ts";
import { kindOf, type RewordingKind } from "../../../core/vectors/kind.ts";
import { compareNames, namesOf } from "../../../core/vectors/names.ts";
import { compareNumbers, numbersOf } from "../../../core/vectors/numbers.ts";
import { stretchOf } from "../../../core/vectors/stretch.ts";
import { verdictOf } from "./rule.ts";
import type { ReadSide } from "./sides.ts";

/** A stretch of both texts in which sentences correspond. */
export interface JudgedStretch extends ComparedFacts {
  verdict: "likely" | "possible";
  kind: RewordingKind;
  /** Of a sentence, on average. */
  margin: number;
  sentences: CorrespondingSentences[];
  /** Numbers of the sentences that correspond. */
  inA: number[];
  inB: number[];
}

/** `null` where no stretch says the same in the same order. @param background cosine of unrelated texts */
export async function judged(a: ReadSide, b: ReadSide, background: number): Promise<JudgedStretch | null> {
  const stretch = stretchOf(a, b, background);
  if (stretch === null) return null;
  const { pairs } = stretch;
  const [inA, inB] = [pairs.flatMap((pair) => numbered(pair.a)), pairs.flatMap((pair) => numbered(pair.b))];
  const facts = factsOf(a, inA, b, inB);
  const kind = await kindOf(textOf(a, inA), textOf(b, inB));
  const verdict = verdictOf(stretch, facts, kind);
  if (verdict === "none_found") return null;
  const placedA = a.content.placed(pairs.map((pair) => wordsOf(a, pair.a)));
  const placedB = b.content.placed(pairs.map((pair) => wordsOf(b, pair.b)));
  return {
    verdict,
    kind,
    margin: rounded(stretch.margin, 4),
    sentences: pairs.map((pair, i) => ({
      a: placedA[i]!,
      b: placedB[i]!,
      cosine: rounded(pair.cosine, 3),
      margin: rounded(pair.margin, 3),
      ...factsOf(a, numbered(pair.a), b, numbered(pair.b)),
    })),
    ...facts,
    inA,
    inB,
  };
}

const numbered = ({ start, end }: SentenceRange): number[] => Array.from({ length: end - start }, (_, i) => start + i);

/** The words of sentences, from the first to the last. */
const wordsOf = ({ ranges }: ReadSide, { start, end }: SentenceRange): WordRange => ({
  start: ranges[start]!.start,
  end: ranges[end - 1]!.end,
});

const textOf = ({ texts }: ReadSide, sentences: readonly number[]): string =>
  sentences.map((sentence) => texts[sentence]!).join("\n");

/** The numbers and names of sentences of both texts. */
function factsOf(a: ReadSide, inA: readonly number[], b: ReadSide, inB: readonly number[]): ComparedFacts {
  const numbersIn = (side: ReadSide, sentences: readonly number[]) =>
    new Set(numbersOf(textOf(side, sentences), side.language));
  const namesIn = ({ content, ranges }: ReadSide, sentences: readonly number[]) =>
    namesOf(
      content.shingled.text,
      sentences.map((sentence) => ranges[sentence]!),
    );
  const numbers = compareNumbers(numbersIn(a, inA), numbersIn(b, inB));
  const names = compareNames(namesIn(a, inA), namesIn(b, inB));
  return {
    numbers: { agree: numbers.both, a_only: numbers.onlyA, b_only: numbers.onlyB },
    names: { agree: names.both, a_only: names.onlyA, b_only: names.onlyB },
  };
}
