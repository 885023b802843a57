import { lifeSuite } from "../suites/life.suite.ts";
import { filePlace, memoryPlace } from "../suites/places.ts";

lifeSuite(memoryPlace);
lifeSuite(filePlace());
