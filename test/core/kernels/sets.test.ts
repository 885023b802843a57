import { loadKernels } from "../../../src/core/kernels/load.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { alignEqualsReferenceSuite } from "../../support/suites/core/align.suite.ts";
import { deflateEqualsReferenceSuite } from "../../support/suites/core/deflate.suite.ts";
import { sketchEqualsReferenceSuite, sketchSuite } from "../../support/suites/core/sketch.suite.ts";
import { tablesEqualReferenceSuite } from "../../support/suites/core/tables.suite.ts";
import { transformerEqualsReferenceSuite, transformerSuite } from "../../support/suites/core/transformer.suite.ts";
import { vectorEqualsReferenceSuite } from "../../support/suites/core/vectors.suite.ts";

const kernels = await loadKernels();
sketchSuite(kernels);
sketchEqualsReferenceSuite(kernels, referenceKernels);
vectorEqualsReferenceSuite(kernels, referenceKernels);
deflateEqualsReferenceSuite(kernels, referenceKernels);
tablesEqualReferenceSuite(kernels, referenceKernels);
alignEqualsReferenceSuite(kernels, referenceKernels);
transformerEqualsReferenceSuite(kernels, referenceKernels);
for (const one of [kernels, referenceKernels]) transformerSuite(one);
