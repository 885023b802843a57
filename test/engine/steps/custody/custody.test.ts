/**
 * Observations that were altered, exchanged, replayed or invented: each is refused or listed as unverified, gives
 * neither ratio nor tier, and the untouched one of its kind counts.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChannelObservation } from "../../../../src/base/contract/operations/observation.ts";
import type { ScoreResult } from "../../../../src/base/contract/operations/score.ts";
import { shapeFaults } from "../../../../src/base/contract/shapes.ts";
import { createEngine, type Engine, fingerprint, isSpoliaError, type ScoreRequest } from "../../../../src/index.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { type Fixture, openFixture } from "../../fixtures.ts";
import {
  FOREIGN_ONES,
  ofTexts,
  orderSecret,
  otherOrder,
  passages,
  published,
  scoresOf,
  secrets,
  TARGET,
  VALID,
  type Valid,
  WORK,
} from "./evidence.ts";
import { FORGERIES, forged } from "./forgeries.ts";

let fixture: Fixture;
/** Without corpora nothing but the observations can support anything. */
let engine: Engine;
beforeAll(async () => {
  fixture = await openFixture();
  engine = await createEngine({ corpora: [], catalogue: fixture.catalogue });
});
afterAll(async () => {
  for (const corpus of fixture.corpora) await corpus.close();
});

const score = (observations: ChannelObservation[], more: Partial<ScoreRequest> = {}) =>
  engine.score({ content: WORK, target_model: TARGET, jurisdiction: "EU-DSM", observations, ...more });
const ratiosOf = ({ channels }: ScoreResult) => channels.filter(({ lr }) => lr !== null);
const json = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

/** The reason why an observation does not count, or the code of the refusal. */
async function turnedDown(observation: ChannelObservation, more: Partial<ScoreRequest>): Promise<string> {
  let result: ScoreResult;
  try {
    result = await score([observation], more);
  } catch (error) {
    if (!isSpoliaError(error)) throw error;
    expect(error.fields.length).toBeGreaterThan(0);
    return error.code;
  }
  expect(result.observations[0]!.custody).toBe("unverified");
  expect(ratiosOf(result)).toEqual([]);
  expect([result.tier, result.score, result.reproduced.status]).toEqual(["insufficient_evidence", 0, "not_measured"]);
  const marked = result.channels.filter(({ status }) => status === "unverified");
  expect(marked.map(({ name, reason }) => [name, reason])).toEqual([
    [observation.channel, result.observations[0]!.reason],
  ]);
  expect(result.completeness.stages.at(-1)).toMatchObject({ name: "model_probing", status: "skipped" });
  return result.observations[0]!.reason;
}

describe("untouched", () => {
  test.each(Object.entries(VALID))("%s counts", async (_, { observation, secrets, custody }) => {
    const result = await score([json(observation)], { secrets });
    expect(result.observations).toMatchObject([{ channel: observation.channel, custody, p: observation.p }]);
    expect(result.observations[0]!.made_by).toMatch(/^spolia \d.*, (?:own|scores)$/);
    expect(ratiosOf(result).map(({ name }) => name)).toContain(observation.channel);
    expect(["insufficient_evidence", "no_support"]).not.toContain(result.tier);
    expect(shapeFaults("ScoreResult", result)).toEqual([]);
  });

  test("several kinds count together, and an unverified one takes nothing from them", async () => {
    const given = { secrets: { canaries: [secrets[0]!], order: orderSecret } };
    const [canary, order, probe] = ["a canary", "an order", "a probe of the work"].map((of) => VALID[of]!.observation);
    const both = await score([canary!, order!], given);
    expect(both.observations.map(({ custody }) => custody)).toEqual(["recomputed", "recomputed"]);
    const three = await score([canary!, order!, { ...probe!, p: 1e-9 }], given);
    expect(three.observations.at(-1)).toMatchObject({ channel: "membership", custody: "unverified" });
    expect([three.score, three.tier]).toEqual([both.score, both.tier]);
    expect(three.caveats.join(" ")).toContain("1 of 3 observations is unverified and counts for nothing");
  });
});

