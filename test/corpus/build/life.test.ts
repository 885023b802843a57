import { lifeSuite } from "../../support/suites/corpus/life.suite.ts";
import { filePlace, memoryPlace } from "../../support/suites/corpus/places.ts";

lifeSuite(memoryPlace);
lifeSuite(filePlace());
