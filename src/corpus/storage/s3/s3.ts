/**
 * Files in object storage that speaks S3: Amazon's, Cloudflare R2, MinIO, Ceph and others. Needs the optional package
 * aws4fetch, which signs requests.
 *
 *   s3://bucket/prefix       AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN or AWS_PROFILE
 *                            AWS_REGION, AWS_ENDPOINT_URL for hosts other than Amazon's
 *
 * A segment is written only where there is none of its name, and the manifest only where it still is the one that the
 * writer saw when it took the lock. So of two writers one wins, and the other one learns it. Files that a dead writer
 * left are removed only after that, since the dead writer may only have been suspended.
 */
import { checkArguments, isPositive, isRecord, optionsChecks } from "../../../base/arguments.ts";
import { builtinIfAny } from "../../../base/bytes/builtin.ts";
import type { SpoliaError } from "../../../base/errors.ts";
import { TIMEOUT_MS_MAX } from "../../../base/limits.ts";
import type { Fetch, PlatformUrl } from "../../../base/platform.ts";
import { createFileStorage } from "../file.ts";
import { CHANGING_NAME, openWebFolder, urlOf } from "../http/files.ts";
import { locked } from "../lock.ts";
import { createMemoryStorage } from "../memory.ts";
import type { Storage, WritableStorage, WriteLock } from "../storage.ts";
import { type S3Place, s3Place } from "./address.ts";
import { type S3Credentials, usualCredentials } from "./credentials.ts";
import { type S3Lock, tagOf, takeS3Lock } from "./lock.ts";
import { type AskS3, createS3Requests } from "./requests.ts";
import { createSigningFetch } from "./sign.ts";
import {
  elementOf,
  newObject,
  PRECONDITION_FAILED,
  putObject,
  type UnnamedBytes,
  type WriteCondition,
} from "./write.ts";

export type { S3Credentials };

export interface S3StorageOptions {
  /** Address of the host; default: `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`, the profile's, Amazon's. */
  endpoint?: string | undefined;
  /** Default: `AWS_REGION`, `AWS_DEFAULT_REGION`, the profile's, `us-east-1`. */
  region?: string | undefined;
  /** Default: those of the environment and the usual files. A function is asked again where they have expired. */
  credentials?: S3Credentials | (() => Promise<S3Credentials>) | undefined;
  /** Replaces the runtime's own `fetch`; gets signed requests. */
  fetch?: Fetch | undefined;
  /** Most requests at once; 64 by default. */
  inFlight?: number | undefined;
  /** Bytes of the memory cache; 32 MiB by default. */
  cacheBytes?: number | undefined;
  /** Timeout of a request, plus 1 s for every 16 KiB of the requested range; 30 s by default. */
  timeoutMs?: number | undefined;
}

const IN_FLIGHT = 64;
const CACHE_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Names that are hashes of the content: whoever writes one writes the same bytes. */
const CONTENT_NAME = /^(?:segments|text|deleted)\/[0-9a-f]{16}\.[a-z]+$/;
/** What a running build sets aside stays on this machine. */
const ASIDE_NAME = /^spill\//;

/** A bucket, and how it is asked. */
interface Bucket {
  place: S3Place;
  reading: Storage;
  ask: AskS3;
}

/**
 * Opens a prefix of a bucket for reading. Sends no request yet.
 *
 * @param url `s3://bucket/prefix`
 * @throws invalid_request; reads throw storage_failed, and unsupported_runtime without the package aws4fetch
 */
export function openS3Storage(url: string | PlatformUrl, options: S3StorageOptions = {}): Storage {
  return bucketAt("openS3Storage", url, options).reading;
}

/**
 * A prefix of a bucket to write to. Existing content is kept. Sends no request yet.
 *
 * @param url `s3://bucket/prefix`
 * @throws invalid_request
 */
