/**
 * Tokens for clients that need OAuth 2.0 and have no issuer: the client-credentials grant, the end of a token and what
 * is said of it until then, and the metadata of all three.
 */
import * as v from "valibot";
import { fromBase64 } from "../../../../base/bytes/bytes.ts";
import { openObject } from "../../../../base/contract/schemas/primitives.ts";
import { SpoliaError } from "../../../../base/errors.ts";
import type { Registry } from "../../../registry.ts";
import { answer } from "../../answer/answers.ts";
import { RESOURCE_METADATA_PATH } from "../../answer/challenge.ts";
import { JSON_TYPE } from "../../answer/negotiate.ts";
import type { TokenError } from "../../openapi/answerTexts.ts";
import * as examples from "../../openapi/examples.ts";
import { API_ROOT } from "../../paths.ts";
import { parseForm } from "../../request/form.ts";
import type { Route, Service } from "../../route.ts";

const hasIssuer = ({ registry }: Service): boolean => registry !== null && registry.oauth !== null;

const parts = { tag: "OAuth", access: "public", isServed: hasIssuer } as const;

const tokenRequestSchema = openObject({
  grant_type: v.literal("client_credentials"),
  client_id: v.optional(v.string()),
  client_secret: v.optional(v.string()),
  scope: v.optional(v.string()),
});

const presentedTokenSchema = openObject({
  token: v.string(),
  token_type_hint: v.optional(v.string()),
  client_id: v.optional(v.string()),
  client_secret: v.optional(v.string()),
});

/**
 * Id and secret from the Basic header (RFC 6749, section 2.3.1: each is form-encoded before base64), or `null` if the
 * header is not valid.
 */
function basicCredentials(authorization: string): { client_id: string; client_secret: string } | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization) ?? [];
  if (encoded === undefined) return null;
  try {
    const [, id, secret] = /^([^:]*):(.*)$/s.exec(String.fromCharCode(...fromBase64(encoded))) ?? [];
    const decode = (text: string) => decodeURIComponent(text.replaceAll("+", " "));
    return id === undefined || secret === undefined ? null : { client_id: decode(id), client_secret: decode(secret) };
  } catch {
    return null; // not base64, or not form-encoded
  }
}

type Form = Readonly<Record<string, string>>;

/** Adds the client of the header. A client must identify itself in one way only. */
function withClient(form: Form, authorization: string | null): Form | Response {
  if (authorization === null) return form;
  const credentials = basicCredentials(authorization);
  if (credentials === null) return refused("invalid_client", "The header Authorization is not HTTP Basic.");
  const { client_id = credentials.client_id, client_secret } = form;
  if (client_secret !== undefined || client_id !== credentials.client_id)
    return refused("invalid_request", "The client must identify itself either in the header or in the body.");
  return { ...form, ...credentials };
}

function formOf(body: unknown): Form | Response {
  try {
    return parseForm(body as Uint8Array);
  } catch (error) {
    return refused("invalid_request", error instanceof SpoliaError ? error.message : "The form cannot be read.");
  }
}

const refused = (error: string, error_description: string): Response =>
  tokenAnswer({ error, error_description } satisfies TokenError);

function tokenAnswer(answered: object): Response {
  const isRefused = "error" in answered;
  const isClient = isRefused && answered.error === "invalid_client";
  const response = answer(isClient ? 401 : isRefused ? 400 : 200, answered, JSON_TYPE);
  response.headers.set("pragma", "no-cache"); // RFC 6749, section 5.1
  if (isClient) response.headers.set("www-authenticate", 'Basic realm="spolia", charset="UTF-8"');
  return response;
}

/** A route whose form names a client. Its refusals have the format of RFC 6749. */
const clientRoute = (run: (oauth: OauthOfRegistry, form: Form) => Promise<object>): Pick<Route, "method" | "run"> => ({
  method: "POST",
  async run({ service, document, headers }) {
    const sent = formOf(document);
    const form = sent instanceof Response ? sent : withClient(sent, headers.get("authorization"));
    if (form instanceof Response) return form;
    const answered = await run(service.registry!.oauth!, form);
    return answered instanceof Response ? answered : tokenAnswer(answered);
  },
});

type OauthOfRegistry = NonNullable<Registry["oauth"]>;

const REFUSALS = { name: "TokenError", statuses: [400, 401] } as const;

const presentedToken = {
  name: "PresentedToken",
  schema: presentedTokenSchema,
  example: examples.presentedToken,
  isForm: true,
} as const;

export const OAUTH: readonly Route[] = [
  {
    ...parts,
    ...clientRoute(async (oauth, form) =>
      form["grant_type"] === undefined ? refused("invalid_request", "grant_type is missing.") : oauth.token(form),
    ),
    path: "/oauth/token",
    operationId: "createToken",
    summary: "Get an access token for a key.",
    description:
      "The client-credentials grant (RFC 6749, section 4.4). The client id is the id of a key, the client secret is the key; send them by HTTP Basic or in the form. A token becomes invalid when its key is revoked or expires. Errors have the format of RFC 6749.",
    request: { name: "TokenRequest", schema: tokenRequestSchema, example: examples.tokenRequest, isForm: true },
    answer: { name: "Token", mediaType: "application/json", refusals: REFUSALS },
  },
  {
    ...parts,
    ...clientRoute((oauth, form) => oauth.revoke(form)),
    path: "/oauth/revoke",
    operationId: "revokeToken",
    summary: "Revoke an access token.",
    description:
      "RFC 7009. The token is refused from the next request on, by every process. A client can revoke the tokens that were issued to it; of any other token, known or not, the response is the same, and nothing changes. Keys are revoked with `DELETE /api/v1/keys/{id}`, which ends their tokens too.",
    request: presentedToken,
    answer: { name: "Revoked", mediaType: "application/json", refusals: REFUSALS },
  },
  {
    ...parts,
    ...clientRoute((oauth, form) => oauth.introspect(form)),
    path: "/oauth/introspect",
    operationId: "introspectToken",
    summary: "Ask whether an access token is active.",
    description:
      "RFC 7662. For the client that the token was issued to; of any other token, known or not, the response is `active: false`.",
    request: presentedToken,
    answer: { name: "Introspection", mediaType: "application/json", refusals: REFUSALS },
  },
  {
    ...parts,
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    operationId: "oauthMetadata",
    summary: "Get the metadata of the authorization server.",
    description: "RFC 8414: the endpoints for tokens and their methods.",
    isWellKnown: true,
    answer: {
      name: "OauthMetadata",
      mediaType: "application/json",
    },
    run({ service }) {
      const { metadata } = service.registry!.oauth!;
      return { ...metadata, jwks_uri: `${metadata.issuer}${API_ROOT}/signing-keys` };
    },
  },
  {
    ...parts,
    method: "GET",
    path: RESOURCE_METADATA_PATH,
    operationId: "resourceMetadata",
    summary: "Get the metadata of the protected resource.",
    description: "RFC 9728: who issues tokens for this service, and their scopes.",
    isWellKnown: true,
    answer: { name: "ResourceMetadata", mediaType: "application/json" },
    run: ({ service }) => service.registry!.oauth!.resource,
  },
];
