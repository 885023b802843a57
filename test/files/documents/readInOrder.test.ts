/** Parts of files that other threads read: the same documents in the same order as without, in bounded memory. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { beforeAll, describe, expect, test } from "vitest";
import { SourceLog } from "../../../src/corpus/build/sources.ts";
import { type ReadOptions, readContents, type SkippedInput } from "../../../src/files/documents/folders/files.ts";
import type { InputPart } from "../../../src/files/documents/folders/inputParts.ts";
import { type PartReader, readAhead, readParts } from "../../../src/files/documents/folders/readInOrder.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { httpResponse, tarOf, warcRecord } from "./datasets/datasetFiles.ts";
import { numbers } from "./harm.ts";

const root = temporaryFolder();
const mixed = join(root, "mixed");

const text = (i: number): string => Array.from({ length: 300 }, (_, k) => `wörd${(i * 31 + k * 7) % 997}`).join(" ");

beforeAll(() => {
  mkdirSync(join(mixed, "folder"), { recursive: true });
  const put = (name: string, bytes: Uint8Array | string): void => writeFileSync(join(mixed, name), bytes);
  const line = (i: number): string =>
    i % 97 === 5
      ? "no record"
      : i % 89 === 3
        ? " "
        : JSON.stringify({ id: `l${i % 900}`, text: text(i), meta: { n: i } });
  const lines = Array.from({ length: 2_000 }, (_, i) => line(i)).join("\n");
  put("a.jsonl", lines);
  put("b.jsonl.gz", zlib.gzipSync(lines));
  put("cut.jsonl.gz", zlib.gzipSync(lines).subarray(0, 60_000));
  put("empty.jsonl", "\n \n");
  const rows = Array.from({ length: 3_000 }, (_, i) => (i % 211 === 9 ? null : text(i)));
  const column = { name: "text", data: rows, type: "STRING" as const };
  const parquet = new Uint8Array(parquetWriteBuffer({ columnData: [column], rowGroupSize: [250] }));
  put("c.parquet", parquet);
  const damaged = parquet.slice();
  damaged.fill(0xee, damaged.length / 2, damaged.length / 2 + 4_000);
  put("damaged.parquet", damaged);
  const page = (i: number) => httpResponse(`<h1>${i}</h1><p>${text(i)}</p>`, { "Content-Type": "text/html" });
  const record = (i: number) => warcRecord(i % 3 === 0 ? "request" : "response", { "WARC-Date": "2026" }, page(i));
  put("d.warc.gz", Buffer.concat(Array.from({ length: 300 }, (_, i) => zlib.gzipSync(record(i)))));
  const files = Array.from({ length: 200 }, (_, i) => [`x/${i}.txt`, i % 50 === 7 ? "\0 no text" : text(i)]);
  put("e.tar", tarOf({ ...Object.fromEntries(files), "lines.jsonl": lines, "picture.png": "no" }));
  for (let i = 0; i < 400; i += 1) put(`folder/${i}.${["txt", "md", "html", "xml"][i % 4]}`, `<p>${text(i)}</p>`);
  put("folder/none.txt", "");
  put("folder/wrong.epub", "no archive");
  put("picture.png", "no");
});

/** Reads in the calling thread, but answers late and in any order; orders and answers are cloned, as threads do. */
class LateReader implements PartReader {
  readonly lanes: number;
  readonly #random = numbers(5);
  readonly #awaited: number;
  #allAreThere = () => {};
  readonly #all = new Promise<void>((resolve) => {
    this.#allAreThere = resolve;
  });
  running = 0;
  most = 0;
  orders = 0;
  parts = new Set<string>();

  /** Answers none before `awaited` orders are there at once, so that a slow machine cannot hide that they come ahead. */
  constructor(lanes: number, awaited = 1) {
    this.lanes = lanes;
    this.#awaited = awaited;
  }

  async read(parts: readonly InputPart[], about: Parameters<PartReader["read"]>[1]) {
    const order = structuredClone({ parts, about });
    this.orders += 1;
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    for (const { kind } of parts) this.parts.add(kind);
    if (this.running === this.#awaited) this.#allAreThere();
    await this.#all;
    for (let turn = this.#random.next().value % 20; turn > 0; turn -= 1)
      await new Promise((resolve) => setImmediate(resolve));
    const answer = await readParts(order.parts, order.about);
    this.running -= 1;
    return structuredClone(answer);
  }
}

async function read(paths: readonly string[], options: ReadOptions = {}) {
  const skipped: SkippedInput[] = [];
  const sources = new SourceLog();
  const contents: object[] = [];
  const progress: number[] = [];
  const onProgress = ({ done }: { done: number }) => progress.push(done);
  const how = { ...options, sources, onSkip: (one: SkippedInput) => skipped.push(one), onProgress };
  let error: unknown;
  try {
    for await (const content of readContents(paths, how)) contents.push(content);
  } catch (cause) {
    error = cause;
  }
  return { contents, skipped, sources: await sources.record(), error, progress };
}

describe("with threads", () => {
  test.each([1, 2, 7])("the same is read in the same order, %i orders ahead", async (lanes) => {
    const reader = new LateReader(lanes, lanes);
    const { progress, ...alone } = await read([mixed]);
    const { progress: ahead, ...together } = await read([mixed], { reader });
    expect(alone.contents.length).toBeGreaterThan(8_000);
    expect(alone.skipped.length).toBeGreaterThan(100);
    expect(alone.skipped.map(({ name }) => name)).toContain("damaged.parquet");
    expect(together).toEqual(alone);
    expect([...reader.parts].sort()).toEqual(["archived file", "file", "hash", "line", "rows", "web record"]);
    expect(reader.most).toBe(lanes);
    expect(reader.orders).toBeGreaterThan(15);
    expect(ahead.at(-1)).toBe(progress.at(-1));
    for (const [i, done] of notEmpty([...ahead.entries()])) expect(done).toBeGreaterThanOrEqual(ahead[i - 1] ?? 0);
  });

  test("fields that were asked for are found and missed alike", async () => {
    const paths = ["a.jsonl", "b.jsonl.gz", "e.tar"].map((name) => join(mixed, name));
    const found = await read(paths, { fields: ["meta.n"] });
    expect(found.contents).toContainEqual(expect.objectContaining({ id: "l7", fields: { "meta.n": 7 } }));
    const { progress: _, ...alone } = found;
    expect(await read(paths, { fields: ["meta.n"], reader: new LateReader(4) })).toMatchObject(alone);
    // The documents of the first file come before the error of the second.
    const other = join(root, "other.jsonl");
    writeFileSync(other, '{"text":"no such field"}');
    const missed = await read([paths[0]!, other], { fields: ["meta.n"], reader: new LateReader(4) });
    expect(missed.error).toMatchObject({ code: "invalid_request", message: expect.stringContaining("other.jsonl") });
    expect(missed.contents.length).toBeGreaterThan(1_900);
    expect(missed.contents).toEqual((await read([paths[0]!, other], { fields: ["meta.n"] })).contents);
  });

  test("a part whose text is too much for an answer is read where it is needed", async () => {
    const many = join(root, "many.parquet");
    const data = new Array<string>(80).fill("word ".repeat(200_000));
    writeFileSync(many, new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "text", data, type: "STRING" }] })));
    expect(readFileSync(many).length).toBeLessThan(2_000_000);
    const answers: unknown[] = [];
    const reader: PartReader = {
      lanes: 2,
      async read(parts, about) {
        const answer = await readParts(parts, about);
        answers.push(...answer.map((found) => found?.length ?? null));
        return answer;
      },
    };
    const { contents } = await read([many], { reader });
    expect(contents.length).toBe(80);
    expect(answers).toContain(null);
    const few = await read([many], { reader: { ...reader, lanes: 1 } });
    expect(few.contents).toEqual(contents);
  });

  test("parts of over 32 MB, and all beyond 64 MB, are not read ahead", async () => {
    const large = join(root, "large");
    mkdirSync(large);
    const mebibyte = "word ".repeat(209_716).slice(0, 2 ** 20);
    for (let i = 0; i < 8; i += 1) writeFileSync(join(large, `${i}.txt`), mebibyte.repeat(i === 3 ? 33 : 20));
    let [ahead, most] = [0, 0];
    const sizeOf = (parts: readonly InputPart[]) =>
      parts.reduce((sum, part) => sum + (part.kind === "file" ? part.sizeBytes : 0), 0);
    const reader: PartReader = {
      lanes: 20,
      async read(parts, about) {
        expect(sizeOf(parts)).toBeLessThanOrEqual(32 * 2 ** 20);
        ahead += sizeOf(parts);
        most = Math.max(most, ahead);
        const answer = await readParts(parts, about);
        ahead -= sizeOf(parts);
        return answer;
      },
    };
    const { contents } = await read([large], { reader });
    expect(contents.length).toBe(8);
    expect(most).toBeGreaterThan(60 * 2 ** 20);
    expect(most).toBeLessThanOrEqual(96 * 2 ** 20);
  });

  test("lines of over 32 MB are held one at a time", async () => {
    let taken = 0;
    async function* steps() {
      const bytes = new Uint8Array(33 * 2 ** 20);
      for (; taken < 40; taken += 1)
        yield { part: { kind: "line", record: 1, line: 1, name: "large.jsonl", bytes } as const };
    }
    const reader: PartReader = { lanes: 4, read: () => Promise.reject(new Error("sent")) };
    const given: unknown[] = [];
    let most = 0;
    for await (const { found } of readAhead(steps(), reader, { fields: {} })) {
      most = Math.max(most, taken - given.length);
      given.push(found);
    }
    expect(given).toEqual(new Array(40).fill(null));
    // As many as 64 MB begin with.
    expect(most).toBeLessThanOrEqual(2);
  });

  test("a reader that ends ends the reading", async () => {
    const reader: PartReader = { lanes: 3, read: () => Promise.reject(new Error("the thread has died")) };
    expect((await read([mixed], { reader })).error).toMatchObject({ message: "the thread has died" });
  });
});
