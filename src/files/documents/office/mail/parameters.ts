/** Parameters of headers (RFC 2045), also in pieces and in other encodings (RFC 2231). */
import { encodingOf } from "../../bytes/labels.ts";
import { quoted } from "./transfer.ts";

/** A parameter of a header: `charset`, `boundary`, `name`. */
export function parameterOf(value: string, name: string): string | undefined {
  const written = parametersOf(value);
  const whole = written.get(`${name}*`);
  if (whole !== undefined) return decoded([[whole, true]]);
  const pieces: [text: string, isEncoded: boolean][] = [];
  for (;;) {
    const place = `${name}*${pieces.length}`;
    const [plain, encoded] = [written.get(place), written.get(`${place}*`)];
    if (plain === undefined && encoded === undefined) break;
    pieces.push(encoded === undefined ? [plain!, false] : [encoded, true]);
  }
  return pieces.length > 0 ? decoded(pieces) : written.get(name);
}

/** Pieces in their order, those in an encoding with `%`; a letter may begin in one and end in the next. */
function decoded(pieces: readonly (readonly [text: string, isEncoded: boolean])[]): string {
  const [first, isEncoded] = pieces[0]!;
  const stated = isEncoded ? /^([^']{0,100})'[^']{0,100}'/.exec(first) : null;
  const encoding = encodingOf(stated?.[1] ?? "") ?? encodingOf("utf-8")!;
  const runs: { text: string; isEncoded: boolean }[] = [];
  for (const [i, [piece, isEncoded]] of pieces.entries()) {
    const text = i === 0 ? piece.slice(stated?.[0].length ?? 0) : piece;
    const last = runs.at(-1);
    if (last?.isEncoded === isEncoded) last.text += text;
    else runs.push({ text, isEncoded });
  }
  const bytes = (text: string) => quoted(text.replaceAll("=", "=3D").replaceAll("%", "="));
  return runs.map(({ text, isEncoded }) => (isEncoded ? encoding.decode(bytes(text)) : text)).join("");
}

/** All parameters as written, by their names in lower case, the first of each. What is in quotes is no name. */
function parametersOf(value: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = nextParameter(value, 0); at < value.length; at = nextParameter(value, at)) {
    const [whole, name] = NAME.exec(value.slice(at, at + NAME_UNITS)) ?? [];
    if (whole === undefined) continue;
    const start = at + whole.length;
    const read = value[start] === '"' ? inQuotes(value, start) : undefined;
    const end = read?.end ?? tokenEnd(value, start);
    const key = name!.toLowerCase();
    if (!found.has(key)) found.set(key, read?.text ?? value.slice(start, end));
    at = end;
  }
  return found;
}

const NAME_UNITS = 200;
const NAME = /^\s{0,50}([^\s;="]{1,80})\s{0,20}=\s{0,20}/;

/** The place behind the next `;` that is in no comment; comments stand in brackets. */
function nextParameter(value: string, from: number): number {
  let [depth, open] = [0, -1];
  for (let at = from; at < value.length; at++) {
    if (value[at] === "\\") at += 1;
    else if (value[at] === "(") [depth, open] = [depth + 1, depth === 0 ? at : open];
    else if (value[at] === ")" && depth > 0) depth -= 1;
    else if (value[at] === ";" && depth === 0) return at + 1;
  }
  // A comment without an end is none.
  const next = open === -1 || depth === 0 ? -1 : value.indexOf(";", open);
  return next === -1 ? value.length : next + 1;
}

/** What is between quotes, where `\` stands before signs; `undefined` where no quote ends it. */
function inQuotes(value: string, start: number): { text: string; end: number } | undefined {
  let text = "";
  for (let at = start + 1; at < value.length; at++) {
    if (value[at] === '"') return { text, end: at + 1 };
    if (value[at] === "\\" && at + 1 < value.length) at += 1;
    text += value[at];
  }
  return undefined;
}

function tokenEnd(value: string, start: number): number {
  let at = start;
  while (at < value.length && value[at] !== ";" && !/\s/.test(value[at]!)) at += 1;
  return at;
}
