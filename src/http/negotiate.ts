/**
 * Which of the two formats a body has and which one an answer gets: JSON and MessagePack, under the names that are in
 * use.
 */
import { SpoliaError } from "../errors.ts";

type Format = "json" | "msgpack";

export interface MediaType {
  readonly name: string;
  readonly format: Format;
}

export const JSON_TYPE: MediaType = { name: "application/json", format: "json" };

/** What is read and written, the default first. */
export const MEDIA_TYPES: readonly MediaType[] = [
  JSON_TYPE,
  { name: "application/msgpack", format: "msgpack" },
  { name: "application/vnd.msgpack", format: "msgpack" },
];

const NAMES = MEDIA_TYPES.map(({ name }) => name).join(", ");

/**
 * Format of a request's body by its Content-Type; `unsupported_content_type` for anything else, also where there is
 * none.
 */
export function requestFormat(contentType: string | null): Format {
  const [name, ...parameters] = (contentType ?? "").split(";").map((part) => part.trim().toLowerCase());
  const found = MEDIA_TYPES.find((type) => type.name === name);
  const charset = parameters.find((parameter) => parameter.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (found !== undefined && (isUtf8 || found.format === "msgpack")) return found.format;
  throw new SpoliaError("unsupported_content_type", "Bodies of this Content-Type are not read here.", {
    hint: `Send one of ${NAMES}, in UTF-8, and say so in Content-Type.`,
  });
}

/** One document of JSON a line. */
export const NDJSON = "application/x-ndjson";

export const isNdjson = (contentType: string | null): boolean =>
  (contentType ?? "").split(";")[0]!.trim().toLowerCase() === NDJSON;

/** How a body is packed; `unsupported_content_type` for anything but nothing and gzip. */
export function requestEncoding(contentEncoding: string | null): "identity" | "gzip" {
  const encoding = (contentEncoding ?? "").trim().toLowerCase();
  if (encoding === "" || encoding === "identity") return "identity";
  if (encoding === "gzip" || encoding === "x-gzip") return "gzip";
  throw new SpoliaError("unsupported_content_type", "Bodies of this Content-Encoding are not read here.", {
    hint: "Send the body as it is, or packed once with gzip.",
  });
}

/** One entry of an Accept header: how surely it is wanted, and how exactly it was named (0 to 2). */
interface Range {
  readonly name: string;
  readonly quality: number;
  readonly exactness: number;
}

/**
 * The media type that Accept likes best (RFC 9110, 12.5.1): the exactest entry that covers a type gives its quality;
 * among equals the one named more exactly wins, then the default. Nothing where all of ours are excluded.
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
  new SpoliaError("not_acceptable", "None of the media types in Accept can be answered with.", {
    hint: `Accept one of ${NAMES}.`,
  });
