/**
 * `training-mining` assertions of C2PA and CAWG, in a manifest as JSON (as c2patool prints it). Signatures are not
 * verified here: a statement says so in its value.
 */
import { isRecord } from "../../../base/arguments.ts";
import type { RightsSays, RightsUse } from "../../../base/contract/resources/rights.ts";
import type { StatementLog } from "./statements.ts";
import { jsonOf } from "./tdmrep.ts";

const LABEL = /^(?:cawg|c2pa)\.training-mining/;
const ENTRIES: Readonly<Record<string, readonly RightsUse[]>> = {
  data_mining: ["tdm"],
  ai_inference: ["ai-input"],
  ai_training: ["ai-train"],
  ai_generative_training: ["ai-train"],
};
/** Objects that are looked through; a manifest with its ingredients has some hundred. */
const OBJECTS_MAX = 100_000;

export function readC2pa(content: string, log: StatementLog): void {
  const waiting: unknown[] = [jsonOf(content, log)];
  let looked = 0;
  for (let value = waiting.pop(); value !== undefined && looked < OBJECTS_MAX; value = waiting.pop(), looked++) {
    if (typeof value !== "object" || value === null) continue;
    const { label, data } = value as Record<string, unknown>;
    if (typeof label === "string" && LABEL.test(label)) addAssertion(data, label, log);
    else
      for (const one of Object.values(value).reverse()) if (typeof one === "object" && one !== null) waiting.push(one);
  }
}

function addAssertion(data: unknown, label: string, log: StatementLog): void {
  const entries = isRecord(data) ? data["entries"] : undefined;
  if (!isRecord(entries)) {
    log.fault(`has ${LABEL.exec(label)![0]} without entries`);
    return;
  }
  for (const [name, entry] of Object.entries(entries)) {
    const key = name.slice(name.indexOf(".") + 1);
    const uses = Object.hasOwn(ENTRIES, key) ? ENTRIES[key]! : null;
    const says = isRecord(entry) ? saysOf(entry) : null;
    if (uses === null || says === null) log.fault("has an entry of training-mining that is not defined");
    else log.add({ kind: "c2pa", uses, says, value: `${key}: ${says} (signature not verified)` });
  }
}

/**
 * `constrained` without saying how counts as `notAllowed`. The prose and the schema of CAWG spell the field
 * differently.
 */
function saysOf({ use, constraint_info, constraints_info }: Record<string, unknown>): RightsSays | null {
  if (use === "allowed") return "allowed";
  if (use === "notAllowed") return "reserved";
  if (use !== "constrained") return null;
  return (constraint_info ?? constraints_info) ? "conditional" : "reserved";
}
