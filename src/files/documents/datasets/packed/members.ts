/**
 * Unpacks the members of a gzip file (RFC 1952) one by one, and goes on behind a broken one: web archives are written
 * with a member for each record, so that each is a new start.
 */
import { builtinIfAny } from "../../../../base/bytes/builtin.ts";
import { concat } from "../../../../base/bytes/bytes.ts";
import { crc32Of } from "../../../../base/bytes/crc32.ts";
import { ByteInput, viewOf } from "../byteInput.ts";

/** In the place of what is missing of a broken member, or stands between members. */
export const BROKEN: Uint8Array = new Uint8Array(0);

const PIECE_BYTES = 64 * 1024;
const MAGIC = [0x1f, 0x8b, 8];
const HEADER_BYTES = 10;
const LONG_HEADER_BYTES = 64 * 1024;
const TRAILER_BYTES = 8;
/** Unpacked bytes that are held until their member is known to be whole. */
const HELD_BYTES = 8 * 1024 * 1024;
/** A line feed and `WARC/`. */
const RECORD = [10, 0x57, 0x41, 0x52, 0x43, 0x2f];

/** Whether the runtime can: else files are read up to the first broken member. */
export const canUnpackMembers = (): boolean => builtinIfAny("node:zlib") !== undefined;

/**
 * The bytes of all members, with `BROKEN` behind those of a broken one, and where other bytes stand between members.
 *
 * @param areRecords whether of a broken member only the web records before its last are given, and not all it gave
 */
export async function* membersOf(chunks: AsyncIterable<Uint8Array>, areRecords: boolean): AsyncGenerator<Uint8Array> {
  const input = new ByteInput(chunks);
  let isBroken = false;
  try {
    while (await input.has(1)) {
      const header = await headerBytes(input);
      if (header === undefined) {
        // Blocks are filled up with zeros.
        if (!isBroken && (await isZeroSkipped(input))) continue;
        if (!isBroken) yield BROKEN;
        isBroken = true;
        await input.take(1);
        await toNextMember(input);
        continue;
      }
      isBroken = false;
      await input.skip(header);
      const member = new MemberBytes();
      try {
        yield* member.unpack(input, areRecords);
      } catch (error) {
        if (!(error instanceof BrokenMember)) throw error;
        yield BROKEN;
        isBroken = true;
        await toNextMember(input);
      }
    }
  } finally {
    await input.close();
  }
}

/** Passes over zeros, and tells whether there was one. */
async function isZeroSkipped(input: ByteInput): Promise<boolean> {
  let isAny = false;
  for (;;) {
    const bytes = await input.peek(PIECE_BYTES);
    const other = bytes.findIndex((byte) => byte !== 0);
    const zeros = other === -1 ? bytes.length : other;
    await input.skip(zeros);
    isAny ||= zeros > 0;
    if (other !== -1 || bytes.length === 0) return isAny;
  }
}

class BrokenMember extends Error {}

/** Passes over what comes before the next bytes that begin a member. */
async function toNextMember(input: ByteInput): Promise<void> {
  for (;;) {
    const bytes = await input.peek(PIECE_BYTES);
    for (let at = bytes.indexOf(MAGIC[0]!); at !== -1; at = bytes.indexOf(MAGIC[0]!, at + 1))
      if (MAGIC.every((byte, i) => bytes[at + i] === byte) && (bytes[at + 3]! & 0xe0) === 0) return input.skip(at);
    if (bytes.length < PIECE_BYTES) return input.skip(bytes.length);
    await input.skip(bytes.length - HEADER_BYTES);
  }
}

