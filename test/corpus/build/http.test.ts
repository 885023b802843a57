import { corpusSuite } from "../../support/suites/corpus/corpus.suite.ts";
import { httpPlace } from "../../support/suites/corpus/places.ts";

corpusSuite(httpPlace());
