/** Observations of a model, given to `score`. */
import { createEngine, type Engine, isSpoliaError, type ScoreRequest } from "../../../src/index.ts";
import { openFixture } from "../../engine/fixtures.ts";
import { FOREIGN_ONES, TARGET, VALID, type Valid, WORK } from "../../engine/steps/custody/evidence.ts";
import { FORGERIES, forged } from "../../engine/steps/custody/forgeries.ts";
import { ACCEPTED, type Altered, type AlteredKind } from "./altered.ts";

/** Without corpora nothing but the observation can support anything. */
let engine: Promise<Engine> | undefined;
const open = async () => createEngine({ corpora: [], catalogue: (await openFixture()).catalogue });

async function answerTo({ observation, secrets }: Valid, more: Partial<ScoreRequest> = {}): Promise<string> {
  engine ??= open();
  const request = { content: WORK, target_model: TARGET, jurisdiction: "EU-DSM", observations: [observation], secrets };
  try {
    const { observations, tier, channels } = await (await engine).score({ ...request, ...more });
    const [one] = observations;
    if (one!.custody !== "unverified") return `${ACCEPTED}: ${one!.custody}`;
    if (tier !== "insufficient_evidence" || channels.some(({ lr }) => lr !== null)) return `${ACCEPTED} in spite of it`;
    return `unverified: ${one!.reason}`;
  } catch (error) {
    if (!isSpoliaError(error)) throw error;
    return `refused: ${error.code} ${error.fields[0]?.pointer ?? ""}`;
  }
}

const without = (one: Valid): Valid => {
  const { custody: _, ...typed } = one.observation;
  return { ...one, observation: typed };
};
const replayed = (name: string, of: string, more: Partial<ScoreRequest>): Altered => {
  return { name, of, answer: () => answerTo(VALID[of]!, more) };
};

export const OBSERVATIONS: AlteredKind = {
  kind: "observation of a model",
  untouched: Object.entries(VALID).map(([of, one]) => ({ name: "as it was made", of, answer: () => answerTo(one) })),
  altered: [
    ...FORGERIES.map(([name, of, change]) => ({
      name: `${name}, sealed again`,
      of,
      answer: async () => answerTo({ ...VALID[of]!, observation: await forged(of, change) }),
    })),
    ...Object.entries(FOREIGN_ONES).map(([of, one]) => ({ name: "of another work", of, answer: () => answerTo(one) })),
    ...Object.entries(VALID).map(([of, one]) => ({
      name: "typed by hand, without hashes",
      of,
      answer: () => answerTo(without(one)),
    })),
    replayed("given for another text", "a canary", { content: "a letter of today" }),
    replayed("given for another text", "an extraction", { content: "a letter of today" }),
    replayed("given for another model", "a canary", { target_model: "lab/old" }),
    replayed("without its secret", "a canary", { secrets: undefined }),
    replayed("without its secret", "an order", { secrets: undefined }),
    replayed("with the secret of another", "a canary", { secrets: VALID["an order"]!.secrets }),
  ],
};
