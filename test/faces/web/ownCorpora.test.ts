/** The corpora of a browser, beside what other pages of the same origin keep. */
import { afterEach, expect, test, vi } from "vitest";
import { ownCorpora } from "../../../src/faces/web/work/ownCorpora.ts";

afterEach(() => vi.unstubAllGlobals());

test("folders of other pages are not ours, however they are called", async () => {
  const keys = async function* () {
    yield* ["100%", "photos", encodeURIComponent("spolia corpus mine 50%")];
  };
  vi.stubGlobal("navigator", { storage: { getDirectory: async () => ({ keys }) } });
  expect((await ownCorpora()).map(({ name }) => name)).toEqual(["mine 50%"]);
});
