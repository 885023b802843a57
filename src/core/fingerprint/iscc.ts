/**
 * The ISCC Text-Code (ISO 24138:2024): a standard identifier, similar for similar texts. It complements our own
 * fingerprint and is no evidence: 64 bits estimate the similarity of two texts with a standard error of up to an
 * eighth.
 *
 *   code   [ header: 2 bytes ][ digest: 8, 16 or 32 bytes ]   in base32, after "ISCC:"
 *   digest bit 0 of each of the 64 MinHash values, then bit 1 of each, bit 2, bit 3
 *
 * The standard leaves normalisation to the runtime's Unicode tables. A runtime with newer tables can differ on
 * characters that older ones do not assign; all current runtimes agree on the characters of Unicode 15.
 */
import { checkArguments, optionsChecks } from "../../base/arguments.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { type KernelOptions, loadKernels } from "../kernels/load.ts";

export type IsccBits = 64 | 128 | 256;

/** Main type CONTENT, subtype TEXT, version 0; the length is added. */
const HEADER = 0x20;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** Other (C), marks (M), punctuation (P), separators (Z). */
const DROPPED = /[\p{C}\p{M}\p{P}\p{Z}]+/gu;
/** The same for ASCII, where normalisation changes nothing. */
const DROPPED_ASCII = /[\0- !"#%&'()*,\-./:;?@[\\\]_{}\x7f]+/g;

/**
 * @param content any string; lone surrogates are ignored
 * @param bits length of the digest
 * @returns `ISCC:EAA…`
 * @throws invalid_request, kernels_unavailable
 */
export async function isccTextCode(content: string, bits: IsccBits = 64, options: KernelOptions = {}): Promise<string> {
  checkArguments("isccTextCode", [
    ["/content", typeof content === "string", "a string"],
    ["/bits", bits === 64 || bits === 128 || bits === 256, "64, 128 or 256"],
    ...optionsChecks<KernelOptions>(options, { wasm: true }),
  ]);
  return isccTextCodeWith(await loadKernels(options.wasm), content, bits);
}

export function isccTextCodeWith(kernels: Kernels, content: string, bits: IsccBits): string {
  const values = kernels.isccMinhash(new TextEncoder().encode(collapsed(content)));
  const code = new Uint8Array(2 + bits / 8);
  code[0] = HEADER;
  code[1] = bits / 32 - 1;
  for (let bit = 0; bit < bits; bit++) {
    code[2 + (bit >> 3)]! |= ((values[bit & 63]! >>> (bit >> 6)) & 1) << (7 - (bit & 7));
  }
  return `ISCC:${base32(code)}`;
}

/** The characters that the standard compares: letters, numbers and symbols, in compatibility form, without case. */
function collapsed(content: string): string {
  if (isAscii(content)) return content.toLowerCase().replace(DROPPED_ASCII, "");
  return content.normalize("NFD").toLowerCase().replace(DROPPED, "").normalize("NFKC");
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** Base32 by RFC 4648, without padding. */
function base32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let length = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    for (length += 8; length >= 5; length -= 5) text += BASE32[(bits >> (length - 5)) & 31];
    bits &= 0xff;
  }
  return length > 0 ? text + BASE32[(bits << (5 - length)) & 31] : text;
}
