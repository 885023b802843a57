/**
 * The states of offers, quotes and licences, and what leads from one to another:
 *
 *   offer    offered ──▶ revoked, expired
 *   quote    quoted ──▶ accepted, revoked, expired
 *   licence  licensed ─▶ reported ⇄ disputed, licensed or reported ─▶ settled    each ──▶ revoked, expired
 *
 * A settlement of a disputed licence is recorded, and the licence stays disputed until a report fits what was found.
 */
import type { DealKind, DealState } from "../contract/marketplace.ts";
import { SpoliaError } from "../errors.ts";
import type { DealRecord } from "./records.ts";

/** What can be done with a deal, by the kind and the states that allow it. */
export type DealAction = "quote" | "accept" | "token" | "usage" | "revoke" | "settle";

const IN_FORCE: readonly DealState[] = ["licensed", "reported", "disputed", "settled"];

const ALLOWED: Readonly<Record<DealAction, Partial<Readonly<Record<DealKind, readonly DealState[]>>>>> = {
  quote: { offer: ["offered"] },
  accept: { quote: ["quoted"] },
  token: { licence: IN_FORCE },
  usage: { licence: ["licensed", "reported", "disputed"] },
  revoke: { offer: ["offered"], quote: ["quoted"], licence: IN_FORCE },
  settle: { licence: ["licensed", "reported", "disputed"] },
};

/** Whether a licence permits use now, and a token of it is active. */
export const isInForce = ({ state }: Pick<DealRecord, "state">): boolean => IN_FORCE.includes(state);

/** States that end at the time of expiry. */
export const EXPIRING: readonly DealState[] = ["offered", "quoted", ...IN_FORCE];

/** @throws conflict where the state does not allow it, not_found where it is of another kind */
export function requireAllowed(action: DealAction, { kind, state, id }: DealRecord): void {
  const states = ALLOWED[action][kind];
  if (states?.includes(state)) return;
  const must = states === undefined ? `a ${kind} has none` : `it must be ${states.join(", ")}`;
  throw new SpoliaError("conflict", `The ${kind} is ${state}, which does not allow “${action}”: ${must}.`, {
    hint: "GET marketplace/deals/{id} tells its state and its history.",
    fields: [{ pointer: `/${kind}_id`, detail: `is ${state}: ${id}` }],
  });
}
