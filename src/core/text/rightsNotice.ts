/**
 * Notices that reserve rights, as books and pages print them. The formulas are those in use since the Buenos Aires
 * Convention (1910).
 */
import type { Span } from "../../base/contract/common.ts";

const FORMULAS = [
  "all rights reserved",
  "no part of this (?:book|work|publication) may be reproduced",
  "alle rechte (?:vorbehalten|liegen bei)",
  "tous (?:les )?droits r[ée]serv[ée]s",
  "(?:todos los|reservados todos los) derechos(?: reservados)?",
  "todos os direitos reservados",
  "tutti i diritti (?:sono )?riservati",
  "alle rechten voorbehouden",
  "все права (?:защищены|сохранены)",
  "всі права (?:захищені|застережено)",
  "wszelkie prawa zastrzeżone",
  "všechna práva vyhrazena",
  "alla rättigheter (?:förbehållna|reserverade)",
  "alle rettigheter (?:forbeholdes|forbeholdt|reservert)",
  "alle rettigheder forbeholdes",
  "kaikki oikeudet pidätetään",
  "minden jog fenntartva",
  "toate drepturile (?:sunt )?rezervate",
  "με την επιφύλαξη παντός δικαιώματος",
  "tüm hakları saklıdır",
  "版权所有|版權所有|保留所有权利|著作権所有|無断転載(?:を)?禁(?:ず|止)|모든 권리 보유|무단 전재",
  "جميع الحقوق محفوظة",
  "כל הזכויות שמורות",
].map((formula) => formula.replaceAll(" ", "\\s{1,20}"));
const NOTICE = new RegExp(`copyright\\s{0,20}(?:©|\\(c\\)|\\d{4}|by\\s)|${FORMULAS.join("|")}`, "iu");
/** The copyright sign followed by a year or a name: the sign alone may mean anything. */
const SIGN = /(?:©|ⓒ|&copy;)\s{0,20}(?:copyright|\d{4}|\p{Lu})/u;

/**
 * A part of each formula, in ASCII: what has none of them, and letters of Latin scripts alone, has no notice. To look
 * for all formulas takes ten times as long.
 */
const PARTS = [
  ...["copyright", "&copy;", "reserved", "reproduced", "vorbehalten", "liegen", "voorbehouden", "droits", "derechos"],
  ...["direitos", "riservati", "wszelkie", "vyhrazena", "ttighe", "oikeudet", "fenntartva", "drepturile", "haklar"],
].map((part) => new TextEncoder().encode(part));
const LOWER_CASE = 0x20;
/** A bit for a part, of which several have the same; and bits for letters that the parts say nothing of. */
const PART_BITS = 5;
const OTHER_PUNCTUATION = 1 << 5;
const SIGN_OR_LONG_S = 1 << 6;
const NO_LATIN = 1 << 7;
const OTHERS = OTHER_PUNCTUATION | SIGN_OR_LONG_S | NO_LATIN;
const FOUND = (OTHERS << 16) | (((1 << PART_BITS) - 1) << 24);
/** The first lead byte of letters that are not Latin. General punctuation begins with 0xe2 0x80. */
const NO_LATIN_FROM = 0xc6;
/** For each byte the bits of what may have it in its first four places, eight bits each. */
const PLACES = bitsOfPlaces();

function bitsOfPlaces(): Int32Array {
  const places = Array.from({ length: 4 }, () => new Uint8Array(256));
  const [first, second, third, fourth] = places as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  for (const [place, bits] of places.entries())
    for (const [i, part] of PARTS.entries())
      for (const byte of [part[place]!, part[place]! & ~LOWER_CASE]) bits[byte]! |= 1 << (i % PART_BITS);
  for (let byte = 0; byte < 256; byte++) {
    if (byte >= NO_LATIN_FROM) first[byte]! |= byte === 0xe2 ? OTHER_PUNCTUATION : NO_LATIN;
    second[byte]! |= NO_LATIN | (byte === 0x80 ? 0 : OTHER_PUNCTUATION);
    third[byte]! |= OTHERS;
  }
  // © and ſ, which is an s to the formulas.
  for (const [lead, trail] of [[0xc2, 0xa9] as const, [0xc5, 0xbf] as const]) {
    first[lead]! |= SIGN_OR_LONG_S;
    second[trail]! |= SIGN_OR_LONG_S;
  }
  return Int32Array.from(
    first,
    (bits, byte) => bits | (second[byte]! << 8) | (third[byte]! << 16) | (fourth[byte]! << 24),
  );
}

/** Bytes on both sides of what tells a notice in which all of it stands: words of formulas may be 20 spaces apart. */
const AROUND_BYTES = 1_024;

/** The words of the first notice of UTF-8 as `rightsNotice` finds it, or `null`. Only what may have one is decoded. */
export function noticeIn(bytes: Uint8Array): string | null {
  let [from, to] = [-1, -1];
  // Places that are near are not told apart: other scripts have many.
  for (let at = placeOfNotice(bytes, 0); at !== -1; at = placeOfNotice(bytes, at + AROUND_BYTES)) {
    if (from !== -1 && at - AROUND_BYTES > to) {
      const notice = noticeBetween(bytes, from, to);
      if (notice !== null) return notice;
      from = -1;
    }
    if (from === -1) from = at - AROUND_BYTES;
    to = at + 2 * AROUND_BYTES;
  }
  return from === -1 ? null : noticeBetween(bytes, from, to);
}

function noticeBetween(bytes: Uint8Array, from: number, to: number): string | null {
  let [start, end] = [Math.max(0, from), Math.min(bytes.length, to)];
  while (start > 0 && isContinuation(bytes[start]!)) start--;
  while (end < bytes.length && isContinuation(bytes[end]!)) end++;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(start, end));
  const span = rightsNotice(text);
  return span && text.slice(span.start, span.end);
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** A place from here on near which a notice may stand; -1 where none does. */
function placeOfNotice(bytes: Uint8Array, from: number): number {
  // What may have the last byte in its first place, the last two in its first two, and so on. Of a part four tell it.
  let places = 0;
  for (let at = Math.max(0, from - 3); at < bytes.length; at++) {
    places = ((places << 8) | 0xff) & PLACES[bytes[at]!]!;
    if ((places & FOUND) === 0 || at < from) continue;
    if ((places & (OTHERS << 16)) !== 0 || hasPartAt(bytes, at - 3)) return at;
  }
  // A sign of two bytes at the end.
  const last = bytes.length - 2;
  return last >= from && bytes[last]! >= 0x80 ? last : -1;
}

function hasPartAt(bytes: Uint8Array, at: number): boolean {
  return PARTS.some((part) => standsAt(bytes, at, part));
}

function standsAt(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  for (let i = 0; i < part.length; i++) if ((bytes[at + i]! | LOWER_CASE) !== (part[i]! | LOWER_CASE)) return false;
  return true;
}

/** The first notice of a text, or `null`. Takes time linear in its length. */
export function rightsNotice(text: string): Span | null {
  const found = [NOTICE, SIGN].map((pattern) => pattern.exec(text)).filter((match) => match !== null);
  if (found.length === 0) return null;
  const first = found.reduce((one, other) => (other.index < one.index ? other : one));
  return { start: first.index, end: first.index + first[0].length };
}
