import { test } from "vitest";
import { expectShardsAlike } from "../suites/life.suite.ts";
import { filePlace, memoryPlace } from "../suites/places.ts";

for (const place of [memoryPlace, filePlace()])
  test(
    `ten shards of ${place.name} merged answer like one corpus built whole: 10,000 queries`,
    () => expectShardsAlike(place, 10_000),
    600_000,
  );
