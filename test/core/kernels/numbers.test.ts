import { loadKernels } from "../../../src/core/kernels/load.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { numbersEqualReferenceSuite } from "../../support/suites/core/equalNumbers.suite.ts";
import { numbersSuite } from "../../support/suites/core/numbers.suite.ts";

const kernels = await loadKernels();
numbersSuite(kernels);
numbersSuite(referenceKernels);
numbersEqualReferenceSuite(kernels, referenceKernels);
