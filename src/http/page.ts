/** The page at `/`: files that are the same for everyone, each under a strict policy. */
import type { Hono } from "hono";
import { etag } from "hono/etag";
import type { AppEnvironment } from "./answerRoute.ts";
import { methodNotAllowed } from "./httpError.ts";
import { PAGE_POLICY_HEADER, WORKER_POLICY } from "./pagePolicy.ts";

/** Bytes by the name of their file. */
export type PageFiles = ReadonlyMap<string, Uint8Array>;

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

const DOCUMENT = "index.html";
/** Where the document says that a service is behind it. */
const NO_SERVICE = '<meta name="spolia-service" content="">';

export function addPage(app: Hono<AppEnvironment>, files: PageFiles, basePath: string): void {
  for (const [name, bytes] of files.entries()) {
    const path = name === DOCUMENT ? "/" : `/${name}`;
    const content = name === DOCUMENT ? withService(bytes, basePath) : bytes;
    const headers = {
      "content-type": TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
      "content-security-policy": name.startsWith("worker") ? WORKER_POLICY : PAGE_POLICY_HEADER,
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      // Its files fit each other: each is asked for again, and sent again where it has changed.
      "cache-control": "no-cache",
    };
    app.get(basePath + path, etag({ weak: true }), (context) => {
      context.env.path = path;
      return new Response(content as Uint8Array<ArrayBuffer>, { headers });
    });
    app.all(basePath + path, () => {
      throw methodNotAllowed("GET, HEAD");
    });
  }
  if (basePath !== "") app.get(basePath, (context) => context.redirect(`${basePath}/`, 308));
}

function withService(bytes: Uint8Array, basePath: string): Uint8Array {
  const html = new TextDecoder().decode(bytes);
  return new TextEncoder().encode(html.replace(NO_SERVICE, NO_SERVICE.replace('""', `"${basePath}/"`)));
}
