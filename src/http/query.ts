/** Query parameters, and lists in pages. */
import { fromBase64Url, toBase64Url } from "../base/bytes.ts";
import { type FieldError, SpoliaError } from "../errors.ts";
import type { Page, PageRequest } from "../registry/cursor.ts";
import type { ParameterTexts } from "./route.ts";

/** Maximum length of a parameter's value; names and ids are much shorter. */
const VALUE_CHARACTERS_MAX = 1_000;

/**
 * The parameters by name.
 *
 * @throws invalid_request if a parameter is unknown, repeated or too long
 */
export function parseQuery(search: URLSearchParams, known: ParameterTexts = {}): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  const fields: FieldError[] = [];
  for (const [name, value] of search) {
    const isKnown = Object.hasOwn(known, name);
    const detail = !isKnown
      ? "has an unknown parameter"
      : name in query
        ? "must occur once"
        : value.length > VALUE_CHARACTERS_MAX
          ? `must not be longer than ${VALUE_CHARACTERS_MAX} characters`
          : null;
    if (detail === null) query[name] = value;
    else fields.push({ pointer: isKnown ? `/${name}` : "", detail });
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

export const PAGE_PARAMETERS = {
  page_size: `Items per page, default ${PAGE_SIZE_DEFAULT}; values above ${PAGE_SIZE_MAX} are reduced to ${PAGE_SIZE_MAX}.`,
  page_token: "`next_page_token` of the previous page. All other parameters must stay the same.",
} as const;

/** @throws invalid_request */
function pageSizeOf({ page_size }: Readonly<Record<string, string>>): number {
  if (page_size === undefined) return PAGE_SIZE_DEFAULT;
  if (/^[1-9]\d{0,8}$/.test(page_size)) return Math.min(Number(page_size), PAGE_SIZE_MAX);
  throw new SpoliaError("invalid_request", "The page size is invalid.", {
    fields: [{ pointer: "/page_size", detail: "must be a whole number of at least 1" }],
  });
}

/** The page request for a list of the registry, which has its own page tokens. @throws invalid_request */
export function pageRequestOf(query: Readonly<Record<string, string>>): PageRequest {
  const { page_token } = query;
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
function cursorAfter({ page_token }: Readonly<Record<string, string>>, list: string): string | undefined {
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
  query: Readonly<Record<string, string>>,
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
