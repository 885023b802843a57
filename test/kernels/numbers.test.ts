import { loadKernels } from "../../src/kernels/load.ts";
import { twinKernels } from "../../src/kernels/twin.ts";
import { numbersEqualTwinSuite, numbersSuite } from "../suites/numbers.suite.ts";

const kernels = await loadKernels();
numbersSuite(kernels);
numbersSuite(twinKernels);
numbersEqualTwinSuite(kernels, twinKernels);
