/**
 * Writes a feed of the catalogue: all records, signed, for `spolia catalogue update`.
 *
 *   npm run build:feed -- --key key.pem -o feed.json [--records FOLDER] [--ledger FILE]… [--created TIME]
 *
 * The key is a PEM file or a JSON Web Key: openssl genpkey -algorithm ed25519 -out key.pem. Every host of files serves
 * the feed. Records stand as in `src/catalogue/records/`, a file a table; a broken rule fails the run.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadCatalogue } from "../../catalogue/catalogue.ts";
import { CATALOGUE_TABLES, signedFeed } from "../../catalogue/feed/sign.ts";
import { parseLedger } from "../../catalogue/ledger/ledger.ts";
import type { CatalogueRecords } from "../../catalogue/ledger/records.ts";
import { revisionOf } from "../../catalogue/ledger/revision.ts";
import { signingJwk, signingPair } from "../../cli/inputs/signingKey.ts";

const { values } = parseArgs({
  options: {
    key: { type: "string" },
    output: { type: "string", short: "o" },
    records: { type: "string", default: join(import.meta.dirname, "../../catalogue/records") },
    ledger: { type: "string", multiple: true, default: [] },
    created: { type: "string" },
  },
});
const { key, output, records: folder, ledger, created = new Date().toISOString() } = values;
if (key === undefined || output === undefined) throw new Error("Give --key FILE and -o FILE.");
const parsed = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
const records = Object.fromEntries(
  CATALOGUE_TABLES.map((table) => [table, parsed(join(folder, `${table}.json`))]),
) as unknown as CatalogueRecords;
const base = { created_at: created, revision: await revisionOf(records), key: "", records };
const catalogue = await loadCatalogue(base, ...ledger.map((path) => parseLedger(parsed(path))));
const { privateKey } = await signingPair(key);
const feed = await signedFeed(catalogue, created, { key: signingJwk(key).x!, privateKey });
writeFileSync(output, `${JSON.stringify(feed)}\n`);
console.log(`${output}: ${feed.revision}, made ${created}, signed by ${feed.key}`);
