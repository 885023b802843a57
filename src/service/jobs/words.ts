/** Words of a request for the tenant's plan: of the texts that it sends, and of the registered works that it names. */
import { isRecord } from "../../base/arguments.ts";
import { wordsOfTexts } from "../../core/text/wordCount.ts";
import type { Quota } from "../accounts/quota.ts";
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
  registry: { host: { store: RecordStore }; quota: Pick<Quota, "readWords"> } | null,
  tenant: string,
  document: unknown,
  isEncoded: boolean,
): Promise<number> {
  const words = await wordsOf(registry?.host.store ?? null, tenant, document);
  return isEncoded && registry !== null && !isWithoutEncoder(document) ? registry.quota.readWords(words) : words;
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
