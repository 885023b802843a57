/**
 * The states of offers, quotes and licences, and what leads from one to another:
 *
 *   offer    offered ──▶ revoked, expired
 *   quote    quoted ──▶ accepted, revoked, expired
 *   licence  licensed ─▶ reported ⇄ disputed, licensed or reported ─▶ settled    each ──▶ revoked, expired
 *
 * A settlement of a disputed licence is recorded, and the licence stays disputed until a report fits what was found.
 */
import type { DealKind, DealState } from "../../base/contract/resources/marketplace.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { DealRecord } from "../store/records.ts";

/** What can be done with a deal, by the kind and the states that allow it. */
export type DealAction = "quote" | "accept" | "token" | "usage" | "revoke" | "settle";

/** States of a licence that permits use. */
export const IN_FORCE: readonly DealState[] = ["licensed", "reported", "disputed", "settled"];

const ALLOWED: Readonly<Record<DealAction, Partial<Readonly<Record<DealKind, readonly DealState[]>>>>> = {
  quote: { offer: ["offered"] },
  accept: { quote: ["quoted"] },
  token: { licence: IN_FORCE },
  usage: { licence: ["licensed", "reported", "disputed"] },
  revoke: { offer: ["offered"], quote: ["quoted"], licence: IN_FORCE },
  settle: { licence: ["licensed", "reported", "disputed"] },
};

/** What each action takes, and the field of its request that names it. */
const NAMED: Readonly<Record<DealAction, readonly [field: string, what: string]>> = {
  quote: ["offer_id", "an offer"],
  accept: ["quote_id", "a quote"],
  token: ["licence_id", "a licence"],
  usage: ["licence_id", "a licence"],
  revoke: ["id", "a deal"],
  settle: ["licence_id", "a licence"],
};

/** Whether a licence permits use now, and a token of it is active. */
export const isInForce = ({ state }: Pick<DealRecord, "state">): boolean => IN_FORCE.includes(state);

/** States that end at the time of expiry. */
export const EXPIRING: readonly DealState[] = ["offered", "quoted", ...IN_FORCE];

/** @throws conflict where the state does not allow it, or where it is of another kind */
export function requireAllowed(action: DealAction, { kind, state, id }: DealRecord): void {
  const states = ALLOWED[action][kind];
  if (states?.includes(state)) return;
  const [field, what] = NAMED[action];
  const one = kind === "offer" ? "an offer" : `a ${kind}`;
  const is = states === undefined ? `the id of ${one}` : `${one} that is ${state}`;
  const takes = states === undefined ? what : `one that is ${states.join(" or ")}`;
  throw new SpoliaError("conflict", `“${action}” takes ${takes}.`, {
    hint: "GET marketplace/deals/{id} tells its state and its history.",
    fields: [{ pointer: `/${field}`, detail: `is ${is}: ${id}` }],
  });
}
