import { corpusSuite, weighingSuite } from "../../support/suites/corpus/corpus.suite.ts";
import { memoryPlace } from "../../support/suites/corpus/places.ts";

corpusSuite(memoryPlace);
weighingSuite(memoryPlace);
