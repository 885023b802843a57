/**
 * Caching of documents that are the same for every caller: a weak ETag, with which a client asks again for nothing, and
 * how long a copy may be used. hono's middleware makes the tag from the bytes of the document, which do not depend on
 * the compression. All other responses are about one caller and are not stored (`withCommonHeaders`).
 */
import type { MiddlewareHandler } from "hono";
import { etag, RETAINED_304_HEADERS } from "hono/etag";

/** For how long a copy is used without asking. A new version of the service may have another document. */
const MAX_AGE_SECONDS = 300;

/** Headers of a plan belong to the call, not to the document. */
const RETAINED = [...RETAINED_304_HEADERS, "ratelimit", "ratelimit-policy"];

/**
 * @param visibility `public`: shared caches may store the document too; `private`: only the caller's own, since callers
 *   need a key for it
 */
export const caching = (visibility: "public" | "private"): readonly MiddlewareHandler[] => [
  etag({ weak: true, retainedHeaders: RETAINED }),
  async (context, next) => {
    await next();
    if (context.res.ok) context.res.headers.set("cache-control", `${visibility}, max-age=${MAX_AGE_SECONDS}`);
  },
];
