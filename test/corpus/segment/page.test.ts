import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { bitsFor, wordsFrom } from "../../../src/core/kernels/tables/bits.ts";
import type { KeyPages } from "../../../src/core/kernels/tables/keyPages.ts";
import { KEY_BITS, type PageForm, pageOf, pageStart, SPILLS_FLAG } from "../../../src/core/kernels/tables/pageForm.ts";
import { KEY_PAGE_BYTES, PAGE_BYTES } from "../../../src/corpus/format/layout.ts";
import { emptyEntries, formFor, packPage, VALUE_BITS_MAX } from "../../../src/corpus/format/page.ts";
import { KeyPage } from "../../../src/corpus/segment/read/page.ts";
import { fewOrAll } from "../../support/scale.ts";
import { packEarlierPage } from "../../support/suites/service/earlierPages.ts";
import { seeded } from "../../support/texts.ts";

type Entry = readonly [key: number, value: number];

const roomBits = ({ pageBytes }: PageForm) => 8 * pageBytes - 32;
/** Of pages as they are written, and of those of segments before version 5. */
const SIZES = [KEY_PAGE_BYTES, PAGE_BYTES];
/** Pages of the largest segment: every fifth word of 2^24 blocks of 2,048 with 60 bits. */
const PAGES_MAX = 2 ** 25;
/** Bits before the entries: the head, and for each value of a key's upper part a zero. */
const fixedBits = ({ pages, lowBits }: PageForm) =>
  32 + Number(BigInt(Math.ceil(2 ** 32 / pages)) >> BigInt(lowBits)) + 1;

const pageOfKey = (key: number, { pages }: PageForm) => pageOf(key, pages);

/** Pages that have entries, each with the one behind it; `null` where one has no room. */
function packed(form: PageForm, all: readonly Entry[]): Map<number, DataView> | null {
  const sorted = all.toSorted((x, y) => x[0] - y[0]);
  const pages = new Map<number, DataView>();
  let spilled = emptyEntries;
  for (const page of new Set(sorted.flatMap(([key]) => [pageOfKey(key, form), pageOfKey(key, form) + 1]))) {
    const own = sorted.filter(([key]) => pageOfKey(key, form) === page);
    // Not where a page begins in memory, as a page of a longer read may lie.
    const bytes = new Uint8Array(form.pageBytes);
    const keys = Float64Array.from(own, ([key]) => key - pageStart(page, form.pages));
    const pack = form.pageBytes === KEY_PAGE_BYTES ? packPage : packEarlierPage;
    const next = pack(form, bytes, spilled, { keys, values: Float64Array.from(own, ([, value]) => value) });
    if (next === null) return null;
    spilled = next;
    const moved = new Uint8Array(form.pageBytes + 3);
    const offset = page % 4;
    moved.set(bytes, offset > 0 ? offset - 1 : 0);
    pages.set(page, new DataView(moved.buffer, offset > 0 ? offset - 1 : 0, form.pageBytes));
  }
  return spilled.keys.length > 0 ? null : pages;
}

/** What the kernels keep pages in, by their size: the pages of all forms, each form being a section. */
const kept = await Promise.all(
  [await loadKernels(), referenceKernels].map(
    async ({ keyPages }) => new Map(SIZES.map((size) => [size, keyPages(size, 700)])),
  ),
);

/** What both implementations find of each key, after they were given the pages that they ask for. */
function found(
  form: PageForm,
  pages: ReadonlyMap<number, DataView>,
  keys: readonly number[],
): (number[] | "damaged")[] {
  const [ours, twins] = kept.map((bySize) => {
    const here = bySize.get(form.pageBytes)!;
    const section = here.newSection();
    return keys.flatMap((_, from) => (from % 500 === 0 ? foundIn(here, section, keys.slice(from, from + 500)) : []));
  });
  expect(ours).toEqual(twins);
  return ours!;

  function foundIn(here: KeyPages, section: number, some: readonly number[]): (number[] | "damaged")[] {
    here.begin();
    for (;;) {
      const result = here.find(section, form, Uint32Array.from(some), 1 / 16);
      if (result === "damaged") return some.map(() => "damaged");
      if (result !== null) {
        const values: number[][] = some.map(() => []);
        result.indexes.forEach((index, i) => {
          values[index] = [...result.values.subarray(i === 0 ? 0 : result.ends[i - 1]!, result.ends[i]!)];
        });
        return values;
      }
      expect(here.missing()).not.toEqual([]);
      for (const page of here.missing())
        here.put(section, page, pages.get(page) ?? new DataView(new ArrayBuffer(form.pageBytes)));
    }
  }
}

