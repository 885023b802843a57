/** HTML pages as responses. */
import { PAGE_POLICY } from "../../../report/layout/html.ts";

export const HTML_TYPE = "text/html; charset=utf-8";

/**
 * The page contains a policy too. This header additionally forbids other pages to frame it, and forbids it to send
 * forms.
 */
const POLICY = `${PAGE_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const HTML_HEADERS = {
  "content-type": HTML_TYPE,
  "content-security-policy": POLICY,
  "referrer-policy": "no-referrer",
};

export const htmlAnswer = (html: string): Response => new Response(html, { headers: HTML_HEADERS });
