/** Query parameters, and lists in pages. */
import { fromBase64Url, toBase64Url } from "../../../base/bytes/bytes.ts";
import { didYouMean } from "../../../base/closest.ts";
import { type FieldError, SpoliaError } from "../../../base/errors.ts";
import type { Page, PageRequest } from "../../store/cursor.ts";
import type { Parameters } from "../route.ts";
import { parseParameter, type Query, textParameter } from "./parameters.ts";

/**
 * The values of the parameters, by name.
 *
 * @throws invalid_request if a parameter is unknown or repeated, or if its schema does not allow the value
 */
export function parseQuery(search: URLSearchParams, known: Parameters = {}): Query {
  const query: Record<string, string | number | boolean> = Object.create(null);
  const fields: FieldError[] = [];
  for (const [name, text] of search) {
    const parameter = Object.hasOwn(known, name) ? known[name]! : null;
    const pointer = parameter === null ? "" : `/${name}`;
    // The name is the caller's, and not repeated.
    if (parameter === null)
      fields.push({ pointer, detail: `has an unknown parameter${didYouMean(name, Object.keys(known))}` });
    else if (name in query) fields.push({ pointer, detail: "must occur once" });
    else {
      const parsed = parseParameter(parameter, text);
      if ("value" in parsed) query[name] = parsed.value;
      else fields.push({ pointer, detail: parsed.detail });
    }
  }
  if (fields.length === 0) return query;
  throw new SpoliaError("invalid_request", "The query does not have the expected form.", {
    hint: `Parameters: ${Object.keys(known).join(", ") || "none"}.`,
    fields: fields.slice(0, 20),
  });
}

export const PAGE_SIZE_DEFAULT = 50;
/** Larger requested sizes are reduced to this size. */
export const PAGE_SIZE_MAX = 200;
const PAGE_SIZE_REQUESTED_MAX = 999_999_999;

export const PAGE_PARAMETERS: Parameters = {
  page_size: {
    description: `Items per page; values above ${PAGE_SIZE_MAX} are reduced to ${PAGE_SIZE_MAX}.`,
    schema: { type: "integer", minimum: 1, maximum: PAGE_SIZE_REQUESTED_MAX, default: PAGE_SIZE_DEFAULT },
  },
  page_token: textParameter("`next_page_token` of the previous page. All other parameters must stay the same."),
};

const pageSizeOf = ({ page_size = PAGE_SIZE_DEFAULT }: Query): number => Math.min(Number(page_size), PAGE_SIZE_MAX);

/** The page token of a parsed query, if it has one. */
const pageTokenOf = ({ page_token }: Query): string | undefined => page_token?.toString();

/** The page request for a list of the registry, which has its own page tokens. */
export function pageRequestOf(query: Query): PageRequest {
  const page_token = pageTokenOf(query);
  return { page_size: pageSizeOf(query), ...(page_token === undefined ? {} : { page_token }) };
}

/** The content of a page token: the item after which the next page begins, and its list. */
interface Cursor {
  readonly after: string;
  /** Identifies the list and its filters. */
  readonly list: string;
}

/** A token is opaque but not secret: it contains only the last id of the previous page. */
const pageToken = ({ after, list }: Cursor): string =>
  toBase64Url(new TextEncoder().encode(JSON.stringify([list, after])));

/**
 * @returns the id after which the page begins, or `undefined` for the first page
 * @throws invalid_request if the token belongs to another list
 */
function cursorAfter(query: Query, list: string): string | undefined {
  const page_token = pageTokenOf(query);
  if (page_token === undefined) return undefined;
  const [ofList, after] = decoded(page_token);
  if (ofList === list && typeof after === "string") return after;
  throw new SpoliaError("invalid_request", "The page token does not belong to this list.", {
    hint: "Use next_page_token of the previous page, and do not change the other parameters.",
    fields: [{ pointer: "/page_token", detail: "must be a token of this list" }],
  });
}

/** One page of items that are sorted by id. An empty token marks the last page. */
export function pageOf<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  query: Query,
  list: string,
): Page<Item> {
  const size = pageSizeOf(query);
  const after = cursorAfter(query, list);
  const rest = after === undefined ? items : items.filter((item) => idOf(item) > after);
  const page = rest.slice(0, size);
  return { items: page, next_page_token: rest.length > size ? pageToken({ list, after: idOf(page.at(-1)!) }) : "" };
}

function decoded(token: string): unknown[] {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(fromBase64Url(token)));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
