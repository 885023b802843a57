/** RTF of more bytes than an array of numbers can have; `npm test` reads smaller ones. */
import { expect, test } from "vitest";
import { readRtf } from "../../../../src/files/documents/office/rtf.ts";

test("a run of 140 million characters is read", () => {
  const characters = 140_000_000;
  const head = "{\\rtf1 ";
  const bytes = new Uint8Array(head.length + characters + 1).fill(0x61);
  bytes.set(new TextEncoder().encode(head));
  bytes[bytes.length - 1] = 0x7d;
  expect(readRtf(bytes).text.trimEnd().length).toBe(characters);
});
