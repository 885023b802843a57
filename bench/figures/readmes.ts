/** READMEs whose figures are written from the records, and what each of them may have. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withFigures } from "./markers.ts";
import { QUALITY } from "./quality.ts";
import { MORE_SENTENCES, SENTENCES } from "./sentences.ts";
import { SPEED } from "./speed.ts";

export const READMES: Readonly<Record<string, Readonly<Record<string, () => string[]>>>> = {
  "README.md": SENTENCES,
  "bench/README.md": { ...SPEED, ...MORE_SENTENCES },
  "bench/quality/README.md": QUALITY,
};

export const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** A README as it is, and as the records would have it. */
export function rewritten(name: string): { is: string; shouldBe: string } {
  const is = readFileSync(pathOf(name), "utf8");
  return { is, shouldBe: withFigures(is, READMES[name]!) };
}
