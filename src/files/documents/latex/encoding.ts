/** The encoding of a LaTeX document: UTF-8, or what the document declares for the package inputenc. */
import { decodePage } from "../bytes/codePages.ts";
import { decodeText, decodeUtf8, type TextEncoding } from "../bytes/decode.ts";

/** Code pages by the options of inputenc. */
const PAGES: ReadonlyMap<string, number> = new Map([
  ["latin1", 1252],
  ["latin2", 28_592],
  ["latin5", 1254],
  ["latin9", 28_605],
  ["latin10", 28_606],
  ["ansinew", 1252],
  ["cp1250", 1250],
  ["cp1251", 1251],
  ["cp1252", 1252],
  ["cp1257", 1257],
  ["applemac", 10_000],
  ["koi8-r", 20_866],
  ["koi8-u", 21_866],
  ["koi8-ru", 21_866],
  ["iso88595", 28_595],
  ["iso-8859-7", 28_597],
  ["cp437", 437],
  ["cp850", 850],
]);
/** Bytes at the beginning in which the encoding is declared. */
const HEAD_BYTES = 65_536;
const DECLARATION =
  /^[^%\n]{0,1000}?\\(?:(?:usepackage|RequirePackage)\s{0,9}\[([^\]]{1,200})\]\s{0,9}\{inputenc\}|inputencoding\s{0,9}\{([^}]{1,40})\})/m;

/** @throws NotRead where the bytes are neither UTF-8 nor of an encoding that is declared or stated */
export function decodeLatex(bytes: Uint8Array, stated: TextEncoding | undefined): string {
  const page = declaredPage(bytes);
  const isMarked = bytes[0] === 0xff || bytes[0] === 0xfe;
  if (page === undefined || isMarked || decodeUtf8(bytes) !== undefined) return decodeText(bytes, stated);
  return decodePage(bytes, page);
}

function declaredPage(bytes: Uint8Array): number | undefined {
  const head = Array.from(bytes.subarray(0, HEAD_BYTES), (byte) => String.fromCharCode(byte)).join("");
  const [, option, inline] = DECLARATION.exec(head) ?? [];
  return (option ?? inline)
    ?.split(",")
    .map((name) => PAGES.get(name.trim().toLowerCase()))
    .find((page) => page !== undefined);
}
