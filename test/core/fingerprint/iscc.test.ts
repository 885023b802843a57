/** The ISCC Text-Code against the standard's own vectors and an independent computation. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type IsccBits, isccTextCodeWith } from "../../../src/core/fingerprint/iscc.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";
import { anyText } from "../../support/suites/core/arbitraries.ts";

interface Conformance {
  gen_text_code_v0: Record<string, { inputs: [text: string, bits: IsccBits]; outputs: { iscc: string } }>;
}
interface Computed {
  cases: { name: string; input: { text: string }; expected: { iscc_64: string; iscc_128: string; iscc_256: string } }[];
}

describe.each([await loadKernels(), referenceKernels])("$name", (kernels) => {
  testWith("data/vectors/iscc/data.json", "conformance vectors of ISO 24138's reference implementation", (json) => {
    const cases = Object.values((JSON.parse(json) as Conformance).gen_text_code_v0);
    expect(cases.length).toBeGreaterThanOrEqual(5);
    for (const { inputs, outputs } of notEmpty(cases)) expect(isccTextCodeWith(kernels, ...inputs)).toBe(outputs.iscc);
  });

  testWith("reference/vectors/iscc_text_code.json", "an independent computation", (json) => {
    const { cases } = JSON.parse(json) as Computed;
    expect(cases.length).toBeGreaterThanOrEqual(30);
    for (const { name, input, expected } of notEmpty(cases)) {
      const codes = ([64, 128, 256] as const).map((bits) => isccTextCodeWith(kernels, input.text, bits));
      expect(codes, name).toEqual([expected.iscc_64, expected.iscc_128, expected.iscc_256]);
    }
  });

  // From the conformance vectors of iscc-core (Apache-2.0), so that the code is held to the standard without them too.
  test("published examples", () => {
    expect(isccTextCodeWith(kernels, "", 64)).toBe("ISCC:EAASL4F2WZY7KBXB");
    expect(isccTextCodeWith(kernels, "Hello World", 64)).toBe("ISCC:EAASKDNZNYGUUF5A");
    expect(isccTextCodeWith(kernels, "Hello World", 256)).toBe(
      "ISCC:EADSKDNZNYGUUF5AMFEJLZ5P66CP5YKCOA3X7F36RWE4CIRCBTUWXYY",
    );
  });

  test("case, spacing, punctuation and composition count for nothing; no text is refused", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: "binary" })), (text) => {
        const code = isccTextCodeWith(kernels, text, 64);
        expect(code).toMatch(/^ISCC:EAA[A-Z2-7]{13}$/);
        expect(isccTextCodeWith(kernels, ` ${text.normalize("NFD")}… \0`, 64)).toBe(code);
        expect(isccTextCodeWith(kernels, text.normalize("NFC"), 64)).toBe(code);
      }),
      { numRuns: kernels.name === "wasm" ? 1000 : 50 },
    );
    expect(isccTextCodeWith(kernels, "HELLO, world! \ud800", 64)).toBe(isccTextCodeWith(kernels, "Hello World", 64));
  });

  test("ASCII, every character of it, is collapsed as any other text", () => {
    const ascii = String.fromCharCode(...Array(128).keys());
    // A soft hyphen, which is dropped, makes a text that is not ASCII.
    expect(isccTextCodeWith(kernels, ascii, 256)).toBe(isccTextCodeWith(kernels, `${ascii}\u00ad`, 256));
  });
});
