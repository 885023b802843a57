import { twinKernels } from "../../src/kernels/twin.ts";
import { kernelsSuite } from "../suites/kernels.suite.ts";

kernelsSuite(twinKernels);
