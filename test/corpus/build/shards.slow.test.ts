import { test } from "vitest";
import { expectShardsAlike } from "../../support/suites/corpus/life.suite.ts";
import { filePlace, memoryPlace } from "../../support/suites/corpus/places.ts";

for (const place of [memoryPlace, filePlace()])
  test(
    `ten shards of ${place.name} merged answer like one corpus built whole: 10,000 queries`,
    () => expectShardsAlike(place, 10_000),
    600_000,
  );
