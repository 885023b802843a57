/** A work with a canary, an order and passages in it, and observations of a model as the engine makes them. */
import { readers } from "../../../../src/files/index.ts";
import {
  type ChannelObservation,
  commitToCanary,
  commitToOrder,
  createCanary,
  createEngine,
  createOrder,
  type ModelConnector,
  orderObservation,
  type ScoreRequest,
  testCanaries,
} from "../../../../src/index.ts";
import { sealed } from "../../../../src/models/canaries/custody.ts";
import { seeded, zipfText } from "../../../support/texts.ts";

export const TARGET = "lab/whole";
const seedOf = (digit: string) => digit.repeat(64);
const random = seeded(918);

export const secrets = await Promise.all(
  ["a", "b", "c"].map((digit) => createCanary({ seed: seedOf(digit), strings: 200 })),
);
const commitments = await Promise.all(secrets.map(async (secret) => (await commitToCanary(secret)).commitment));
export const published = secrets.map(({ strings, index }) => strings[index]!);
const ITEMS = ["the red house", "a cold lake", "seven old ships", "one more night", "no birds sang", "grey stones"];
export const orderSecret = await createOrder({ seed: seedOf("d"), items: ITEMS });
export const otherOrder = await createOrder({ seed: seedOf("e"), items: ITEMS });
const orderCommitment = await commitToOrder(orderSecret);

/** Passages of the work that a probe asks about, and texts of others. */
export const passages = Array.from({ length: 6 }, () => zipfText(random, 40));
const others = Array.from({ length: 30 }, () => zipfText(random, 60));
/** The third canary is of another work. */
export const WORK = [
  ...[zipfText(random, 60), published[0]!.replaceAll(" ", "\n"), ...passages.slice(0, 3), published[1]],
  ...[...orderSecret.items, ...passages.slice(3), zipfText(random, 60)],
].join("\n\n");

const asked = { model: TARGET, retrieval: "absent", statistic: "log-probability" } as const;
/** Every string has a score of its own, and the published one the best. */
export const scoresOf = (which: number) => {
  const { strings, index } = secrets[which]!;
  return strings.map((_, i) => (i === index ? -1 : -2 - i / 1_000));
};
async function canariesOf(which: readonly number[], positive_ranks?: number[]): Promise<ChannelObservation> {
  const canaries = which.map((i) => ({ secret: secrets[i]!, commitment: commitments[i]! }));
  const { observations } = await testCanaries({ ...asked, canaries, scores: which.map(scoresOf), positive_ranks });
  return observations[0]!;
}

/** Continues the work as it goes on, and other texts with other words. */
const reciting: ModelConnector = {
  name: TARGET,
  retrieval: "absent",
  scores: "none",
  completes: true,
  logprobs: async () => [],
  complete: async (prefixes) =>
    prefixes.map((prefix) => {
      const at = WORK.indexOf(prefix);
      const text = at < 0 ? "nothing of the kind" : WORK.slice(at + prefix.length, at + prefix.length + 400);
      return { status: "answered", answer: [{ text, finish: "stop" }] };
    }),
};

async function extractionOf(content: string): Promise<ChannelObservation> {
  const engine = await createEngine({ corpora: [], readers, models: { reciting } });
  const controls = others.slice(0, 20).map((text, i) => ({ id: String(i), content: text }));
  const windows = { prefix: 10, suffix: 10, sample: 20, per_control: 5 };
  return (await engine.extract({ model: "reciting", work: { content }, controls, windows })).observations[0]!;
}

/** As `probe` makes it of texts, without hundreds of texts. */
export const ofTexts = (
  channel: "membership" | "dataset_inference",
  texts: readonly string[],
  more: Partial<ChannelObservation> = {},
): Promise<ChannelObservation> =>
  sealed(
    {
      ...{ channel, model: TARGET, p: 1e-4, exactness: channel === "membership" ? "exploratory" : "conditional" },
      ...{ tests: 1, controls: 200, power: null, gate: "passed", rates: null, retrieval: "absent" },
      ...{ statistic: { difference: 0.5 }, reason: null },
      ...more,
    },
    { connector: "own", texts, controls: others, answersSha256: "0".repeat(64) },
  );

/** One valid observation of each kind, with the secrets that a score of it needs. */
export interface Valid {
  observation: ChannelObservation;
  secrets?: ScoreRequest["secrets"];
  custody: "recomputed" | "verified";
}

const scores = { published: -1, permuted: Array.from({ length: 199 }, (_, i) => -2 - i / 1_000) };
const evidence = { randomisation: "seeded_shuffle", secret: orderSecret, commitment: orderCommitment } as const;

export const VALID: Readonly<Record<string, Valid>> = {
  "a canary": { observation: await canariesOf([0]), secrets: { canaries: [secrets[0]!] }, custody: "recomputed" },
  "a canary with power": {
    observation: await canariesOf([0], [1, 1, 2, 1]),
    secrets: { canaries: [secrets[1]!, secrets[0]!] },
    custody: "recomputed",
  },
  "two canaries": {
    observation: await canariesOf([0, 1]),
    secrets: { canaries: secrets.slice(0, 2) },
    custody: "recomputed",
  },
  "an order": {
    observation: await orderObservation({ ...evidence, permutations: 199 }, scores, asked),
    secrets: { order: orderSecret },
    custody: "recomputed",
  },
  "an extraction": { observation: await extractionOf(WORK), custody: "verified" },
  "a probe of the work": { observation: await ofTexts("membership", [WORK]), custody: "verified" },
  "a probe of passages": { observation: await ofTexts("membership", passages), custody: "verified" },
  "dataset inference": { observation: await ofTexts("dataset_inference", passages), custody: "verified" },
  "dataset inference of a documented split": {
    observation: await ofTexts("dataset_inference", passages, { exactness: "exact", gate: "not_needed" }),
    custody: "verified",
  },
};

/** Observations that are whole, but of other works. */
export const FOREIGN_ONES: Readonly<Record<string, Valid>> = {
  "a canary of another work": {
    ...VALID["a canary"]!,
    observation: await canariesOf([2]),
    secrets: { canaries: secrets },
  },
  "canaries of which one is of another work": {
    ...VALID["two canaries"]!,
    observation: await canariesOf([0, 2]),
    secrets: { canaries: secrets },
  },
  "an extraction of a part": { ...VALID["an extraction"]!, observation: await extractionOf(WORK.slice(0, 900)) },
  "a probe of another text": { ...VALID["a probe of the work"]!, observation: await ofTexts("membership", others) },
  "a probe of passages and of one other text": {
    ...VALID["a probe of passages"]!,
    observation: await ofTexts("membership", [...passages, others[0]!]),
  },
  "dataset inference of other texts": {
    ...VALID["dataset inference"]!,
    observation: await ofTexts("dataset_inference", others),
  },
  "dataset inference of a changed passage": {
    ...VALID["dataset inference"]!,
    observation: await ofTexts("dataset_inference", [...passages.slice(1), `${passages[0]!.slice(0, -1)}!`]),
  },
  "a probe of nothing": { ...VALID["a probe of the work"]!, observation: await ofTexts("membership", []) },
};
