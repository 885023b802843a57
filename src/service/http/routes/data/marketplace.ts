/** Offers, quotes and licences of registered works. */
import * as v from "valibot";
import { parseRequest } from "../../../../base/contract/schemas/parse.ts";
import { closedObject } from "../../../../base/contract/schemas/primitives.ts";
import {
  acceptRequestSchema,
  licenceTokenRequestSchema,
  offerRequestSchema,
  offerSearchSchema,
  quoteRequestSchema,
  revokeRequestSchema,
  settleRequestSchema,
  usageRequestSchema,
} from "../../../../base/contract/schemas/resources/marketplace.ts";
import * as examples from "../../openapi/examples.ts";
import { API_ROOT } from "../../paths.ts";
import { pathParameter, wordParameter } from "../../request/parameters.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../../request/query.ts";
import { hasRegistry, type Route } from "../../route.ts";
import { filterOf, fromRegistry } from "./records.ts";

const ROOT = `${API_ROOT}/marketplace`;
const parts = { tag: "Marketplace", isServed: hasRegistry } as const;
const TOKEN_CHARACTERS_MAX = 10_000;
const introspectionSchema = closedObject({ token: v.pipe(v.string(), v.maxLength(TOKEN_CHARACTERS_MAX)) });
const ROLES = ["licensor", "licensee"] as const;
const KINDS = ["offer", "quote", "licence"] as const;

type DealChange = "offer" | "search" | "quote" | "accept" | "token" | "usage" | "revoke" | "settle";

/** A call of the marketplace, which checks the request itself. */
const calling = (change: DealChange) =>
  fromRegistry(({ marketplace }, { tenant, call }) => marketplace[change](tenant, call.document as never, call.host));

/** A change of a deal: all answer with the deal. */
const change = ({
  path,
  ...route
}: Pick<Route, "path" | "operationId" | "summary" | "request" | "run"> & Partial<Route>): Route => ({
  ...parts,
  method: "POST",
  path: `${ROOT}/${path}`,
  description: "Each change is an entry of the work's signed history, and `receipt` verifies without the service.",
  access: "write",
  answer: { name: "DealAnswer" },
  problems: ["not_found", "conflict"],
  ...route,
});

const one = { ...parts, path: `${ROOT}/deals/{id}`, pathParameters: { id: pathParameter("Id of the deal.") } } as const;

export const MARKETPLACE: readonly Route[] = [
  change({
    path: "offers",
    operationId: "offerWork",
    summary: "Offer a registered work.",
    request: { name: "OfferRequest", schema: offerRequestSchema, example: examples.offerRequest },
    run: calling("offer"),
    answer: { name: "DealAnswer", status: 201 },
    problems: ["unknown_work"],
  }),
  change({
    path: "search",
    operationId: "searchOffers",
    summary: "Find offers whose work overlaps a text.",
    request: { name: "OfferSearchRequest", schema: offerSearchSchema, example: examples.offerSearchRequest },
    run: calling("search"),
    access: "analyze",
    answer: { name: "OfferSearchAnswer" },
    problems: ["unknown_work", "fingerprint_invalid"],
  }),
  change({
    path: "quote",
    operationId: "quoteOffer",
    summary: "Ask what a use would cost.",
    request: { name: "QuoteRequest", schema: quoteRequestSchema, example: examples.quoteRequest },
    run: calling("quote"),
    answer: { name: "DealAnswer", status: 201 },
  }),
  change({
    path: "accept",
    operationId: "acceptQuote",
    summary: "Accept a quote, signed by the licensee.",
    request: { name: "AcceptRequest", schema: acceptRequestSchema, example: examples.acceptRequest },
    run: calling("accept"),
    answer: { name: "DealAnswer", status: 201 },
  }),
  change({
    path: "token",
    operationId: "licenceToken",
    summary: "Get a token of a licence.",
    request: { name: "LicenceTokenRequest", schema: licenceTokenRequestSchema, example: examples.licenceTokenRequest },
    run: calling("token"),
    answer: { name: "LicenceTokenAnswer" },
  }),
  change({
    path: "introspect",
    operationId: "introspectLicence",
    summary: "Ask whether a token of a licence is active.",
    request: { name: "LicenceIntrospectionRequest", schema: introspectionSchema, example: examples.presentedToken },
    run: fromRegistry(({ marketplace }, { tenant, call }) =>
      marketplace.introspect(tenant, parseRequest(introspectionSchema, call.document).token),
    ),
    access: "read",
    answer: { name: "LicenceIntrospectionAnswer" },
    problems: [],
  }),
  change({
    path: "usage",
    operationId: "reportUsage",
    summary: "Report use under a licence, which is checked.",
    request: { name: "UsageRequest", schema: usageRequestSchema, example: examples.usageRequest },
    run: calling("usage"),
  }),
  change({
    path: "revoke",
    operationId: "revokeDeal",
    summary: "Revoke an offer or a licence.",
    request: { name: "RevokeRequest", schema: revokeRequestSchema, example: examples.revokeRequest },
    run: calling("revoke"),
  }),
  change({
    path: "settle",
    operationId: "settleLicence",
    summary: "Record a payment as stated.",
    request: { name: "SettleRequest", schema: settleRequestSchema, example: examples.settleRequest },
    run: calling("settle"),
    description: "It is recorded, not verified, and no money is moved.",
  }),
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
