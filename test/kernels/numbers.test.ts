import { loadKernels } from "../../src/kernels/load.ts";
import { twinKernels } from "../../src/kernels/twin.ts";
import { numbersEqualTwinSuite } from "../suites/numbers.equal.suite.ts";
import { numbersSuite } from "../suites/numbers.suite.ts";

const kernels = await loadKernels();
numbersSuite(kernels);
numbersSuite(twinKernels);
numbersEqualTwinSuite(kernels, twinKernels);
