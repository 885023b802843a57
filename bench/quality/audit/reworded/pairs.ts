/**
 * What does `compare` say of pairs in other words? Forty that an opposing expert would bring, rewordings at three strengths, and
 * translations: all written for this project, the contested ones before the rules. And passages of the Bible in two translations,
 * beside other passages of the same book.
 */
import { readFileSync } from "node:fs";
import type { RewordedVerdict } from "../../../../src/base/contract/operations/rewording.ts";
import type { Encoder } from "../../../../src/base/contract/resources/encoder.ts";
import { RandomStream } from "../../../../src/core/kernels/numbers/random.ts";
import { createEngine } from "../../../../src/engine/engine.ts";
import { hasSharedData, sharedRecords } from "../../../harness/shared.ts";

interface WrittenPair {
  id: string;
  kind: string;
  a: string;
  b: string;
}

interface JudgedPair extends WrittenPair {
  isContested: boolean;
  verdict: RewordedVerdict;
  /** Whether passages already show it: the words themselves are shared. */
  isShared: boolean;
}

/** @param isAsked which of them; all, where it is absent */
export async function judgedPairs(
  encoder: Encoder,
  isAsked: (pair: WrittenPair) => boolean = () => true,
): Promise<JudgedPair[]> {
  const { contested, reworded, novels } = writtenPairs();
  return judged(encoder, [...contested, ...reworded, ...novels].filter(isAsked), contested);
}

export function writtenPairs() {
  const file = new URL("../../../../test/engine/compare/rewordings.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Record<"contested" | "reworded" | "novels", WrittenPair[]>;
}

/** A rewording by its id. */
export function writtenPair(id: string): WrittenPair {
  const found = writtenPairs().reworded.find((pair) => pair.id === id);
  if (found === undefined) throw new Error(`There is no pair ${id}.`);
  return found;
}

async function judged(encoder: Encoder, pairs: readonly WrittenPair[], contested: readonly WrittenPair[]) {
  const engine = await createEngine({ corpora: [], encoder });
  const found: JudgedPair[] = [];
  for (const pair of pairs) {
    const result = await engine.compare({ a: pair.a, b: pair.b });
    const { verdict } = result.reworded!;
    found.push({ ...pair, isContested: contested.includes(pair), verdict, isShared: result.passages!.length > 0 });
  }
  return found;
}

interface Rewording {
  id: string;
  label: number;
  relation: string;
  grade?: string;
  a: { ref: string; text: string };
  b: { ref: string; text: string };
}

/** Of half of the books, by a hash of their names, the limits have seen passages; the others judge. */
function isSeenBook({ ref }: { ref: string }): boolean {
  const book = ref.replace(/ \d.*$/, "");
  return [...book].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) >>> 0, 7) % 2 === 0;
}

const GRADES = ["light", "moderate", "heavy", "extreme", "other-passage-same-book", "other-passage"];
const OF_EACH = 40;

/** Passages of books that set no limit, at most so many of each grade. */
export async function judgedBible(encoder: Encoder, isSeen: boolean, ofEach = OF_EACH): Promise<JudgedPair[]> {
  if (!hasSharedData()) return [];
  const all = sharedRecords<Rewording>("pairs/bible-rewording/*.jsonl.gz").filter(
    ({ a, b }) => isSeenBook(a) === isSeen && isSeenBook(b) === isSeen,
  );
  const random = new RandomStream("bible in other words");
  const pairs = GRADES.flatMap((kind) => {
    const of = all.filter(({ label, grade, relation }) => (label === 1 ? grade : relation) === kind);
    return random
      .shuffle(of)
      .slice(0, ofEach)
      .map(({ id, a, b }) => ({ id, kind, a: a.text, b: b.text }));
  });
  return judged(encoder, pairs, []);
}

const isOfBible = ({ id }: WrittenPair): boolean => id.includes("~");

/** Rows of a table, with the goal beside each. */
export function pairsTable(judged: readonly JudgedPair[], encoder: Encoder) {
  const kinds: [name: string, goal: string, of: (pair: JudgedPair) => boolean][] = [
    ["contested", "0 likely, at most 4 possible", (pair) => pair.isContested],
    ...["light", "medium", "heavy"].map((kind): (typeof kinds)[number] => [
      `reworded, ${kind}`,
      kind === "heavy" ? "none" : "95 % found",
      (pair) => pair.kind === kind && !isOfBible(pair),
    ]),
    ...["novel, seen", "novel, unseen"].map((kind): (typeof kinds)[number] => [
      `reworded, ${kind}`,
      "none",
      (pair) => pair.kind === kind,
    ]),
    ["translated", "none", (pair) => pair.kind === "translation"],
    ...GRADES.map((kind): (typeof kinds)[number] => [
      `Bible, ${kind}`,
      kind.startsWith("other") ? "0 likely or possible" : "none",
      (pair) => pair.kind === kind && isOfBible(pair),
    ]),
  ];
  return {
    title: `compare on pairs in other words (encoder: ${encoder.name})`,
    head: ["pairs", "number", "likely", "possible", "else passages", "none", "goal"],
    rows: kinds.flatMap(([name, goal, of]) => {
      const pairs = judged.filter(of);
      if (pairs.length === 0) return [];
      const count = (isCounted: (pair: JudgedPair) => boolean) => String(pairs.filter(isCounted).length);
      const isFound = ({ verdict }: JudgedPair) => verdict === "likely" || verdict === "possible";
      const row = [
        name,
        String(pairs.length),
        count(({ verdict }) => verdict === "likely"),
        count(({ verdict }) => verdict === "possible"),
        count((pair) => !isFound(pair) && pair.isShared),
        count((pair) => !isFound(pair) && !pair.isShared),
        goal,
      ];
      return [row];
    }),
  };
}
