/** Works: registered once by their content and found by their hash, with a history of their results. */
import { contentDigest, digestOf } from "../../base/bytes/digest.ts";
import type { Timestamp } from "../../base/contract/common.ts";
import type { Engine, ResolveWork } from "../../base/contract/engine.ts";
import type { RegisterRequest, WorkDocument } from "../../base/contract/resources/work.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { registerRequestSchema } from "../../base/contract/schemas/resources/work.ts";
import { SpoliaError } from "../../base/errors.ts";
import { plural } from "../../base/plural.ts";
import { FairQueue } from "../../base/queues/fairQueue.ts";
import { wellFormed } from "../../core/text/wellFormed.ts";
import { withHashes } from "../../report/bundle/requests.ts";
import type { Quota } from "../accounts/quota.ts";
import { IN_FORCE } from "../deals/states.ts";
import { revokeQuotes } from "../history/dealChange.ts";
import { appendEntry, type HistoryDocument, readHistory, sealHistory } from "../history/history.ts";
import { existing, type Host, isoTime, newId } from "../history/host.ts";
import type { Signers } from "../history/signing.ts";
import { mappedPage, type Page, type PageRequest } from "../store/cursor.ts";
import type { ResultKind, Work } from "../store/records.ts";
import type { RecordStore, Records } from "../store/store.ts";

export interface Registration extends WorkDocument {
  /** The first entry of the work's history, sealed: `verifyHistory` takes it. */
  receipt: HistoryDocument;
}

/** A result as it is kept and answered. */
export interface ResultDocument {
  /** Id of the result. */
  id: string;
  /** Which operation gave the result. */
  kind: ResultKind;
  /** Id of the registered work that the result is about; `null` where there is none. */
  work_id: string | null;
  /** SHA-256 of the canonical JSON of `result`, as the work's history has it. */
  digest: string;
  /** When the result was given first. */
  created_at: Timestamp;
  /** What was asked, each text replaced by its hash; `null` where that was not kept. */
  request: unknown;
  /** The result as it was answered. */
  result: unknown;
}

/**
 * Gives an engine the works of a store: `createEngine({ resolveWork: workResolver(store), … })`. Calls find the works
 * of their
 * `host.tenant`; calls without a tenant find none. Content that was registered as invalid UTF-16 is read with U+FFFD in
 * the invalid places; its length is unchanged.
 */
export function workResolver(store: RecordStore): ResolveWork {
  return async (workHash, { tenant }) => {
    if (tenant === undefined) return null;
    return store.read(async ({ works }) => {
      const work = await works.findByHash(tenant, workHash);
      const stored = work && (await works.sectioned(tenant, work.id));
      if (work === null || stored === null) return null;
      const content = new TextDecoder("utf-8", { ignoreBOM: true }).decode(stored.content);
      const { content_type, metadata } = work;
      return { content, content_type, metadata, ...(stored.sections && { sections: stored.sections }) };
    });
  };
}

/** Works that this process registers at once, and those that wait for it, of which each tenant gets a share. */
const REGISTERING = 3;
const REGISTERING_WAITING_MAX = 1_024;

