/** Words of a request for the tenant's plan: of the texts that it sends, and of the registered works that it names. */
import { isRecord } from "../../base/arguments.ts";
import type { Completeness } from "../../base/contract/common.ts";
import { sum } from "../../base/lists/numbers.ts";
import { wordsOfTexts } from "../../core/text/wordCount.ts";
import type { CountedWords, Quota, Use } from "../accounts/quota.ts";
import type { RecordStore } from "../store/store.ts";

/** Field that names a registered work, at any depth of a request. */
const WORK_FIELD = "work_hash";

/**
 * Words as they count.
 *
 * @param registry `null` where nothing is registered, and nothing limited
 * @param document a request, valid or not: one that is refused later gets back what was counted
 * @param isEncoded whether it is of an analysis or a comparison, which an encoder reads where there is one
 */
export async function countedWords(
  registry: { host: { store: RecordStore }; quota: Pick<Quota, "ofEncoder"> } | null,
  tenant: string,
  document: unknown,
  isEncoded: boolean,
): Promise<CountedWords> {
  const store = registry?.host.store ?? null;
  const words = await wordsOf(store, tenant, document);
  if (!isEncoded || registry === null || isWithoutEncoder(document)) return { words };
  const texts = await Promise.all(textsOf(document).map((text) => wordsOf(store, tenant, text)));
  return withEncoder(
    words,
    sum(texts, (own) => registry.quota.ofEncoder(own)),
  );
}

/** Plain words with what they count more since an encoder reads. */
export const withEncoder = (words: number, of_encoder: number): CountedWords =>
  of_encoder === 0 ? { words } : { words: words + of_encoder, of_encoder };

/** What is given back of what an answer counted for: what was for an encoder that read nothing, and did not fail. */
export function unreadWords({ of_encoder = 0 }: Pick<Use, "of_encoder">, answer: object): Use {
  const { reworded, completeness }: { reworded?: { verdict?: string }; completeness?: Completeness } = answer;
  const isSearched = reworded !== undefined && reworded.verdict !== "not_searched";
  const hasFailed = completeness?.stages.some(({ name, status }) => name.startsWith("reworded") && status === "failed");
  return { calls: 0, words: isSearched || hasFailed === true ? 0 : of_encoder };
}

/** What an encoder reads apart: the sides of a comparison, or the text of an analysis. */
function textsOf(request: unknown): object[] {
  if (!isRecord(request)) return [];
  const sides = ["a", "b"].filter((side) => side in request);
  return sides.length === 0 ? [request] : sides.map((side) => ({ [side]: request[side] }));
}

/** Whether a request asks for no reading by an encoder. */
function isWithoutEncoder(request: unknown): boolean {
  const options = isRecord(request) ? request["options"] : undefined;
  return isRecord(options) && options["reworded"] === false;
}

async function wordsOf(store: RecordStore | null, tenant: string, document: unknown): Promise<number> {
  const hashes = new Set(hashesIn(document));
  const words = wordsOfTexts(document);
  if (store === null || hashes.size === 0) return words;
  return store.read(async ({ works }) => {
    let sum = words;
    for (const hash of hashes) sum += (await works.findByHash(tenant, hash))?.words ?? 0;
    return sum;
  });
}

function* hashesIn(value: unknown): Generator<string, void, undefined> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if (name === WORK_FIELD && typeof one === "string") yield one;
    else yield* hashesIn(one);
  }
}
