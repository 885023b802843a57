/** 1,000 damages (`npm test`: 100) of each part of each kind of file of a corpus: verifying finds every one that changes what the corpus says. */
import { describe, expect, test } from "vitest";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { deleteDocuments } from "../../../src/corpus/change/change.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { FOOTER_BYTES, SECTIONS } from "../../../src/corpus/format/layout.ts";
import { INLINE_POSTINGS_MAX } from "../../../src/corpus/format/lists.ts";
import { MANIFEST_NAME } from "../../../src/corpus/format/manifest.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { fewOrAll } from "../../support/scale.ts";
import { DECLARATION, fillerWords, seeded } from "../../support/texts.ts";
import { changed, everyFile, type Files, sectionsOf } from "../failures/damaged.ts";

const DAMAGES = fewOrAll(100, 1_000);
const RUN_BYTES_MAX = 64;
/** Tries to draw a damage that changes a byte: zeros over zeros do not. */
const TRIES_MAX = 1_000;

/** Every section has something in it: a list, copies, texts that share a block, a deletion. */
async function smallCorpus(): Promise<Files> {
  const filler = fillerWords();
  const pair = () => `${filler.next().value} ${filler.next().value}`;
  const refrain = Array.from(
    { length: 4 * INLINE_POSTINGS_MAX },
    () => `${pair()} the same seven words again and again ${pair()}`,
  );
  const { en, ru, zh } = DECLARATION;
  const documents = [
    { id: "refrain", text: refrain.join(" ") },
    ...Object.entries({ en, ru, zh }).map(([lang, text]) => ({
      id: lang,
      text,
      lang,
      title: "Déclaration",
      year: 1948,
    })),
    { id: "copy", text: en },
  ];
  const storage = createMemoryStorage();
  await (await buildCorpus(documents, { name: "small", dataset: "test", storage })).close();
  await deleteDocuments(storage, ["ru"]);
  return everyFile(storage);
}

type Random = (below: number) => number;
interface Range {
  from: number;
  to: number;
}

/** Each makes of a file another, damaged within a range. */
const KINDS: Record<string, (bytes: Uint8Array, range: Range, any: Random) => Uint8Array> = {
  bit: (bytes, range, any) => overwritten(bytes, range, any, 1, (byte) => byte ^ (1 << any(8))),
  byte: (bytes, range, any) => overwritten(bytes, range, any, 1, () => any(256)),
  zeros: (bytes, range, any) => overwritten(bytes, range, any, RUN_BYTES_MAX, () => 0),
  noise: (bytes, range, any) => overwritten(bytes, range, any, RUN_BYTES_MAX, () => any(256)),
  swapped: (bytes, { from, to }, any) => {
    const length = 1 + any(Math.min(RUN_BYTES_MAX, Math.floor((to - from) / 2)));
    const [one, other] = [from + any(to - from - length + 1), from + any(to - from - length + 1)];
    const copy = bytes.slice();
    copy.copyWithin(one, other, other + length);
    copy.set(bytes.subarray(one, one + length), other);
    return copy;
  },
  inserted: (bytes, { from, to }, any) => {
    const at = from + any(to - from + 1);
    return Uint8Array.from([...bytes.subarray(0, at), any(256), ...bytes.subarray(at)]);
  },
  removed: (bytes, { from, to }, any) => {
    const at = from + any(to - from);
    const length = 1 + any(Math.min(RUN_BYTES_MAX, to - at));
    return Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(at + length)]);
  },
  cut: (bytes, { from, to }, any) => bytes.slice(0, from + any(to - from)),
};

function overwritten(
  bytes: Uint8Array,
  { from, to }: Range,
  any: Random,
  runMax: number,
  next: (byte: number) => number,
) {
  const copy = bytes.slice();
  const length = 1 + any(Math.min(runMax, to - from));
  const at = from + any(to - from - length + 1);
  for (let i = at; i < at + length; i++) copy[i] = next(copy[i]!);
  return copy;
}

const files = await smallCorpus();
const nameOf = (folder: string) => [...files.keys()].find((name) => name.startsWith(folder))!;
const SEGMENT = nameOf("segments/");
const segment = files.get(SEGMENT)!;
const sections = sectionsOf(segment);
const whole = (name: string) => ({ name, from: 0, to: files.get(name)!.length });
const PARTS: Record<string, Range & { name: string }> = {
  manifest: whole(MANIFEST_NAME),
  text: whole(nameOf("text/")),
  "list of deletions": whole(nameOf("deleted/")),
  ...Object.fromEntries(
    SECTIONS.map((section) => {
      const { offsetBytes, lengthBytes } = sections[section];
      return [`${section} of a segment`, { name: SEGMENT, from: offsetBytes, to: offsetBytes + lengthBytes }];
    }),
  ),
  "footer of a segment": { name: SEGMENT, from: segment.length - FOOTER_BYTES, to: segment.length },
};

/**
 * Whether a damage leaves what the corpus says as it was: white space of the manifest, which is JSON with a checksum over its fields. No
 * other file has a byte that says nothing: all of it stands under checksums, lengths or hashes, room that is left free too.
 */
function isVoid(name: string, damaged: Uint8Array): boolean {
  if (name !== MANIFEST_NAME) return false;
  const read = (bytes: Uint8Array) => JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)));
  try {
    return read(damaged) === read(files.get(name)!);
  } catch {
    return false;
  }
}

test("the corpus is sound, and no file or section is empty", async () => {
  expect(await verifyCorpus(createMemoryStorage(files))).toMatchObject({ is_sound: true, damages: [] });
  expect([...files.keys()]).toHaveLength(4);
  for (const [part, { from, to }] of Object.entries(PARTS)) expect(to - from, part).toBeGreaterThan(0);
});

test("other white space in the manifest is no damage", async () => {
  const spaced = new TextEncoder().encode(new TextDecoder().decode(files.get(MANIFEST_NAME)).replaceAll("\n", "\t"));
  expect(isVoid(MANIFEST_NAME, spaced)).toBe(true);
  expect((await verifyCorpus(createMemoryStorage(changed(files, MANIFEST_NAME, spaced)))).is_sound).toBe(true);
});

describe.each(Object.entries(PARTS))("%s", (_part, { name, ...range }) => {
  test(`${DAMAGES} damages are found`, async () => {
    const random = seeded(41);
    const any: Random = (below) => Math.floor(random() * below);
    const kinds = Object.entries(KINDS);
    const bytes = files.get(name)!;
    let [found, voids, unchanged] = [0, 0, 0];
    while (found < DAMAGES) {
      const [kind, damage] = kinds[(found + voids + unchanged) % kinds.length]!;
      const damaged = damage(bytes, range, any);
      if (Buffer.compare(damaged, bytes) === 0) {
        if (++unchanged > TRIES_MAX) throw new Error(`${kind} changes nothing`);
        continue;
      }
      const { is_sound } = await verifyCorpus(createMemoryStorage(changed(files, name, damaged)));
      const isNothing = isVoid(name, damaged);
      if (is_sound !== isNothing)
        expect.fail(`${kind}, number ${found}: ${is_sound ? "not found" : "found in white space"}`);
      if (isNothing) voids++;
      else found++;
    }
    expect(found).toBe(DAMAGES);
    if (name !== MANIFEST_NAME) expect(voids).toBe(0);
    expect(unchanged + voids).toBeLessThan(DAMAGES);
  });
});
