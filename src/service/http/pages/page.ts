/** The page at `/` and the site at `/docs/`: files that are the same for everyone, each under a strict policy. */
import type { Hono } from "hono";
import { etag } from "hono/etag";
import { methodNotAllowed } from "../answer/httpError.ts";
import { SharedBody } from "../answer/sharedBody.ts";
import type { AppEnvironment } from "../serve/answerRoute.ts";
import { PAGE_POLICY_HEADER, PDF_POLICY, SITE_POLICY, WORKER_POLICY } from "./pagePolicy.ts";

/** Bytes by the name of their file. */
export type PageFiles = ReadonlyMap<string, Uint8Array>;

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  txt: "text/plain; charset=utf-8",
};

/** Those of workers, which have the policy of their own script. */
const POLICIES: Readonly<Record<string, string>> = { "worker.js": WORKER_POLICY, "pdf.js": PDF_POLICY };

const SITE_ROOT = "/docs";
const DOCUMENT = "index.html";
/** Where the document says that a service is behind it. */
const NO_SERVICE = '<meta name="spolia-service" content="">';

export function addPage(app: Hono<AppEnvironment>, files: PageFiles, basePath: string): void {
  for (const [name, bytes] of files.entries()) {
    const content = name === DOCUMENT ? withService(bytes, basePath) : bytes;
    const policy = POLICIES[name] ?? PAGE_POLICY_HEADER;
    addFile(app, { name, path: name === DOCUMENT ? "/" : `/${name}`, content, policy, basePath });
  }
  if (basePath !== "") addRedirect(app, basePath);
}

/** The documentation. `/docs` is its first page then, and no longer the interface alone. */
export function addSite(app: Hono<AppEnvironment>, files: PageFiles, basePath: string): void {
  for (const [name, content] of files.entries()) {
    const parts = { name, content, policy: SITE_POLICY, basePath };
    addFile(app, { ...parts, path: `${SITE_ROOT}/${name}` });
    const folder = name.endsWith(DOCUMENT) ? name.slice(0, -DOCUMENT.length) : null;
    if (folder === null) continue;
    addFile(app, { ...parts, path: `${SITE_ROOT}/${folder}` });
    // Its links are relative to the folder.
    addRedirect(app, `${basePath}${SITE_ROOT}/${folder}`.slice(0, -1));
  }
}

function addRedirect(app: Hono<AppEnvironment>, bare: string): void {
  app.get(bare, async (context) => {
    await context.env.admitKeyless();
    return context.redirect(`${bare}/`, 308);
  });
}

interface ServedFile {
  readonly name: string;
  readonly path: string;
  readonly content: Uint8Array;
  readonly policy: string;
  readonly basePath: string;
}

function addFile(app: Hono<AppEnvironment>, { name, path, content, policy, basePath }: ServedFile): void {
  const headers = {
    "content-type": TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    // Files fit each other: each is asked for again, and sent again where it has changed.
    "cache-control": "no-cache",
  };
  const body = new SharedBody(content, headers);
  app.get(basePath + path, etag({ weak: true }), async (context) => {
    context.env.path = path;
    await context.env.admitKeyless();
    return body.taggedAnswer(context.req.raw);
  });
  app.all(basePath + path, async (context) => {
    await context.env.admitKeyless();
    throw methodNotAllowed("GET, HEAD");
  });
}

function withService(bytes: Uint8Array, basePath: string): Uint8Array {
  const html = new TextDecoder().decode(bytes);
  return new TextEncoder().encode(html.replace(NO_SERVICE, NO_SERVICE.replace('""', `"${basePath}/"`)));
}
