/** Packed files are read as those in them, by whatever name; what cannot be unpacked here is told with the program. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { readDocuments, type SkippedInput } from "../../../../src/files/documents/folders/files.ts";
import { readBytes } from "../../../../src/files/documents/readBytes.ts";

const folder = mkdtempSync(join(tmpdir(), "packed-"));
afterAll(() => rmSync(folder, { recursive: true }));

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function readAll(files: Readonly<Record<string, Uint8Array>>): Promise<Record<string, string>> {
  const within = mkdtempSync(join(folder, "files-"));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(within, name), bytes);
  const read: Record<string, string> = {};
  const onSkip = ({ name, reason }: SkippedInput) => {
    read[name] = reason;
  };
  for await (const { id, text } of readDocuments([within], { onSkip })) read[id] = text.trim();
  return read;
}

describe("packed files", () => {
  test("of every kind are read as what is in them", async () => {
    const contents = {
      "a.txt": "one two",
      "b.html": "<p>one <b>two</b>",
      "c.xml": "<d><p>one two</p></d>",
      "d.md": "*one* two",
      "e.srt": "one two",
      "f.py": "one two",
      "G.TXT": "one two",
    };
    const packed = Object.entries(contents).map(([name, text]) => [`${name}.gz`, gzipSync(text)] as const);
    const read = await readAll(Object.fromEntries(packed));
    expect(read).toEqual(Object.fromEntries(packed.map(([name]) => [name, "one two"])));
    expect(await readBytes(gzipSync(contents["b.html"]), { name: "b.html.gz" })).toEqual({
      content: contents["b.html"],
      content_type: "html",
    });
  });

  test("are known by their bytes: programs unpack them and keep the name, and the reverse", async () => {
    const line = '{"text":"one two"}\n';
    expect(
      await readAll({
        "a.jsonl": gzipSync(line),
        "b.jsonl.gz": bytesOf(line),
        "c.txt.gz": bytesOf("one two"),
        "d.html": gzipSync("<p>one two"),
        "e.csv": gzipSync("text\none two\n"),
      }),
    ).toEqual({
      "a.jsonl#1": "one two",
      "b.jsonl.gz#1": "one two",
      "c.txt.gz": "one two",
      "d.html": "one two",
      "e.csv#1": "one two",
    });
  });

  test("that are cut, packed twice, no text, or packed otherwise, are told", async () => {
    const noise = Uint8Array.from({ length: 600 }, (_, i) => i % 251);
    const packed = gzipSync("one two ".repeat(100));
    const read = await readAll({
      "a.txt.gz": packed.subarray(0, -9),
      "b.txt.gz.gz": gzipSync(packed),
      "c.dat.gz": gzipSync(noise),
      "d.png.gz": gzipSync(noise),
      "e.txt.bz2": bytesOf("BZh91AY&SY\u0000\u0000"),
      "f.html.xz": bytesOf("x\u0000"),
      "g.parquet.gz": gzipSync("PAR1\u0000"),
      "h.txt": bytesOf("one two"),
      "i.jsonl.gz": bytesOf("BZh91AY&SY\u0000\u0000"),
      "j.txt.lzma": Uint8Array.from([0x5d, 0, 0, 0x80, 0, ...Array(8).fill(255), 0, 1, 2]),
      "k.dat": Uint8Array.from([0x5d, 0, 0, 0, 4, 9, 0, 0, 0, 0, 0, 0, 0, 1, 2]),
      "l.7z": bytesOf("7z\u00bc"),
      "m.rar": bytesOf("Rar!\u001a\u0007"),
    });
    expect(read).toEqual({
      "a.txt.gz": "damaged: its packing is wrong or was cut",
      "b.txt.gz.gz": "compressed file is not read here. Unpack it first",
      "c.dat.gz": "it holds NUL bytes, as text does not",
      "d.png.gz": "compressed file is not read here. Unpack it first",
      "e.txt.bz2": "bzip2 file is not read here. Unpack it first: bunzip2",
      "f.html.xz": "xz file is not read here. Unpack it first: unxz",
      "g.parquet.gz": "Parquet is not read here. Give it a name that ends in .parquet, unpacked",
      "h.txt": "one two",
      "i.jsonl.gz": "bzip2 file is not read here. Unpack it first: bunzip2",
      "j.txt.lzma": "lzma file is not read here. Unpack it first: unlzma",
      "k.dat": "lzma file is not read here. Unpack it first: unlzma",
      "l.7z": "7z archive is not read here. Unpack it first: 7z x",
      "m.rar": "RAR archive is not read here. Unpack it first: unrar x",
    });
  });

  test("are told by their name where a file is named and its bytes are no text", async () => {
    const noise = Uint8Array.from({ length: 90 }, (_, i) => (i * 71) % 256);
    for (const [name, told] of [
      ["a.txt.br", "Brotli file is not read here. Unpack it first: brotli -d"],
      ["a.txt", "it holds NUL bytes, as text does not"],
    ] as const)
      await expect(readBytes(noise, { name })).rejects.toMatchObject({ message: `${name} cannot be read: ${told}.` });
    const lzma = Uint8Array.from([0x5d, 0, 0, 0, 4, 9, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
    await expect(readBytes(lzma, { name: "a" })).rejects.toMatchObject({ message: expect.stringContaining("unlzma") });
  });
});
