import { loadKernels } from "../../../src/core/kernels/load.ts";
import { hashQualitySuite } from "../../support/suites/core/kernels.quality.suite.ts";

hashQualitySuite(await loadKernels());
