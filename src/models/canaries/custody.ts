/**
 * The custody of an observation: hashes of what was asked, of whom, and a seal over the whole observation. A seal shows
 * that nothing was changed or exchanged since; it does not show who made it, since anybody can compute it.
 */
import { contentDigest, digestOf } from "../../base/bytes/digest.ts";
import type { AskedText, ObservationCustody } from "../../base/contract/operations/custody.ts";
import type { ChannelObservation } from "../../base/contract/operations/observation.ts";
import { ENGINE_VERSION } from "../../base/version.ts";

/** Connectors of answers that no configured model gave. */
export const OWN_CONNECTOR = "own";
export const RECORDED = "recorded";
export const GIVEN_SCORES = "scores";

/** What was asked and answered. */
export interface AskedAndAnswered {
  connector: string;
  texts: readonly string[];
  controls: readonly string[];
  /** SHA-256 of all answers in hexadecimal. */
  answersSha256: string;
  canaries?: ObservationCustody["canaries"];
  order?: ObservationCustody["order"];
}

/** Units of a text that its head covers. */
export const HEAD_UNITS = 32;
const HEAD_FACTOR = 0x01000193;

/** The observation with its custody. */
export async function sealed(
  observation: ChannelObservation,
  { connector, texts, controls, answersSha256, canaries = null, order = null }: AskedAndAnswered,
): Promise<ChannelObservation> {
  const hashes = await Promise.all(controls.map(contentDigest));
  return resealed(observation, {
    engine: ENGINE_VERSION,
    connector,
    model_sha256: await contentDigest(observation.model),
    texts: await Promise.all(texts.map(askedText)),
    controls_sha256: hashes.length === 0 ? null : await digestOf(hashes.sort()),
    answers_sha256: `sha256:${answersSha256}`,
    canaries,
    order,
    seal_sha256: "",
  });
}

/** The observation with this custody and the seal that belongs to both. */
export async function resealed(
  observation: ChannelObservation,
  custody: ObservationCustody,
): Promise<ChannelObservation> {
  const seal_sha256 = await sealOf({ ...observation, custody });
  return { ...observation, custody: { ...custody, seal_sha256 } };
}

/** `sha256:` of the canonical JSON of the observation in which the seal is empty. */
export async function sealOf(observation: ChannelObservation): Promise<string> {
  const custody = { ...observation.custody, seal_sha256: "" };
  const plain: unknown = JSON.parse(JSON.stringify({ ...observation, custody }));
  return digestOf(plain);
}

async function askedText(text: string): Promise<AskedText> {
  const [head = 0] = headsIn(text, Math.min(HEAD_UNITS, text.length));
  return { sha256: await contentDigest(text), length: text.length, head };
}

/** The hash of so many units at every place of a text, each from the one before. */
export function* headsIn(text: string, units: number): Generator<number> {
  if (units > text.length || units === 0) return;
  let hash = 0;
  let power = 1;
  for (let i = 0; i < units; i++) {
    hash = (Math.imul(hash, HEAD_FACTOR) + text.charCodeAt(i)) >>> 0;
    if (i > 0) power = Math.imul(power, HEAD_FACTOR);
  }
  yield hash;
  for (let end = units; end < text.length; end++) {
    const without = hash - Math.imul(power, text.charCodeAt(end - units));
    hash = (Math.imul(without, HEAD_FACTOR) + text.charCodeAt(end)) >>> 0;
    yield hash;
  }
}
