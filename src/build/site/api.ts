/** The pages of the HTTP interface: one for each group of operations, with samples in four languages. */

import { openApiDocument } from "../../service/http/openapi/openapi.ts";
import { documentedGroups, documentedSchemas } from "../../service/http/pages/docs.ts";
import { ROUTES } from "../../service/http/routes.ts";
import type { DocumentWithSchemas } from "../clients/documented.ts";
import { clientMethods } from "../clients/surface.ts";
import { samplesOf } from "./samples.ts";

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A service that has all that can be described. */
const WHOLE = { basePath: "", tokenUrl: "/oauth/token", hasRegistry: true, hasAuth: true };

export function apiPages(): Record<string, string> {
  const document = openApiDocument(ROUTES, WHOLE);
  const { schemas } = (document as DocumentWithSchemas).components;
  const methods = new Map(clientMethods().map((method) => [method.operationId, method]));
  const pages: Record<string, string> = { "api/index.md": OVERVIEW };
  for (const [order, { tag, operations }] of documentedGroups(document).entries()) {
    const articles = operations.map(({ operationId, html, example }) => {
      const method = methods.get(operationId);
      if (method === undefined) return html;
      const samples = samplesOf(method, example, schemas).map(
        ({ language, text }) => `<h4>${language}</h4>\n<pre><code>${escaped(text)}</code></pre>`,
      );
      return html.replace("</article>", `<details><summary>Samples</summary>${samples.join("\n")}</details></article>`);
    });
    pages[`api/${slug(tag)}/index.html`] = page(tag, order + 2, articles);
  }
  pages["api/schemas/index.html"] = page("Schemas", 90, documentedSchemas(document));
  return pages;
}

const slug = (tag: string): string => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

function page(title: string, order: number, articles: readonly string[]): string {
  const head = ["---", `title: ${JSON.stringify(title)}`, "group: Interface", `order: ${order}`, "---"];
  const schemas = title === "Schemas" ? "#schema-" : "/api/schemas/index.html#schema-";
  const body = articles.join("\n").replaceAll('href="#schema-', `href="${schemas}`);
  return [...head, `<h1>${title}</h1>`, body, ""].join("\n");
}

const OVERVIEW = `---
title: The HTTP interface
group: Interface
order: 1
---
# The HTTP interface

\`spolia serve\` answers below \`/api/v1\`. The OpenAPI document at \`/api/v1/openapi.json\` describes every path, type and bound; these pages are made
from it, one a group of operations, with samples for curl, TypeScript, Python and Go.

## Authentication

A service without keys answers this machine only. With \`SPOLIA_API_KEY\`, or once \`spolia admin keys create\` has made a key, callers send one in the header
\`Authorization: Bearer KEY\`. A service with \`--oauth-issuer\` gives tokens for keys (\`POST /oauth/token\`, client credentials), which are sent in the
same header. Each key has scopes; a call without the scope is refused with \`forbidden\`, and the answer names the scope.

## Conventions

- Requests and answers are JSON; with \`Accept: application/msgpack\` and \`Content-Type: application/msgpack\` they are MessagePack.
- Lists are pages: \`page_size\` and \`page_token\` in the query, \`next_page_token\` in the answer until nothing is left.
- \`Idempotency-Key\` makes a repeated POST return the first answer instead of working twice.
- \`Prefer: respond-async\` makes a job of operations that take long: submit, poll, fetch the lines.
- \`RateLimit\`, \`RateLimit-Policy\` and \`Retry-After\` say what is left, and when to come again.
- Errors are problem documents (RFC 9457) with a [code](/errors/index.html), a hint, and the fields that are wrong.
- \`X-Request-Id\` is in every answer; name it when you report a fault.
`;
