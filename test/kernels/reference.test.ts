import { referenceKernels } from "../../src/kernels/reference.ts";
import { kernelsSuite } from "../suites/kernels.suite.ts";

kernelsSuite(referenceKernels);
