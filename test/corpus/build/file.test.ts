import { corpusSuite, weighingSuite } from "../../support/suites/corpus/corpus.suite.ts";
import { filePlace } from "../../support/suites/corpus/places.ts";

const place = filePlace();
corpusSuite(place);
weighingSuite(place);
