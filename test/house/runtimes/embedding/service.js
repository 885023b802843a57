/** What the examples of this folder mount: a service over a small corpus, under /spolia. Outside of this repository it is `spolia` and `spolia/service`. */

import { buildCorpus, createEngine } from "../../../../build/index.js";
import { createHandler } from "../../../../build/service.js";

export const TEXT =
  "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of belief";

const corpus = await buildCorpus([{ id: "tale", title: "A Tale of Two Cities", text: TEXT }], {
  name: "books",
  dataset: "books",
});

export const handler = createHandler({ engine: await createEngine({ corpora: [corpus] }), basePath: "/spolia" });

/** Tells the test where it listens. */
export const listening = (port) => console.log(`http://127.0.0.1:${port}`);
