import { loadKernels } from "../../src/kernels/load.ts";
import { twinKernels } from "../../src/kernels/twin.ts";
import { alignEqualsTwinSuite } from "../suites/align.suite.ts";
import { sketchEqualsTwinSuite, sketchSuite } from "../suites/sketch.suite.ts";
import { tablesEqualTwinSuite, tablesSuite } from "../suites/tables.suite.ts";

const kernels = await loadKernels();
sketchSuite(kernels);
sketchEqualsTwinSuite(kernels, twinKernels);
tablesSuite(kernels);
tablesSuite(twinKernels);
tablesEqualTwinSuite(kernels, twinKernels);
alignEqualsTwinSuite(kernels, twinKernels);
