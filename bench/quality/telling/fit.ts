/**
 * `node bench/quality/telling/fit.ts YYYY-MM-DD`: measures, and writes the rates that the package ships. The same data and date give the same
 * file. `npm run quality -- telling` says what they are worth.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { hasSharedData } from "../../harness/shared.ts";
import { measured } from "./measure.ts";
import { isPooled, TELLING_SETS } from "./sets.ts";
import { tableOf } from "./table.ts";

const SHIPPED = fileURLToPath(new URL("../../../src/engine/evidence/verdict/tellingShipped.json", import.meta.url));

const [date] = process.argv.slice(2);
if (date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date) || !hasSharedData()) {
  console.error("usage: node bench/quality/telling/fit.ts YYYY-MM-DD, with ../shared/data beside the repository");
  process.exit(2);
}
const table = tableOf(date, TELLING_SETS.filter((set) => !isPooled(set)).map(measured));
writeFileSync(SHIPPED, JSON.stringify(table));
execFileSync("biome", ["check", "--write", SHIPPED], { stdio: "inherit" });
console.log(`${table.name}: ${table.groups.map(({ language }) => language).join(", ")}`);
