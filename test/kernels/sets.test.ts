import { loadKernels } from "../../src/core/kernels/load.ts";
import { referenceKernels } from "../../src/core/kernels/reference.ts";
import { alignEqualsReferenceSuite } from "../suites/align.suite.ts";
import { sketchEqualsReferenceSuite, sketchSuite } from "../suites/sketch.suite.ts";
import { tablesEqualReferenceSuite } from "../suites/tables.suite.ts";

const kernels = await loadKernels();
sketchSuite(kernels);
sketchEqualsReferenceSuite(kernels, referenceKernels);
tablesEqualReferenceSuite(kernels, referenceKernels);
alignEqualsReferenceSuite(kernels, referenceKernels);
