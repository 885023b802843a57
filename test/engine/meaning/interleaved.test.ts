/** No pointer into the module's memory outlives a call: many analyses at once are what they are one after another. */
import { afterAll, expect, test } from "vitest";
import { ATTIC, FOREIGN, openFixture, SHELF, words } from "../fixtures.ts";

const fixture = await openFixture();
afterAll(async () => {
  for (const corpus of fixture.corpora) await corpus.close();
});

test("a hundred concurrent analyses equal a hundred sequential ones", async () => {
  const contents = Array.from({ length: 100 }, (_, i) => {
    const source = [...SHELF, ...ATTIC][i % (SHELF.length + ATTIC.length)]!.text;
    return `${words(FOREIGN, 10 * i, 10 * i + 50)} ${words(source, 5 * i, 5 * i + 20 + 3 * i)}`;
  });
  const analyze = (content: string) => fixture.engine.analyze({ content, content_type: "text" });
  const inTurn: unknown[] = [];
  for (const content of contents) inTurn.push(await analyze(content));
  expect(await Promise.all(contents.map(analyze))).toEqual(inTurn);
  expect(inTurn.filter((result) => (result as { matches: unknown[] }).matches.length > 0).length).toBeGreaterThan(80);
});
