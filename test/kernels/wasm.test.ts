import { loadKernels } from "../../src/kernels/load.ts";
import { twinKernels } from "../../src/kernels/twin.ts";
import { equalsTwinSuite } from "../suites/kernels.equal.suite.ts";
import { kernelsSuite } from "../suites/kernels.suite.ts";

const kernels = await loadKernels();
kernelsSuite(kernels);
equalsTwinSuite(kernels, twinKernels);
