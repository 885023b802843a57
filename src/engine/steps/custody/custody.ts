/**
 * Which observations count in a score: those that are whole and of the text that is scored. Exact ones are computed
 * again from what was committed to. The others are listed and give nothing.
 */
import { contentDigest } from "../../../base/bytes/digest.ts";
import type { ChannelObservation } from "../../../base/contract/operations/observation.ts";
import type {
  Reproduced,
  ScoreChannel,
  ScoredObservation,
  ScoreRequest,
} from "../../../base/contract/operations/score.ts";
import { throwIfAborted } from "../../../base/errors.ts";
import { counted, plural } from "../../../base/plural.ts";
import { type CheckedCustody, checkCustody } from "../../../models/canaries/custodyCheck.ts";
import { reproducedOf } from "../../evidence/channels/observations.ts";
import { caveatsWhere } from "../completeness.ts";
import type { Content } from "../content.ts";
import type { EngineContext } from "../context.ts";
import { findTexts, standInTurn } from "./places.ts";

export interface Examined {
  /** The observations that count. */
  counted: ChannelObservation[];
  /** One entry for each observation. */
  listed: ScoredObservation[];
}

/** What observations are compared with. */
export interface ScoredContent {
  /** The request of the score, in which a registered work has its content by now. */
  request: ScoreRequest;
  /** Reads the content, once. */
  read: () => Content;
  signal: AbortSignal | undefined;
}

export async function examine(
  context: EngineContext,
  observations: readonly ChannelObservation[],
  scored: ScoredContent,
): Promise<Examined> {
  const examined: Examined = { counted: [], listed: [] };
  for (const one of observations) {
    throwIfAborted(scored.signal);
    const checked = await checkCustody(one, scored.request.secrets);
    const foreign = checked.custody === "unverified" ? null : await whyForeign(context, one, checked, scored);
    const custody = foreign === null ? checked.custody : "unverified";
    if (custody !== "unverified") examined.counted.push(one);
    examined.listed.push({
      channel: one.channel,
      model: one.model,
      custody,
      p: one.p,
      exactness: one.exactness,
      made_by: one.custody === undefined ? null : `${one.custody.engine}, ${one.custody.connector}`,
      reason: foreign ?? checked.reason,
    });
  }
  return examined;
}

/** The channels, where those that only an unverified observation concerns say so. */
export function withUnverified(channels: readonly ScoreChannel[], { listed }: Examined): ScoreChannel[] {
  return channels.map((channel) => {
    const one = unverifiedOf(channel.name, listed);
    return one === undefined ? channel : { ...channel, status: "unverified", reason: one.reason };
  });
}

/** How often the model was observed to repeat the text, by an observation that counts. */
export function reproducedIn({ counted, listed }: Examined): Reproduced {
  const one = unverifiedOf("extraction", listed);
  const reproduced = reproducedOf(counted);
  return one === undefined ? reproduced : { ...reproduced, reason: `Unverified: ${one.reason}` };
}

// Each channel is observed once at most, so nothing else is known of the channel of an unverified observation.
const unverifiedOf = (name: ScoreChannel["name"], listed: readonly ScoredObservation[]) =>
  listed.find(({ channel, custody }) => channel === name && custody === "unverified");

export function caveatsOfObservations({ counted: taken, listed }: Examined): string[] {
  const unverified = listed.filter(({ custody }) => custody === "unverified").length;
  return caveatsWhere([
    [
      unverified > 0,
      `${unverified} of ${counted(listed.length, "observation")} ${plural(unverified, "is", "are")} unverified and ${plural(unverified, "counts", "count")} for nothing: \`observations\` says why.`,
    ],
    [
      taken.length > 0,
      "The statistics of observations were tested on models whose training data are known; this does not prove that they are valid for this model.",
    ],
    [
      taken.some(({ retrieval }) => retrieval !== "absent"),
      "Nobody attests that this model replied without retrieval; a model that looks texts up need not have been trained on them.",
    ],
  ]);
}

/** Why an observation is not of the text that is scored, or `null`. */
async function whyForeign(
  { kernels }: EngineContext,
  { channel, custody }: ChannelObservation,
  { published }: CheckedCustody,
  scored: ScoredContent,
): Promise<string | null> {
  const { request, read, signal } = scored;
  const { content } = request;
  if (content === undefined) return "Fingerprint data carry no text, so it is not known whether it is about this text.";
  if (channel === "canary" || channel === "order") {
    const { words } = read().shingled.text;
    if (await standInTurn(kernels, words, published, channel === "order", signal)) return null;
    return channel === "canary"
      ? "It is not about this text: a published string does not stand in it."
      : "It is not about this text: the published items do not stand in it in their order.";
  }
  const { texts } = custody!;
  if (texts.length === 0) return "It names no text that was asked: it may be of other texts.";
  if (channel === "extraction") {
    const isWhole = texts.length === 1 && texts[0]!.sha256 === (await contentDigest(content));
    return isWhole ? null : "It is not about this text: the model was asked to continue another one.";
  }
  const { missing, isCut } = await findTexts(formsOf(content, scored), texts, signal);
  if (missing === 0) return null;
  return isCut
    ? `It is not known whether it is about this text: there were too many places to look at for the ${texts.length} texts that were asked.`
    : `It is not about this text: ${missing} of ${texts.length} texts that were asked do not stand in it.`;
}

/** The content as it was sent, and the text in it: a model may have been asked about either. */
function* formsOf(content: string, { request, read }: ScoredContent): Generator<string> {
  yield content;
  const { content_type = "text" } = request;
  if (content_type !== "text" && content_type !== "code") yield read().text;
}
