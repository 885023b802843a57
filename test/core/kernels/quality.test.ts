import { loadKernels } from "../../../src/core/kernels/load.ts";
import { hashQualitySuite } from "../../support/suites/core/kernelQuality.suite.ts";

hashQualitySuite(await loadKernels());
