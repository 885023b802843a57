/** Reference implementation of `assembly/deflate/deflate.ts`. */
import { codesOf, lengthsOf, type PrefixCode } from "./codes.reference.ts";
import { DISTANCE_SPANS, END, FIXED_LENGTHS, LENGTH_SPANS, ORDER } from "./form.ts";
import { Matches } from "./matches.reference.ts";

/** A symbol as it is written: a literal, a length or a distance, with the bits behind it. */
interface Written {
  symbol: number;
  isDistance: boolean;
  extra: number;
  extraBits: number;
}

export function deflate(text: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const matches = new Matches(text);
  const out = new BitWriter();
  do {
    const written = matches
      .next()
      .flatMap(({ length, distance, byte }) =>
        length === 0
          ? [{ symbol: byte, isDistance: false, extra: 0, extraBits: 0 }]
          : [ofSpan(LENGTH_SPANS, length, 257, false), ofSpan(DISTANCE_SPANS, distance, 0, true)],
      );
    writeBlock(out, [...written, { symbol: END, isDistance: false, extra: 0, extraBits: 0 }], matches.isDone);
  } while (!matches.isDone && out.lengthBytes < text.length);
  return out.lengthBytes < text.length ? out.bytes() : null;
}

function ofSpan(spans: typeof LENGTH_SPANS, value: number, from: number, isDistance: boolean): Written {
  const at = spans.findLastIndex(({ base }) => base <= value);
  const { base, extraBits } = spans[at]!;
  return { symbol: from + at, isDistance, extra: value - base, extraBits };
}

function writeBlock(out: BitWriter, written: readonly Written[], isLast: boolean): void {
  const counts = { literals: Array.from({ length: 286 }, () => 0), distances: Array.from({ length: 30 }, () => 0) };
  for (const { symbol, isDistance } of written) counts[isDistance ? "distances" : "literals"][symbol]!++;
  const own = { literals: lengthsOf(counts.literals, 15), distances: lengthsOf(counts.distances, 15) };
  const fixed = { literals: FIXED_LENGTHS, distances: DISTANCE_SPANS.map(() => 5) };
  const bitsBy = ({ literals, distances }: { literals: readonly number[]; distances: readonly number[] }) =>
    written.reduce((sum, one) => sum + (one.isDistance ? distances : literals)[one.symbol]! + one.extraBits, 0);
  const head = headOf(own.literals, own.distances);
  const isFixed = bitsBy(fixed) <= bitsBy(own) + head.reduce((sum, { length }) => sum + length, 0);
  out.put((isFixed ? 2 : 4) | Number(isLast), 3);
  if (!isFixed) for (const { bits, length } of head) out.put(bits, length);
  const chosen = isFixed ? fixed : own;
  const codes = { literals: codesOf(chosen.literals), distances: codesOf(chosen.distances) };
  for (const { symbol, isDistance, extra, extraBits } of written) {
    const { bits, length } = (isDistance ? codes.distances : codes.literals)[symbol]!;
    out.put(bits, length);
    out.put(extra, extraBits);
  }
}

/** What states the codes of a block: bits in their order. */
function headOf(literals: readonly number[], distances: readonly number[]): PrefixCode[] {
  const used = [literals, distances].map((lengths) => lengths.slice(0, 1 + lengths.findLastIndex((one) => one > 0)));
  const runs = used.flatMap(runsOf);
  const counts = Array.from({ length: 19 }, (_, symbol) => runs.filter((run) => run.symbol === symbol).length);
  const lengths = lengthsOf(counts, 7);
  const codes = codesOf(lengths);
  const stated = ORDER.slice(0, 1 + ORDER.findLastIndex((symbol) => lengths[symbol]! > 0));
  return [
    { bits: used[0]!.length - 257, length: 5 },
    { bits: used[1]!.length - 1, length: 5 },
    { bits: stated.length - 4, length: 4 },
    ...stated.map((symbol) => ({ bits: lengths[symbol]!, length: 3 })),
    ...runs.flatMap(({ symbol, extra }) => [
      codes[symbol]!,
      { bits: extra, length: symbol < 16 ? 0 : symbol === 18 ? 7 : symbol - 14 },
    ]),
  ];
}

function runsOf(lengths: readonly number[]): { symbol: number; extra: number }[] {
  const runs: { symbol: number; extra: number }[] = [];
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at]!;
    let same = 1;
    while (lengths[at + same] === length) same++;
    at += same;
    if (length > 0) {
      runs.push({ symbol: length, extra: 0 });
      same--;
    }
    while (same >= 3) {
      const part = Math.min(same, length > 0 ? 6 : 138);
      if (length > 0) runs.push({ symbol: 16, extra: part - 3 });
      else runs.push(part < 11 ? { symbol: 17, extra: part - 3 } : { symbol: 18, extra: part - 11 });
      same -= part;
    }
    for (; same > 0; same--) runs.push({ symbol: length, extra: 0 });
  }
  return runs;
}

/** The first bit is the lowest of the first byte. */
class BitWriter {
  readonly #bytes: number[] = [];
  #bits = 0;

  get lengthBytes(): number {
    return this.#bytes.length;
  }

  put(value: number, count: number): void {
    for (let i = 0; i < count; i++, this.#bits++) {
      if (this.#bits % 8 === 0) this.#bytes.push(0);
      this.#bytes[this.#bytes.length - 1]! |= ((value >> i) & 1) << (this.#bits % 8);
    }
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes);
  }
}
