/** What a reader of a corpus far away requests, with nothing read before: opened anew for each text. */

import { createFileStorage } from "../../src/corpus/storage/file.ts";
import { openHttpStorage } from "../../src/corpus/storage/http/http.ts";
import { createEngine, openCorpus } from "../../src/index.ts";
import { inWaves, type Traffic } from "../../test/support/suites/corpus/waves.ts";
import { percentile } from "./percentile.ts";

interface FarReading {
  opening: Traffic;
  /** Medians. */
  analysis: Traffic;
}

/** Round trips are those of a host that answers any number of requests at once. */
export async function readFar(folder: string, contents: readonly string[]): Promise<FarReading> {
  const storage = createFileStorage(folder);
  const readings: FarReading[] = [];
  for (const content of contents) {
    const { fetch, take } = inWaves(storage);
    await using corpus = await openCorpus(openHttpStorage("http://far.test/", { fetch, inFlight: 1_000 }));
    const opening = take();
    const engine = await createEngine({ corpora: [corpus] });
    await engine.analyze({ content, content_type: "text" });
    readings.push({ opening, analysis: take() });
  }
  const median = (of: keyof Traffic) =>
    percentile(
      readings.map(({ analysis }) => analysis[of]),
      50,
    );
  return {
    opening: readings[0]!.opening,
    analysis: { waves: median("waves"), requests: median("requests"), bytes: median("bytes") },
  };
}
