/** Reads the answers of Common Crawl's index: a list of crawls, and a capture a line. */

export interface Capture {
  /** Address as it was taken. */
  url: string;
  /** YYYYMMDDhhmmss, UTC. */
  timestamp: string;
  /** Status of the answer: `200` of pages. */
  status: string;
  mime: string | null;
  /** SHA-1 of the content, base32. */
  digest: string | null;
  languages: string | null;
  /** File of the archive, and the place of the record in it. */
  filename: string;
  offset: number;
  length: number;
}

const FILENAME = /^(?!.*\.\.)[\w.-][\w./=-]{0,500}$/;
const TIMESTAMP = /^\d{14}$/;
const PLACE = /^\d{1,15}$/;
const CAPTURES_MAX = 15_000;

/** Names of the crawls, the newest first, as the list has them. */
export function readCrawls(bytes: Uint8Array): string[] | { detail: string } {
  const list = parsedJson(new TextDecoder().decode(bytes));
  const names = Array.isArray(list) ? list.map((one) => (one as { id?: unknown } | null)?.id) : [];
  const crawls = names.filter((name): name is string => typeof name === "string" && /^CC-MAIN-[\d-]+$/.test(name));
  return crawls.length === 0 ? { detail: "The list of crawls has another form" } : crawls;
}

export function readCaptures(bytes: Uint8Array): Capture[] | { detail: string } {
  const lines = new TextDecoder()
    .decode(bytes)
    .split("\n")
    .filter((line) => line.trim() !== "");
  if (lines.length > CAPTURES_MAX) return { detail: `The index answered with over ${CAPTURES_MAX} captures` };
  const captures: Capture[] = [];
  for (const line of lines) {
    const capture = captureOf(parsedJson(line));
    if (capture === null) return { detail: "The index answered in another form" };
    captures.push(capture);
  }
  return captures;
}

/** All values are strings there. */
function captureOf(value: unknown): Capture | null {
  if (typeof value !== "object" || value === null) return null;
  const fields = value as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === "string" ? (fields[name] as string) : null);
  const [url, timestamp, status, filename, offset, length] = [
    "url",
    "timestamp",
    "status",
    "filename",
    "offset",
    "length",
  ].map(text);
  if (url == null || status == null || !TIMESTAMP.test(timestamp ?? "") || !FILENAME.test(filename ?? "")) return null;
  if (!PLACE.test(offset ?? "") || !PLACE.test(length ?? "") || Number(length) === 0) return null;
  return {
    url,
    timestamp: timestamp!,
    status,
    mime: text("mime-detected") ?? text("mime"),
    digest: text("digest"),
    languages: text("languages"),
    filename: filename!,
    offset: Number(offset),
    length: Number(length),
  };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
