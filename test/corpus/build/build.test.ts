import { buildSuite } from "../../support/suites/corpus/build.suite.ts";
import { filePlace, memoryPlace } from "../../support/suites/corpus/places.ts";

buildSuite(memoryPlace);
buildSuite(filePlace());
