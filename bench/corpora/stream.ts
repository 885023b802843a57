/**
 * A corpus of any number of words as a stream of documents: all the real ones there are, then generated ones. Both come from
 * processes of their own, so that neither their time nor their memory is counted as that of what takes the documents.
 *
 *   node bench/corpora/stream.ts GENRE real WORDS      the real ones that so many words begin with
 *   node bench/corpora/stream.ts GENRE SEED            generated ones, for ever
 *
 * A document on the way is [bytes of its id, u32 little-endian][bytes of its text, u32][id][text].
 */
import { type ChildProcess, spawn } from "node:child_process";
import { argv, execPath, exit, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import type { SharedDocument } from "../harness/shared.ts";
import { generatorOf } from "./generate.ts";
import { type Genre, realText } from "./genres.ts";

/** Measured on all real text of the genre, as our words are counted. */
export const BYTES_PER_WORD: Record<Genre, number> = { novels: 5.5, law: 6.02 };
/** Kept places a word: 2 / (window + 1). Distinct ones are fewer, in law by a third. */
export const FINGERPRINTS_PER_WORD = 0.222;
/** Waiting for memory bounds a generator: one gives 35 to 70 MB/s, and so there are some. */
const GENERATORS = 3;
const WRITE_BYTES = 1 << 20;

/** The real documents that a corpus of so many words begins with. */
export function realDocuments(genre: Genre, words: number): SharedDocument[] {
  let bytesLeft = words * BYTES_PER_WORD[genre];
  return realText(genre).known.filter(({ text }) => {
    const isWithin = bytesLeft > 0;
    bytesLeft -= Buffer.byteLength(text);
    return isWithin;
  });
}

export interface DocumentStream {
  documents: AsyncIterable<{ id: string; title: string; text: string }>;
  /** What has been handed out, and the time spent waiting for it: it is no work of the taker. */
  progress: { bytes: number; documents: number; waitedMs: number };
}

/** At least so many words; always the same ones. */
export function documentStream(genre: Genre, words: number): DocumentStream {
  const progress = { bytes: 0, documents: 0, waitedMs: 0 };
  return { documents: timed(genre, words * BYTES_PER_WORD[genre], progress, words), progress };
}

async function* timed(genre: Genre, bytesMax: number, progress: DocumentStream["progress"], words: number) {
  const start = performance.now();
  const source = documentsOf(genre, bytesMax, words);
  progress.waitedMs += performance.now() - start;
  try {
    for (;;) {
      const asked = performance.now();
      const { value, done } = await source.next();
      progress.waitedMs += performance.now() - asked;
      if (done) return;
      progress.bytes += value.bytes;
      progress.documents++;
      yield value.document;
    }
  } finally {
    await source.return(undefined);
  }
}

async function* documentsOf(genre: Genre, bytesMax: number, words: number) {
  let bytes = 0;
  for await (const { id, text } of frames(start([genre, "real", String(words)]))) {
    bytes += text.length;
    yield { bytes: text.length, document: documentOf(id, text) };
  }
  if (bytes >= bytesMax) return;
  const generators = Array.from({ length: GENERATORS }, (_, i) => start([genre, `part${i}`]));
  try {
    const sources = generators.map(frames);
    for (let number = 0; bytes < bytesMax; number++) {
      const { value } = await sources[number % GENERATORS]!.next();
      if (value === undefined) throw new Error("A generator ended.");
      bytes += value.text.length;
      yield { bytes: value.text.length, document: documentOf(value.id, value.text) };
    }
  } finally {
    for (const one of generators) one.kill();
  }
}

function documentOf(id: string, text: Buffer) {
  return { id, title: id, text: text.toString("utf8") };
}

function start(parameters: readonly string[]): ChildProcess {
  return spawn(execPath, [fileURLToPath(import.meta.url), ...parameters], { stdio: ["ignore", "pipe", "inherit"] });
}

const HEAD_BYTES = 8;

async function* frames(child: ChildProcess): AsyncGenerator<{ id: string; text: Buffer }> {
  let parts: Buffer[] = [];
  let size = 0;
  let wanted = HEAD_BYTES;
  for await (const chunk of child.stdout! as AsyncIterable<Buffer>) {
    parts.push(chunk);
    size += chunk.length;
    if (size < wanted) continue;
    let whole = Buffer.concat(parts);
    for (wanted = HEAD_BYTES; whole.length >= HEAD_BYTES; wanted = HEAD_BYTES) {
      const idBytes = whole.readUInt32LE(0);
      wanted = HEAD_BYTES + idBytes + whole.readUInt32LE(4);
      if (whole.length < wanted) break;
      yield {
        id: whole.toString("utf8", HEAD_BYTES, HEAD_BYTES + idBytes),
        text: whole.subarray(HEAD_BYTES + idBytes, wanted),
      };
      whole = whole.subarray(wanted);
    }
    parts = [whole];
    size = whole.length;
  }
}

/** Writes documents to the standard output, as fast as they are taken. */
async function send(documents: Iterable<{ id: string; text: Uint8Array }>): Promise<void> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    const whole = Buffer.concat(parts);
    parts = [];
    size = 0;
    await new Promise<void>((resolve) => stdout.write(whole, () => resolve()));
  };
  for (const { id, text } of documents) {
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32LE(Buffer.byteLength(id), 0);
    head.writeUInt32LE(text.length, 4);
    parts.push(head, Buffer.from(id), text);
    size += text.length;
    if (size >= WRITE_BYTES) await flush();
  }
  await flush();
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  // Whoever takes them may stop.
  stdout.on("error", () => exit());
  const [genre, seed, words] = argv.slice(2) as [Genre, string, string];
  if (seed !== "real") await send(generatorOf(genre).documents(seed));
  else await send(realDocuments(genre, Number(words)).map(({ id, text }) => ({ id, text: Buffer.from(text) })));
}
