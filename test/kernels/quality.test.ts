import { loadKernels } from "../../src/kernels/load.ts";
import { hashQualitySuite } from "../suites/kernels.quality.suite.ts";

hashQualitySuite(await loadKernels());
