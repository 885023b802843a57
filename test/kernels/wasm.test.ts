import { loadKernels } from "../../src/core/kernels/load.ts";
import { referenceKernels } from "../../src/core/kernels/reference.ts";
import { equalsReferenceSuite } from "../suites/kernels.equal.suite.ts";
import { kernelsSuite } from "../suites/kernels.suite.ts";

const kernels = await loadKernels();
kernelsSuite(kernels);
equalsReferenceSuite(kernels, referenceKernels);
