/** A result as recorded answers give it: the same, but its observations say that the answers were recorded. */
import type { ChannelObservation } from "../../src/index.ts";
import { resealed } from "../../src/models/canaries/custody.ts";

export async function asRecorded<Result extends { observations: ChannelObservation[] }>(
  result: Result,
): Promise<Result> {
  const observations = result.observations.map((one) => resealed(one, { ...one.custody!, connector: "recorded" }));
  return { ...result, observations: await Promise.all(observations) };
}