export function createS3Storage(url: string | PlatformUrl, options: S3StorageOptions = {}): WritableStorage {
  const bucket = bucketAt("createS3Storage", url, options);
  const { ask, place, reading } = bucket;
  const aside = storageAside();
  let writing: Writing | undefined;
  return {
    label: reading.label,
    open: (name, expected) => (ASIDE_NAME.test(name) ? aside.open(name) : reading.open(name, expected)),
    async create() {
      const file = newObject(aside, async (name, bytes) => {
        if (ASIDE_NAME.test(name)) return copyAside(aside, name, bytes);
        await store(bucket, writing, name, bytes);
      });
      return file;
    },
    async remove(name) {
      if (ASIDE_NAME.test(name)) return aside.remove(name);
      if (writing === undefined) await ask({ method: "DELETE", key: checkedKey(place, name), expected: [404] });
      else await writing.remove(name);
    },
    list: () => listed(bucket),
    async lock() {
      const lock = await takeS3Lock(ask, place);
      writing = new Writing(bucket, lock, await manifestTag(ask));
      const own = writing;
      return {
        async release() {
          if (writing === own) writing = undefined;
          await lock.release();
        },
      } satisfies WriteLock;
    },
  };
}

function bucketAt(name: string, url: unknown, options: S3StorageOptions): Bucket {
  checkArguments(name, [
    ...optionsChecks<S3StorageOptions>(options, {
      endpoint: true,
      region: true,
      credentials: true,
      fetch: true,
      inFlight: true,
      cacheBytes: true,
      timeoutMs: true,
    }),
  ]);
  const { inFlight = IN_FLIGHT, cacheBytes = CACHE_BYTES, timeoutMs = TIMEOUT_MS, credentials } = options;
  const isGiven = credentials === undefined || typeof credentials === "function" || isRecord(credentials);
  checkArguments(name, [
    ["/options/inFlight", Number.isSafeInteger(inFlight) && inFlight >= 1, "a whole number from 1 on"],
    ["/options/cacheBytes", Number.isSafeInteger(cacheBytes) && cacheBytes >= 0, "a whole number from 0 on"],
    [
      "/options/timeoutMs",
      isPositive(timeoutMs) && timeoutMs <= TIMEOUT_MS_MAX,
      `a number of milliseconds up to ${TIMEOUT_MS_MAX}`,
    ],
    ["/options/credentials", isGiven, "accessKeyId and secretAccessKey, or a function that returns them"],
  ]);
  const place = s3Place(url, options);
  const given = typeof credentials === "function" ? credentials : credentials && (async () => credentials);
  const plain = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const fetch = createSigningFetch({
    fetch: plain,
    region: place.region,
    credentials: given ?? usualCredentials,
  });
  const asking = { fetch, inFlight, timeoutMs };
  const reading = openWebFolder(place.folder, { ...asking, headers: {}, cacheBytes });
  return { place, reading, ask: createS3Requests({ ...asking, place }) };
}

/** The key of a file below the prefix. @throws corpus_not_found where no file can have the name */
function checkedKey({ folder }: S3Place, name: string): string {
  urlOf(folder, name);
  return name;
}

/** What one writer does while it holds the lock. */
class Writing {
  readonly #bucket: Bucket;
  readonly #lock: S3Lock;
  /** ETag of the manifest that this writer has seen or written; `null` where there is none. */
  #manifestTag: string | null;
  #hasWritten = false;
  #isBeaten = false;
  /** Files that this writer has stored, or found stored. */
  readonly #made = new Set<string>();
  /** Files of others that are removed once the manifest is this writer's. */
  readonly #left = new Set<string>();

  constructor(bucket: Bucket, lock: S3Lock, manifestTag: string | null) {
    this.#bucket = bucket;
    this.#lock = lock;
    this.#manifestTag = manifestTag;
  }

