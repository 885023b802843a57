/** Every kernel against its twin, the same in C, and what one would take from the registry instead. */
import { alignCases } from "./align.ts";
import { deflateCases } from "./deflate.ts";
import { numberCases } from "./numbers.ts";
import { passageCases } from "./passages.ts";
import { sketchCases } from "./sketch.ts";
import { tableCases } from "./tables.ts";
import { textCases } from "./text.ts";
import { vectorCases } from "./vectors.ts";

export const kernelCases = [
  ...textCases,
  ...sketchCases,
  ...tableCases,
  ...vectorCases,
  ...alignCases,
  ...deflateCases,
  ...passageCases,
  ...numberCases,
];
