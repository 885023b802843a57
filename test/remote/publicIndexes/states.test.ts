/** An index that changes while it is asked: what the result rests on, and that it is repeated from its answers alone. */
import { describe, expect, test } from "vitest";
import { createEngine } from "../../../src/index.ts";
import { openPublicCorpus } from "../../../src/remote/publicIndexes/index.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { NaiveServer } from "./naive/server.ts";
import { DOCUMENTS, engineOver, HALF_COPIED, INDEX, indexOf, KINDS, type Kind, STRANGE } from "./world.ts";

/** The index answers so many requests from all documents, and the others from those that are left. */
async function servedIn(kind: Kind, answeredBefore: number) {
  const [before, after] = [indexOf(kind, DOCUMENTS), indexOf(kind, [STRANGE, ...DOCUMENTS.slice(2)])];
  let asked = 0;
  const answer = (request: Record<string, unknown>) => (asked++ < answeredBefore ? before : after).answer(request);
  return NaiveServer.start({ [INDEX]: { answer } as never });
}

async function analysedIn(kind: Kind, answeredBefore: number) {
  await using server = await servedIn(kind, answeredBefore);
  const { analyze, corpus } = await engineOver(kind, server.url);
  const result = await analyze(HALF_COPIED);
  const { revision } = result.method.corpora[0]!;
  return { result, revision, answers: corpus.answers(revision)! };
}

describe.each(KINDS)("an index of %s that changes", (kind) => {
  test("gives a revision of its own to what rests on both states, and replay repeats it", async () => {
    const states = [Number.POSITIVE_INFINITY, 10, 25, 40, 55, 0];
    const made = [];
    for (const before of notEmpty(states)) made.push(await analysedIn(kind, before));
    const revisions = made.map(({ revision }) => revision);
    expect(new Set(revisions).size).toBeGreaterThan(3);
    expect(revisions[1]).not.toBe(revisions[0]);
    expect(revisions[1]).not.toBe(revisions.at(-1));
    const offline = () => Promise.reject(new Error("asked"));
    for (const { result, revision, answers } of notEmpty(made)) {
      const recorded = JSON.parse(JSON.stringify(answers));
      const corpus = await openPublicCorpus(`${kind}:${INDEX}`, { answers: recorded, fetch: offline });
      const { loadCatalogue } = await import("../../../src/catalogue/index.ts");
      const engine = await createEngine({ corpora: [corpus], catalogue: await loadCatalogue() });
      const again = await engine.analyze({ content: HALF_COPIED, options: { corpora: [corpus.info.name] } });
      expect(again.method.corpora[0]!.revision).toBe(revision);
      expect(JSON.stringify({ ...again, method: null })).toBe(JSON.stringify({ ...result, method: null }));
    }
  });

  test("claims no passage that no document showed", async () => {
    for (const before of notEmpty([10, 40])) {
      const { result } = await analysedIn(kind, before);
      const left = [...DOCUMENTS, STRANGE];
      for (const { source } of notAlwaysEmpty(result.matches))
        expect(left.some((text) => text.includes(source.snippet.slice(0, 40)))).toBe(true);
    }
  });
});
