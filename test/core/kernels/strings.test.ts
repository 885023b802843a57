/** A string is read as its UTF-8 is, whoever encodes it: the runtime, or the kernel where the runtime gives its units. */
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { CHUNK_BYTES } from "../../../src/core/kernels/text/chunks.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { expectSame } from "../../support/same.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const kernels = await loadKernels();
const utf8 = (text: string) => new TextEncoder().encode(text);

type Selected = ReturnType<typeof kernels.select>;

function expectAsBytes(text: string): void {
  const bytes = utf8(text);
  expectSame(kernels.hashWords(text), kernels.readWords(bytes).hashes);
  const [one, other] = [text, bytes].map((content) => kernels.select([content], 5, 8)) as [Selected, Selected];
  expect(one.identities).toEqual(other.identities);
  expectSame(one.selected[0]!, other.selected[0]!);
}

const LETTERS = [
  "a",
  "Z",
  " ",
  ".",
  "é",
  "я",
  "ع",
  "“",
  "文",
  "\u{20000}",
  "\u{1f600}",
  "\ud83d",
  "\ude00",
  "\ufeff",
  "\0",
];

const withoutBuffers = () => {
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
  onTestFinished(() => void vi.restoreAllMocks());
};

describe.each([
  ["by the kernel", () => {}],
  ["by the runtime", withoutBuffers],
])("encoded %s", (_, prepare) => {
  test("letters of one to four bytes and halves of pairs, in all places of a block", () => {
    prepare();
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...LETTERS), { maxLength: 100 }), fc.nat(40), (letters, ascii) => {
        expectAsBytes(`я${"a".repeat(ascii)}${letters.join("")}`);
      }),
    );
  });

  test("long texts in which other letters begin late, stand everywhere, or are pairs around borders of chunks", () => {
    prepare();
    const prose = zipfText(seeded(52), 40_000);
    const texts = [
      prose,
      `${prose}“${prose}”`,
      prose.replaceAll("a", "я"),
      prose.replaceAll("e", "\u{20000}"),
      prose.replaceAll("o", "文"),
      `я${"\u{20000} ".repeat(CHUNK_BYTES)}`,
      `${"a ".repeat(1_023)}a${"\u{20000} ".repeat(20)}`,
      `${"a ".repeat(2_047)}a${"\u{20000} ".repeat(20)}`,
      `я ${"x".repeat(3 * CHUNK_BYTES)} ${"я".repeat(2 * CHUNK_BYTES)}`,
    ];
    for (const text of notEmpty(texts)) for (const start of ["", "a", "ab"]) expectAsBytes(start + text);
  });
});

test("units are given to the kernel as they are, but in Deno, which copies them slowly", () => {
  const write = vi.spyOn(Buffer.prototype, "write");
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  for (const text of notEmpty(["only ASCII ", "не только "])) {
    write.mockClear();
    const hashes = kernels.hashWords(text.repeat(10_000));
    expect(write).toHaveBeenCalled();
    write.mockClear();
    vi.stubGlobal("Deno", {});
    expectSame(kernels.hashWords(text.repeat(10_000)), hashes);
    expect(write).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  }
});
