import { buildSuite } from "../suites/build.suite.ts";
import { filePlace, memoryPlace } from "../suites/places.ts";

buildSuite(memoryPlace);
buildSuite(filePlace());
