/** Names of encodings, and what decodes them: labels of the Encoding Standard that the runtime has, and few others. */
import { byteDecoderOf, decodeBytes, upperHalfOf } from "./byteTables.ts";
import { PairDecoder, pairTableOf } from "./pairs.ts";
import { Utf32Decoder } from "./wide.ts";

/** Text of bytes, with U+FFFD for those that stand for no character. */
type Decode = (bytes: Uint8Array) => string;

export interface KnownEncoding {
  /** Its name in the Encoding Standard, in lower case; `utf-32le` and `utf-32be` are none of it. */
  name: string;
  decode: Decode;
  /** A decoder of a stream. */
  open: () => StreamDecoder;
}

/** What `TextDecoder` does with the bytes of a stream. */
interface StreamDecoder {
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string;
}

/** Code pages that have another name in the Encoding Standard than `windows-` and their number. */
const PAGES: ReadonlyMap<number, string> = new Map([
  [437, "ibm437"],
  [850, "ibm850"],
  [852, "ibm852"],
  [855, "ibm855"],
  [866, "ibm866"],
  [932, "shift_jis"],
  [936, "gbk"],
  [949, "euc-kr"],
  [950, "big5"],
  [1200, "utf-16le"],
  [1201, "utf-16be"],
  [10_000, "macintosh"],
  [10_007, "x-mac-cyrillic"],
  [20_127, "us-ascii"],
  [20_866, "koi8-r"],
  [20_932, "euc-jp"],
  [21_866, "koi8-u"],
  [28_591, "iso-8859-1"],
  [28_592, "iso-8859-2"],
  [28_593, "iso-8859-3"],
  [28_594, "iso-8859-4"],
  [28_595, "iso-8859-5"],
  [28_596, "iso-8859-6"],
  [28_597, "iso-8859-7"],
  [28_598, "iso-8859-8"],
  [28_599, "iso-8859-9"],
  [28_603, "iso-8859-13"],
  [28_605, "iso-8859-15"],
  [28_606, "iso-8859-16"],
  [38_598, "iso-8859-8-i"],
  [50_220, "iso-2022-jp"],
  [50_221, "iso-2022-jp"],
  [51_932, "euc-jp"],
  [51_936, "gbk"],
  [51_949, "euc-kr"],
  [54_936, "gb18030"],
  [65_001, "utf-8"],
]);

/** Parts of ISO 8859 by the numbers of their alphabets, where these are no labels. */
const LATIN: ReadonlyMap<string, string> = new Map([
  ["7", "iso-8859-13"],
  ["8", "iso-8859-14"],
  ["9", "iso-8859-15"],
  ["10", "iso-8859-16"],
]);

/** The label of a code page; one that no runtime knows where it has none. */
export function labelOfPage(page: number): string {
  return PAGES.get(page) ?? `windows-${page}`;
}

/** The encoding of a label, or `undefined` where the runtime has none of that name. */
export function encodingOf(label: string): KnownEncoding | undefined {
  const spelled = label.trim().toLowerCase();
  // Names that programs and people write, and that are no labels.
  const mac = /^mac[-_]?(roman|cyrillic)$/.exec(spelled)?.[1];
  const page = /^(?:cp|ms|windows)-?(\d{3,5})$/.exec(spelled)?.[1];
  const others = [
    spelled.replaceAll("_", "-"),
    spelled.replace(/^latin[-_]/, "latin"),
    LATIN.get(/^latin[-_]?(\d{1,2})$/.exec(spelled)?.[1] ?? ""),
    spelled === "x-ansi" && "windows-1252",
    page && labelOfPage(Number(page)),
    mac && `x-mac-${mac}`,
  ];
  for (const name of [spelled, ...others]) {
    const found = name ? known(name) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function known(label: string): KnownEncoding | undefined {
  const wide = /^utf-?32-?(le|be)?$/.exec(label);
  if (wide !== null) {
    const order = wide[1] === "be" ? "be" : "le";
    const open = () => new Utf32Decoder(order === "le");
    return { name: `utf-32${order}`, decode: (bytes) => open().decode(bytes), open };
  }
  const own = byteDecoderOf(label);
  if (own !== undefined) return ofBytes(own.name, own.upper);
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label, { ignoreBOM: true });
  } catch {
    return undefined;
  }
  const name = decoder.encoding;
  const upper = upperHalfOf(name);
  if (upper !== undefined) return ofBytes(name, upper);
  if (/^(?:big5|euc-kr)$/.test(name)) return ofPairs(name);
  // The standard decodes both alike; some runtimes have an older GBK.
  const open = () => new TextDecoder(name === "gbk" ? "gb18030" : name, { ignoreBOM: true });
  const shared = name === "gbk" ? open() : decoder;
  return { name, decode: (bytes) => shared.decode(bytes), open };
}

function ofBytes(name: string, upper: string): KnownEncoding {
  const decode = (bytes: Uint8Array = new Uint8Array(0)): string => decodeBytes(bytes, upper);
  return { name, decode, open: () => ({ decode }) };
}

function ofPairs(name: string): KnownEncoding {
  const open = () => new PairDecoder(pairTableOf(name)!);
  return { name, decode: (bytes) => open().decode(bytes), open };
}
