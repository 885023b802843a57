import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { kernelsSuite } from "../../support/suites/core/kernels.suite.ts";

kernelsSuite(referenceKernels);
