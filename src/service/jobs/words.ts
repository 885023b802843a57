/** Words of a request for the tenant's plan: of the texts that it sends, and of the registered works that it names. */
import { wordsOfTexts } from "../../core/text/wordCount.ts";
import type { RecordStore } from "../store/store.ts";

/** Field that names a registered work, at any depth of a request. */
const WORK_FIELD = "work_hash";

/**
 * @param store of the works; `null` where there are none
 * @param document a request, valid or not: one that is refused later gets back what was counted
 */
export async function wordsOf(store: RecordStore | null, tenant: string, document: unknown): Promise<number> {
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
