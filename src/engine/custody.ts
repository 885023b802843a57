/**
 * Which observations count in a score: those that are whole and of the text that is scored. Exact ones are computed
 * again from what was committed to. The others are listed and give nothing.
 */
import type { ChannelObservation } from "../contract/observation.ts";
import type { Reproduced, ScoreChannel, ScoredObservation, ScoreRequest } from "../contract/score.ts";
import { reproducedOf } from "../evidence/observations.ts";
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import { type CheckedCustody, checkCustody } from "../memorisation/custody.check.ts";
import { HEAD_UNITS, headsIn, textHash } from "../memorisation/custody.ts";
import { counted, plural } from "../plural.ts";
import { readText } from "../text/text.ts";
import { caveatsWhere } from "./completeness.ts";
import { readContent } from "./content.ts";
import type { EngineContext } from "./context.ts";

export interface Examined {
  /** The observations that count. */
  counted: ChannelObservation[];
  /** One entry for each observation. */
  listed: ScoredObservation[];
}

/** @param request the request of the score, in which a registered work has its content by now */
export async function examine(
  context: EngineContext,
  observations: readonly ChannelObservation[],
  request: ScoreRequest,
): Promise<Examined> {
  const examined: Examined = { counted: [], listed: [] };
  for (const one of observations) {
    const checked = await checkCustody(one, request.secrets);
    const foreign = checked.custody === "unverified" ? null : await whyForeign(context, one, checked, request);
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
  context: EngineContext,
  { channel, custody }: ChannelObservation,
  { published }: CheckedCustody,
  request: ScoreRequest,
): Promise<string | null> {
  const { content } = request;
  if (content === undefined) return "Fingerprint data carry no text, so it is not known whether it is about this text.";
  if (channel === "canary" || channel === "order") {
    const { words } = readContent(context, request).shingled.text;
    if (standInTurn(context.kernels, words, published, channel === "order")) return null;
    return channel === "canary"
      ? "It is not about this text: a published string does not stand in it."
      : "It is not about this text: the published items do not stand in it in their order.";
  }
  const { texts } = custody!;
  if (texts.length === 0) return "It names no text that was asked: it may be of other texts.";
  if (channel === "extraction") {
    const isWhole = texts.length === 1 && texts[0]!.sha256 === (await textHash(content));
    return isWhole ? null : "It is not about this text: the model was asked to continue another one.";
  }
  const found = await standingIn(content, texts);
  if (found === texts.length) return null;
  const others = texts.length - found;
  return `It is not about this text: ${others} of ${texts.length} texts that were asked do not stand in it.`;
}

type AskedTexts = NonNullable<ChannelObservation["custody"]>["texts"];

/** Places at which one text is looked for; more have the same beginning only in a text that was made to have them. */
const PLACES_TRIED_MAX = 64;

/** How many of the texts stand in the content, byte for byte. */
async function standingIn(content: string, texts: AskedTexts): Promise<number> {
  const whole = await textHash(content);
  const found = await Promise.all(texts.map(({ sha256 }) => sha256 === whole));
  const units = new Set(texts.map(({ length }) => Math.min(length, HEAD_UNITS)));
  for (const width of units) {
    const wanted = new Map<number, number[]>();
    for (const [i, { head, length }] of texts.entries())
      if (!found[i] && length > 0 && Math.min(length, HEAD_UNITS) === width)
        wanted.set(head, [...(wanted.get(head) ?? []), i]);
    const tried = new Map<number, number>();
    let at = 0;
    for (const head of wanted.size === 0 ? [] : headsIn(content, width)) {
      for (const i of wanted.get(head) ?? []) {
        const times = tried.get(i) ?? 0;
        if (found[i] || times >= PLACES_TRIED_MAX) continue;
        tried.set(i, times + 1);
        const { length, sha256 } = texts[i]!;
        found[i] = at + length <= content.length && (await textHash(content.slice(at, at + length))) === sha256;
      }
      at++;
    }
  }
  return found.filter(Boolean).length;
}

/** Whether runs of words stand in a text: anywhere, or each after the one before. */
function standInTurn(kernels: Kernels, words: Hashes, runs: readonly string[], isOrdered: boolean): boolean {
  let from = 0;
  let sought = 0;
  for (const run of runs) {
    const wanted = readText(kernels, run).words;
    if (wanted.low.length === 0) continue;
    sought++;
    const at = placeOf(words, wanted, from);
    if (at < 0) return false;
    if (isOrdered) from = at + wanted.low.length;
  }
  return sought > 0;
}

function placeOf(words: Hashes, wanted: Hashes, from: number): number {
  const isAt = (place: number) =>
    wanted.low.every((low, i) => words.low[place + i] === low && words.high[place + i] === wanted.high[i]);
  for (let place = from; place + wanted.low.length <= words.low.length; place++) if (isAt(place)) return place;
  return -1;
}
