/** Tables: sorted, and keys looked up in pages that stay in memory. */
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { pageOf, pageStart } from "../../../src/core/kernels/tables/pageForm.ts";
import { emptyEntries, formFor, packPage } from "../../../src/corpus/format/page.ts";
import { checksum } from "../../harness/checksum.ts";
import { Instance } from "../../harness/instance.ts";
import type { KernelCase } from "../../harness/race.ts";
import { Random } from "../../harness/random.ts";

const KEYS = 10_000_000;

function drawnKeys(): Uint8Array {
  const random = new Random("keys");
  return new Uint8Array(Uint32Array.from({ length: 2 * KEYS }, () => random.below(2 ** 32)).buffer);
}

const sortCase: KernelCase = {
  name: "sort",
  unit: "ns",
  question: "a key of 64 bits, of 10 million",
  amount: () => KEYS,
  input: drawnKeys,
  contenders: {
    wasm(input) {
      const instance = new Instance();
      const [keys, own, scratch] = [instance.put(input), instance.take(input.length), instance.take(input.length)];
      return {
        run() {
          instance.bytes(own, input.length).set(instance.bytes(keys, input.length));
          instance.exports["sortKeys"]!(own, scratch, KEYS);
        },
        answer: () => checksum(instance.bytes(own, input.length)),
      };
    },
    "BigUint64Array.sort"(input) {
      const keys = new BigUint64Array(input.slice().buffer);
      return {
        run: () => void keys.slice().sort(),
        answer: () => checksum(new Uint8Array(keys.slice().sort().buffer)),
      };
    },
  },
  native: { name: "sort", arguments: () => [] },
  goals: { ofC: 0.7, figure: 10 },
};

/** Keys of the pages, which have 4.4 MB, and keys that are looked up: every other one is not there. */
const LISTED = 1_000_000;
const ASKED = 100_000;
/** Fewer than a call may have: each may need two pages. */
const ASKED_AT_ONCE = 4_000;
const VALUE_BITS = 20;
const CACHE_LINE_WORDS = 16;

/** Keys of the pages, and behind them those that are looked up. */
function drawnLookups(): Uint8Array {
  const random = new Random("lookups");
  const listed = [...new Set(Uint32Array.from({ length: LISTED }, () => random.below(2 ** 32)))];
  const asked = Array.from({ length: ASKED }, (_, i) => (i % 2 === 0 ? random.pick(listed) : random.below(2 ** 32)));
  return new Uint8Array(Uint32Array.from([...listed, ...asked]).buffer);
}

function lookupsIn(input: Uint8Array) {
  const keys = new Uint32Array(input.buffer, input.byteOffset, input.length / 4);
  return { listed: keys.subarray(0, -ASKED), asked: keys.subarray(-ASKED) };
}

const valueFor = (key: number): number => (Math.imul(key, 0x9e3779b1) >>> 0) % 2 ** VALUE_BITS;

/** Writes the pages of keys, ascending. */
function pagesOf(listed: Uint32Array) {
  const keys = listed.slice().sort();
  const form = formFor(keys.length, VALUE_BITS, 1);
  const pages: DataView[] = [];
  let spilled = emptyEntries;
  for (let page = 0, from = 0; page < form.pages; page++) {
    let to = from;
    while (to < keys.length && pageOf(keys[to]!, form.pages) === page) to++;
    const own = keys.subarray(from, to);
    const bytes = new Uint8Array(form.pageBytes);
    const start = pageStart(page, form.pages);
    const entries = { keys: Float64Array.from(own, (key) => key - start), values: Float64Array.from(own, valueFor) };
    spilled = packPage(form, bytes, spilled, entries)!;
    pages.push(new DataView(bytes.buffer));
    from = to;
  }
  return { form, pages };
}

const lookupCase: KernelCase = {
  name: "keys in pages",
  unit: "ns",
  question:
    "a key of 32 bits among a million, half of which are there; the last only reads a line of each key's page, as any has to",
  amount: () => ASKED,
  input: drawnLookups,
  contenders: {
    async wasm(input) {
      const { listed, asked } = lookupsIn(input);
      const { form, pages } = pagesOf(listed);
      const here = (await loadKernels()).keyPages(form.pageBytes, 1);
      const section = here.newSection();
      here.begin();
      for (const [page, view] of pages.entries()) here.put(section, page, view);
      const found = new Uint32Array(ASKED);
      return {
        run() {
          found.fill(0);
          for (let from = 0; from < ASKED; from += ASKED_AT_ONCE) {
            const some = here.find(section, form, asked.subarray(from, from + ASKED_AT_ONCE), 0);
            if (some === null || some === "damaged") throw new Error("A page is not here.");
            for (let i = 0; i < some.indexes.length; i++) found[from + some.indexes[i]!] = 1 + some.values[i]!;
          }
        },
        answer: () => checksum(found),
      };
    },
    "Map of numbers"(input) {
      const { listed, asked } = lookupsIn(input);
      const values = new Map(Array.from(listed, (key) => [key, valueFor(key)]));
      const found = new Uint32Array(ASKED);
      return {
        run() {
          for (let i = 0; i < ASKED; i++) found[i] = 1 + (values.get(asked[i]!) ?? -1);
        },
        answer: () => checksum(found),
      };
    },
    "a line of each key's page"(input) {
      const { listed, asked } = lookupsIn(input);
      const { form, pages } = pagesOf(listed);
      const words = new Uint32Array((pages.length * form.pageBytes) / 4);
      const lines = words.length / CACHE_LINE_WORDS;
      let sum = 0;
      return {
        run() {
          for (let i = 0; i < ASKED; i++) sum += words[CACHE_LINE_WORDS * pageOf(asked[i]!, lines)]!;
          if (sum !== 0) throw new Error("There is nothing in the lines.");
        },
      };
    },
  },
  goals: { times: { "Map of numbers": 2 } },
};

export const tableCases: readonly KernelCase[] = [sortCase, lookupCase];
