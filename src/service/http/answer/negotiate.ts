/**
 * Content negotiation: the format of a body and of a response, JSON or MessagePack, by their media types.
 */
import { SpoliaError } from "../../../base/errors.ts";

type Format = "json" | "msgpack";

export interface MediaType {
  readonly name: string;
  readonly format: Format;
}

export const JSON_TYPE: MediaType = { name: "application/json", format: "json" };

/** Supported media types, the default first. */
export const MEDIA_TYPES: readonly MediaType[] = [
  JSON_TYPE,
  { name: "application/msgpack", format: "msgpack" },
  { name: "application/vnd.msgpack", format: "msgpack" },
];

const NAMES = MEDIA_TYPES.map(({ name }) => name).join(", ");

/**
 * Format of a request's body by its Content-Type. Throws `unsupported_content_type` for any other or a missing type.
 */
export function requestFormat(contentType: string | null): Format {
  const [name, ...parameters] = (contentType ?? "").split(";").map((part) => part.trim().toLowerCase());
  const found = MEDIA_TYPES.find((type) => type.name === name);
  const charset = parameters.find((parameter) => parameter.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (found !== undefined && (isUtf8 || found.format === "msgpack")) return found.format;
  throw new SpoliaError("unsupported_content_type", "This path does not accept this Content-Type.", {
    hint: `Send one of ${NAMES}, in UTF-8, and state it in Content-Type.`,
  });
}

/** One JSON document per line. */
export const NDJSON = "application/x-ndjson";

const nameOf = (contentType: string | null): string => (contentType ?? "").split(";")[0]!.trim().toLowerCase();

export const isNdjson = (contentType: string | null): boolean => nameOf(contentType) === NDJSON;

/** Whether routes read bodies of this type; forms, which pages of any site can send, are not among them. */
export const isOfService = (contentType: string | null): boolean =>
  isNdjson(contentType) || MEDIA_TYPES.some(({ name }) => name === nameOf(contentType));

/** Whether the caller prefers that a long request becomes a job (RFC 7240). */
export const prefersAsync = (headers: Headers): boolean =>
  (headers.get("prefer") ?? "").split(",").some((one) => one.split(";")[0]!.trim().toLowerCase() === "respond-async");

/** Compression of a body. Throws `unsupported_content_type` for any encoding except none and gzip. */
export function requestEncoding(contentEncoding: string | null): "identity" | "gzip" {
  const encoding = (contentEncoding ?? "").trim().toLowerCase();
  if (encoding === "" || encoding === "identity") return "identity";
  if (encoding === "gzip" || encoding === "x-gzip") return "gzip";
  throw new SpoliaError("unsupported_content_type", "The service does not accept this Content-Encoding.", {
    hint: "Send the body uncompressed, or compressed once with gzip.",
  });
}

/** One entry of an Accept header: its quality, and how specific its name is (0 to 2). */
interface Range {
  readonly name: string;
  readonly quality: number;
  readonly exactness: number;
}

/**
 * The media type that Accept prefers (RFC 9110, 12.5.1). The most specific entry for a type gives its quality. On a
 * tie, the more specific entry wins, then the default type. `null` if Accept excludes all supported types.
 */
export function preferredMediaType(accept: string | null): MediaType | null {
  if (accept === null || accept.trim() === "") return JSON_TYPE;
  const ranges = accept.split(",").map(parseRange);
  let best: { type: MediaType; range: Range } | null = null;
  for (const type of MEDIA_TYPES) {
    const range = exactestRange(ranges, type.name);
    if (range === null || range.quality === 0) continue;
    if (best === null || isPreferred(range, best.range)) best = { type, range };
  }
  return best?.type ?? null;
}

const isPreferred = (one: Range, other: Range): boolean =>
  one.quality > other.quality || (one.quality === other.quality && one.exactness > other.exactness);

function exactestRange(ranges: readonly Range[], name: string): Range | null {
  let exactest: Range | null = null;
  for (const range of ranges) {
    const covers = range.name === name || range.name === "application/*" || range.name === "*/*";
    if (covers && (exactest === null || range.exactness > exactest.exactness)) exactest = range;
  }
  return exactest;
}

function parseRange(entry: string): Range {
  const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
  const quality = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
  const exactness = name === "*/*" ? 0 : name.endsWith("/*") ? 1 : 2;
  return { name, quality, exactness };
}

export const notAcceptable = (): SpoliaError =>
  new SpoliaError("not_acceptable", "The service supports none of the media types in Accept.", {
    hint: `Accept one of ${NAMES}.`,
  });
