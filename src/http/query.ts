/** Parameters of a query, and lists a page at a time. */
import { fromBase64Url, toBase64Url } from "../base/bytes.ts";
import { type FieldError, SpoliaError } from "../errors.ts";
import type { Page, PageRequest } from "../registry/cursor.ts";
import type { ParameterTexts } from "./route.ts";

/** A parameter's value; names and ids are far shorter. */
const VALUE_CHARACTERS_MAX = 1_000;

/**
 * The parameters by name. @throws invalid_request for one that the route does not have, that stands twice or is too
 * long
 */
export function parseQuery(search: URLSearchParams, known: ParameterTexts = {}): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  const fields: FieldError[] = [];
  for (const [name, value] of search) {
    const isKnown = Object.hasOwn(known, name);
    const detail = !isKnown
      ? "has an unknown parameter"
      : name in query
        ? "must stand once"
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
/** More is answered with as many: a page stays a page. */
export const PAGE_SIZE_MAX = 200;

export const PAGE_PARAMETERS = {
  page_size: `Items of a page, ${PAGE_SIZE_DEFAULT} when absent; more than ${PAGE_SIZE_MAX} are answered with as many.`,
  page_token: "`next_page_token` of the page before. All other parameters stay as they were.",
} as const;

/** @throws invalid_request */
function pageSizeOf({ page_size }: Readonly<Record<string, string>>): number {
  if (page_size === undefined) return PAGE_SIZE_DEFAULT;
  if (/^[1-9]\d{0,8}$/.test(page_size)) return Math.min(Number(page_size), PAGE_SIZE_MAX);
  throw new SpoliaError("invalid_request", "The size of the page is not one.", {
    fields: [{ pointer: "/page_size", detail: "must be a whole number from 1 on" }],
  });
}

/** What is asked of a list that the registry keeps, whose tokens are its own. @throws invalid_request */
export function pageRequestOf(query: Readonly<Record<string, string>>): PageRequest {
  const { page_token } = query;
  return { page_size: pageSizeOf(query), ...(page_token === undefined ? {} : { page_token }) };
}

/** What a token says: after which item to go on, and of which list. */
interface Cursor {
  readonly after: string;
  /** The list and its filters, in any words that are the same for the same ones. */
  readonly list: string;
}

/** A token is opaque, not secret: it holds no more than the last id that its bearer has seen. */
const pageToken = ({ after, list }: Cursor): string =>
  toBase64Url(new TextEncoder().encode(JSON.stringify([list, after])));

/**
 * @returns the id after which to go on, or `undefined` at the beginning. @throws invalid_request for a token of another
 * list
 */
function cursorAfter({ page_token }: Readonly<Record<string, string>>, list: string): string | undefined {
  if (page_token === undefined) return undefined;
  const [ofList, after] = decoded(page_token);
  if (ofList === list && typeof after === "string") return after;
  throw new SpoliaError("invalid_request", "The page token does not belong to this list.", {
    hint: "Take next_page_token of the page before, and leave the other parameters as they were.",
    fields: [{ pointer: "/page_token", detail: "must be a token of this list" }],
  });
}

/** One page of items that are ordered by their id. An empty token says that there is no other. */
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
