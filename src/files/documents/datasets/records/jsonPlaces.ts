/** Where the parts of a JSON text stand in it: they are read, and edited, as they were written. */
import type { Span } from "../../../../base/contract/common.ts";
import { endOfString, parsedJson } from "../record.ts";

/** An entry of a list, or a field of an object with its name. */
export interface JsonMember extends Span {
  key?: string;
  /** Where the value begins; of an entry of a list, where the entry does. */
  value: number;
}

/** The place of the first sign that is no white space. */
export function beginningOf(json: string, from = 0): number {
  let at = from;
  while (at < json.length && /[\s\ufeff]/.test(json[at]!)) at += 1;
  return at;
}

/** The place behind the list or the object that begins at a place. */
export function endOfValue(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at++) {
    const sign = json[at]!;
    if (sign === '"') at = endOfString(json, at) - 1;
    else if (sign === "{" || sign === "[") depth += 1;
    else if ((sign === "}" || sign === "]") && --depth === 0) return at + 1;
  }
  return json.length;
}

/** The entries of the list, or the fields of the object, that begins at a place of a valid text. */
export function membersOf(json: string, start: number): JsonMember[] {
  const members: JsonMember[] = [];
  const isObject = json[start] === "{";
  let [depth, from, value, key] = [0, -1, -1, ""];
  const finish = (end: number): void => {
    if (from === -1) return;
    members.push({ start: from, end, value, ...(isObject && { key }) });
    from = -1;
    value = -1;
  };
  let last = start;
  for (let at = start; at < json.length; at++) {
    const sign = json[at]!;
    if (sign <= " ") continue;
    if (depth === 1 && (sign === "," || sign === "]" || sign === "}")) finish(last);
    if (depth === 1 && sign !== "," && sign !== ":" && sign !== "]" && sign !== "}") {
      if (from === -1) from = at;
      if (value === -1 && (!isObject || key !== "")) value = at;
    }
    last = at + 1;
    if (sign === '"') {
      const end = endOfString(json, at);
      if (depth === 1 && isObject && value === -1) key = json.slice(at, end);
      at = end - 1;
      last = end;
    } else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    else if (depth === 1 && sign === ",") key = "";
    if (depth === 0) break;
  }
  return members.map((member) => (isObject ? { ...member, key: parsedJson(member.key!) as string } : member));
}
