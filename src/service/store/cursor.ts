/**
 * Paged lists. A page token is the position of the last row in an order, so that rows added or removed meanwhile
 * neither repeat nor hide other rows. It is bound to its list, filter and tenant. It grants no permission: the call
 * determines whose rows are listed.
 */
import { fromCanonicalBase64Url, toBase64Url } from "../../base/bytes/bytes.ts";
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { crc32 } from "../../base/bytes/crc32.ts";
import { SpoliaError } from "../../base/errors.ts";

export interface PageRequest {
  /** 1 to 1,000; 50 when absent. A larger number is treated as 1,000. */
  page_size?: number | undefined;
  /** `next_page_token` of the page before. */
  page_token?: string | undefined;
}

interface PageEnd {
  /** Names the next page; empty on the last one. */
  next_page_token: string;
}

export interface Page<Item> extends PageEnd {
  /** The entries of this page. */
  items: Item[];
}

/** The same page of other items: `documentOf` gives what is shown of each. */
export const mappedPage = <Item, Shown>(
  { items, next_page_token }: Page<Item>,
  documentOf: (item: Item) => Shown,
): Page<Shown> => ({ items: items.map(documentOf), next_page_token });

type CursorPlace = readonly (string | number)[];

const PAGE_SIZE_DEFAULT = 50;
const LIST_SIZE_MAX = 1_000;

/** @throws invalid_request */
export function pageSizeOf({ page_size = PAGE_SIZE_DEFAULT }: PageRequest): number {
  if (Number.isSafeInteger(page_size) && page_size > 0) return Math.min(page_size, LIST_SIZE_MAX);
  throw refused("page_size", `must be a whole number from 1 to ${LIST_SIZE_MAX}`);
}

/** @param list identifies the list: table, tenant, filter */
export function tokenOf(list: unknown, place: CursorPlace): string {
  const check = crc32(new TextEncoder().encode(canonicalJson([list, place])));
  return toBase64Url(new TextEncoder().encode(JSON.stringify([check, ...place])));
}

/**
 * The checksum detects tokens of other lists. Anyone can compute it, so the values of a token are checked like any
 * input.
 *
 * @param form the type of each value of a place
 * @throws invalid_request where the token does not belong to this list
 */
export function placeOf(
  list: unknown,
  form: readonly ("string" | "number")[],
  { page_token }: PageRequest,
): CursorPlace | undefined {
  if (page_token === undefined || page_token === "") return undefined;
  try {
    const [, ...place]: unknown[] = JSON.parse(new TextDecoder().decode(fromCanonicalBase64Url(page_token)));
    const isPlace = place.length === form.length && place.every((value, at) => typeof value === form[at]);
    if (isPlace && tokenOf(list, place as CursorPlace) === page_token) return place as CursorPlace;
  } catch {
    // Not base64, or not JSON: not a token.
  }
  throw refused("page_token", "must be the next_page_token of this list");
}

function refused(field: string, detail: string): SpoliaError {
  return new SpoliaError("invalid_request", "The page cannot be given.", {
    hint: "Ask for the first page without a token, and for further ones with the same filter.",
    fields: [{ pointer: `/${field}`, detail }],
  });
}
