/**
 * JSON bodies. Bytes are scanned before `JSON.parse` sees them: it accepts nesting ten million deep and stalls for seconds, and
 * millions of empty arrays take twenty times their bytes.
 */
import { SpoliaError } from "../errors.ts";
import { REQUEST_DEPTH_MAX } from "../limits.ts";
import { BODY_VALUES_MAX, JSON_STRUCTURE_BYTES_PER_VALUE_MAX } from "./limits.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** The value that a body holds: `invalid_request` where it is not JSON in UTF-8, `too_deep` or `content_too_large` over a limit. */
export function parseJson(body: Uint8Array, valuesMax = BODY_VALUES_MAX): unknown {
  checkShape(body, valuesMax);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    // The parser's own message quotes the body, so it goes no further.
    throw new SpoliaError("invalid_request", "The body is not JSON in UTF-8.", {
      hint: "Send one JSON object (RFC 8259); no comments, no trailing commas.",
    });
  }
}

/** Bounds depth, values and the bytes outside texts. Linear: a text is left at its closing quote by native search. */
function checkShape(body: Uint8Array, valuesMax: number): void {
  let depth = 0;
  let values = 1;
  let structureBytes = 0;
  for (let index = 0; index < body.length; index++) {
    structureBytes += 1;
    const byte = body[index];
    if (byte === QUOTE) {
      index = closingQuote(body, index);
    } else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) {
      depth -= 1;
    } else if (byte === COMMA || byte === COLON) {
      values += 1;
    }
    if (depth > REQUEST_DEPTH_MAX) throw tooDeep();
    if (values > valuesMax) throw tooManyValues(valuesMax);
    if (structureBytes > valuesMax * JSON_STRUCTURE_BYTES_PER_VALUE_MAX) throw tooMuchStructure(valuesMax);
  }
}

/** Index of the quote that ends the string which begins at `opening`, or the body's length where it never ends. */
function closingQuote(body: Uint8Array, opening: number): number {
  let quote = opening;
  for (;;) {
    quote = body.indexOf(QUOTE, quote + 1);
    if (quote === -1) return body.length;
    let backslashes = 0;
    while (body[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
}

export const tooDeep = (): SpoliaError =>
  new SpoliaError("too_deep", `The body nests deeper than ${REQUEST_DEPTH_MAX} levels.`, { hint: "Flatten the metadata." });

const tooMuchStructure = (valuesMax: number): SpoliaError => {
  const bytesMax = valuesMax * JSON_STRUCTURE_BYTES_PER_VALUE_MAX;
  return new SpoliaError("content_too_large", `The body holds more than ${bytesMax} bytes outside its texts.`, {
    hint: "Leave out white space and long numbers.",
  });
};

export const tooManyValues = (valuesMax: number): SpoliaError =>
  new SpoliaError("content_too_large", `The body holds more than ${valuesMax} values.`, { hint: "Send less metadata." });