  async storeManifest(bytes: UnnamedBytes): Promise<void> {
    this.check();
    const { ask } = this.#bucket;
    const known = this.#manifestTag;
    const condition: WriteCondition = known === null ? { "if-none-match": "*" } : { "if-match": known };
    const stored = await putObject(ask, CHANGING_NAME, bytes, condition);
    this.#manifestTag = stored.status === PRECONDITION_FAILED ? await this.#ownTag(stored, bytes) : tagOf(stored);
    this.#hasWritten = true;
    for (const name of this.#left) await ask({ method: "DELETE", key: name, expected: [404] }).catch(() => {});
    this.#left.clear();
  }

  /** The ETag of the manifest, if an earlier try of the refused request had stored it. @throws corpus_locked if not */
  async #ownTag({ wasRepeated }: { wasRepeated: boolean }, { read, lengthBytes }: UnnamedBytes): Promise<string> {
    const found = wasRepeated ? await this.#bucket.ask({ method: "GET", key: CHANGING_NAME, expected: [404] }) : null;
    if (found?.text === new TextDecoder().decode(await read(0, lengthBytes))) return tagOf(found!);
    this.#isBeaten = true;
    throw beaten(this.#bucket);
  }

  made(name: string): void {
    this.#made.add(name);
    this.#left.delete(name);
  }

  async remove(name: string): Promise<void> {
    // The corpus is another writer's by now: what it names stays.
    if (this.#isBeaten || this.#lock.isLost) return;
    if (name === CHANGING_NAME && !this.#hasWritten && this.#manifestTag === null) return;
    if (CONTENT_NAME.test(name) && !this.#hasWritten && !this.#made.has(name)) {
      this.#left.add(name);
      return;
    }
    const { ask, place } = this.#bucket;
    await ask({ method: "DELETE", key: checkedKey(place, name), expected: [404] });
    if (name === CHANGING_NAME) this.#manifestTag = null;
  }

  /** @throws corpus_locked where another writer has taken over */
  check(): void {
    if (this.#isBeaten || this.#lock.isLost) throw beaten(this.#bucket);
  }
}

function beaten({ place }: Bucket): SpoliaError {
  return locked(
    place.folder.label,
    "another writer, which has changed the corpus meanwhile",
    "Nothing of this change is in the corpus. Make it again.",
  );
}

async function manifestTag(ask: AskS3): Promise<string | null> {
  const found = await ask({ method: "HEAD", key: CHANGING_NAME, expected: [404] });
  return found.status === 404 ? null : tagOf(found);
}

async function store({ ask, place }: Bucket, writing: Writing | undefined, name: string, bytes: UnnamedBytes) {
  checkedKey(place, name);
  if (name === CHANGING_NAME && writing !== undefined) return writing.storeManifest(bytes);
  writing?.check();
  if (!CONTENT_NAME.test(name)) {
    await putObject(ask, name, bytes, {});
    return;
  }
  const stored = await putObject(ask, name, bytes, { "if-none-match": "*" });
  if (stored.status === PRECONDITION_FAILED) {
    const found = await ask({ method: "HEAD", key: name, expected: [404] });
    // The documents are the same; stored with another codec, they have another length.
    if (Number(found.headers.get("content-length")) !== bytes.lengthBytes) await putObject(ask, name, bytes, {});
  }
  writing?.made(name);
}

/** All finished objects below the prefix. */
async function listed({ ask, place: { prefix } }: Bucket): Promise<string[]> {
  const names: string[] = [];
  for (let token = ""; ; ) {
    const query = { "list-type": "2", prefix, ...(token && { "continuation-token": token }) };
    const { text } = await ask({ method: "GET", query });
    for (const [, key] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) {
      const name = unescaped(key!).slice(prefix.length);
      if (name.split("/").every((part) => part !== "" && !part.startsWith("."))) names.push(name);
    }
    token = unescaped(elementOf(text, "NextContinuationToken"));
    if (elementOf(text, "IsTruncated") !== "true" || token === "") return names.sort();
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Text of XML. */
function unescaped(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,5})|#(\d{1,6})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name = "") =>
      hex === undefined && decimal === undefined
        ? (ENTITIES[name] ?? whole)
        : String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  );
}

let made = 0;

/** Files of this machine, or memory where the runtime has no files; nothing is left of either. */
function storageAside(): WritableStorage {
  const [os, path] = [builtinIfAny("node:os"), builtinIfAny("node:path")];
  if (os === undefined || path === undefined) return createMemoryStorage();
  return createFileStorage(path.join(os.tmpdir(), `spolia-s3-${globalThis.process.pid}-${++made}`));
}

/** @param bytes wait in memory or in `aside` */
async function copyAside(aside: WritableStorage, name: string, { lengthBytes, read }: UnnamedBytes): Promise<void> {
  const file = await aside.create();
  const stepBytes = 4 * 1024 * 1024;
  for (let at = 0; at < lengthBytes; at += stepBytes)
    await file.write(await read(at, Math.min(lengthBytes, at + stepBytes)));
  await file.finish(name);
}
