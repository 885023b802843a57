/** Finds open offers whose work overlaps a text: by fingerprints, then word by word for those that overlap most. */
import type { Stage } from "../../base/contract/common.ts";
import type { Engine, HostOptions } from "../../base/contract/engine.ts";
import type {
  FoundOffer,
  OfferRequest,
  OfferSearchRequest,
  OfferSearchResult,
} from "../../base/contract/resources/marketplace.ts";
import { SpoliaError, throwIfAborted } from "../../base/errors.ts";
import {
  type Fingerprint,
  fingerprint,
  parseFingerprint,
  sentFingerprint,
} from "../../core/fingerprint/fingerprint.ts";
import { knownShingles, sharedShingles } from "../../core/fingerprint/overlap.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { loadKernels } from "../../core/kernels/load.ts";
import { permitsUse } from "../../files/rights/write.ts";
import type { Host } from "../history/host.ts";
import { modeOf } from "../store/modes.ts";
import type { DealRecord } from "../store/records.ts";
import type { OfferTerms } from "./terms.ts";

const OFFERS_SEARCHED_MAX = 10_000;
const OFFERS_LISTED_MAX = 100;
/** Offers of which passages are told. */
const OFFERS_COMPARED_MAX = 20;
const PAGE_OFFERS = 100;
/** Fingerprints that are kept in memory: a novel has some 80 kB. */
const CACHE_BYTES_MAX = 128 * 1024 * 1024;

export class OfferSearch {
  readonly #host: Host;
  readonly #engine: Partial<Pick<Engine, "compare">>;
  readonly #prints = new Map<string, Fingerprint>();
  #cachedBytes = 0;

  constructor(host: Host, engine: Partial<Pick<Engine, "compare">>) {
    this.#host = host;
    this.#engine = engine;
  }

  async find(tenant: string, request: OfferSearchRequest, host: HostOptions): Promise<OfferSearchResult> {
    const content = await this.#contentOf(tenant, request);
    const print = content === null ? sentFingerprint(request.fingerprint_data!) : await fingerprint(content.content);
    const kernels = await loadKernels();
    const { candidates, isWhole } = await this.#candidates(tenant, request, print, kernels, host);
    candidates.sort(
      (x, y) =>
        y.found.overlap.share_of_text - x.found.overlap.share_of_text || (x.found.offer_id < y.found.offer_id ? -1 : 1),
    );
    const listed = candidates.slice(0, OFFERS_LISTED_MAX);
    const { compare } = this.#engine;
    if (content !== null && compare !== undefined)
      for (const { deal, found } of listed.slice(0, OFFERS_COMPARED_MAX)) {
        const work = await this.#host.store.read(async ({ works }) => works.content(deal.tenant, deal.work_id!));
        if (work === null) continue;
        const b = { content: textOf(work), content_type: (deal.terms as OfferTerms).content_type };
        const { passages } = await compare({ a: content, b }, host);
        found.overlap.passages = (passages ?? []).map(({ a: { start, end } }) => ({ start, end }));
      }
    const stages: Stage[] = [
      isWhole
        ? { name: "offers", status: "done" }
        : { name: "offers", status: "bounded", reason: `Only the newest ${OFFERS_SEARCHED_MAX} offers were searched.` },
    ];
    return { offers: listed.map(({ found }) => found), completeness: { complete: isWhole, stages } };
  }

  async #contentOf(tenant: string, request: OfferSearchRequest) {
    const { content, content_type, work_hash } = request;
    if (content !== undefined) return { content, ...(content_type !== undefined && { content_type }) };
    if (work_hash === undefined) return null;
    return this.#host.store.read(async ({ works }) => {
      const work = await works.findByHash(tenant, work_hash);
      const bytes = work && (await works.content(tenant, work.id));
      if (work === null || bytes === null) throw unknownWork();
      return { content: textOf(bytes), content_type: work.content_type };
    });
  }

  async #candidates(
    tenant: string,
    request: OfferSearchRequest,
    print: Fingerprint,
    kernels: Kernels,
    { signal }: HostOptions,
  ) {
    const candidates: { deal: DealRecord; found: FoundOffer }[] = [];
    const side = { print, known: knownShingles(kernels, print, null) };
    let searched = 0;
    for (let page_token = ""; ; ) {
      const page = await this.#host.store.read(({ deals }) =>
        deals.open(modeOf(tenant), { page_size: PAGE_OFFERS, ...(page_token !== "" && { page_token }) }),
      );
      for (const deal of page.items) {
        throwIfAborted(signal);
        searched += 1;
        const { offer, title } = deal.terms as OfferTerms;
        if (notOffered(offer, request) !== null || (deal.expires_at !== null && deal.expires_at <= this.#host.now()))
          continue;
        const other = await this.#printOf(deal);
        if (other === null) continue;
        const shared = sharedShingles(side, { print: other, known: knownShingles(kernels, other, null) });
        if (!shared.isKeptShared) continue;
        const { value, interval } = shared.aInB;
        const overlap = {
          share_of_text: value,
          share_of_text_ci_95: interval,
          share_of_work: shared.bInA.value,
          passages: null,
        };
        candidates.push({ deal, found: { offer_id: deal.id, offer, title, overlap } });
      }
      page_token = page.next_page_token;
      if (page_token === "" || searched >= OFFERS_SEARCHED_MAX) return { candidates, isWhole: page_token === "" };
    }
  }

  async #printOf({ tenant, id }: DealRecord): Promise<Fingerprint | null> {
    const known = this.#prints.get(id);
    if (known !== undefined) return known;
    const bytes = await this.#host.store.read(({ deals }) => deals.print(tenant, id));
    if (bytes === null) return null;
    const print = parseFingerprint(bytes);
    if (this.#prints.has(id)) return print; // another search has read it meanwhile
    this.#prints.set(id, print);
    this.#cachedBytes += bytes.length;
    for (const [oldest, { bytes: old }] of this.#prints) {
      if (this.#cachedBytes <= CACHE_BYTES_MAX) break;
      this.#prints.delete(oldest);
      this.#cachedBytes -= old.length;
    }
    return print;
  }
}

/** The text of a work as it was registered: places in it count a mark of byte order at its beginning too. */
const textOf = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/**
 * What of this use, by this user, in this country an offer is not for; `null` where it is for all. `EU` is a place of
 * its own, without its members.
 */
export function notOffered(
  offer: OfferRequest,
  { use, user, country }: Pick<OfferSearchRequest, "use" | "user" | "country">,
): "use" | "user" | "country" | null {
  const { permits, prohibits } = offer;
  const isUser = user === undefined || ((permits.user?.includes(user) ?? true) && !prohibits?.user?.includes(user));
  const isPlace =
    country === undefined || ((permits.geo?.includes(country) ?? true) && !prohibits?.geo?.includes(country));
  if (!permitsUse(offer, use)) return "use";
  if (!isUser) return "user";
  return isPlace ? null : "country";
}

export const unknownWork = (): SpoliaError =>
  new SpoliaError("unknown_work", "No work of this hash is registered here.", {
    hint: "Register the content first.",
    fields: [{ pointer: "/work_hash", detail: "must be that of one of your works" }],
  });
