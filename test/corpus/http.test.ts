import { corpusSuite } from "../suites/corpus.suite.ts";
import { httpPlace } from "../suites/places.ts";

corpusSuite(httpPlace());
