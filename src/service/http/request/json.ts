/**
 * JSON bodies. Bytes are scanned as they arrive, before `JSON.parse`: it accepts ten million levels of nesting and
 * blocks for seconds, and millions of empty arrays take twenty times their bytes in memory.
 */
import { duplicateIn, membersOf } from "../../../base/bytes/duplicateKeys.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { REQUEST_DEPTH_MAX } from "../../../base/limits.ts";
import type { BodyKind } from "./body.ts";
import { BODY_VALUES_MAX, JSON_STRUCTURE_BYTES_PER_VALUE_MAX } from "./limits.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * JSON in UTF-8. Throws `invalid_request` if the body is not JSON, and `too_deep` or `content_too_large` as soon as it
 * exceeds a limit.
 */
export const jsonBody = (valuesMax = BODY_VALUES_MAX): BodyKind => ({
  form: { format: "json", valuesMax },
  watch() {
    const shape = new JsonShape(valuesMax);
    return (piece) => shape.see(piece);
  },
  parse(body) {
    const [text, document] = parsed(body);
    const shape = new JsonShape(valuesMax);
    shape.see(body);
    if (shape.members !== membersOf(document)) {
      const pointer = duplicateIn(text);
      if (pointer !== null) throw keyTwice(pointer);
    }
    return document;
  },
});

function parsed(body: Uint8Array): [text: string, document: unknown] {
  if (body.length === 0)
    throw new SpoliaError("invalid_request", "The request has no body.", { hint: "Send one JSON object as its body." });
  const text = textOf(body);
  const document = documentOf(text);
  if (document === null)
    throw new SpoliaError("invalid_request", "The body is not JSON in UTF-8.", {
      hint: "Send one JSON object (RFC 8259); strings and names in double quotes, no comments, no trailing commas.",
    });
  return [text, document.value];
}

function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new SpoliaError("invalid_request", "The body is not UTF-8: it has bytes of another encoding.", {
      hint: "Encode the body as UTF-8; other encodings, such as windows-1252, are not read here.",
    });
  }
}

/** `null` where a text is no JSON. The parser's own message quotes the text, so it is not used. */
function documentOf(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Checks and parses a complete body. */
export function parseJson(body: Uint8Array): unknown {
  const { watch, parse } = jsonBody();
  watch!()(body);
  return parse(body);
}

/**
 * Limits depth, number of values, and bytes outside strings, piece by piece. Linear time: native search finds the end
 * of each string.
 */
class JsonShape {
  readonly #valuesMax: number;
  #depth = 0;
  #values = 1;
  #structureBytes = 0;
  /** Members of objects that were written so far. */
  members = 0;
  #isInText = false;
  /** Whether an odd number of backslashes precedes the first byte of the next piece, inside a string. */
  #isEscaped = false;

  constructor(valuesMax: number) {
    this.#valuesMax = valuesMax;
  }

  see(piece: Uint8Array): void {
    const valuesMax = this.#valuesMax;
    let depth = this.#depth;
    let values = this.#values;
    let structureBytes = this.#structureBytes;
    for (let index = this.#isInText ? this.#textEnd(piece, 0) + 1 : 0; index < piece.length; index++) {
      structureBytes += 1;
      const byte = piece[index];
      if (byte === QUOTE) {
        index = this.#textEnd(piece, index + 1);
      } else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
        depth += 1;
        values += 1;
      } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) {
        depth -= 1;
      } else if (byte === COLON) {
        values += 1;
        this.members += 1;
      } else if (byte === COMMA) {
        values += 1;
      }
      if (depth > REQUEST_DEPTH_MAX) throw tooDeep();
      if (values > valuesMax) throw tooManyValues(valuesMax);
      if (structureBytes > valuesMax * JSON_STRUCTURE_BYTES_PER_VALUE_MAX) throw tooMuchStructure(valuesMax);
    }
    this.#depth = depth;
    this.#values = values;
    this.#structureBytes = structureBytes;
  }

  /**
   * Index of the quote that ends the string in progress at `from`, or the piece's length if it continues after the
   * piece.
   */
  #textEnd(piece: Uint8Array, from: number): number {
    for (let quote = piece.indexOf(QUOTE, from); quote !== -1; quote = piece.indexOf(QUOTE, quote + 1)) {
      if (this.#isEscapedAt(piece, from, quote)) continue;
      this.#isInText = false;
      this.#isEscaped = false;
      return quote;
    }
    this.#isEscaped = this.#isEscapedAt(piece, from, piece.length);
    this.#isInText = true;
    return piece.length;
  }

  #isEscapedAt(piece: Uint8Array, from: number, index: number): boolean {
    let backslashes = 0;
    while (index - backslashes > from && piece[index - 1 - backslashes] === BACKSLASH) backslashes += 1;
    const carried = index - backslashes === from && this.#isEscaped ? 1 : 0;
    return (backslashes + carried) % 2 === 1;
  }
}

export const tooDeep = (): SpoliaError =>
  new SpoliaError("too_deep", `The body nests deeper than ${REQUEST_DEPTH_MAX} levels.`, {
    hint: "Flatten the metadata.",
  });

const tooMuchStructure = (valuesMax: number): SpoliaError => {
  const bytesMax = valuesMax * JSON_STRUCTURE_BYTES_PER_VALUE_MAX;
  return new SpoliaError("content_too_large", `The body has more than ${bytesMax} bytes outside its strings.`, {
    hint: "Omit white space and long numbers.",
  });
};

export const tooManyValues = (valuesMax: number): SpoliaError =>
  new SpoliaError("content_too_large", `The body has more than ${valuesMax} values.`, {
    hint: "Send less metadata.",
  });

export const keyTwice = (pointer: string): SpoliaError =>
  new SpoliaError("invalid_request", "The body has a key twice.", {
    hint: "Give each field of an object once: readers disagree about which of two counts.",
    fields: [{ pointer, detail: "must be given once" }],
  });
