/** Bytes to text by the number of a code page, as RTF and LaTeX state it. */
import { decodeUtf8, decodeWindows1252 } from "./decode.ts";
import { NotRead } from "./notRead.ts";

/** Names of code pages in the Encoding Standard; those from 1250 to 1258 are `windows-1250` and so on. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [874, "windows-874"],
  [932, "shift_jis"],
  [936, "gbk"],
  [949, "euc-kr"],
  [950, "big5"],
  [10_000, "macintosh"],
  [20_866, "koi8-r"],
  [21_866, "koi8-u"],
  [28_592, "iso-8859-2"],
  [28_595, "iso-8859-5"],
  [28_597, "iso-8859-7"],
  [28_605, "iso-8859-15"],
  [65_001, "utf-8"],
]);

/** Code pages of the character sets of fonts (RTF 1.9.1, font table). */
const PAGES: ReadonlyMap<number, number> = new Map([
  [0, 1252],
  [77, 10_000],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
]);
const SYMBOLS = 2;

/** Code page of a font's character set; `null` where its signs are no letters. */
export function pageOfCharset(charset: number, ofDocument: number): number | null {
  return charset === SYMBOLS ? null : (PAGES.get(charset) ?? ofDocument);
}

/** @throws NotRead where the code page is not known, or the bytes are not of it */
export function decodePage(bytes: Uint8Array, page: number): string {
  if (bytes.every((byte) => byte < 0x80)) return decodeUtf8(bytes)!;
  if (page === 1252) return decodeWindows1252(bytes);
  const name = NAMES.get(page) ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : undefined);
  if (name === undefined) throw new NotRead("not_utf8", `its code page ${page} is not read`);
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    throw new NotRead("not_utf8", `its bytes are not of its code page ${page}`);
  }
}