/** Every key has its values in their order, its neighbours nothing, and all entries come back. */
function expectRoundTrip(form: PageForm, pages: ReadonlyMap<number, DataView>, all: readonly Entry[]): void {
  const twin = new Map<number, number[]>();
  for (const [key, value] of all.toSorted((x, y) => x[0] - y[0])) twin.set(key, [...(twin.get(key) ?? []), value]);
  expect(found(form, pages, [...twin.keys()])).toEqual([...twin.values()]);
  const step = 2 ** form.lowBits;
  const near = [...twin.keys()].flatMap((key) => [
    key - 1,
    key + 1,
    key - step,
    key + step,
    pageStart(pageOfKey(key, form), form.pages),
  ]);
  const absent = near.filter((key) => key >= 0 && key < 2 ** KEY_BITS && !twin.has(key));
  expect(found(form, pages, absent).filter((values) => values.length > 0)).toEqual([]);
  const entries = [...pages].flatMap(([number, page]) => {
    const { own, spilled } = new KeyPage(form, wordsFrom(page, 0)).entries();
    const at = (start: number, { keys, values }: typeof own): Entry[] =>
      Array.from(keys, (key, i) => [start + key, values[i]!] as const);
    return [...at(pageStart(number - 1, form.pages), spilled), ...at(pageStart(number, form.pages), own)];
  });
  expect(entries).toEqual(all.toSorted((x, y) => x[0] - y[0]));
}

const pagesOf = fc.oneof(
  fc.nat({ max: 40 }).map((n) => n + 1),
  fc.nat({ max: PAGES_MAX - 1 }).map((n) => n + 1),
  fc.nat({ max: 25 }).map((bits) => 2 ** bits),
);

/** A form, and keys at both ends of the range, of a page, at the same place and anywhere. */
const cases = fc
  .record({
    pages: pagesOf,
    valueBits: fc.integer({ min: 1, max: VALUE_BITS_MAX }),
    low: fc.nat({ max: 31 }),
    pageBytes: fc.constantFrom(...SIZES),
  })
  .chain(({ pages, valueBits, low, pageBytes }) => {
    // So many low bits at least that the upper parts leave room in a page.
    const least = Math.max(0, bitsFor(Math.ceil(2 ** 32 / pages)) - Math.log2(2 * pageBytes));
    const form = { pages, valueBits, lowBits: Math.min(31, Math.max(low, least)), pageBytes };
    const last = 2 ** KEY_BITS - 1;
    const key = fc.oneof(
      fc.nat({ max: 3 }),
      fc.nat({ max: 3 }).map((n) => last - n),
      fc.double({ min: 0, max: 1, noNaN: true }).map((n) => Math.floor(n * last)),
      fc
        .tuple(fc.nat({ max: 9 }), fc.nat({ max: 3 }))
        .map(([page, n]) => Math.min(last, pageStart(page % pages, pages) + n)),
      fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 3 })).map(([page, n]) => pageStart((page % pages) + 1, pages) - 1 - n),
    );
    const value = fc.oneof(fc.nat({ max: 2 ** valueBits - 1 }), fc.constantFrom(0, 2 ** valueBits - 1));
    return fc.record({
      form: fc.constant(form),
      all: fc.array(
        fc.tuple(
          key.filter((key) => key >= 0),
          value,
        ),
        { maxLength: 200 },
      ),
    });
  });

