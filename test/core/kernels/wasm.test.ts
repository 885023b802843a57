import { loadKernels } from "../../../src/core/kernels/load.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { equalsReferenceSuite } from "../../support/suites/core/equalKernels.suite.ts";
import { kernelsSuite } from "../../support/suites/core/kernels.suite.ts";

const kernels = await loadKernels();
kernelsSuite(kernels);
equalsReferenceSuite(kernels, referenceKernels);
