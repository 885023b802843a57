/** Text of strangers who mean harm to whoever reads a report. */
import fc from "fast-check";
import { parseResult, type ResultDocument } from "../../../src/report/index.ts";

/** Breakouts of every place that a report puts text in, after the collections of OWASP and PortSwigger. */
export const XSS = [
  "<script>harm()</script>",
  "</p></body><img src=x onerror=harm()>",
  '"><svg onload=harm()>',
  "' onmouseover='harm()' autofocus onfocus='harm()",
  '" style="background:url(https://example.org/harm)" x="',
  "<!--><img src=x onerror=harm()>-->",
  "]]><script>harm()</script>",
  "&lt;script&gt;harm()&lt;/script&gt;",
  "&#60;script&#62;harm()&#60;/script&#62;",
  "</pre></details><script>harm()</script>",
  "</title><script>harm()</script>",
  "</style><script>harm()</script>",
  "</textarea><iframe srcdoc='<script>parent.harm()</script>'>",
  "<a href=javascript:harm()>a</a>",
  "javascript:harm()",
  "data:text/html,<script>harm()</script>",
  "<meta http-equiv=refresh content='0;url=https://example.org/harm'>",
  "<link rel=stylesheet href=https://example.org/harm.css>",
  "<base href=https://example.org/>",
  "<form action=https://example.org/harm><button autofocus>",
  "<object data=https://example.org/harm></object><embed src=https://example.org/harm>",
  "<math><mtext><table><mglyph><style><img src=x onerror=harm()>",
  "<svg><animate onbegin=harm() attributeName=x dur=1s>",
  "<details open ontoggle=harm()>",
  "<video><source onerror=harm()></video>",
  "\u202etxet desrever\u202c",
  "\u2066isolated\u2069 \u200f \u061c",
  "\u0000<scr\u0000ipt>harm()</script>",
  "\ud800<script>harm()</script>\udfff",
  "\u{e0041}\u{e0042}",
  "@import url(https://example.org/harm.css);",
  "expression(harm())",
  "{{constructor.constructor('harm()')()}}",
] as const;

export const hostileText = fc
  .array(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...XSS)), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(""))
  .filter((text) => text !== "");

/** A result with this text wherever a result may hold text. */
export function everywhere(result: object, text: string): ResultDocument {
  const document = JSON.parse(JSON.stringify(result));
  const walk = (holder: Record<string, unknown>) => {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === "object" && value !== null) walk(value as Record<string, unknown>);
      if (typeof value !== "string") continue;
      holder[key] = text;
      try {
        parseResult(document);
      } catch {
        holder[key] = value;
      }
    }
  };
  walk(document);
  return parseResult(document);
}
