import { loadKernels } from "../../src/core/kernels/load.ts";
import { referenceKernels } from "../../src/core/kernels/reference.ts";
import { numbersEqualReferenceSuite } from "../suites/numbers.equal.suite.ts";
import { numbersSuite } from "../suites/numbers.suite.ts";

const kernels = await loadKernels();
numbersSuite(kernels);
numbersSuite(referenceKernels);
numbersEqualReferenceSuite(kernels, referenceKernels);
