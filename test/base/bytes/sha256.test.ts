/** Little is hashed at once and much by WebCrypto: the hash is the same. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { canonicalJson, piecesOf, writeCanonicalJson } from "../../../src/base/bytes/canonicalJson.ts";
import { sha256, sha256OfPieces } from "../../../src/base/bytes/sha256.ts";
import { seededBytes } from "../../service/fixtures/fixture.ts";

const expected = (data: Uint8Array): string => createHash("sha256").update(data).digest("hex");

test.each([0, 1, 55, 64, 65_535, 65_536, 65_537, 1_000_000])("%d bytes, as bytes and as a string", async (length) => {
  const bytes = seededBytes(length)(length);
  expect(await sha256(bytes)).toBe(expected(bytes));
  const text = "ä".repeat(length / 2);
  expect(await sha256(text)).toBe(expected(Buffer.from(text)));
  // Part of a larger buffer.
  expect(await sha256(bytes.subarray(1))).toBe(expected(bytes.slice(1)));
});

test("an unpaired surrogate is hashed as the character that replaces it, whatever the length", async () => {
  for (const rest of ["", "x".repeat(70_000)])
    expect(await sha256(`\ud800${rest}`)).toBe(expected(Buffer.from(`\ufffd${rest}`)));
});

test("JSON that is written piece by piece is the same, and so is its hash, with surrogates at the ends of pieces", async () => {
  const long = ["", "x"].map((first) => `${first}${'\ud83d\ude00\n"'.repeat(40_000)}\ud83d`);
  const value = { b: [long, [], {}, null, true, 1.5], a: { d: "short", c: long[0] } };
  const pieces: string[] = [];
  writeCanonicalJson({ ...value, left: undefined }, (piece) => pieces.push(piece));
  expect(pieces.join("")).toBe(canonicalJson(value));
  const write = (to: (piece: string) => void) => writeCanonicalJson(value, to);
  expect(await sha256OfPieces(write)).toBe(await sha256(canonicalJson(value)));
  for (const text of long) {
    expect([...piecesOf(text)].join("")).toBe(text);
    expect([...piecesOf(text)].length).toBeGreaterThan(1);
  }
});
