/** Tests that text becomes a DEFLATE stream that other programs read, and comes back, by kernel and reference alike. */
import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { deflateSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { Kernels } from "../../../../src/core/kernels/kernels.ts";
import { notEmpty } from "../../notEmpty.ts";
import { Draw } from "../../random.ts";
import { expectSame } from "../../same.ts";
import { fewOrAll } from "../../scale.ts";
import { seeded, zipfText } from "../../texts.ts";
import { anyBytes, anyText } from "./arbitraries.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Bytes of which few are frequent: of every eighth such text the lengths of codes would have codes of more than 7 bits. */
function skewed(seed: number): Uint8Array {
  const draw = new Draw(seed);
  const power = 2 + draw.below(50) / 10;
  return Uint8Array.from(draw.words(9_000), (word) => Math.floor(255.99 * (word / 2 ** 32) ** power));
}

const TEXTS: Record<string, Uint8Array> = {
  nothing: new Uint8Array(),
  "one byte": utf8("a"),
  "four bytes": utf8("aaaa"),
  "one byte, often": new Uint8Array(100_000),
  "a match of the greatest length, and one more": utf8(`${"abcd".repeat(65)}x${"abcd".repeat(66)}`),
  "a match at the greatest distance": utf8(`needle in${" hay".repeat(8190)}needle in`),
  "a match just beyond it": utf8(`needle in${" hay".repeat(8192)}needle in`),
  "the same, far into a text": utf8(`${zipfText(seeded(6), 13_000)} needle in${" hay".repeat(8190)}needle in`),
  "just beyond it, far into a text": utf8(`${zipfText(seeded(7), 13_000)} needle in${" hay".repeat(8192)}needle in`),
  "few letters, by the fixed codes": utf8("To be, or not to be: to be."),
  "prose of several blocks": utf8(zipfText(seeded(5), 60_000)),
  "letters of which none repeats": Uint8Array.from({ length: 256 }, (_, i) => i),
  noise: Uint8Array.from(new Draw(3).words(70_000, 256)),
  "noise of 16 letters": Uint8Array.from(new Draw(4).words(70_000, 16)),
  Chinese: utf8("天地玄黃宇宙洪荒日月盈昃辰宿列張寒來暑往".repeat(300)),
};

export function deflateEqualsReferenceSuite(kernels: Kernels, twin: Kernels): void {
  const bothDeflate = (text: Uint8Array): Uint8Array | null => {
    const [stream, other] = [kernels.deflate(text), twin.deflate(text)];
    expect(stream === null).toBe(other === null);
    if (stream !== null) expectSame(stream, other!);
    return stream;
  };
  const bothInflate = (stream: Uint8Array, textBytes: number): Uint8Array | null => {
    const [text, other] = [kernels.inflate(stream, textBytes), twin.inflate(stream, textBytes)];
    expect(text === null).toBe(other === null);
    if (text !== null) expectSame(text, other!);
    return text;
  };

  describe(`${kernels.name} equals ${twin.name}: deflate`, () => {
    test.each(Object.entries(TEXTS))("%s", (_, text) => {
      const stream = bothDeflate(text);
      if (stream === null) return;
      expect(stream.length).toBeLessThan(text.length);
      expectSame(new Uint8Array(inflateRawSync(stream)), text);
      expectSame(bothInflate(stream, text.length)!, text);
      // Not one byte less.
      expect(bothInflate(stream, text.length - 1)).toBeNull();
    });

    test("codes that would be too long", () => {
      for (let seed = 0; seed < fewOrAll(40, 400); seed++) {
        const text = skewed(seed);
        expectSame(new Uint8Array(inflateRawSync(bothDeflate(text)!)), text);
      }
    });

    test("prose is smaller than by the program that wrote earlier corpora", () => {
      const text = utf8(zipfText(seeded(8), 2_048));
      expect(kernels.deflate(text)!.length).toBeLessThan(1.01 * deflateSync(text).length);
    });

    test("any text and any bytes come back", () => {
      fc.assert(
        fc.property(fc.oneof(anyText.map(utf8), anyBytes), fc.integer({ min: 1, max: 40 }), (part, times) => {
          const text = new Uint8Array(part.length * times);
          for (let i = 0; i < times; i++) text.set(part, i * part.length);
          const stream = bothDeflate(text);
          if (stream !== null) expectSame(bothInflate(stream, text.length)!, text);
        }),
        { numRuns: fewOrAll(100, 2_000) },
      );
    });

    test("streams of zlib in every way, and of fflate", () => {
      for (const [name, text] of notEmpty(Object.entries(TEXTS))) {
        const streams = [0, 1, 6, 9].map((level) => deflateRawSync(text, { level }));
        for (const strategy of [constants.Z_FIXED, constants.Z_HUFFMAN_ONLY, constants.Z_RLE])
          streams.push(deflateRawSync(text, { strategy }));
        for (const stream of notEmpty([...streams, deflateSync(text)])) {
          const back = bothInflate(new Uint8Array(stream), text.length);
          expect(back, name).not.toBeNull();
          expectSame(back!, text);
        }
      }
    });

    test("blocks of all kinds one after another, and thousands without text", () => {
      const part = TEXTS["prose of several blocks"]!.subarray(0, 9_000);
      const { Z_DEFAULT_STRATEGY, Z_FIXED, Z_SYNC_FLUSH } = constants;
      const ways = [Z_FIXED, Z_DEFAULT_STRATEGY, Z_FIXED, Z_FIXED, Z_DEFAULT_STRATEGY];
      const streams = ways.map((strategy) => deflateRawSync(part, { strategy, finishFlush: Z_SYNC_FLUSH }));
      // Of ten bits each: not the last, by the fixed codes, at its end. Four take five bytes.
      const empty = Uint8Array.from({ length: 50_000 }, (_, i) => [0x02, 0x08, 0x20, 0x80, 0x00][i % 5]!);
      const whole = Uint8Array.from([...streams.flatMap((stream) => [...stream]), ...empty, 3, 0]);
      const text = Uint8Array.from(ways.flatMap(() => [...part]));
      expectSame(new Uint8Array(inflateRawSync(whole)), text);
      expectSame(bothInflate(whole, text.length)!, text);
    });

    test("damaged streams are refused, or read alike", () => {
      const texts = [zipfText(seeded(6), 300), "abc".repeat(200), "To be, or not to be: to be."].map(utf8);
      const streams = texts.flatMap((text) => [kernels.deflate(text)!, deflateRawSync(text, { level: 0 })]);
      const draw = new Draw(12);
      let refused = 0;
      for (let round = 0; round < fewOrAll(1_500, 40_000); round++) {
        const stream = streams[round % streams.length]!.slice();
        for (let i = draw.below(3); i >= 0; i--) stream[draw.below(stream.length)] = draw.below(256);
        const cut = draw.below(4) === 0 ? stream.subarray(0, draw.below(stream.length)) : stream;
        if (bothInflate(cut, 4_000) === null) refused++;
      }
      expect(refused).toBeGreaterThan(0);
    });

    test("what is no stream is refused", () => {
      const wrong = [
        ...[[], [6], [0], [0, 1, 0], [0, 1, 0, 0xff, 0xff, 97], [7]],
        // Own codes of which none is stated, and a match before the beginning.
        ...[
          [5, 0, 0, 0],
          [3, 2, 0],
        ],
      ];
      for (const bytes of notEmpty(wrong)) expect(bothInflate(Uint8Array.from(bytes), 100), bytes.join(" ")).toBeNull();
      // The same form, whole.
      expectSame(bothInflate(Uint8Array.from([1, 1, 0, 0xfe, 0xff, 97]), 100)!, utf8("a"));
      expectSame(bothInflate(Uint8Array.from([3, 0]), 0)!, new Uint8Array());
    });
  });
}
