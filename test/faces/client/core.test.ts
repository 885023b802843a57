/**
 * The table of cases that every language reproduces: ids, bytes, ISCC, MinHash, comparisons. It is written by
 * `npx vitest run test/faces/client/core.test.ts -u` and frozen: a changed id means another name than `spolia1`.
 */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { fingerprint } from "../../../src/core/fingerprint/fingerprint.ts";
import { isccTextCode } from "../../../src/core/fingerprint/iscc.ts";
import { sharedShingles } from "../../../src/core/fingerprint/overlap.ts";
import { sampleBits } from "../../../src/core/kernels/text/sample.ts";
import { signatureOf } from "../../../src/core/sketch/signature.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { DECLARATION } from "../../support/texts.ts";
import { type CoreInput, contentOf } from "./core/content.ts";

const repeated = (repeat: string, times: number): CoreInput => ({ repeat, times });

const INPUTS: Readonly<Record<string, CoreInput>> = {
  empty: { text: "" },
  "one word": { text: "word" },
  "five words": { text: "one two three four five" },
  ...Object.fromEntries(Object.entries(DECLARATION).map(([language, text]) => [`declaration ${language}`, { text }])),
  "ligatures and width": { text: "The ﬁrst ﬂoor, ＦＵＬＬ ｗｉｄｔｈ ①②③ ½ ﷺ ㌀ ℀ x" },
  "marks, composed and not": { text: "e\u0301te\u0301 été \u1112\u1161\u11ab 한 a\u0327\u0301 ÅÅÅ o\u0308l öl" },
  "mixed scripts": { text: "реорle сoбака рoма Яndex TNFα Кoт éа ﬁа ἀaՕx дa1" },
  "small letters": { text: "ΟΔΥΣΣΕΥΣ ΣΑΣ İstanbul ISPARTA STRASSE ẞ straße ǅ Ǆ ᏣᎳᎩ Ꭰ" },
  "beyond the first plane": { text: "𝒜𝔅𝟘 😀😀 𐐷𐐏 𒀀𒁀 𠀀𠀁 𞤀𞤢" },
  "words over line ends": { text: "exam-\nple ço\u2010 \r\n \tmé Zu¬\nker ко-\nро\u00ad\nва 7-\na x-\n\ny" },
  "nothing but signs": { text: "… — !?\u200b\u0000\t\ufeff ☃ ♥ €" },
  "a lone surrogate": { utf16: [0x61, 0x20, 0xd800, 0x62, 0x20, 0xdc00, 0x20, 0xd83d, 0xde00, 0x20, 0x63] },
  "512 words": { numbered: 512 },
  "513 words": { numbered: 513 },
  "20,000 words": { numbered: 20_000 },
  "10 MB": { numbered: 1_290_000 },
  "a word without end": repeated("x", 200_000),
  "one shingle again and again": repeated("so it goes on and ", 5_000),
  "Chinese of 700 kB": repeated("人人生而自由,在尊严和权利上一律平等。", 13_000),
  "cut in a character": { base64: Buffer.from("a text é").subarray(0, -1).toString("base64") },
  "Latin-1": { base64: Buffer.from("un été", "latin1").toString("base64") },
  "a surrogate in UTF-8": { base64: "YSDtoIAgYg==" },
  "an overlong form": { base64: "YSDAryBi" },
};

const PAIRS = [
  ["declaration en", "declaration en"],
  ["declaration en", "declaration fr"],
  ["512 words", "513 words"],
  ["513 words", "20,000 words"],
  ["20,000 words", "10 MB"],
  ["empty", "five words"],
  ["one word", "one word"],
] as const;

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function caseOf(name: string, input: CoreInput) {
  const content = contentOf(input);
  const print = await fingerprint(content).catch(({ code }) => code as string);
  // Bytes that are not UTF-8 are refused.
  if (typeof print === "string") return { name, ...input, refused: true };
  const { id, lengthWords, bytes } = print;
  const signature = await signatureOf(content).catch(() => null);
  const seeded = await signatureOf(content, { places: 64, shingleWords: 3, seed: 7 }).catch(() => null);
  const text = typeof content === "string" ? content : new TextDecoder().decode(content);
  return {
    name,
    ...input,
    id,
    words: lengthWords,
    bytes: bytes.length <= 300 ? Buffer.from(bytes).toString("base64") : undefined,
    bytes_sha256: sha256(bytes),
    // Of 10 MB it takes seconds in each language; what a lone surrogate is differs between them.
    iscc:
      text.length < 1_000_000 && input.utf16 === undefined
        ? [await isccTextCode(text), await isccTextCode(text, 256)]
        : undefined,
    minhash_sha256: signature && sha256(new Uint8Array(signature.buffer)),
    minhash_64_3_7_sha256: seeded && sha256(new Uint8Array(seeded.buffer)),
  };
}

async function comparisonOf(one: string, other: string) {
  const [a, b] = await Promise.all([one, other].map((name) => fingerprint(contentOf(INPUTS[name]!))));
  const side = (print: typeof a) => ({
    print: print!,
    known: { hashes: print!.shingles, bits: sampleBits(print!.lengthWords) },
  });
  const { jaccard, aInB, bInA, oneIn, isKeptShared } = sharedShingles(side(a), side(b));
  const shares = { jaccard, a_in_b: aInB, b_in_a: bInA };
  const flat = Object.entries(shares).map(([name, { value, interval }]) => [name, { value, ci_95: interval }]);
  return { a: one, b: other, ...Object.fromEntries(flat), one_in: oneIn, shares_run: isKeptShared };
}

test("the table says what the core computes", async () => {
  const cases = await Promise.all(Object.entries(INPUTS).map(([name, input]) => caseOf(name, input)));
  const comparisons = await Promise.all(PAIRS.map(([a, b]) => comparisonOf(a, b)));
  const table = `${JSON.stringify({ fold: "spolia1", core_version: 1, cases, comparisons }, null, 2)}\n`;
  await expect(table).toMatchFileSnapshot("core/cases.json");
});

test("without WebAssembly it computes the same", async () => {
  const short = Object.values(INPUTS).filter(
    ({ numbered = 0, times = 0, base64 }) => numbered + times < 1_000 && !base64,
  );
  for (const input of notEmpty(short)) {
    const content = contentOf(input);
    expect((await fingerprint(content, { wasm: "twin" })).bytes).toEqual((await fingerprint(content)).bytes);
  }
});