describe("pages of keys", () => {
  test("return the values of every key and nothing for other keys, in any layout", () => {
    fc.assert(
      fc.property(cases, ({ form, all }) => {
        const pages = packed(form, all);
        if (pages !== null) expectRoundTrip(form, pages, all);
        // 200 entries in 64 bits, and those that did not fit before them in 72: more than a page only where uppers take half of it.
        else
          expect(fixedBits(form) + all.length * (1 + form.lowBits + form.valueBits)).toBeGreaterThan(
            roomBits(form) / 2,
          );
      }),
      { numRuns: fewOrAll(150, 400) },
    );
  });

  test.each([1, 2, 3, 10, 1_000])("with as many entries as formFor allows, spread over %d pages", (pages) => {
    const random = seeded(pages);
    const entries = 300 * pages;
    const form = formFor(entries, 30, 1);
    const all = Array.from(
      { length: entries },
      (): Entry => [Math.floor(random() * 2 ** KEY_BITS), Math.floor(random() * 2 ** 30)],
    );
    const some = all.filter(([key]) => pageOfKey(key, form) < 12);
    expectRoundTrip(form, packed(form, some)!, some);
  });

  test.each(SIZES)(
    "of %i bytes, with entries crowded into one, spill into the next until no room is left",
    (pageBytes) => {
      const form: PageForm = { pages: 500, lowBits: 21, valueBits: 24, pageBytes };
      const random = seeded(44);
      const start = pageStart(7, form.pages);
      const span = pageStart(8, form.pages) - start;
      const spilling: boolean[] = [];
      let full = 0;
      const most = (1_700 * pageBytes) / PAGE_BYTES;
      for (let count = 100; count <= most; count += 20) {
        const all = Array.from(
          { length: count },
          (_, i): Entry => [start + (i % 3 === 0 ? span - 1 : Math.floor(random() * span)), i],
        );
        const pages = packed(form, all);
        if (pages === null) full++;
        else {
          expect(full, "once full, more do not fit").toBe(0);
          expectRoundTrip(form, pages, all);
          spilling.push((pages.get(7)!.getUint32(0, true) & SPILLS_FLAG) !== 0);
        }
      }
      expect(spilling.indexOf(true)).toBeGreaterThan(5);
      expect(spilling.lastIndexOf(false)).toBe(spilling.indexOf(true) - 1);
      expect(spilling.filter(Boolean).length).toBeGreaterThan(5);
      expect(full).toBeGreaterThan(5);
    },
  );

  test.each(SIZES)("of a page of %i bytes that claims more than it can hold are corpus_corrupt", (pageBytes) => {
    const form: PageForm = { pages: 3, lowBits: 31, valueBits: 20, pageBytes };
    const page = (head: number) => {
      const view = new DataView(new ArrayBuffer(pageBytes));
      view.setUint32(0, head, true);
      return () => new KeyPage(form, wordsFrom(view, 0)).entries();
    };
    expect(page(0)).not.toThrow();
    expect(page(0xffff_ffff)).toThrow(expect.objectContaining({ code: "corpus_corrupt" }));
    expect(page(0x7fff)).toThrow(expect.objectContaining({ code: "corpus_corrupt" }));
    expect(page(0x7fff_0000)).toThrow(expect.objectContaining({ code: "corpus_corrupt" }));
  });

  test("of any bytes give a result or corpus_corrupt, and are never read beyond the page", () => {
    fc.assert(
      fc.property(
        cases.map(({ form }) => form),
        fc.nat({ max: 700 }),
        fc.nat({ max: 300 }),
        fc.constantFrom(0, SPILLS_FLAG),
        fc.constantFrom(0, 0x5555_5555, 0xffff_ffff, 0x8000_0001),
        (form, own, spilled, flag, filling) => {
          const words = new Uint32Array(form.pageBytes / 4).fill(filling);
          words[0] = own | flag | (spilled << 16);
          const view = new DataView(words.buffer);
          const keys = Math.ceil(2 ** 32 / form.pages);
          const pages = new Map(Array.from({ length: 4 }, (_, page) => [page, view]));
          for (const key of [0, 1, keys >>> 1, keys - 1, Math.min(keys, 2 ** 32 - 1)]) {
            const [values] = found(form, pages, [key]);
            if (values !== "damaged") expect(values!.length).toBeLessThanOrEqual(own + spilled);
          }
          try {
            const entries = new KeyPage(form, wordsFrom(view, 0)).entries();
            expect([entries.own.keys.length, entries.spilled.keys.length]).toEqual([own, spilled]);
          } catch (error) {
            if ((error as { code?: string }).code !== "corpus_corrupt") throw error;
          }
        },
      ),
      { numRuns: fewOrAll(150, 500) },
    );
  });
});

