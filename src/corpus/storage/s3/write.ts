/**
 * Writes objects: small ones in one request, larger ones in parts. What is written has no name until it is finished, so
 * the bytes wait in memory or in a file of this machine, and nobody can read an incomplete object.
 */
import { concat } from "../../../base/bytes/bytes.ts";
import { createQueue } from "../../../base/queues/queue.ts";
import { allSettledValues } from "../../../base/queues/settled.ts";
import type { NewFile, StoredFile, WritableStorage } from "../storage.ts";
import type { AskS3, S3Answer } from "./requests.ts";

/** Headers that state in which case an object may be written. */
export type WriteCondition = Readonly<{ "if-none-match": "*" } | { "if-match": string } | Record<string, never>>;

/** Objects up to this size are sent in one request. */
const PART_BYTES = 8 * 1024 * 1024;
/** Most parts of an object. */
const S3_PARTS_MAX = 10_000;
const PARTS_AT_ONCE = 4;
/** The condition was not met. */
export const PRECONDITION_FAILED = 412;

/** Bytes that wait for their name. */
export interface UnnamedBytes {
  lengthBytes: number;
  read(startBytes: number, endBytes: number): Promise<Uint8Array>;
}

/**
 * @param finish stores the bytes under a name
 * @param aside where more bytes than one request takes wait
 */
export function newObject(
  aside: WritableStorage,
  finish: (name: string, bytes: UnnamedBytes) => Promise<void>,
): NewFile {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let lengthBytes = 0;
  let file: NewFile | undefined;
  let isOver = false;
  const flush = async () => {
    file ??= await aside.create();
    for (const part of held) await file.write(part);
    held = [];
    heldBytes = 0;
  };
  const discard = async () => {
    isOver = true;
    held = [];
    await file?.discard();
  };
  return {
    async write(bytes) {
      held.push(bytes.slice());
      heldBytes += bytes.length;
      lengthBytes += bytes.length;
      if (heldBytes > PART_BYTES) await flush();
    },
    async finish(name) {
      if (file === undefined) {
        const whole = concat(held);
        await finish(name, { lengthBytes, read: async (start, end) => whole.subarray(start, end) });
      } else {
        await flush();
        const asideName = `aside/${++finished}`;
        await file.finish(asideName);
        const stored = await aside.open(asideName);
        try {
          await finish(name, { lengthBytes, read: (start, end) => stored.read(start, end - start) });
        } finally {
          await remove(aside, asideName, stored);
        }
      }
      isOver = true;
      held = [];
    },
    async discard() {
      if (!isOver) await discard();
    },
  };
}

let finished = 0;

async function remove(storage: WritableStorage, name: string, file: StoredFile): Promise<void> {
  await file.close();
  await storage.remove(name);
}

/**
 * Stores an object. Its status is `PRECONDITION_FAILED` where the condition was not met, and nothing has changed then.
 */
export async function putObject(
  ask: AskS3,
  key: string,
  bytes: UnnamedBytes,
  headers: WriteCondition,
): Promise<S3Answer> {
  const { lengthBytes, read } = bytes;
  const expected = [PRECONDITION_FAILED];
  if (lengthBytes <= PART_BYTES) {
    return ask({ method: "PUT", key, headers, body: await read(0, lengthBytes), expected });
  }
  const started = await ask({ method: "POST", key, query: { uploads: "" } });
  const uploadId = elementOf(started.text, "UploadId");
  try {
    const partBytes = Math.max(PART_BYTES, Math.ceil(lengthBytes / S3_PARTS_MAX));
    const parts = Array.from({ length: Math.ceil(lengthBytes / partBytes) }, (_, i) => i);
    const queued = createQueue(PARTS_AT_ONCE);
    const tags = await allSettledValues(
      parts.map((i) =>
        queued(async () => {
          const body = await read(i * partBytes, Math.min(lengthBytes, (i + 1) * partBytes));
          const sent = await ask({ method: "PUT", key, query: { partNumber: String(i + 1), uploadId }, body });
          return sent.headers.get("etag") ?? "";
        }),
      ),
    );
    const list = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join("");
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
    const done = await ask({ method: "POST", key, query: { uploadId }, headers, body, expected });
    if (done.status === PRECONDITION_FAILED) await abort();
    return done;
  } catch (error) {
    await abort();
    throw error;
  }

  async function abort(): Promise<void> {
    await ask({ method: "DELETE", key, query: { uploadId }, expected: [404] }).catch(() => {});
  }
}

/** The text of the first element of a name; these elements hold nothing that XML would write otherwise. */
export function elementOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";
}
