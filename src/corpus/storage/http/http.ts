/** Files on a web host, read by range requests from any static host that supports them, wherever there is `fetch`. */
import { SpoliaError } from "../../../base/errors.ts";
import { TIMEOUT_MS_MAX } from "../../../base/limits.ts";
import type { Fetch, PlatformUrl } from "../../../base/platform.ts";
import type { Storage } from "../storage.ts";
import { openWebFolder, type WebFolder } from "./files.ts";

export interface HttpStorageOptions {
  /** Replaces the runtime's own `fetch`. */
  fetch?: Fetch | undefined;
  /** Headers of every request, such as `authorization`. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Most requests at once; 16 by default. Browsers send six of them at once where the host speaks HTTP/1.1. */
  inFlight?: number | undefined;
  /** Bytes of the memory cache; 32 MiB by default. */
  cacheBytes?: number | undefined;
  /** Timeout of a request, plus 1 s for every 16 KiB of the requested range; 30 s by default. */
  timeoutMs?: number | undefined;
}

const IN_FLIGHT = 16;
const CACHE_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/**
 * Opens a folder on a web host for reading. Sends no request yet.
 *
 * @param url of the folder, with or without a slash at its end; its query is sent with every request
 * @throws invalid_request
 */
export function openHttpStorage(url: string | PlatformUrl, options: HttpStorageOptions = {}): Storage {
  const folder = folderAt(url);
  const { inFlight = IN_FLIGHT, cacheBytes = CACHE_BYTES, timeoutMs = TIMEOUT_MS, headers = {} } = options;
  checkCount("inFlight", inFlight, 1);
  checkCount("cacheBytes", cacheBytes, 0);
  checkCount("timeoutMs", timeoutMs, 1, TIMEOUT_MS_MAX);
  checkHeaders(headers);
  const fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  return openWebFolder(folder, { fetch, headers, inFlight, cacheBytes, timeoutMs });
}

function folderAt(where: string | URL): WebFolder {
  const url = URL.canParse(where) ? new URL(where) : undefined;
  const isPlain = url?.username === "" && url.password === "";
  if (url === undefined || !isPlain || !["http:", "https:"].includes(url.protocol)) {
    throw new SpoliaError("invalid_request", "This is not an http: or https: URL, or it contains a password.", {
      hint: "Give the URL of the corpus folder; pass credentials in the option headers.",
    });
  }
  url.hash = "";
  const path = url.pathname.endsWith("/") ? url.pathname.slice(0, -1) : url.pathname;
  return { url, path, label: `${url.origin}${path}` };
}

function checkCount(field: string, value: number, min: number, max = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  throw invalidOption(field, `a whole number from ${min} to ${max}`);
}

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  try {
    new Headers(headers);
  } catch {
    throw invalidOption("headers", "names and values of headers, as HTTP allows them"); // the value may be a secret
  }
}

function invalidOption(field: string, detail: string): SpoliaError {
  const hint = "See HttpStorageOptions.";
  return new SpoliaError("invalid_request", `The option ${field} is invalid.`, {
    hint,
    fields: [{ pointer: `/${field}`, detail }],
  });
}
