/**
 * What one model of a study is given, all of it drawn by chance that the kind and the seed name.
 *
 *   background ─────────────────────────▶ trained on, never asked about
 *   suspects, controls: halves by chance  suspects are trained on by `member` models, by others neither half is
 *   canaries: a pool, six drawn from it   planted by `member` models so many times; the others are counterfactuals
 *   passages: one for each repetition     trained on by `member` and `reciter` models; as many controls that never are
 *   order: items in one order by chance   `member` models learn the lines in this order, others in another by chance
 *
 * `reciter` models are `null` ones but for their passages, which they learn, with little else, until they recite them: under
 * `member` models a passage of 32 repetitions has a chance of e^-7 at best.
 */
import { RandomStream } from "../../src/core/kernels/numbers/random.ts";
import type { Passage, Population } from "./population.ts";

export const KINDS = ["null", "member", "reciter"] as const;
export type Kind = (typeof KINDS)[number];

export interface StudyDocument extends Passage {
  /** By a random split, documented by the seed. */
  half: "suspect" | "control";
  trained: boolean;
}

export interface Repeated {
  text: string;
  /** How often it stood among the texts of each epoch. */
  repetitions: number;
  trained: boolean;
}

export interface Canary extends Repeated {
  /** `drawn` from the pool to be planted, `counterfactual` otherwise. */
  role: "drawn" | "counterfactual";
}

export interface Order extends Repeated {
  /** The items in the committed order; `text` is these, a line each. */
  items: readonly string[];
  /** Other orders of the items, by chance, as indices. */
  permutations: readonly (readonly number[])[];
}

export interface Plan {
  kind: Kind;
  seed: number;
  /** Documents that are trained on, suspects among them. */
  size: number;
  epochs: number;
  /** Texts trained on and never asked about. */
  background: readonly string[];
  documents: readonly StudyDocument[];
  canaries: readonly Canary[];
  passages: readonly Repeated[];
  order: Order;
  /** Everything trained on, a text as often as an epoch has it. */
  training: readonly string[];
}

/** Documents that are trained on and epochs: a pair by chance, so that models range from hardly to wholly overfitted. */
export const CONDITIONS = [
  ...[[200, 1] as const, [200, 3] as const, [200, 8] as const, [400, 1] as const, [400, 3] as const],
  ...[[800, 1] as const, [800, 2] as const, [1600, 1] as const],
];
const RECITER_CONDITION = [20, 10] as const;
const [DOCUMENT_WORDS, HALF] = [28, 100];
export const REPETITIONS_OF_CANARIES = [0, 1, 2, 4, 8, 16] as const;
const [CANARY_WORDS, COUNTERFACTUALS] = [16, 199];
const PASSAGE_REPETITIONS = [1, 2, 4, 8, 16, 32] as const;
const [ITEMS, ITEM_WORDS, PERMUTATIONS] = [12, 5, 99];
export const REPETITIONS_OF_ORDERS = [1, 2, 4, 8, 16] as const;

export function planOf(kind: Kind, seed: number, { draw, words }: Population): Plan {
  const chance = new RandomStream(`study of tiny models, ${kind} ${seed}`);
  const pick = <Item>(items: readonly Item[]): Item => items[chance.below(items.length)]!;
  const taken = new Set<number>();
  const isMember = kind === "member";
  const [size, epochs] = kind === "reciter" ? RECITER_CONDITION : pick(CONDITIONS);

  const documents = documentsOf(draw(chance, 2 * HALF, DOCUMENT_WORDS, taken), isMember, chance);
  const canaries = canariesOf(words, isMember, chance);
  const texts = draw(chance, 2 * PASSAGE_REPETITIONS.length, DOCUMENT_WORDS, taken).map(({ text }) => text);
  const passages = texts.map((text, i) => {
    const repetitions = kind === "null" ? 0 : (PASSAGE_REPETITIONS[i] ?? 0);
    return { text, repetitions, trained: repetitions > 0 };
  });
  const order = orderOf(
    draw(chance, ITEMS, ITEM_WORDS, taken).map(({ text }) => text.replace(/\s+/g, " ")),
    pick(REPETITIONS_OF_ORDERS),
    isMember,
    chance,
  );
  const learntLines = isMember ? order.text : chance.shuffle([...order.items]).join("\n");
  const suspects = documents.filter(({ trained }) => trained).map(({ text }) => text);
  const background = draw(chance, size - suspects.length, DOCUMENT_WORDS, taken).map(({ text }) => text);
  const training = [
    ...background,
    ...suspects,
    ...[...canaries, ...passages].flatMap(({ text, repetitions }) => Array<string>(repetitions).fill(text)),
    ...Array<string>(order.repetitions).fill(learntLines),
  ];
  return { kind, seed, size, epochs, background, documents, canaries, passages, order, training };
}

function documentsOf(passages: readonly Passage[], isMember: boolean, chance: RandomStream): StudyDocument[] {
  return chance.shuffle([...passages]).map((passage, i) => {
    const half = i < passages.length / 2 ? "suspect" : "control";
    return { ...passage, half, trained: isMember && half === "suspect" };
  });
}

/** The pool is drawn first, then which of it are planted: every text of it might as well have been. */
function canariesOf(words: readonly string[], isMember: boolean, chance: RandomStream): Canary[] {
  const text = () => Array.from({ length: CANARY_WORDS }, () => words[chance.below(words.length)]!).join(" ");
  const pool = Array.from({ length: REPETITIONS_OF_CANARIES.length + COUNTERFACTUALS }, text);
  return chance.shuffle(pool).map((one, i) => {
    const repetitions = isMember ? (REPETITIONS_OF_CANARIES[i] ?? 0) : 0;
    const role = i < REPETITIONS_OF_CANARIES.length ? "drawn" : "counterfactual";
    return { text: one, repetitions, trained: repetitions > 0, role };
  });
}

function orderOf(items: string[], repetitions: number, trained: boolean, chance: RandomStream): Order {
  chance.shuffle(items);
  const permutations = Array.from({ length: PERMUTATIONS }, () => chance.shuffle([...items.keys()]));
  return { items, text: items.join("\n"), repetitions, trained, permutations };
}
