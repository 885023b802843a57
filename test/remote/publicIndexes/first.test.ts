/** The first finding comes early, whatever the pace: counted in requests, so that no clock decides. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { createEngine } from "../../../src/index.ts";
import { openPublicCorpus } from "../../../src/remote/publicIndexes/index.ts";
import { fakeTerminal } from "../../cli/terminal.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { DOCUMENTS, engineOver, excerpt, HALF_COPIED, INDEX, KINDS, STRANGE, serve } from "./world.ts";

/** At two requests a second, of which the first two are not waited for: five seconds. */
const REQUESTS_MAX = 12;
const own = (words: number, i = 1) => excerpt(DOCUMENTS[i]!, 200, words);
const strange = (from: number, words: number) => excerpt(STRANGE, from, words);
const CONTENTS = {
  "all of it": own(500),
  "half of it": [strange(0, 250), own(250)].join(" "),
  "a passage of 100 words": [strange(0, 200), own(100), strange(200, 200)].join(" "),
  "three passages of 50 words": [
    strange(0, 120),
    own(50),
    strange(120, 110),
    own(50, 2),
    strange(230, 120),
    own(50, 3),
  ].join(" "),
};

test.each(KINDS)("the first finding of %s comes within twelve requests in 500 words", async (kind) => {
  await using server = await serve(kind);
  for (const [name, content] of notEmpty(Object.entries(CONTENTS))) {
    const before = server.received.length;
    const { analyze } = await engineOver(kind, server.url, { atOnce: 4, requestsPerSecond: 10_000 });
    let first = Number.NaN;
    await analyze(content, {
      onProgress: ({ stage }: { stage: string }) => {
        if (stage.startsWith("found:") && Number.isNaN(first)) first = server.received.length - before;
      },
    });
    expect(first, name).toBeLessThanOrEqual(REQUESTS_MAX);
  }
});

test("at two requests a second the first finding comes within five seconds of the service's clock", async () => {
  await using server = await serve("infini-gram");
  let nowMs = 0;
  const sleep = async (ms: number) => {
    nowMs += ms;
  };
  const pace = { requestsPerSecond: 2, atOnce: 4, now: () => nowMs, sleep };
  const options = { address: server.url, dataset: "the-pile", words: 1e12, ...pace };
  const corpus = await openPublicCorpus(`infini-gram:${INDEX}`, options);
  const engine = await createEngine({ corpora: [corpus] });
  let firstMs = Number.NaN;
  const onProgress = ({ stage }: { stage: string }) => {
    if (stage.startsWith("found:") && Number.isNaN(firstMs)) firstMs = nowMs;
  };
  await engine.analyze({ content: HALF_COPIED, options: { corpora: [corpus.info.name] } }, { onProgress });
  expect(firstMs).toBeLessThanOrEqual(5_000);
  // The rest takes its time at that pace: the clock was asked for all of it.
  expect(nowMs).toBeGreaterThanOrEqual(500 * (server.received.length - 3));
});

test("a terminal shows how many requests were answered and runs found, and the result after it", async () => {
  await using server = await serve("infini-gram");
  const folder = mkdtempSync(join(tmpdir(), "spolia-first-"));
  try {
    writeFileSync(join(folder, "text.txt"), HALF_COPIED);
    const terminal = fakeTerminal({ isTTY: true });
    const index = ["--index-address", server.url, "--index-dataset", "the-pile", "--no-index-cache"];
    expect(
      await main(["analyze", join(folder, "text.txt"), "--corpus", `infini-gram:${INDEX}`, ...index], terminal),
    ).toBe(0);
    expect(terminal.err()).toMatch(new RegExp(`\\rsearch:infini-gram:${INDEX}: \\d+ requests?`));
    expect(terminal.err()).toMatch(/found:infini-gram:v4_own: 1 run\b/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
