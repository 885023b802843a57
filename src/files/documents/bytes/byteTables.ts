/**
 * Encodings that documents declare and runtimes lack: code pages of DOS, which RTF, LaTeX and XML name, and ISO
 * 8859-16, which Node does not have. By the mapping tables of Unicode.org.
 */

/** The characters of the last bytes, up to 0xFF; the bytes before them are those of ISO 8859-1. */
const UPPER_HALVES: Readonly<Record<string, string>> = {
  ibm437:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  ibm850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  ibm852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
  ibm855:
    "ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪаАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀ЯрРсСтТуУжЖвВьЬ№\u00adыЫзЗшШэЭщЩчЧ§■\u00a0",
  "iso-8859-16":
    "\u00a0ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ",
};

/** The encoding of these that a label names, or `undefined` for others. @param label in lower case */
export function byteDecoderOf(label: string): { name: string; upper: string } | undefined {
  const name = label
    .replace(/^(?:cs)?(?:cp|ibm|pc|dos-)?-?(?=\d{3}$)/, "ibm")
    .replace(/^iso[-_]?8859[-_]?/, "iso-8859-");
  const upper = Object.hasOwn(UPPER_HALVES, name) ? UPPER_HALVES[name] : undefined;
  return upper === undefined ? undefined : { name, upper };
}

/**
 * Characters from 0x80 on in Windows-1252 (Encoding Standard, index windows-1252). An own table: several releases of
 * Node decode it as ISO 8859-1 (nodejs/node issue 56542), and the same bytes must give the same text everywhere.
 */
const WINDOWS_1252 = `€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ${String.fromCharCode(
  ...Array.from({ length: 96 }, (_, at) => 0xa0 + at),
)}`;

/** Bytes that releases of Node up to 22 decode otherwise than the Encoding Standard, with their characters there. */
const OTHERWISE: Readonly<Record<string, readonly (readonly [from: number, characters: string])[]>> = {
  "koi8-u": [
    [0xae, "ў"],
    [0xbe, "Ў"],
  ],
  "windows-874": [
    [0xdb, "\ufffd\ufffd\ufffd\ufffd"],
    [0xfc, "\ufffd\ufffd\ufffd\ufffd"],
  ],
  "windows-1253": [[0xaa, "\ufffd"]],
  "windows-1255": [[0xca, "\u05ba"]],
};
const upperHalves = new Map([["windows-1252", WINDOWS_1252]]);

/** The characters from 0x80 on of an encoding that runtimes decode in several ways; `undefined` of others. */
export function upperHalfOf(name: string): string | undefined {
  const found = upperHalves.get(name);
  if (found !== undefined || !Object.hasOwn(OTHERWISE, name)) return found;
  const bytes = Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at);
  const upper = Array.from(new TextDecoder(name).decode(bytes));
  for (const [from, characters] of OTHERWISE[name]!)
    for (const [i, character] of Array.from(characters).entries()) upper[from - 0x80 + i] = character;
  upperHalves.set(name, upper.join(""));
  return upper.join("");
}

/** Text of bytes of which each is a character: the last of them are those of `upper`. */
export function decodeBytes(bytes: Uint8Array, upper: string): string {
  const from = 256 - upper.length;
  const units = new Uint16Array(bytes.length);
  for (const [at, byte] of bytes.entries()) units[at] = byte < from ? byte : upper.charCodeAt(byte - from);
  const parts: string[] = [];
  for (let at = 0; at < units.length; at += 8_192) parts.push(String.fromCharCode(...units.subarray(at, at + 8_192)));
  return parts.join("");
}
