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

/** What decodes an encoding of these, or `undefined` for others. @param label in lower case */
export function byteDecoderOf(label: string): { name: string; decode: (bytes: Uint8Array) => string } | undefined {
  const name = label
    .replace(/^(?:cs)?(?:cp|ibm|pc|dos-)?-?(?=\d{3}$)/, "ibm")
    .replace(/^iso[-_]?8859[-_]?/, "iso-8859-");
  const upper = Object.hasOwn(UPPER_HALVES, name) ? UPPER_HALVES[name] : undefined;
  return upper === undefined ? undefined : { name, decode: (bytes) => decodeBytes(bytes, upper) };
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
