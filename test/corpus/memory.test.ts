import { corpusSuite, weighingSuite } from "../suites/corpus.suite.ts";
import { memoryPlace } from "../suites/places.ts";

corpusSuite(memoryPlace);
weighingSuite(memoryPlace);