/** Every value of a document with another of its kind; lists also lose their last item. */
function alterations(value: unknown, change: (changed: unknown) => unknown, at: string): [string, unknown][] {
  const to = (other: unknown): [string, unknown] => [at, change(other)];
  if (typeof value === "number") return [to(value === 1 ? 0.5 : value / 2 - 0.25), to(value + 1)];
  if (typeof value === "string") {
    const last = value.endsWith("0") ? "1" : "0";
    return value === "" ? [] : [to(value.slice(0, -1) + last)];
  }
  if (value === null) return [to("made up"), to(1)];
  if (Array.isArray(value)) {
    const of = (i: number) => (other: unknown) => change(value.map((one, j) => (i === j ? other : one)));
    const some = value.flatMap((one, i) => (i === 0 ? alterations(one, of(i), `${at}/${i}`) : []));
    return [...some, ...(value.length > 0 ? [to(value.slice(0, -1))] : [])];
  }
  return Object.entries(value as object).flatMap(([name, field]) =>
    alterations(field, (other) => change({ ...(value as object), [name]: other }), `${at}/${name}`),
  );
}

const WORDS: Partial<Record<keyof ChannelObservation, readonly unknown[]>> = {
  exactness: ["exact", "conditional", "exploratory"],
  gate: ["passed", "not_passed", "not_needed", "not_run"],
  retrieval: ["absent", "possible"],
  channel: ["extraction", "canary", "order", "dataset_inference", "membership"],
  p: [1e-9, 0.01, null],
  reason: ["It is so.", null],
};

describe("altered, without another seal", () => {
  test.each(Object.entries(VALID))("%s: no field can change", async (_, { observation, secrets }) => {
    const given = json(observation);
    const changed = [
      ...alterations(given, (other) => other, ""),
      ...Object.entries(WORDS).flatMap(([name, values]) =>
        values
          .filter((value) => value !== given[name as keyof ChannelObservation])
          .map((value): [string, unknown] => [`/${name} ${value}`, { ...given, [name]: value }]),
      ),
    ];
    expect(changed.length).toBeGreaterThan(40);
    for (const [at, altered] of notEmpty(changed))
      expect(await turnedDown(altered as ChannelObservation, { secrets }), at).toMatch(/./);
  });
});

describe("altered or exchanged, and sealed again", () => {
  test.each(FORGERIES)("%s, of %s", async (_, of, change) => {
    expect(await turnedDown(await forged(of, change), { secrets: VALID[of]!.secrets })).toMatch(/./);
  });

  test("the table is long, and names each forgery once", () => {
    expect(new Set(FORGERIES.map(([name, of]) => `${name} ${of}`)).size).toBe(FORGERIES.length);
    expect(FORGERIES.length).toBeGreaterThanOrEqual(45);
  });
});

describe("replayed", () => {
  test.each(Object.entries(FOREIGN_ONES))("%s", async (_, { observation, secrets }) => {
    expect(await turnedDown(observation, { secrets })).toMatch(/not about this text|of other texts/);
  });

  test.each(Object.entries(VALID))("%s does not count for another text", async (_, { observation, secrets }) => {
    const content = `${passages[0]} and nothing more`;
    expect(await turnedDown(observation, { secrets, content })).toContain("not about this text");
    expect(await turnedDown(observation, { secrets, content: "" })).toContain("not about this text");
  });

  test.each(Object.entries(VALID))("%s does not count for a fingerprint", async (_, { observation, secrets }) => {
    const { bytes } = await fingerprint(WORK);
    const more = { secrets, content: undefined, fingerprint_data: bytes };
    expect(await turnedDown(observation, more)).toContain("Fingerprint data carry no text");
  });

  test.each(Object.entries(VALID))(
    "%s is refused for another model, and twice",
    async (_, { observation, secrets }) => {
      expect(await turnedDown({ ...observation, model: "lab/old" }, { secrets })).toBe("invalid_request");
      expect(await turnedDown(observation, { secrets, target_model: "lab/old" })).toBe("invalid_request");
      await expect(score([observation, observation], { secrets })).rejects.toMatchObject({
        code: "invalid_request",
        fields: [{ pointer: "/observations/1/channel" }],
      });
    },
  );

  test("an order does not count for the items in another order", async () => {
    const { observation, secrets } = VALID["an order"]!;
    const content = WORK.replace(orderSecret.items.join("\n\n"), otherOrder.items.join("\n\n"));
    expect(content).not.toBe(WORK);
    expect(await turnedDown(observation, { secrets, content })).toContain("in their order");
  });

  test("a canary does not count for a text with another string of its pool", async () => {
    const { observation, secrets: given } = VALID["a canary"]!;
    const { strings, index } = secrets[0]!;
    const other = strings[(index + 1) % strings.length]!;
    const content = WORK.replace(published[0]!.replaceAll(" ", "\n"), other);
    expect(await turnedDown(observation, { secrets: given, content })).toContain("does not stand in it");
  });
});

