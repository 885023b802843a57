/**
 * Leads: what points at a text besides corpora. Callers name no host: requests go to the public services, or to the one
 * that the operator names, so that nobody reaches other addresses through this service; redirects are not followed.
 */
import * as v from "valibot";
import type { Stage } from "../../../../base/contract/common.ts";
import { parseRequest } from "../../../../base/contract/schemas/parse.ts";
import {
  boundedText,
  closedObject,
  contentText,
  listOf,
  oneOf,
  wholeNumber,
} from "../../../../base/contract/schemas/primitives.ts";
import { isSpoliaError, SpoliaError } from "../../../../base/errors.ts";
import { NAME_CHARACTERS_MAX, URL_CHARACTERS_MAX } from "../../../../base/limits.ts";
import { findCaptures, isCrawl, isWebAddress, planCaptures } from "../../../../remote/publicIndexes/leads/captures.ts";
import { isbn13 } from "../../../../remote/publicIndexes/leads/isbn.ts";
import { completenessOf, type LeadOptions, type PlannedLeads } from "../../../../remote/publicIndexes/leads/lead.ts";
import { findRows, isDatasetName, planRows } from "../../../../remote/publicIndexes/leads/rows.ts";
import { findTitles } from "../../../../remote/publicIndexes/leads/titles.ts";
import { succeeded } from "../../answer/answers.ts";
import * as examples from "../../openapi/examples.ts";
import { API_ROOT } from "../../paths.ts";
import type { Route, RouteCall, Service } from "../../route.ts";

const REQUESTS = 30;
/** Searches at once: they share one or two requests a second. */
const SEARCHES_AT_ONCE_MAX = 2;
/** All of a search, within the time for a response; and one request. */
const SEARCH_SECONDS = 80;
const REQUEST_SECONDS = 15;
const RETRIES = 2;
const RECORDS_MAX = 20;
const CRAWLS_MAX = 20;
const CAPTURES_LISTED_MAX = 100;
const QUERIES_MAX = 20;
const ROWS_READ_MAX = 100;
const LISTS_MAX = 100;
const WORK_NAMES_MAX = 100;

const name = boundedText(NAME_CHARACTERS_MAX);
const kindSchema = oneOf(["rows", "captures", "titles"]);
const dataset = v.pipe(name, v.check(isDatasetName, "must be the name of a dataset, such as allenai/c4"));
const url = v.pipe(
  boundedText(URL_CHARACTERS_MAX),
  v.check(isWebAddress, "must be the address of a page, such as https://example.org/page"),
);
const crawl = v.pipe(v.string(), v.check(isCrawl, "must be the name of a crawl, such as CC-MAIN-2025-05"));
const crawls = v.optional(listOf(crawl, 1, CRAWLS_MAX));
const captures = v.optional(wholeNumber(1, CAPTURES_LISTED_MAX));
const records = v.optional(wholeNumber(0, RECORDS_MAX));
const [config, split] = [v.optional(name), v.optional(name)];
const queries = v.optional(wholeNumber(1, QUERIES_MAX));
const rows = v.optional(wholeNumber(1, ROWS_READ_MAX));
const authors = v.optional(listOf(name, 1, WORK_NAMES_MAX));
const isbn = v.pipe(
  name,
  v.check((text) => isbn13(text) !== null, "must be an ISBN of 10 or 13 digits whose check digit is right"),
);
const isbns = v.optional(listOf(isbn, 1, WORK_NAMES_MAX));
const list = closedObject({ name, text: contentText, format: oneOf(["csv", "tsv", "jsonl", "lines"]) });
const lists = v.pipe(
  listOf(list, 1, LISTS_MAX),
  v.check((all) => new Set(all.map((one) => one.name)).size === all.length, "must have different names"),
);
const dry_run = v.optional(v.boolean());

/** The fields of each kind. */
const SCHEMAS = {
  rows: closedObject({ kind: kindSchema, content: contentText, dataset, config, split, queries, rows, dry_run }),
  captures: closedObject({
    kind: kindSchema,
    content: v.optional(contentText),
    url,
    crawls,
    captures,
    records,
    dry_run,
  }),
  titles: v.pipe(
    closedObject({ kind: kindSchema, title: v.optional(name), authors, isbns, lists, dry_run }),
    v.check((work) => work.title !== undefined || work.isbns !== undefined, "must have a title or an ISBN"),
  ),
};

