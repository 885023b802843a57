/** Opens a feed: what a trusted key signed, in the form of this version. */
import { checkArguments, isRecord, isTexts } from "../../base/arguments.ts";
import { isSigned } from "../../base/bytes/signature.ts";
import { SpoliaError } from "../../base/errors.ts";
import { catalogueInvalid, pointerTo } from "../ledger/faults.ts";
import { completeLedger } from "../ledger/ledger.ts";
import type { CatalogueRecords } from "../ledger/records.ts";
import { CATALOGUE_TABLES, type CatalogueFeed, FORMAT, PURPOSE } from "./sign.ts";

/** Maximum of bytes of a feed: ten times the shipped records. */
export const FEED_BYTES_MAX = 10_000_000;

/** What a feed says of itself, and its records with all fields. They are not checked against each other yet. */
export interface OpenedFeed extends Pick<CatalogueFeed, "created_at" | "revision" | "key"> {
  readonly records: CatalogueRecords;
}

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/**
 * Checks form and signature of a feed, or of the answer of a service that has one.
 *
 * @param keys public keys that are trusted, base64url
 * @throws SpoliaError `catalogue_invalid`, whose fields point into the document; `report_invalid` where no trusted key
 *   signed it
 */
export async function openFeed(value: unknown, keys: readonly string[]): Promise<OpenedFeed> {
  checkArguments("openFeed", [["/keys", isTexts(keys), "an array of public keys, base64url"]]);
  const document = isRecord(value) && isRecord(value["feed"]) ? value["feed"] : value;
  const { format, created_at, revision, records, key, signature } = (document ?? {}) as CatalogueFeed;
  if (format !== FORMAT) {
    throw new SpoliaError("catalogue_invalid", "This is no feed of a catalogue that this version reads.", {
      hint: "`npm run build:feed` makes one, and GET /api/v1/catalogue/feed has one. A newer spolia may read it.",
      fields: [{ pointer: "/format", detail: `must be ${FORMAT}` }],
    });
  }
  const strings = Object.entries({ created_at, revision, key, signature });
  const wrong = strings.filter(([, text]) => typeof text !== "string").map(([name]) => name);
  // It becomes the name of a file.
  if (wrong.length === 0 && !/^\w{1,64}$/.test(revision)) wrong.push("revision");
  if (wrong.length === 0 && (!UTC.test(created_at) || Number.isNaN(Date.parse(created_at)))) wrong.push("created_at");
  if (!isRecord(records)) wrong.push("records");
  if (wrong.length > 0)
    throw catalogueInvalid(wrong.map((name) => ({ pointer: pointerTo(name), detail: "is missing or malformed" })));
  if (!keys.includes(key)) {
    throw unsigned("A key that is not trusted signed this feed.", `If you trust it, name it: --key ${shown(key)}`);
  }
  const signed = { format, created_at, revision, records, key };
  if (!(await isSigned(key, PURPOSE, signed, signature)))
    throw unsigned("The signature of this feed does not fit: it was changed or cut.", "Fetch it again from its maker.");
  return { created_at, revision, key, records: tablesOf(records) };
}

const unsigned = (message: string, hint: string) => new SpoliaError("report_invalid", message, { hint });

/** A key of the document, where it has the form of one. */
const shown = (key: string): string => (/^[\w-]{43}$/.test(key) ? key : "KEY");

/** All tables of a feed, those of ledgers with the fields that may be left out. */
function tablesOf(given: CatalogueFeed["records"]): CatalogueRecords {
  const strange = [
    ...Object.keys(given).flatMap((name) =>
      CATALOGUE_TABLES.some((table) => table === name)
        ? []
        : [{ pointer: "/records", detail: "has a table of another version" }],
    ),
    ...CATALOGUE_TABLES.flatMap((table) =>
      Array.isArray(given[table]) ? [] : [{ pointer: pointerTo("records", table), detail: "must be an array" }],
    ),
  ];
  if (strange.length > 0) throw catalogueInvalid(strange);
  const { providers, models, edges, datasets, sources, ...rest } = given;
  const ledger = completeLedger({ providers, models, edges, datasets, sources }, "/records");
  return { ...(rest as unknown as CatalogueRecords), ...ledger };
}