describe("secrets", () => {
  const exact = Object.entries(VALID).filter(([, { secrets: given }]) => given !== undefined);

  test.each(exact)("%s does not count without its secret", async (_, { observation }) => {
    const missing = [undefined, {}, { canaries: [secrets[2]!] }];
    for (const given of notEmpty(missing))
      expect(await turnedDown(observation, { secrets: given })).toContain("secret of its commitment was not given");
  });

  test("nor with the secret of another order, a changed one, or one whose strings were chosen", async () => {
    const order = VALID["an order"]!.observation;
    expect(await turnedDown(order, { secrets: { order: otherOrder } })).toContain("does not match the commitment");
    const canary = VALID["a canary"]!.observation;
    const [secret] = secrets;
    const chosen = { ...secret!, strings: [...secret!.strings.slice(1), "words that I like"] };
    const changed = [chosen, { ...secret!, index: (secret!.index + 1) % 200 }, { ...secret!, nonce: "0".repeat(64) }];
    for (const one of notEmpty(changed))
      expect(await turnedDown(canary, { secrets: { canaries: [one] } })).toContain("was not given");
    const reseeded = { ...secret!, seed: "9".repeat(64) };
    expect(await turnedDown(canary, { secrets: { canaries: [reseeded] } })).toContain("does not match the commitment");
  });

  test("are refused where they have no form of one", async () => {
    const { observation } = VALID["a canary"]!;
    const bad = { canaries: [{ ...secrets[0]!, seed: "secret" }] };
    expect(await turnedDown(observation, { secrets: bad })).toBe("invalid_request");
    expect(await turnedDown(observation, { secrets: { canaries: [] } })).toBe("invalid_request");
  });
});

describe("invented", () => {
  test.each(Object.entries(VALID))("%s without custody, as 0.1.0 made it", async (_, { observation, secrets }) => {
    const { custody: __, ...typed } = observation;
    expect(await turnedDown(typed, { secrets })).toMatch(/typed by hand, or made before version 0\.2\.0/);
  });

  test("a canary typed by hand, with a p that no test gave", async () => {
    const typed: ChannelObservation = {
      ...{ channel: "canary", model: TARGET, p: 1e-6, exactness: "exact", tests: 1, controls: 999_999, power: null },
      ...{ gate: "not_needed", rates: null, retrieval: "absent", statistic: { rank: 1 }, reason: null },
    };
    expect(await turnedDown(typed, {})).toContain("carries no hashes");
  });

  test("what nobody can tell: scores that were made up with a commitment are recomputed, and say so", async () => {
    const { observation, secrets: given } = VALID["a canary"]!;
    expect(observation.custody!.canaries!.tested[0]!.scores).toEqual(scoresOf(0));
    const { observations } = await score([observation], { secrets: given });
    expect(observations[0]!.reason).toContain("That the model gave these scores");
  });

  test("the passages of a text may stand in any place of it, and overlap", async () => {
    const overlapping = [WORK.slice(0, 300), WORK.slice(10, 40), WORK.slice(-200), WORK.slice(3, 5), ...passages];
    const valid: Valid = { observation: await ofTexts("membership", overlapping), custody: "verified" };
    const result = await score([valid.observation]);
    expect(result.observations[0]).toMatchObject({ custody: "verified" });
  });
});
