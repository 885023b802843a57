/**
 * What the page and its worker may load. The page itself connects to nothing; the worker may, since a reader can name a
 * corpus or a service at any address. No script or style stands in the document.
 */
const SCRIPTS = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";

/** In the document, for hosts that set no headers. */
export const PAGE_META_POLICY = `${SCRIPTS}; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'`;

/** As a header, with what only a header can say. */
export const PAGE_POLICY_HEADER = `${PAGE_META_POLICY}; frame-ancestors 'none'`;

/** A worker has the policy of its own script. */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self' https: http:";

/** The worker that reads PDF loads pdf.js from beside the page, and connects to nothing. */
export const PDF_POLICY = "default-src 'none'; script-src 'self'";

/** The documentation loads its own style, search and index. */
export const SITE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
