/** Requests without their texts come back whole, and differences are pointed to. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { differences } from "../../src/report/bundle/differences.ts";
import { hashesIn, type NamedContents, withContents, withHashes } from "../../src/report/bundle/requests.ts";

test("texts are replaced wherever a request has them, but not in what callers wrote freely", async () => {
  const contents: NamedContents = new Map();
  const request = {
    content: "a",
    metadata: { content: "kept", text: "kept" },
    work: { content: "b\ud800", content_type: "markdown" },
    controls: [{ id: "c", content: "a" }],
    suspects: [{ id: "s", text: "d", cluster: undefined }],
    observations: { model: "m", texts: { s: { text: { tokens: [] } } }, scored: [{ text: "kept" }] },
    fingerprint_data: new Uint8Array([1, 2, 250]),
  };
  const hashed = (await withHashes(request, contents)) as typeof request;
  expect(JSON.stringify(hashed)).not.toMatch(/"(?:content|text)":"(?!kept)/);
  expect([...contents.values()]).toEqual(["a", "b\ufffd", "d"]);
  expect(new Set(hashesIn(hashed))).toEqual(new Set(contents.keys()));
  // Hashed again it stays as it is: what was kept is bundled.
  expect(await withHashes(hashed, new Map())).toEqual(hashed);
  const missing = new Set<string>();
  expect(withContents(hashed, contents, missing)).toEqual({
    ...request,
    content_type: "text",
    work: { content: "b\ufffd", content_type: "markdown" },
    controls: [{ id: "c", content: "a", content_type: "text" }],
    suspects: [{ id: "s", text: "d" }],
    fingerprint_data: "AQL6",
  });
  expect(missing.size).toBe(0);
  withContents(hashed, new Map(), missing);
  expect(missing).toEqual(new Set(contents.keys()));
});

test("documents differ exactly where something was changed", () => {
  const document = fc.jsonValue({ maxDepth: 4 });
  fc.assert(fc.property(document, (one) => void expect(differences(one, structuredClone(one), 20)).toEqual([])));
  fc.assert(
    fc.property(document, document, (one, other) => {
      const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
      expect(differences(one, other, 20).length === 0).toBe(isSame);
    }),
  );
  expect(differences({ a: [1, { "b/~": 2 }], c: 1 }, { a: [1, { "b/~": 3 }], d: 1 }, 20)).toEqual([
    "/a/1/b~1~0",
    "/c",
    "/d",
  ]);
  expect(differences([1, 2, 3], [4, 5, 6], 2)).toEqual(["/0", "/1"]);
  expect(differences([], {}, 2)).toEqual([""]);
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value === 0 ? 0 : value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