describe("the page of a key", () => {
  const exact = (high: number, pages: number) => Number((BigInt(high) * BigInt(pages)) >> 32n);

  test("equals the exact integer computation, and so does its beginning, for any number of pages", () => {
    fc.assert(
      fc.property(pagesOf, fc.nat({ max: PAGES_MAX }), fc.integer({ min: -2, max: 2 }), (pages, some, more) => {
        const page = some % pages;
        const least = Number((BigInt(page) * 2n ** 32n + BigInt(pages) - 1n) / BigInt(pages));
        expect(pageStart(page, pages)).toBe(least);
        const high = Math.min(2 ** 32 - 1, Math.max(0, least + more));
        expect(pageOf(high, pages)).toBe(exact(high, pages));
      }),
      { numRuns: fewOrAll(1_000, 20_000) },
    );
  });

  test("also if the product of hash and pages exceeds the precision of a double", () => {
    for (const pages of [2 ** 21 + 1, 2 ** 22 + 1, 11_111_111, PAGES_MAX - 1]) {
      // Page p begins a hair behind the hash before it where p × 2^32 is hardly more than a multiple of the pages.
      const inverse = inverseOf(2n ** 32n % BigInt(pages), BigInt(pages));
      for (let rest = 1n; rest <= 8n; rest++) {
        const page = Number((rest * inverse) % BigInt(pages));
        const least = Number((BigInt(page) * 2n ** 32n + BigInt(pages) - 1n) / BigInt(pages));
        expect(pageStart(page, pages)).toBe(least);
        for (const high of [least - 1, least])
          expect(pageOf(high, pages), `${high} of ${pages}`).toBe(exact(high, pages));
      }
    }

    function inverseOf(value: bigint, modulus: bigint): bigint {
      let [a, b, x, y] = [value, modulus, 1n, 0n];
      while (b !== 0n) [a, b, x, y] = [b, a % b, y, x - (a / b) * y];
      expect(a).toBe(1n);
      return ((x % modulus) + modulus) % modulus;
    }
  });

  test("is within the pages, and the page after the last begins after all keys", () => {
    fc.assert(
      fc.property(pagesOf, (pages) => {
        expect(pageOf(0, pages)).toBe(0);
        expect(pageOf(0xffff_ffff, pages)).toBe(pages - 1);
        expect(pageStart(pages, pages)).toBe(2 ** KEY_BITS);
      }),
    );
  });
});

describe("formFor", () => {
  const counts = fc.oneof(fc.nat({ max: 3_000 }), fc.nat({ max: 2 ** 31 - 1 }), fc.constant(7_500_000_000));

  test("has room for all entries with a reserve, and no more pages than necessary", () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: VALUE_BITS_MAX }), (entries, valueBits) => {
        const form = formFor(entries, valueBits, 1);
        expect(form.valueBits).toBe(valueBits);
        expect(form.lowBits).toBeGreaterThanOrEqual(0);
        expect(form.lowBits).toBeLessThanOrEqual(31);
        const bits = (pages: number) =>
          fixedBits({ ...form, pages }) + (entries / pages) * (1 + form.lowBits + valueBits);
        expect(bits(form.pages)).toBeLessThanOrEqual(0.935 * roomBits(form));
        const fewer = Math.floor(form.pages / 1.005) - 1;
        if (fewer >= 1) expect(bits(fewer)).toBeGreaterThan(0.935 * roomBits(form));
      }),
      { numRuns: 300 },
    );
  });

  test("needs the bits of a value and of the distance between keys, and hardly three more per entry", () => {
    for (const entries of [100_000, 1_000_000, 123_456_789, 7_500_000_000]) {
      for (const valueBits of [20, VALUE_BITS_MAX]) {
        const form = formFor(entries, valueBits, 1);
        const bits = (0.935 * roomBits(form) * form.pages) / entries;
        expect(bits - valueBits - Math.log2(2 ** KEY_BITS / entries)).toBeLessThan(3);
      }
    }
  });

  test("multiplies the pages on a retry", () => {
    fc.assert(
      fc.property(counts, fc.constantFrom(1.03, 2, 17.5), (entries, factor) => {
        const { pages, ...form } = formFor(entries, 30, 1);
        expect(formFor(entries, 30, factor)).toEqual({ ...form, pages: Math.ceil(pages * factor) });
      }),
      { numRuns: 50 },
    );
  });
});