/** The fields of all kinds. */
const leadsSchema = closedObject({
  ...v.partial(closedObject({ content: contentText, dataset, url, title: name, lists })).entries,
  kind: kindSchema,
  config,
  split,
  queries,
  rows,
  crawls,
  captures,
  records,
  authors,
  isbns,
  dry_run,
});

const running = new WeakMap<Service, number>();

/** @throws overloaded where as many run as may */
async function inTurn<Found>(service: Service, search: () => Promise<Found>): Promise<Found> {
  const count = running.get(service) ?? 0;
  if (count >= SEARCHES_AT_ONCE_MAX) {
    throw new SpoliaError("overloaded", "Other searches for leads are running.", {
      hint: "Ask again in a minute: the services that are asked bear one request a second.",
    });
  }
  running.set(service, count + 1);
  try {
    return await search();
  } finally {
    running.set(service, running.get(service)! - 1);
  }
}

/** @throws invalid_request where this service asks nobody */
function settingsOf({ service, host }: RouteCall): LeadOptions {
  if (service.leads === null) {
    throw new SpoliaError("invalid_request", "This service asks no other for leads.", {
      hint: "Its operator allows that with `spolia serve --leads`; lists of titles are searched without.",
      fields: [{ pointer: "/kind", detail: "must be titles at this service" }],
    });
  }
  const { address } = service.leads;
  const limits = { requests: REQUESTS, seconds: SEARCH_SECONDS, timeoutSeconds: REQUEST_SECONDS, retries: RETRIES };
  return { ...limits, signal: host.signal, ...(address !== undefined && { address }) };
}

/** A search that sent nothing yet: the answer has the same form. */
function planned({ sent, requests_max }: PlannedLeads) {
  const reason = `Nothing was sent: these are sent first, of at most ${requests_max} requests.`;
  const completeness = { complete: false, stages: [{ name: "requests", status: "skipped" as const, reason }] };
  return { found: [], sent, completeness };
}

async function rowsFor(call: RouteCall) {
  const { kind, content, dataset, dry_run, ...asked } = parseRequest(SCHEMAS.rows, call.document);
  const options = { ...settingsOf(call), ...asked };
  if (dry_run === true) return { kind, ...planned(await planRows(content, dataset, options)) };
  const { found, sent, completeness } = await inTurn(call.service, () => findRows(content, dataset, options));
  return { kind, found, sent, completeness };
}

async function capturesFor(call: RouteCall) {
  const { kind, url, dry_run, ...asked } = parseRequest(SCHEMAS.captures, call.document);
  const settings = settingsOf(call);
  const options = { ...settings, ...(settings.address !== undefined && { dataAddress: settings.address }), ...asked };
  if (dry_run === true) return { kind, ...planned(planCaptures(url, options)) };
  const { found, sent, completeness } = await inTurn(call.service, () => findCaptures(url, options));
  return { kind, found, sent, completeness };
}

async function titlesFor({ document }: RouteCall) {
  const { title, authors, isbns, lists } = parseRequest(SCHEMAS.titles, document);
  const texts = lists.map(({ name, text, format }) => ({ name, format, parts: [text] }));
  try {
    const { kind, found, lists: counted } = await findTitles({ title, authors, isbns }, texts);
    const stages = counted.map(({ list, entries, found: named, unread }): Stage => {
      const reason = `${named} of ${entries} entries name the work; ${unread} have neither title nor ISBN.`;
      return { name: `list:${list}`, status: unread === 0 ? "done" : "bounded", reason };
    });
    return { kind, found, sent: [], completeness: completenessOf(stages) };
  } catch (error) {
    if (!isSpoliaError(error) || error.code !== "document_invalid") throw error;
    const fields = [{ pointer: "/lists", detail: "must be of their format" }];
    throw new SpoliaError("invalid_request", error.message, { fields, cause: error });
  }
}

const SEARCHES = { rows: rowsFor, captures: capturesFor, titles: titlesFor };

export const LEADS: readonly Route[] = [
  {
    method: "POST",
    path: `${API_ROOT}/leads`,
    operationId: "findLeads",
    tag: "Attribution",
    summary: "Find what else points at a text.",
    description:
      "A lead is no match and in no verdict. The dataset viewer of Hugging Face gets runs of words, Common Crawl an address, for titles nobody anything; rows and captures need `spolia serve --leads`.",
    access: "analyze",
    request: { name: "LeadsRequest", schema: leadsSchema, example: examples.leadsRequest },
    answer: { name: "LeadsAnswer" },
    async run(call) {
      const { kind } = parseRequest(leadsSchema, call.document);
      return succeeded(await SEARCHES[kind](call));
    },
  },
];