/** How long the header of a member is; `undefined` where none begins. */
async function headerBytes(input: ByteInput): Promise<number | undefined> {
  const head = await input.peek(HEADER_BYTES);
  if (head.length < HEADER_BYTES || !MAGIC.every((byte, i) => head[i] === byte) || head[3]! & 0xe0) return undefined;
  const flags = head[3]!;
  if ((flags & 0x1e) === 0) return HEADER_BYTES;
  const bytes = await input.peek(LONG_HEADER_BYTES);
  let at = HEADER_BYTES;
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const flag of [8, 16])
    if (flags & flag) {
      const end = bytes.indexOf(0, at);
      if (end === -1) return undefined;
      at = end + 1;
    }
  if (flags & 2) at += 2;
  return at <= bytes.length ? at : undefined;
}

/** The bytes of one member, whose header is taken. */
class MemberBytes {
  readonly #zlib = builtinIfAny("node:zlib")!;
  readonly #stream = this.#zlib.createInflateRaw();
  /** That of the runtime is ten times as fast; not all have it. */
  readonly #checksumOf: (bytes: Uint8Array, before: number) => number = this.#zlib.crc32 ?? crc32Of;
  #made: Uint8Array[] = [];
  #failure = false;
  #hasEnded = false;
  /** Unpacked bytes that are not given yet. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #checksum = 0;
  #bytes = 0;

  constructor() {
    this.#stream.on("data", (chunk: Uint8Array) => this.#made.push(chunk));
    this.#stream.on("error", () => {
      this.#failure = true;
    });
    this.#stream.on("end", () => {
      this.#hasEnded = true;
    });
  }

  /** @throws BrokenMember where they are not what is packed, or not what their checksum says */
  async *unpack(input: ByteInput, areRecords: boolean): AsyncGenerator<Uint8Array> {
    try {
      while (!this.#hasEnded) {
        const piece = await input.peek(PIECE_BYTES);
        if (piece.length === 0) throw new BrokenMember();
        const before = this.#stream.bytesWritten;
        await this.#write(piece);
        this.#take();
        if (this.#failure) throw new BrokenMember();
        const taken = this.#hasEnded ? this.#stream.bytesWritten - before : piece.length;
        // Nothing is passed over of what may be the next member.
        if (this.#hasEnded) this.#check(await input.peek(taken + TRAILER_BYTES), taken);
        await input.skip(this.#hasEnded ? taken + TRAILER_BYTES : taken);
        if (this.#hasEnded || this.#heldBytes > HELD_BYTES) yield* this.#given();
      }
    } catch (error) {
      if (!(error instanceof BrokenMember)) throw error;
      yield* areRecords ? this.#recordsBeforeLast() : this.#given();
      throw error;
    } finally {
      this.#stream.destroy();
    }
  }

  #check(bytes: Uint8Array, at: number): void {
    if (bytes.length < at + TRAILER_BYTES) throw new BrokenMember();
    const trailer = viewOf(bytes.subarray(at));
    const size = trailer.getUint32(4, true);
    if (trailer.getUint32(0, true) !== this.#checksum || size !== this.#bytes % 2 ** 32) throw new BrokenMember();
  }

  *#given(): Generator<Uint8Array> {
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    yield* held;
  }

  /** The last record that was begun is the one that is broken, or cut. */
  *#recordsBeforeLast(): Generator<Uint8Array> {
    const bytes = concat([...this.#given()]);
    for (let at = bytes.lastIndexOf(RECORD[0]!); at > 0; at = bytes.lastIndexOf(RECORD[0]!, at - 1))
      if (RECORD.every((byte, i) => bytes[at + i] === byte)) {
        yield bytes.subarray(0, at + 1);
        return;
      }
  }

  /** Until the stream has taken the piece, ended before its end, or failed. */
  #write(piece: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        this.#stream.off("error", settle).off("end", settle);
        resolve();
      };
      this.#stream.once("error", settle).once("end", settle);
      this.#stream.write(piece, settle);
    });
  }

  #take(): void {
    for (const chunk of this.#made) {
      this.#checksum = this.#checksumOf(chunk, this.#checksum);
      this.#bytes += chunk.length;
      this.#heldBytes += chunk.length;
      this.#held.push(chunk);
    }
    this.#made = [];
  }
}
