/** An index of signatures that grows, shrinks, merges, and is stored: it answers as a list that is searched one by one. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { bandsOf, estimateJaccard, SketchIndex } from "../../../src/corpus/index.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const BANDS = { bands: 4, rows: 2 };
const PLACES = 16;
/** Few values, so that many agree in a band. */
const signature = fc
  .array(fc.nat(2), { minLength: PLACES, maxLength: PLACES })
  .map((values) => Uint32Array.from(values, (value) => 0xffffffff - value));
const id = fc.constantFrom("a", "b", "ć", "\ud800", "e", "f", '"', "h");
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("add" as const), id, signature }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("remove" as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("store" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("merge" as const), ids: fc.uniqueArray(id, { maxLength: 3 }), signature }),
  },
);

class Listed {
  entries: [string, Uint32Array][] = [];

  has(id: string): boolean {
    return this.entries.some(([known]) => known === id);
  }

  alike(one: Uint32Array, other: Uint32Array): boolean {
    const keys = bandsOf(other, BANDS);
    return bandsOf(one, BANDS).some((key, band) => key === keys[band]);
  }

  candidates(wanted: Uint32Array, threshold: number) {
    return this.entries
      .filter(([, other]) => this.alike(wanted, other))
      .map(([id, other]) => ({ id, ...estimateJaccard(wanted, other) }))
      .filter(({ jaccard }) => jaccard >= threshold)
      .sort((x, y) => y.jaccard - x.jaccard);
  }

  pairs(): string[] {
    return this.entries.flatMap(([id, one], i) =>
      this.entries.slice(i + 1).flatMap(([other, two]) => (this.alike(one, two) ? [`${id} ${other}`] : [])),
    );
  }
}

test("after any steps it answers as a list", () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 25 }),
      signature,
      fc.integer({ min: 0, max: 4 }),
      (steps, wanted, least) => {
        let index = new SketchIndex(BANDS);
        const listed = new Listed();
        for (const one of notAlwaysEmpty(steps)) {
          if (one.kind === "add" && !listed.has(one.id)) {
            index.add(one.id, one.signature);
            listed.entries.push([one.id, one.signature]);
          } else if (one.kind === "remove") {
            expect(index.remove(one.id)).toBe(listed.has(one.id));
            listed.entries = listed.entries.filter(([known]) => known !== one.id);
          } else if (one.kind === "store") {
            const bytes = index.toBytes();
            index = SketchIndex.open(bytes);
            expect(index.toBytes()).toEqual(bytes);
          } else if (one.kind === "merge") {
            const other = new SketchIndex(BANDS);
            for (const id of one.ids) other.add(id, one.signature);
            if (one.ids.some((id) => listed.has(id))) expect(refusedBy(() => index.merge(other))).toEqual(["/other"]);
            else {
              index.merge(other);
              listed.entries.push(...one.ids.map((id): [string, Uint32Array] => [id, one.signature]));
            }
          }
        }
        expect(index.size).toBe(listed.entries.length);
        expect(index.candidates(wanted, { threshold: least / 4 })).toEqual(listed.candidates(wanted, least / 4));
        expect([...index.pairs()].map(({ pair }) => pair.join(" "))).toEqual(listed.pairs());
      },
    ),
  );
});

test("pairs go on where signatures are removed meanwhile", () => {
  const index = new SketchIndex(BANDS);
  for (const id of ["a", "b", "c", "d"]) index.add(id, new Uint32Array(PLACES));
  const met: string[] = [];
  for (const { pair } of index.pairs()) {
    met.push(pair.join(" "));
    index.remove(pair[1]);
  }
  expect([met, index.size]).toEqual([["a b", "a c", "a d"], 1]);
});

const refusedBy = (call: () => unknown): string[] => {
  try {
    call();
  } catch (error) {
    if (isSpoliaError(error) && error.code === "invalid_request") return error.fields.map(({ pointer }) => pointer);
    throw error;
  }
  return [];
};

describe("what is refused", () => {
  const filled = new SketchIndex(BANDS);
  for (const id of ["a", "b"])
    filled.add(
      id,
      Uint32Array.from({ length: PLACES }, (_, i) => i),
    );
  const bytes = filled.toBytes();

  test("bytes that are cut, changed, longer, of another version, or nothing of the kind", () => {
    for (const place of notEmpty([...bytes.keys()])) {
      const changed = bytes.slice();
      changed[place]! ^= 1 << (place % 8);
      expect(
        refusedBy(() => SketchIndex.open(changed)),
        `a bit at ${place}`,
      ).toEqual(["/bytes"]);
      expect(
        refusedBy(() => SketchIndex.open(bytes.subarray(0, place))),
        `cut at ${place}`,
      ).toEqual(["/bytes"]);
    }
    expect(refusedBy(() => SketchIndex.open(Uint8Array.of(...bytes, 0)))).toEqual(["/bytes"]);
    expect(refusedBy(() => SketchIndex.open("bytes" as never))).toEqual(["/bytes"]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (any) => {
        expect(refusedBy(() => SketchIndex.open(any))).toEqual(["/bytes"]);
      }),
    );
    const within = Uint8Array.of(9, ...bytes, 9).subarray(1, -1);
    expect(SketchIndex.open(within).size).toBe(2);
    expect(SketchIndex.open(new SketchIndex(BANDS).toBytes()).size).toBe(0);
  });

  test("indexes of other bands or places, and thresholds beyond shares", () => {
    const [longer, others] = [new SketchIndex(BANDS), new SketchIndex({ bands: 2, rows: 4 })];
    longer.add("c", new Uint32Array(2 * PLACES));
    expect(refusedBy(() => filled.merge(longer))).toEqual(["/other"]);
    expect(refusedBy(() => filled.merge(others))).toEqual(["/other"]);
    expect(refusedBy(() => filled.merge({} as never))).toEqual(["/other"]);
    expect(filled.size).toBe(2);
    const any = new Uint32Array(PLACES);
    for (const threshold of [-0.1, 1.1, Number.NaN, "1"])
      expect(refusedBy(() => filled.candidates(any, { threshold } as never))).toEqual(["/options/threshold"]);
    expect(refusedBy(() => filled.candidates(any, { least: 1 } as never))).toEqual(["/least"]);
    for (const threshold of [0, 1]) expect(refusedBy(() => filled.candidates(any, { threshold }))).toEqual([]);
  });
});
