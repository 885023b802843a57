/**
 * Texts that a corpus carries as ones that do not count. The manifest holds hashes of their shingles, not the texts: a
 * handout may be confidential, and hashes suffice to leave its words out.
 */
import { fromBase64, toBase64 } from "../../base/bytes/bytes.ts";
import type { CarriedTexts } from "../../base/contract/common.ts";
import { SpoliaError } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { type GivenTexts, shinglesOfTexts } from "../../core/uncounted/given.ts";
import type { Manifest } from "../format/manifest.ts";

type StoredTexts = NonNullable<Manifest["ignore"]>;

/** Words of all texts together, and their number: every reader of a corpus reads the whole manifest. */
const CARRIED_WORDS_MAX = 50_000;
const CARRIED_TEXTS_MAX = 100;
const KEY_BYTES = 4;

/** As a manifest holds them; `undefined` where there are none. @throws content_too_large */
export function packTexts(kernels: Kernels, texts: readonly string[]): StoredTexts | undefined {
  return carriedTogether([
    shinglesOfTexts(kernels, texts).map(({ words, keys }) => ({ words, shingles: packed([...keys]) })),
  ]);
}

/** Those of several corpora, each once. @throws content_too_large */
export function carriedTogether(all: readonly (StoredTexts | undefined)[]): StoredTexts | undefined {
  const texts = all.flatMap((carried) => carried ?? []);
  const distinct = texts.filter(({ shingles }, i) => texts.findIndex((one) => one.shingles === shingles) === i);
  if (distinct.length > CARRIED_TEXTS_MAX || sum(distinct, ({ words }) => words) > CARRIED_WORDS_MAX) throw tooMuch();
  return distinct.length === 0 ? undefined : distinct;
}

function tooMuch(): SpoliaError {
  const most = `at most ${CARRIED_TEXTS_MAX} texts with 50,000 words together`;
  return new SpoliaError("content_too_large", `A corpus carries ${most} that do not count.`, {
    hint: "Give the longer ones with each analysis: options.ignore, --ignore.",
    fields: [{ pointer: "/ignore", detail: `must be ${most}` }],
  });
}

/** Ascending, in four bytes each. */
function packed(keys: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(KEY_BYTES * keys.length));
  for (const [i, key] of [...keys].sort((x, y) => x - y).entries()) view.setUint32(KEY_BYTES * i, key, true);
  return toBase64(new Uint8Array(view.buffer));
}

const unpacked = new WeakMap<object, GivenTexts>();

/** The texts that the corpus of a manifest carries; unpacked once, since every analysis asks. */
export function textsCarriedBy(manifest: Pick<Manifest, "name" | "ignore">): GivenTexts {
  const texts = unpacked.get(manifest) ?? unpack(manifest);
  unpacked.set(manifest, texts);
  return texts;
}

function unpack({ name, ignore = [] }: Pick<Manifest, "name" | "ignore">): GivenTexts {
  return ignore.map(({ words, shingles }, i) => {
    const bytes = fromBase64(shingles);
    const view = new DataView(bytes.buffer);
    const keys = new Set<number>();
    for (let at = 0; at < bytes.length; at += KEY_BYTES) keys.add(view.getUint32(at, true));
    return { number: i + 1, corpus: name, words, keys };
  });
}

/** How many they are; nothing of a corpus that carries none. */
export function countCarried({ ignore }: Pick<Manifest, "ignore">): { ignore?: CarriedTexts } {
  return ignore === undefined ? {} : { ignore: { texts: ignore.length, words: sum(ignore, ({ words }) => words) } };
}
