/**
 * MessagePack bodies and responses. The library decodes without recursion but has no limit on depth, allocates an array
 * of any length that four bytes claim, and repairs broken UTF-8. So the structure is scanned first.
 */
import { decode, encode } from "@msgpack/msgpack";
import { membersOf } from "../../../base/bytes/duplicateKeys.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { REQUEST_DEPTH_MAX } from "../../../base/limits.ts";
import { wellFormed } from "../../../core/text/wellFormed.ts";
import type { BodyKind } from "./body.ts";
import { keyTwice, tooDeep, tooManyValues } from "./json.ts";
import { BODY_VALUES_MAX } from "./limits.ts";

/** Throws `invalid_request` if a body is not MessagePack, `too_deep` or `content_too_large` if it exceeds a limit. */
export const msgpackBody = (valuesMax = BODY_VALUES_MAX): BodyKind => ({
  form: { format: "msgpack", valuesMax },
  parse(body) {
    const members = checkShape(body, valuesMax);
    const document = decoded(body);
    if (members !== membersOf(document)) throw keyTwice("");
    return document;
  },
});

function decoded(body: Uint8Array): unknown {
  try {
    // Otherwise the library keeps the keys of all callers in one cache.
    return decode(body, { keyDecoder: null });
  } catch {
    throw notMsgpack();
  }
}

/**
 * Encodes a response. Omits undefined fields, as JSON does, and replaces lone surrogates, which the library would write
 * as invalid UTF-8.
 */
export const encodeMsgpack = (value: unknown): Uint8Array<ArrayBuffer> =>
  encode(wellFormed(value), { ignoreUndefined: true });

/** The content of a head byte: the number of payload bytes and of contained values that follow. */
interface ValueHead {
  readonly headBytes: number;
  readonly payloadBytes: number;
  readonly children: number;
  readonly isText: boolean;
  /** Of a map; each is two of its children. */
  readonly members: number;
}

/** @returns members of all maps */
function checkShape(body: Uint8Array, valuesMax: number): number {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  /** Remaining values at each open level; the outermost level is the body with one value. */
  const open = [1];
  let offset = 0;
  let values = 0;
  let members = 0;
  while (open.length > 0) {
    if (open.at(-1) === 0) {
      open.pop();
      continue;
    }
    open[open.length - 1]! -= 1;
    const head = readHead(view, offset);
    const payload = offset + head.headBytes;
    offset = payload + head.payloadBytes;
    values += 1;
    members += head.members;
    // Each child has at least one byte, so a head cannot announce more children than there are bytes.
    if (head.children > body.length - offset) throw notMsgpack();
    if (values + head.children > valuesMax) throw tooManyValues(valuesMax);
    if (head.isText) checkUtf8(utf8, body.subarray(payload, offset));
    if (head.children > 0) {
      if (open.length > REQUEST_DEPTH_MAX) throw tooDeep();
      open.push(head.children);
    }
  }
  if (offset !== body.length) throw notMsgpack();
  return members;
}

function checkUtf8(utf8: TextDecoder, text: Uint8Array): void {
  try {
    utf8.decode(text);
  } catch {
    throw notMsgpack();
  }
}

function readHead(view: DataView, offset: number): ValueHead {
  try {
    return headAt(view, offset, view.getUint8(offset));
  } catch (error) {
    // DataView throws a RangeError if the body ends inside a head.
    throw error instanceof RangeError ? notMsgpack() : error;
  }
}

/**
 * The table of the format: https://github.com/msgpack/msgpack/blob/master/spec.md. Requests must not contain extension
 * types.
 */
function headAt(view: DataView, offset: number, byte: number): ValueHead {
  if (byte < 0x80 || byte >= 0xe0) return plain(0);
  if (byte < 0x90) return map(0, byte - 0x80);
  if (byte < 0xa0) return container(0, byte - 0x90);
  if (byte < 0xc0) return text(0, byte - 0xa0);
  switch (byte) {
    case 0xc0: // nil
    case 0xc2: // false
    case 0xc3: // true
      return plain(0);
    case 0xc4: // bin 8, 16, 32
      return bytes(1, view.getUint8(offset + 1));
    case 0xc5:
      return bytes(2, view.getUint16(offset + 1));
    case 0xc6:
      return bytes(4, view.getUint32(offset + 1));
    case 0xca: // float 32, 64
      return plain(4);
    case 0xcb:
      return plain(8);
    case 0xcc: // uint 8 to 64
    case 0xd0: // int 8 to 64
      return plain(1);
    case 0xcd:
    case 0xd1:
      return plain(2);
    case 0xce:
    case 0xd2:
      return plain(4);
    case 0xcf:
    case 0xd3:
      return plain(8);
    case 0xd9: // str 8, 16, 32
      return text(1, view.getUint8(offset + 1));
    case 0xda:
      return text(2, view.getUint16(offset + 1));
    case 0xdb:
      return text(4, view.getUint32(offset + 1));
    case 0xdc: // array 16, 32
      return container(2, view.getUint16(offset + 1));
    case 0xdd:
      return container(4, view.getUint32(offset + 1));
    case 0xde: // map 16, 32
      return map(2, view.getUint16(offset + 1));
    case 0xdf:
      return map(4, view.getUint32(offset + 1));
    default:
      throw notMsgpack();
  }
}

const plain = (payloadBytes: number): ValueHead => ({
  headBytes: 1,
  payloadBytes,
  children: 0,
  isText: false,
  members: 0,
});
const text = (lengthBytes: number, payloadBytes: number): ValueHead => ({
  headBytes: 1 + lengthBytes,
  payloadBytes,
  children: 0,
  isText: true,
  members: 0,
});
const bytes = (lengthBytes: number, payloadBytes: number): ValueHead => ({
  ...text(lengthBytes, payloadBytes),
  isText: false,
});
const container = (lengthBytes: number, children: number): ValueHead => ({
  headBytes: 1 + lengthBytes,
  payloadBytes: 0,
  children,
  isText: false,
  members: 0,
});
const map = (lengthBytes: number, members: number): ValueHead => ({ ...container(lengthBytes, 2 * members), members });

function notMsgpack(): SpoliaError {
  return new SpoliaError("invalid_request", "The body is not one MessagePack value.", {
    hint: "Send one map with string keys in UTF-8, with nil, booleans, numbers, strings, bytes, arrays and maps only.",
  });
}
