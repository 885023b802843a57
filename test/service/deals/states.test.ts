/** What may be done with each deal in each state, and what is said where it may not: the whole table of states. */
import { expect, test } from "vitest";
import type { DealKind, DealState } from "../../../src/base/contract/resources/marketplace.ts";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { type DealAction, EXPIRING, IN_FORCE, isInForce, requireAllowed } from "../../../src/service/deals/states.ts";
import type { DealRecord } from "../../../src/service/store/records.ts";

const STATES: Readonly<Record<DealKind, readonly DealState[]>> = {
  offer: ["offered", "revoked", "expired"],
  quote: ["quoted", "accepted", "revoked", "expired"],
  licence: ["licensed", "reported", "disputed", "settled", "revoked", "expired"],
};
const ACTIONS: readonly DealAction[] = ["quote", "accept", "token", "usage", "revoke", "settle"];

/** Empty where the action is allowed. */
function refusal(action: DealAction, kind: DealKind, state: DealState): string {
  try {
    requireAllowed(action, { kind, state, id: "ID" } as DealRecord);
    return "";
  } catch (error) {
    if (!isSpoliaError(error)) throw error;
    return [error.code, error.message, error.hint].join(" | ");
  }
}

test("every action on every deal", async () => {
  const lines = Object.entries(STATES).flatMap(([kind, states]) =>
    states.flatMap((state) => [
      `# ${kind}, ${state}${isInForce({ state }) ? ", in force" : ""}${EXPIRING.includes(state) ? ", expires" : ""}`,
      ...ACTIONS.map((action) => `${action}: ${refusal(action, kind as DealKind, state) || "allowed"}`),
    ]),
  );
  expect(lines.filter((line) => line.endsWith(": allowed"))).toHaveLength(18);
  expect(IN_FORCE.filter((state) => !EXPIRING.includes(state))).toEqual([]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("golden/states.txt");
});
