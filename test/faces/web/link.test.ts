/** What the page takes from an address: what it has written itself, and nothing else, since anybody can write one. */
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { addressOf, type LinkedView, linkedFrom } from "../../../src/faces/web/state/link.ts";

const view: LinkedView = {
  view: "check",
  own: ["my shelf"],
  addresses: ["https://example.org/books"],
  prior: 0.25,
  published: "1901",
  kept: {
    kinds: ["verbatim", "commonplace"],
    wordsMin: 20,
    rarityBitsMin: 0,
    leftOut: [],
    licencesLeftOut: [""],
    withoutDecided: true,
  },
  passage: 2,
  name: "mine.txt",
};

test("a link gives back the view and the text", async () => {
  const hash = await addressOf(view, "Une dernière pièce, 终.");
  expect(await linkedFrom(hash!)).toEqual({ linked: view, text: "Une dernière pièce, 终." });
});

test.each([
  null,
  5,
  {},
  { ...view, own: "my shelf" },
  { ...view, addresses: [{}] },
  { ...view, prior: 1 },
  { ...view, kept: { kinds: 5 } },
  { ...view, kept: { ...view.kept, kinds: ["other"] } },
  { ...view, passage: "2" },
  { ...view, name: {} },
])("%j is no view", async (other) => {
  expect(await linkedFrom(`#${new URLSearchParams({ v: JSON.stringify(other) })}`)).toBeNull();
});

test("a link longer than the page writes is not unpacked: a thousand times as much could be in it", async () => {
  const packed = deflateRawSync(Buffer.alloc(64 << 20, "a")).toString("base64url");
  const parts = new URLSearchParams({ v: JSON.stringify(view), t: packed });
  expect(await linkedFrom(`#${parts}`)).toBeNull();
});
