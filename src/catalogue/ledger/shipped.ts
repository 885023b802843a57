/**
 * The records in the package. Their literal types are too wide for the interfaces (JSON gives `string` where a record
 * has one of a few words); `validate` checks them whenever a catalogue is loaded.
 */
import crawlers from "../records/crawlers.json" with { type: "json" };
import datasets from "../records/datasets.json" with { type: "json" };
import domains from "../records/domains.json" with { type: "json" };
import edges from "../records/edges.json" with { type: "json" };
import indexes from "../records/indexes.json" with { type: "json" };
import jurisdictions from "../records/jurisdictions.json" with { type: "json" };
import memorisation from "../records/memorisation.json" with { type: "json" };
import models from "../records/models.json" with { type: "json" };
import providers from "../records/providers.json" with { type: "json" };
import rates from "../records/rates.json" with { type: "json" };
import regimes from "../records/regimes.json" with { type: "json" };
import sources from "../records/sources.json" with { type: "json" };
import type { CatalogueRecords } from "./records.ts";

/** The day of the last change of these records: a feed that is older is not newer than they are. */
export const SHIPPED_DAY = "2026-11-30";

export const SHIPPED_RECORDS = {
  providers,
  models,
  edges,
  datasets,
  domains,
  indexes,
  jurisdictions,
  rates,
  regimes,
  memorisation,
  crawlers,
  sources,
} as CatalogueRecords;
