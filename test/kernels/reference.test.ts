import { referenceKernels } from "../../src/core/kernels/reference.ts";
import { kernelsSuite } from "../suites/kernels.suite.ts";

kernelsSuite(referenceKernels);