export class Works {
  readonly #host: Host;
  readonly #engine: Pick<Engine, "identify">;
  readonly #signers: Signers;
  readonly #quota: Quota;
  /** Transactions that register: every call of others waits for those that are in the store before it. */
  readonly #turns = new FairQueue({
    places: REGISTERING,
    longCostMax: Number.POSITIVE_INFINITY,
    waitingMax: REGISTERING_WAITING_MAX,
    full: () => new SpoliaError("overloaded", "Too many works of this caller wait.", { hint: "Retry in a moment." }),
  });

  constructor(host: Host, engine: Pick<Engine, "identify">, signers: Signers, quota: Quota) {
    this.#host = host;
    this.#engine = engine;
    this.#signers = signers;
    this.#quota = quota;
  }

  /**
   * Registers a work. If the same content was registered before, the stored work is returned, and other fields of the
   * request are ignored.
   *
   * @throws invalid_request, content_too_large, unsupported_content_type; not_found where there is no such tenant;
   *   plan_limit
   */
  async register(tenant: string, unchecked: RegisterRequest): Promise<Registration> {
    const asked = parseRequest(registerRequestSchema, unchecked);
    const { content, content_type = "text", sections = [], title, author, metadata } = asked;
    const bytes = new TextEncoder().encode(content);
    const work_hash = await contentDigest(bytes);
    const identity = await this.#engine.identify({ content, content_type });
    const said = { ...metadata, ...(title !== undefined && { title }), ...(author !== undefined && { author }) };
    const created_at = this.#host.now();
    const work: Work = {
      tenant,
      id: newId(this.#host.random, "wk"),
      created_at,
      work_hash,
      content_type,
      ...identity,
      bytes: bytes.length + (sections.length > 0 ? new TextEncoder().encode(JSON.stringify(sections)).length : 0),
      metadata: JSON.parse(JSON.stringify(said)),
    };
    const write = () =>
      this.#host.store.write(async (records) => {
        const { stored, isNew } = await records.works.register(work, bytes, sections.length > 0 ? sections : null);
        if (isNew) {
          await this.#quota.requireRoom(records, tenant, ["works", "stored_bytes"]);
          await appendEntry(records, this.#signers, work, { kind: "registered", digest: work_hash, at: created_at });
        }
        return readHistory(records, this.#signers, stored, 1);
      });
    const written = await this.#turns.run({ tenant, cost: 1, isLong: false }, write);
    return { ...documentOf(written.work), receipt: await sealHistory(written) };
  }

  /** @throws not_found */
  find(tenant: string, id: string): Promise<WorkDocument> {
    return this.#host.store.read(async (records) => documentOf(await existing(records.works.find(tenant, id))));
  }

  /** The newest first. @throws invalid_request where the page is none of this list */
  async list(
    tenant: string,
    page: PageRequest = {},
    filter: { fingerprint?: string } = {},
  ): Promise<Page<WorkDocument>> {
    return mappedPage(await this.#host.store.read(({ works }) => works.list(tenant, page, filter)), documentOf);
  }

  /**
   * Removes a work with its content, history, results, monitors and offers. Open quotes of it are revoked; they and
   * ended licences stay with their parties.
   *
   * @throws not_found; conflict while licences of it are in force, or where a quote was accepted meanwhile
   */
  async remove(tenant: string, id: string): Promise<void> {
    const { store, now } = this.#host;
    await existing(
      store.write(async (records) => {
        const { works, deals } = records;
        const parts = { host: this.#host, records, signers: this.#signers };
        const reason = "The licensor has removed the work.";
        await revokeQuotes(parts, { tenant, work_id: id }, { by: "licensor", reason });
        const licences = await deals.licences(tenant, id, IN_FORCE, now());
        if (licences > 0) throw licensed(licences);
        return works.remove(tenant, id);
      }),
    );
  }

  /** @throws not_found */
  async history(tenant: string, id: string): Promise<HistoryDocument> {
    const read = await this.#host.store.read(async (records) =>
      readHistory(records, this.#signers, await existing(records.works.find(tenant, id))),
    );
    return sealHistory(read);
  }

  /**
   * Stores a result under its id, once. If it is about a registered work, adds an entry to that work's history. The
   * stored request lets a report replay the result; its texts are replaced by their hashes.
   *
   * @throws not_found where there is no such work; plan_limit
   */
  async keep(
    tenant: string,
    kind: ResultKind,
    {
      id,
      result,
      work_id = null,
      request = null,
    }: { id: string; result: unknown; work_id?: string | null; request?: object | null },
  ): Promise<ResultDocument> {
    // Normalised, so that the digest is the same in every encoding.
    const plain: unknown = wellFormed(JSON.parse(JSON.stringify(result)));
    const digest = await digestOf(plain);
    const asked = wellFormed(await withHashes(request, new Map()));
    const at = this.#host.now();
    return this.#host.store.write(async (records) => {
      const work = work_id === null ? null : await existing(records.works.find(tenant, work_id));
      const record = { tenant, id, created_at: at, kind, work_id, digest, request: asked, result: plain };
      const { stored, isNew } = await records.results.keep(record);
      if (isNew) await this.#quota.requireRoom(records, tenant, ["results"]);
      if (isNew && work !== null) await appendEntry(records, this.#signers, work, { kind, digest, at });
      return resultDocumentOf(stored);
    });
  }

  /** @throws not_found */
  async result(tenant: string, kind: ResultKind, id: string): Promise<ResultDocument> {
    return resultDocumentOf(await existing(this.#host.store.read(({ results }) => results.find(tenant, kind, id))));
  }

  async results(
    tenant: string,
    kind: ResultKind,
    page: PageRequest = {},
    filter: { work_id?: string } = {},
  ): Promise<Page<ResultDocument>> {
    return mappedPage(
      await this.#host.store.read(({ results }) => results.list(tenant, kind, page, filter)),
      resultDocumentOf,
    );
  }

  /** Removes a result. Its entry in the work's history remains. @throws not_found */
  async removeResult(tenant: string, kind: ResultKind, id: string): Promise<void> {
    await existing(this.#host.store.write(({ results }) => results.remove(tenant, kind, id)));
  }
}

function licensed(licences: number): SpoliaError {
  const are = `${licences} ${plural(licences, "licence", "licences")} of this work ${plural(licences, "is", "are")} in force`;
  return new SpoliaError("conflict", `${are}: what it holds would not be checked against the work any more.`, {
    hint: "Revoke them first, with a reason, which their histories keep: POST marketplace/revoke.",
  });
}

function documentOf({
  id,
  work_hash,
  fingerprint,
  iscc,
  words,
  content_type,
  metadata,
  created_at,
}: Work): WorkDocument {
  const registered_at = isoTime(created_at);
  return { work_id: id, work_hash, fingerprint, iscc, words, content_type, metadata, registered_at };
}

function resultDocumentOf({
  id,
  kind,
  work_id,
  digest,
  created_at,
  request,
  result,
}: Parameters<Records["results"]["keep"]>[0]) {
  return { id, kind, work_id, digest, created_at: isoTime(created_at), request, result };
}
