/**
 * All kernels in plain TypeScript: simple, and slow. They run where WebAssembly is forbidden; those of passages also
 * for long texts.
 */
import { alignReferences } from "./align/reference.ts";
import { deflateReferences } from "./deflate/reference.ts";
import type { Kernels } from "./kernels.ts";
import { numberReferences } from "./numbers/reference.ts";
import { passageReferences } from "./passages/reference.ts";
import { sketchReferences } from "./sketch/reference.ts";
import { tableReferences } from "./tables/reference.ts";
import { textReferences } from "./text/reference.ts";
import { transformerReferences } from "./transformer/reference.ts";
import { vectorReferences } from "./vectors/reference.ts";

export const referenceKernels: Kernels = {
  name: "twin",
  ...textReferences,
  ...passageReferences(textReferences),
  ...sketchReferences,
  ...tableReferences,
  ...alignReferences,
  ...numberReferences,
  ...deflateReferences,
  ...vectorReferences,
  ...transformerReferences,
};
