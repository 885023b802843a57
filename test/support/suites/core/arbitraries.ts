/** Texts that are hard to fold, drawn at random. */
import fc from "fast-check";

/** Characters that take more than one step to fold, of every kind that folding knows. */
const HARD_CHARACTERS = [
  ..."aZ9 .,-_'\n\t\0ßÉïœÆøŁđðÞħŧıİſſʼ’“„™℠ªº½¼²㌀㍿㎏ﬁﬃﬆŉǰΐςΣῼᾳ",
  ..."ＡＢｃ１２𝒜𝔅𝟘𝟡①⑳Ⅻℌ🄰🅰😀👩‍🚀❤️\u00ad\u200b\u200c\u200d\ufeff\u2060\u180e\ufe0f\u0301\u0308\u0327\u0345\u20dd",
  ..."كتابـيىیکٱﷺﷲ\u064e\u0651ﺎﻻشָׁלוםेहिन्दीদ্ধ٣۴६৭๔ไทยกำลังລາວខ្មែរမြန်မာ日本語漢字かがカガｶﾞ゛゜々〆〇ㄅ",
  ..."한국가각각ㄱﾡᅟᅠ\u3164\u{1d400}\u{1d7ff}\u{20000}\u{2f800}\u{e0041}\u{10ffff}\u{e000}\ufffe\ufffd",
  ..."аеорсухіјѕһԁӏѵԛԝАВЕЅІЈКМНОРСТУХбдпьйёαβνορυΑΒΕΖΗΙΚΜΝΟΡΤΥΧλσάՕսհᎪᏴⲞꓮ",
];
const hardCharacter = fc.constantFrom(...HARD_CHARACTERS);
const anyCharacter = fc.string({ unit: "binary", minLength: 1, maxLength: 1 });
const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABEHKMT");
/** Line ends with the characters that may surround them in a divided word. */
const lineEnd = fc
  .tuple(
    fc.constantFrom("-", "-", "\u2010", "\u00ad", "¬", "--", "", "\u2010-"),
    fc.constantFrom("", "", " ", "\r", " \t\r", " ".repeat(59), " ".repeat(61)),
    fc.constantFrom("\n", "\n", "\n", "\n\n", "\r", "\f\n"),
    fc.constantFrom("", "", "\t", "  ", " ".repeat(30)),
  )
  .map((parts) => parts.join(""));

/** Any code points, often letters and hard cases. Never a lone surrogate. */
export const anyText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: hardCharacter },
      { weight: 2, arbitrary: letter },
      { weight: 1, arbitrary: anyCharacter },
      { weight: 1, arbitrary: lineEnd },
    ),
    {
      maxLength: 60,
    },
  )
  .map((characters) => characters.join(""));

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Arbitrary bytes: noise, and text that was cut or damaged. */
export const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        0x00,
        0x41,
        0x7f,
        0x80,
        0xbf,
        0xc0,
        0xc2,
        0xe0,
        0xed,
        0xa0,
        0xef,
        0xf0,
        0x90,
        0xf4,
        0x8f,
        0xf5,
        0xff,
      ),
      {
        maxLength: 40,
      },
    )
    .map((bytes) => Uint8Array.from(bytes)),
  fc.tuple(anyText, fc.nat(400), fc.nat(255)).map(([text, at, byte]) => {
    const bytes = utf8(text);
    if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return bytes;
  }),
  fc.tuple(anyText, fc.nat(3)).map(([text, cut]) => utf8(text).subarray(0, -1 - cut)),
);

/** Few distinct values, which give many ties (the hard case of winnowing); and arbitrary values. */
export const anyHashes = fc.oneof(
  fc.array(fc.nat(5), { maxLength: 300 }).map((values) => Uint32Array.from(values)),
  fc.uint32Array({ maxLength: 300 }),
);
