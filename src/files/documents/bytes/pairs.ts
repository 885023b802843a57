/**
 * Big5 and EUC-KR as the Encoding Standard has them, characters of two bytes beside ASCII. Runtimes on ICU lack the
 * characters of Hong Kong in the one and 8,822 of the 11,172 syllables of Hangul in the other, and give private or
 * control characters for them, which nothing shows to be wrong.
 */
import { BIG5_PAIRS, BIG5_RUNS } from "./big5Table.ts";

/** Characters by the bytes that stand for them: the first from 0x81, the second from 0x40. */
type PairTable = readonly (string | undefined)[];

const LEAD_MIN = 0x81;
const TRAIL_MIN = 0x40;
const TRAILS = 0xff - TRAIL_MIN;
const placeOf = (lead: number, trail: number): number => (lead - LEAD_MIN) * TRAILS + trail - TRAIL_MIN;

/** Decodes a stream as `TextDecoder` does. */
export class PairDecoder {
  readonly #table: PairTable;
  #lead: number | undefined;

  constructor(table: PairTable) {
    this.#table = table;
  }

  decode(bytes?: Uint8Array, { stream = false } = {}): string {
    const parts: string[] = [];
    for (const byte of bytes ?? []) {
      const lead = this.#lead;
      this.#lead = undefined;
      if (lead === undefined) {
        if (byte >= LEAD_MIN && byte < 0xff) this.#lead = byte;
        else parts.push(byte < 0x80 ? String.fromCharCode(byte) : "\ufffd");
        continue;
      }
      const found = byte < TRAIL_MIN || byte === 0xff ? undefined : this.#table[placeOf(lead, byte)];
      // A wrong second byte of ASCII stands for itself: it may end a string or an element.
      parts.push(found ?? (byte < 0x80 ? `\ufffd${String.fromCharCode(byte)}` : "\ufffd"));
    }
    if (!stream && this.#lead !== undefined) {
      parts.push("\ufffd");
      this.#lead = undefined;
    }
    return parts.join("");
  }
}

const TABLES: Readonly<Record<string, () => PairTable>> = { big5: tableOfBig5, "euc-kr": tableOfEucKr };
const built = new Map<string, PairTable>();

/** The table of an encoding, or `undefined` of others. */
export function pairTableOf(name: string): PairTable | undefined {
  if (!Object.hasOwn(TABLES, name)) return undefined;
  const table = built.get(name) ?? TABLES[name]!();
  built.set(name, table);
  return table;
}

/** What the runtime decodes, but for its private characters, and what it lacks. */
function tableOfBig5(): PairTable {
  const table = runtimeTable("big5", TRAIL_MIN);
  const placeOfPointer = (pointer: number): number => {
    const trail = pointer % 157;
    return placeOf(LEAD_MIN + Math.floor(pointer / 157), trail + (trail < 63 ? 0x40 : 0x62));
  };
  for (const [pointer, characters] of BIG5_RUNS)
    for (const [i, character] of Array.from(characters).entries()) table[placeOfPointer(pointer + i)] = character;
  for (const [pointer, characters] of BIG5_PAIRS) table[placeOfPointer(pointer)] = characters;
  return table;
}

const HANGUL = [0xac00, 0xd7a3] as const;
/** Bytes from which on the square of KS X 1001 begins. */
const SQUARE_MIN = 0xa1;

/** KS X 1001, and in the order of Unicode the syllables that it lacks, wherever letters and high bytes can follow. */
function tableOfEucKr(): PairTable {
  const table = runtimeTable("euc-kr", SQUARE_MIN);
  const known = new Set(table);
  let syllable: number = HANGUL[0];
  for (let lead = LEAD_MIN; lead < 0xff; lead += 1) {
    for (let trail = 0x41; trail < 0xff; trail += 1) {
      if (lead >= SQUARE_MIN && trail >= SQUARE_MIN) break;
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue;
      while (known.has(String.fromCharCode(syllable))) syllable += 1;
      if (syllable > HANGUL[1]) return table;
      table[placeOf(lead, trail)] = String.fromCharCode(syllable);
      syllable += 1;
    }
  }
  return table;
}

/** Added to KS X 1001 in 1998. */
const EUC_KR_ADDED: readonly (readonly [lead: number, trail: number, character: string])[] = [
  [0xa2, 0xe6, "€"],
  [0xa2, 0xe7, "®"],
];

/** @param from first byte of the pairs that are asked for */
function runtimeTable(label: "big5" | "euc-kr", from: number): (string | undefined)[] {
  const decoder = new TextDecoder(label);
  const table: (string | undefined)[] = [];
  for (let lead = Math.max(from, LEAD_MIN); lead < 0xff; lead += 1)
    for (let trail = from; trail < 0xff; trail += 1) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if (/^[^\0-\x7f\ue000-\uf8ff\ufffd]$/u.test(text)) table[placeOf(lead, trail)] = text;
    }
  if (label === "euc-kr") for (const [lead, trail, character] of EUC_KR_ADDED) table[placeOf(lead, trail)] = character;
  return table;
}
