import { memoryPlace } from "../../support/suites/corpus/places.ts";
import { storageSuite } from "../../support/suites/corpus/storage.suite.ts";

storageSuite(memoryPlace);
