import { memoryPlace } from "../suites/places.ts";
import { storageSuite } from "../suites/storage.suite.ts";

storageSuite(memoryPlace);
