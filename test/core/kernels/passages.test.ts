import { loadKernels } from "../../../src/core/kernels/load.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { passagesEqualReferenceSuite } from "../../support/suites/core/passages.suite.ts";

passagesEqualReferenceSuite(await loadKernels(), referenceKernels);
