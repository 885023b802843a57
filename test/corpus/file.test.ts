import { corpusSuite, weighingSuite } from "../suites/corpus.suite.ts";
import { filePlace } from "../suites/places.ts";

const place = filePlace();
corpusSuite(place);
weighingSuite(place);
