import { loadKernels } from "../../src/core/kernels/load.ts";
import { hashQualitySuite } from "../suites/kernels.quality.suite.ts";

hashQualitySuite(await loadKernels());
