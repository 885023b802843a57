/**
 * Bodies that are the same for every caller: each is hashed once and compressed once with each coding, however often it
 * is asked for, and all responses hold the same bytes.
 */
import { sha256 } from "../../../base/bytes/sha256.ts";
import { type Coding, isCompressible, packedIfSmaller, preferredCoding } from "./compression.ts";

export class SharedBody {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #packed = new Map<Coding, Promise<Uint8Array<ArrayBuffer> | null>>();
  #hash: Promise<string> | undefined;

  /** @param headers of every response, with its content type */
  constructor(content: string | Uint8Array, headers: Readonly<Record<string, string>> & { "content-type": string }) {
    this.#bytes =
      typeof content === "string" ? new TextEncoder().encode(content) : (content as Uint8Array<ArrayBuffer>);
    this.#headers = headers;
  }

  /** A response to a request with these headers, with the tag of the bytes. */
  async taggedAnswer(request: Pick<Request, "headers">): Promise<Response> {
    this.#hash ??= sha256(this.#bytes);
    const response = await this.answer(request);
    response.headers.set("etag", `W/"${await this.#hash}"`);
    return response;
  }

  /** A response to a request with these headers, compressed as they prefer. */
  async answer({ headers }: Pick<Request, "headers">): Promise<Response> {
    const coding = preferredCoding(headers.get("accept-encoding"));
    const packed = coding === null ? null : await this.#packedBy(coding);
    const response = new Response(unCopied(packed ?? this.#bytes), { headers: this.#headers });
    if (packed !== null) response.headers.set("content-encoding", coding!);
    return response;
  }

  #packedBy(coding: Coding): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!isCompressible(this.#headers["content-type"]!)) return Promise.resolve(null);
    const packed = this.#packed.get(coding) ?? packedIfSmaller(this.#bytes, coding);
    this.#packed.set(coding, packed);
    return packed;
  }
}

/** A `Response` copies bytes that it is given: 1,000 who read slowly would have 1,000 copies of the largest body. */
const unCopied = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });

/** The body that is made of a value, once for as long as the value is there. */
export function sharedBodyOf<Source extends object>(make: (source: Source) => SharedBody) {
  const made = new WeakMap<Source, SharedBody>();
  return (source: Source): SharedBody => {
    const body = made.get(source) ?? make(source);
    made.set(source, body);
    return body;
  };
}
