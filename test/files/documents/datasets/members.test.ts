/** Web archives whose members are broken: each member is a new start, and the loss is told. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { bytesInMemory, chunksOf } from "../../../../src/files/documents/bytes/byteSource.ts";
import { readDataset } from "../../../../src/files/documents/datasets/dataset.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { harmed, numbers } from "../harm.ts";
import { httpResponse, warcRecord } from "./datasetFiles.ts";

const text = (i: number): string =>
  Array.from({ length: 60 }, (_, k) => `w${i}x${(i * 31 + k * k * 7) % 997}`).join(" ");
const record = (i: number) =>
  warcRecord("response", { "WARC-Date": "2026" }, httpResponse(`<p>${text(i)}</p>`, { "Content-Type": "text/html" }));
const members = Array.from({ length: 8 }, (_, i) => new Uint8Array(gzipSync(record(i))));

async function read(file: Uint8Array): Promise<string[]> {
  const source = bytesInMemory(file);
  const how = { source, stream: () => chunksOf(source), packing: "gzip" as const, name: "x", onBytes: () => {} };
  const items: string[] = [];
  for await (const item of readDataset("warc", { ...how, fields: {}, after: 0, record: 0 }))
    items.push(
      "text" in item ? item.text.trim().slice(0, item.text.trim().indexOf("x")) : `${item.line}: ${item.code}`,
    );
  return items;
}
const whole = members.map((_, i) => `w${i}`);
const without = (...lost: number[]) => whole.map((one, i) => (lost.includes(i) ? `${i + 1}: unreadable` : one));
const changed = (i: number, at: number) =>
  members.map((member, k) =>
    k === i ? member.map((byte, place) => (place === at % member.length ? byte ^ 0x55 : byte)) : member,
  );

describe("a broken member costs its record alone", () => {
  test("wherever a byte is changed", async () => {
    expect(await read(Buffer.concat(members))).toEqual(whole);
    const length = members[3]!.length;
    // Of the header, bytes of time and system say nothing of what is packed.
    for (const at of notEmpty([0, 1, 2, 3, 10, 11, 40, length >> 1, length - 30, length - 8, length - 4]))
      for (const i of notEmpty([0, 3, 7])) {
        const items = await read(Buffer.concat(changed(i, at)));
        const rest = whole.filter((_, k) => k !== i);
        expect(
          items.filter((item) => rest.includes(item)),
          `byte ${at} of ${i}`,
        ).toEqual(rest);
        expect(
          items.some((item) => /unreadable/.test(item)),
          `byte ${at} of ${i}`,
        ).toBe(true);
      }
  });

  test("also where bytes are missing, or stand between members", async () => {
    const cut = members.map((member, i) => (i === 2 ? member.subarray(0, member.length >> 1) : member));
    expect(await read(Buffer.concat(cut))).toEqual(without(2));
    const strange = [...members.slice(0, 4), new TextEncoder().encode("not packed"), ...members.slice(4)];
    expect((await read(Buffer.concat(strange))).filter((item) => whole.includes(item))).toEqual(whole);
    expect(await read(Buffer.concat([...members, new Uint8Array(1_000)]))).toEqual(whole);
    for (const other of ["no record, and no line end", "of the form\nWARC/1.0, which is one"]) {
      const packed = [...members.slice(0, 4), gzipSync(other), ...members.slice(4)];
      expect((await read(Buffer.concat(packed))).filter((item) => whole.includes(item))).toEqual(whole);
    }
  });

  test("in members of any length, also of several records and of parts of them", async () => {
    const all = Buffer.concat(Array.from({ length: 400 }, (_, i) => record(i)));
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < all.length; at += 50_000)
      pieces.push(new Uint8Array(gzipSync(all.subarray(at, at + 50_000))));
    expect(await read(Buffer.concat(pieces))).toHaveLength(400);
    pieces[2] = pieces[2]!.map((byte, at) => (at === 5_000 ? byte ^ 1 : byte));
    const items = await read(Buffer.concat(pieces));
    expect(items).toContain("w0");
    expect(items).toContain("w399");
    expect(items.filter((item) => item.startsWith("w")).length).toBeGreaterThan(
      400 - 3 * (50_000 / (all.length / 400)),
    );
  });

  test("however it is harmed, the reading ends", async () => {
    const random = numbers(11);
    let told = 0;
    for (let file = 0; file < 100; file += 1)
      told += Number((await read(harmed(Buffer.concat(members), random))).some((item) => /:/.test(item)));
    expect(told).toBeGreaterThan(50);
  });
});
