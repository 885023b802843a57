/** Answers what cannot be read as a request, with a problem document as for every other refusal. */
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { SpoliaError } from "../../../base/errors.ts";
import { problemAnswer, withCommonHeaders } from "../answer/answers.ts";
import { JSON_TYPE } from "../answer/negotiate.ts";
import { problemOf } from "../answer/problems.ts";
import { HEADERS_TIMEOUT_MS } from "./limits.ts";

/** Refusals by the code of Node's error; any other code is that of bytes that are no request. */
const REFUSALS: Readonly<Record<string, { status: number; error: SpoliaError }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: new SpoliaError("content_too_large", "The address and the headers of the request are longer than 16 KiB.", {
      hint: "Send a shorter query and fewer headers.",
    }),
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    error: new SpoliaError("content_too_large", "The extensions of a chunk are longer than 16 KiB.", {
      hint: "Send chunks without extensions.",
    }),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: new SpoliaError("request_timeout", `The headers did not arrive within ${HEADERS_TIMEOUT_MS / 1000} s.`, {
      hint: "Send the request again.",
    }),
  },
};
const NO_ROOM = {
  status: 503,
  error: new SpoliaError("overloaded", "There are too many connections, of this address or of all together.", {
    hint: "Close connections that are not used, or send requests one after another on the same connection.",
  }),
};
const NO_REQUEST = {
  status: 400,
  error: new SpoliaError("invalid_request", "This is not a request of HTTP/1.1.", { hint: "Check the client." }),
};

/** What a request is refused with whose path and Host header make no URL, or more than one. */
export const NO_URL = new SpoliaError("invalid_request", "The path and the Host header of the request make no URL.", {
  hint: "Send a path that begins with a slash, and one Host header with the name of the service.",
});

/** The response to a request that no handler has answered. It ends the connection: what follows may be read wrongly. */
export function unhandledAnswer(error: unknown, basePath: string): Response {
  const requestId = crypto.randomUUID();
  const response = problemAnswer(problemOf(error, requestId, basePath), JSON_TYPE);
  response.headers.set("connection", "close");
  return withCommonHeaders(response, requestId);
}

/** Ends the connection with a refusal, or without a word where it is gone or another response has begun on it. */
export function refuseUnparsed(
  { code = "" }: NodeJS.ErrnoException,
  socket: Duplex,
  { isAnswering, basePath }: { isAnswering: boolean; basePath: string },
): void {
  if (!socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  const refusal = (Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined) ?? NO_REQUEST;
  socket.end(refusalBytes(refusal, basePath));
}

/** Ends a connection for which there is no room, and says so. */
export function refuseConnection(socket: Duplex, basePath: string): void {
  socket.end(refusalBytes(NO_ROOM, basePath), () => socket.destroy());
}

function refusalBytes({ status, error }: typeof NO_ROOM, basePath: string): string {
  const requestId = crypto.randomUUID();
  const body = JSON.stringify({ ...problemOf(error, requestId, basePath), status });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "connection: close",
    "content-type: application/problem+json",
    `content-length: ${Buffer.byteLength(body)}`,
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    `x-request-id: ${requestId}`,
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
