/** Pages of keys in the memory of kernels: which of them stay. What is found in them: `test/corpus/segment/page.test.ts`. */
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { sealPage } from "../../../src/corpus/format/layout.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const PAGE_BYTES = 4_096;
/** Pages that there is room for. */
const ROOM = 4_096;
/** Each page has one key, its first, with one value. */
const FORM = { pages: 2 ** 20, lowBits: 12, valueBits: 20, pageBytes: PAGE_BYTES };
const KEYS_PER_PAGE = 2 ** 32 / FORM.pages;
/** Number of values that the upper parts of its keys have. */
const UPPERS = KEYS_PER_PAGE / 2 ** FORM.lowBits + 1;

/** A page with its first key, whose value is its number. */
function pageOf(value: number): DataView {
  const view = new DataView(new ArrayBuffer(PAGE_BYTES));
  view.setUint32(0, 1, true);
  const bits = 1n | (BigInt(value) << BigInt(UPPERS + 1 + FORM.lowBits));
  view.setBigUint64(4, bits, true);
  return view;
}

const keysOf = (...pages: number[]) => Uint32Array.from(pages, (page) => page * KEYS_PER_PAGE);

describe.each([await loadKernels(), referenceKernels])("pages in the memory of $name", ({ keyPages }) => {
  function room() {
    const pages = keyPages(PAGE_BYTES, 2);
    const section = pages.newSection();
    const valuesOf = (...numbers: number[]) => {
      const found = pages.find(section, FORM, keysOf(...numbers), 0);
      return found === null || found === "damaged" ? found : [...found.values];
    };
    return { pages, section, valuesOf };
  }

  test("are asked for where they are missing, each once, and found once they are put", () => {
    const { pages, section, valuesOf } = room();
    pages.begin();
    expect(valuesOf(9, 7, 9)).toBeNull();
    expect(pages.missing()).toEqual([7, 9]);
    for (const page of [7, 9]) pages.put(section, page, pageOf(page));
    expect(valuesOf(9, 7, 9)).toEqual([9, 7, 9]);
    expect(pages.find(pages.newSection(), FORM, keysOf(7), 0), "another section").toBeNull();
  });

  test("of which there are too many, those leave first that no call has used", () => {
    const { pages, section, valuesOf } = room();
    for (let page = 0; page < ROOM; page++) {
      pages.begin();
      pages.put(section, page, pageOf(page));
    }
    // A lap of the hand takes all marks; used again, the even ones are spared in the next.
    pages.begin();
    pages.put(section, ROOM, pageOf(ROOM));
    const even = Array.from({ length: ROOM / 2 }, (_, i) => 2 * i).slice(1);
    for (let from = 0; from < even.length; from += 1_000) {
      pages.begin();
      expect(valuesOf(...even.slice(from, from + 1_000))).toEqual(even.slice(from, from + 1_000));
    }
    for (let page = ROOM + 1; page < ROOM + 1_000; page++) {
      pages.begin();
      pages.put(section, page, pageOf(page));
    }
    pages.begin();
    expect(valuesOf(...even.slice(0, 2_000))).toEqual(even.slice(0, 2_000));
    expect(valuesOf(1)).toBeNull();
  });

  test("that a call uses stay until the next one begins, and all that it puts", () => {
    const { pages, section, valuesOf } = room();
    pages.begin();
    const all = Array.from({ length: ROOM }, (_, page) => page);
    for (const page of all) pages.put(section, page, pageOf(page));
    pages.begin();
    const some = all.slice(0, ROOM / 2);
    expect(valuesOf(...some)).toEqual(some);
    const more = some.map((page) => page + ROOM);
    for (const page of more) pages.put(section, page, pageOf(page));
    expect(valuesOf(...some)).toEqual(some);
    expect(valuesOf(...more)).toEqual(more);
  });

  test("that are read to their places are here where their checksum is right, and leave no trace otherwise", () => {
    const { pages, section, valuesOf } = room();
    const sealed = (page: number) => {
      const { buffer } = pageOf(page);
      sealPage(referenceKernels, new Uint8Array(buffer), page);
      return new Uint8Array(buffer);
    };
    const read = (page: number, bytes: Uint8Array) =>
      pages.read(section, page, page, (memory, at) => memory.set(bytes, at));
    // One slot is left.
    for (let page = 1; page < ROOM; page++) {
      pages.begin();
      expect(read(page, sealed(page))).toBe(true);
    }
    pages.begin();
    for (const at of notEmpty([0, 4, PAGE_BYTES - 5, PAGE_BYTES - 1])) {
      const damaged = sealed(ROOM);
      damaged[at]! ^= 1;
      expect(read(ROOM, damaged), `byte ${at}`).toBe(false);
      expect(valuesOf(ROOM)).toBeNull();
    }
    expect(read(ROOM, sealed(ROOM + 1)), "another page").toBe(false);
    expect(() =>
      pages.read(section, ROOM, ROOM, () => {
        throw new Error("gone");
      }),
    ).toThrow("gone");
    expect(valuesOf(1), "pages that are here stay").toEqual([1]);
    expect(read(ROOM, sealed(ROOM))).toBe(true);
    expect(valuesOf(ROOM, 1)).toEqual([ROOM, 1]);
  });

  test("with more values of a key than there may be are damaged", () => {
    const { pages, section, valuesOf } = room();
    const page = pageOf(5);
    page.setUint32(0, 3, true);
    page.setUint32(4, 0b111, true);
    pages.begin();
    pages.put(section, 3, page);
    expect(valuesOf(3)).toBe("damaged");
    page.setUint32(0, 2, true);
    page.setUint32(4, 0b11, true);
    pages.put(section, 4, page);
    expect(valuesOf(4)).toHaveLength(2);
  });
});
