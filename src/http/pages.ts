/** Pages of HTML as answers, for people with a browser. */
import { PAGE_POLICY } from "../report/html.ts";

export const HTML_TYPE = "text/html; charset=utf-8";

/**
 * The policy stands in the page too; here it also says that no other page may frame it, and that it sends nothing
 * anywhere.
 */
const POLICY = `${PAGE_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function htmlAnswer(html: string): Response {
  const headers = { "content-type": HTML_TYPE, "content-security-policy": POLICY, "referrer-policy": "no-referrer" };
  return new Response(html, { headers });
}
