/** Decisions of people that an account keeps, so that analyses and monitors show them. */
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { Timestamp } from "../../base/contract/common.ts";
import type { Decision } from "../../base/contract/operations/decision.ts";
import { decisionSchema } from "../../base/contract/schemas/operations/decision.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { SpoliaError } from "../../base/errors.ts";
import { DECISIONS_MAX } from "../../base/limits.ts";
import { checkSignature } from "../../engine/steps/decisions/decisions.ts";
import type { Quota } from "../accounts/quota.ts";
import { existing, type Host, isoTime } from "../history/host.ts";
import { mappedPage, type Page, type PageRequest } from "../store/cursor.ts";
import type { DecisionRecord } from "../store/records.ts";

/** A decision that is kept. */
export interface DecisionDocument {
  /** `dc_` id of the decision: the same decision has the same id. */
  decision_id: string;
  decision: Decision;
  /** When it was registered. */
  registered_at: Timestamp;
}

export class Decisions {
  readonly #host: Host;
  readonly #quota: Quota;

  constructor(host: Host, quota: Quota) {
    this.#host = host;
    this.#quota = quota;
  }

  /**
   * Keeps a decision. One that was registered before is returned as it is.
   *
   * @throws invalid_request where it is invalid or its signature does not fit; plan_limit; conflict where there are
   *   more than an engine takes
   */
  async register(tenant: string, unchecked: unknown): Promise<DecisionDocument> {
    const decision: Decision = JSON.parse(JSON.stringify(parseRequest(decisionSchema, unchecked)));
    await checkSignature(decision, "");
    const id = `dc_${(await sha256(canonicalJson(decision))).slice(0, 32)}`;
    const record: DecisionRecord = { tenant, id, created_at: this.#host.now(), decision };
    return this.#host.store.write(async (records) => {
      const { decisions } = records;
      if (!(await decisions.add(record))) return documentOf(await existing(decisions.find(tenant, id)));
      await this.#quota.requireRoom(records, tenant, ["decisions"]);
      if ((await decisions.count(tenant)) > DECISIONS_MAX) throw tooMany();
      return documentOf(record);
    });
  }

  /** @throws not_found */
  find(tenant: string, id: string): Promise<DecisionDocument> {
    return this.#host.store.read(async ({ decisions }) => documentOf(await existing(decisions.find(tenant, id))));
  }

  /** The newest first. @throws invalid_request where the page is none of this list */
  async list(tenant: string, page: PageRequest = {}): Promise<Page<DecisionDocument>> {
    return mappedPage(await this.#host.store.read(({ decisions }) => decisions.list(tenant, page)), documentOf);
  }

  /** All of a tenant in the order in which they were registered: what an analysis is given. */
  async all(tenant: string): Promise<DecisionDocument[]> {
    return (await this.#host.store.read(({ decisions }) => decisions.all(tenant))).map(documentOf);
  }

  /** Results that were given the decision keep it. @throws not_found */
  async remove(tenant: string, id: string): Promise<void> {
    await existing(this.#host.store.write(({ decisions }) => decisions.remove(tenant, id)));
  }
}

function documentOf({ id, created_at, decision }: DecisionRecord): DecisionDocument {
  return { decision_id: id, decision: decision as Decision, registered_at: isoTime(created_at) };
}

function tooMany(): SpoliaError {
  return new SpoliaError("conflict", `An account keeps ${DECISIONS_MAX} decisions at most.`, {
    hint: "Delete those that no longer matter, or send decisions with the request.",
  });
}
