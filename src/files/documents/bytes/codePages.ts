/** Bytes to text by the number of a code page, as RTF states it. */
import { type DecodedText, decodedAs, decodeUtf8, type TextEncoding } from "./decode.ts";
import { encodingOf, labelOfPage } from "./labels.ts";
import { NotRead } from "./notRead.ts";

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

/**
 * Text of bytes of a code page.
 *
 * @param stated the encoding, where the code page is not known
 * @throws NotRead where the code page is not known
 */
export function decodePage(bytes: Uint8Array, page: number, stated?: TextEncoding): DecodedText {
  if (bytes.every((byte) => byte < 0x80)) return { text: decodeUtf8(bytes)!, replaced: 0, encoding: "utf-8" };
  const encoding = encodingOf(labelOfPage(page)) ?? (stated === undefined ? undefined : encodingOf(stated));
  if (encoding === undefined) throw new NotRead("not_utf8", `its code page ${page} is not known`);
  return decodedAs(encoding, bytes);
}
