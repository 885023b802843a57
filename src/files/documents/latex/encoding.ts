/** The encoding of a LaTeX document: UTF-8, or what the document declares for a package or an editor. */
import { declaredInText } from "../bytes/declared.ts";
import { type DecodedText, decodeText, type TextEncoding } from "../bytes/decode.ts";

/** Labels by the options of inputenc. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ["utf8", "utf-8"],
  ["utf8x", "utf-8"],
  ["ascii", "us-ascii"],
  ["latin1", "latin1"],
  ["latin2", "latin2"],
  ["latin3", "latin3"],
  ["latin4", "latin4"],
  ["latin5", "latin5"],
  ["latin9", "iso-8859-15"],
  ["latin10", "iso-8859-16"],
  ["ansinew", "windows-1252"],
  ["cp1250", "cp1250"],
  ["cp1251", "cp1251"],
  ["cp1252", "cp1252"],
  ["cp1257", "cp1257"],
  ["cp866", "cp866"],
  ["applemac", "macintosh"],
  ["koi8-r", "koi8-r"],
  ["koi8-u", "koi8-u"],
  ["koi8-ru", "koi8-u"],
  ["iso88595", "iso-8859-5"],
  ["iso-8859-7", "iso-8859-7"],
  ["cp437", "cp437"],
  ["cp850", "cp850"],
  // Of the environment CJK.
  ["bg5", "big5"],
  ["gb", "gbk"],
  ["gbk", "gbk"],
  ["jis", "euc-jp"],
  ["sjis", "shift_jis"],
  ["ks", "euc-kr"],
]);
/** Bytes at the beginning in which the encoding is declared. */
const HEAD_BYTES = 65_536;
const DECLARATION =
  /^[^%\n]{0,1000}?\\(?:(?:usepackage|RequirePackage)\s{0,9}\[([^\]]{1,200})\]\s{0,9}\{inputenc\}|(?:inputencoding|begin\s{0,9}\{CJK\*?\}(?:\[[^\]]{0,40}\])?)\s{0,9}\{([^}]{1,40})\})/m;

/** @throws NotRead where the bytes are neither UTF-8 nor of an encoding that is declared or stated */
export function decodeLatex(bytes: Uint8Array, stated: TextEncoding | undefined): DecodedText {
  return decodeText(bytes, { stated, declared: [declaredIn(bytes), ...declaredInText(bytes)] });
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const head = Array.from(bytes.subarray(0, HEAD_BYTES), (byte) => String.fromCharCode(byte)).join("");
  const [, option, inline] = DECLARATION.exec(head) ?? [];
  return (option ?? inline)
    ?.split(",")
    .map((name) => LABELS.get(name.trim().toLowerCase()))
    .find((label) => label !== undefined);
}
