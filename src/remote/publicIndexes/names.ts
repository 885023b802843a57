/** Which public indexes are there, by which names, and what do they hold? */
import { checkArguments, isName } from "../../base/arguments.ts";
import { SpoliaError } from "../../base/errors.ts";
import { URL_CHARACTERS_MAX } from "../../base/limits.ts";
import type { SearchIndex } from "../../catalogue/ledger/references.ts";

/** Kinds of indexes that can be searched: by tokens, and by characters. */
export type IndexKind = "infini-gram" | "infini-gram-mini";

/** `full`: all that finds every run is sent; `private`: a few windows of the text only. */
export type SearchMode = "full" | "private";

/** An index as the name of a corpus states it: `infini-gram:v4_rpj_llama_s4`. */
export interface IndexName {
  kind: IndexKind;
  index: string;
}

const NAME = /^(infini-gram|infini-gram-mini):([A-Za-z0-9][A-Za-z0-9._-]{0,199})$/;

/** Whether the name of a corpus is meant to be that of a public index, right or wrong. */
export const isIndexName = (name: string): boolean => /^infini-gram(?:-mini)?:/.test(name);

/** @throws invalid_request */
export function parseIndexName(name: string): IndexName {
  checkArguments("openPublicCorpus", [["/name", isName(name), "the name of an index: infini-gram:v4_rpj_llama_s4"]]);
  const [, kind, index] = NAME.exec(name) ?? [];
  if (kind !== undefined && index !== undefined) return { kind: kind as IndexKind, index };
  throw new SpoliaError("invalid_request", "A public index is named by its kind and its name at the service.", {
    hint: "Write infini-gram:NAME or infini-gram-mini:NAME; `spolia catalogue datasets --searchable` lists the names.",
    fields: [{ pointer: "/name", detail: "must be infini-gram:NAME or infini-gram-mini:NAME" }],
  });
}

/** The record of an index in a catalogue, under any of its spellings. */
export function recordOf(indexes: readonly SearchIndex[], { kind, index }: IndexName): SearchIndex | undefined {
  const spellings = spellingsOf({ kind, index });
  return indexes.find((one) => one.kind === kind && spellings.includes(one.name));
}

/** The service itself writes the names of its crawls in two ways: v2_cc_2025-05 and v2_cc-2025-05. */
export function spellingsOf({ index }: IndexName): string[] {
  const other = index.replace(/^(v2_cc)([_-])(\d{4}-\d\d)$/, (_, head, mark, crawl) => {
    return `${head}${mark === "_" ? "-" : "_"}${crawl}`;
  });
  return [...new Set([index, other])];
}

/** Whether it is an address that a service may have. */
export function isAddress(address: unknown): boolean {
  if (typeof address !== "string" || address.length > URL_CHARACTERS_MAX || !URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "";
}
