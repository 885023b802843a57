/** Offers, quotes and licences of registered works. */
import * as v from "valibot";
import {
  acceptRequestSchema,
  licenceTokenRequestSchema,
  offerRequestSchema,
  offerSearchSchema,
  quoteRequestSchema,
  revokeRequestSchema,
  settleRequestSchema,
  usageRequestSchema,
} from "../../contract/schemas/marketplace.ts";
import { parseRequest } from "../../contract/schemas/parse.ts";
import { closedObject } from "../../contract/schemas/primitives.ts";
import * as examples from "../examples.ts";
import { pathParameter, wordParameter } from "../parameters.ts";
import { API_ROOT } from "../paths.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../query.ts";
import { hasRegistry, type Route } from "../route.ts";
import { filterOf, fromRegistry } from "./records.ts";

const ROOT = `${API_ROOT}/marketplace`;
const parts = { tag: "Marketplace", isServed: hasRegistry } as const;
const TOKEN_CHARACTERS_MAX = 10_000;
const introspectionSchema = closedObject({ token: v.pipe(v.string(), v.maxLength(TOKEN_CHARACTERS_MAX)) });
const ROLES = ["licensor", "licensee"] as const;
const KINDS = ["offer", "quote", "licence"] as const;

/** A change of a deal: all answer with the deal. */
const change = (
  name: string,
  operationId: string,
  summary: string,
  request: Route["request"],
  run: Route["run"],
  more: Partial<Route> = {},
): Route => ({
  ...parts,
  method: "POST",
  path: `${ROOT}/${name}`,
  operationId,
  summary,
  description: "Each change is an entry of the work's signed history, and `receipt` verifies without the service.",
  access: "write",
  request: request!,
  answer: { name: "DealAnswer" },
  problems: ["not_found", "conflict"],
  run,
  ...more,
});

const one = { ...parts, path: `${ROOT}/deals/{id}`, pathParameters: { id: pathParameter("Id of the deal.") } } as const;

export const MARKETPLACE: readonly Route[] = [
  change(
    "offers",
    "offerWork",
    "Offer a registered work.",
    { name: "OfferRequest", schema: offerRequestSchema, example: examples.offerRequest },
    fromRegistry(({ marketplace }, { tenant, call }) => marketplace.offer(tenant, call.document as never)),
    { answer: { name: "DealAnswer", status: 201 }, problems: ["unknown_work"] },
  ),
  change(
    "search",
    "searchOffers",
    "Find offers whose work overlaps a text.",
    { name: "OfferSearchRequest", schema: offerSearchSchema, example: examples.offerSearchRequest },
    fromRegistry(({ marketplace }, { tenant, call }) => marketplace.search(tenant, call.document as never, call.host)),
    { access: "analyze", answer: { name: "OfferSearchAnswer" }, problems: ["unknown_work", "fingerprint_invalid"] },
  ),
  change(
    "quote",
    "quoteOffer",
    "Ask what a use would cost.",
    { name: "QuoteRequest", schema: quoteRequestSchema, example: examples.quoteRequest },
    fromRegistry(({ marketplace }, { tenant, call }) => marketplace.quote(tenant, call.document as never)),
    { answer: { name: "DealAnswer", status: 201 } },
  ),
  change(
    "accept",
    "acceptQuote",
    "Accept a quote, signed by the licensee.",
    { name: "AcceptRequest", schema: acceptRequestSchema, example: examples.acceptRequest },
    fromRegistry(({ marketplace }, { tenant, call }) => marketplace.accept(tenant, call.document as never)),
    { answer: { name: "DealAnswer", status: 201 } },
  ),
  change(
    "token",
    "licenceToken",
    "Get a token of a licence.",
    { name: "LicenceTokenRequest", schema: licenceTokenRequestSchema, example: examples.licenceTokenRequest },
    fromRegistry(({ marketplace }, { tenant, call }) => marketplace.token(tenant, call.document as never)),
    { answer: { name: "LicenceTokenAnswer" } },
  ),
  change(
    "introspect",
    "introspectLicence",
    "Ask whether a token of a licence is active.",
    { name: "LicenceIntrospectionRequest", schema: introspectionSchema, example: examples.presentedToken },
    fromRegistry(({ marketplace }, { tenant, call }) =>
      marketplace.introspect(tenant, parseRequest(introspectionSchema, call.document).token),
    ),
    { access: "read", answer: { name: "LicenceIntrospectionAnswer" }, problems: [] },
  ),
  change(
    "usage",
    "reportUsage",
    "Report use under a licence, which is checked.",
    { name: "UsageRequest", schema: usageRequestSchema, example: examples.usageRequest },
    fromRegistry(({ marketplace }, { tenant, call }) => marketplace.usage(tenant, call.document as never)),
  ),
  change(
    "revoke",
    "revokeDeal",
    "Revoke an offer or a licence.",
    { name: "RevokeRequest", schema: revokeRequestSchema, example: examples.revokeRequest },
    fromRegistry(({ marketplace }, { tenant, call }) => marketplace.revoke(tenant, call.document as never)),
  ),
  change(
    "settle",
    "settleLicence",
    "Record a payment as stated.",
    { name: "SettleRequest", schema: settleRequestSchema, example: examples.settleRequest },
    fromRegistry(({ marketplace }, { tenant, call }) => marketplace.settle(tenant, call.document as never)),
    { description: "It is recorded, not verified, and no money is moved." },
  ),
  {
    ...parts,
    method: "GET",
    path: `${ROOT}/deals`,
    operationId: "listDeals",
    summary: "List deals, the newest first.",
    description: "Those of the caller as licensor, or as licensee.",
    access: "read",
    queryParameters: {
      ...PAGE_PARAMETERS,
      role: wordParameter("As whom; default `licensor`.", ROLES),
      kind: wordParameter("Only of this kind.", KINDS),
    },
    answer: { name: "DealPage" },
    run: fromRegistry(({ marketplace }, { tenant, query }) =>
      marketplace.list(tenant, pageRequestOf(query), {
        ...filterOf<"role", (typeof ROLES)[number]>(query, "role"),
        ...filterOf<"kind", (typeof KINDS)[number]>(query, "kind"),
      }),
    ),
  },
  {
    ...one,
    method: "GET",
    operationId: "getDeal",
    summary: "Get a deal of one's own, or a published offer.",
    description: "With its signed events.",
    access: "read",
    answer: { name: "DealAnswer" },
    problems: ["not_found"],
    run: fromRegistry(({ marketplace }, { tenant, id }) => marketplace.get(tenant, id)),
  },
  {
    ...parts,
    method: "GET",
    path: `${ROOT}/status-list`,
    operationId: "licenceStatusList",
    summary: "Get the list of what is revoked.",
    description: "One bit for each deal, in the form of a Token Status List; tokens of licences name their place.",
    access: "public",
    answer: { name: "LicenceStatusList", mediaType: "application/json" },
    problems: ["registry_failed"],
    run: fromRegistry(({ marketplace }) => marketplace.statusList()),
  },
];
