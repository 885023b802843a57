/**
 * `node bench/quality/evidence/fit.ts YYYY-MM-DD [FILE] [--no-text | --index]`: makes the cases of fit and select, asks them of the engine, fits, and
 * writes the numbers that the package ships, and the worked example of cases/README.md. The same data, engine and date give the same file.
 * Answers are kept in FILE and taken from it where it exists, so that a fit can be repeated. Afterwards `npm run quality -- evidence` says what it
 * is worth, and `npm run quality -- public` that of indexes.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { hasSharedData } from "../../harness/shared.ts";
import { calibrationOf } from "./calibration.ts";
import { exampleOf } from "./cases/example.ts";
import type { SearchedAs } from "./engines.ts";
import { INDEX_CONTENT_WORDS_MAX } from "./indexEngines.ts";
import { type Observed, observe } from "./observe.ts";

/** Cases of each set. */
const FIT = 700;
const SELECT = 1_800;
/** Of those over indexes: each takes a hundred requests and more. */
const INDEX_FIT = 300;
const INDEX_SELECT = 800;
const SHIPPED = fileURLToPath(new URL("../../../src/engine/evidence/calibration/shipped.json", import.meta.url));
/** What the file of each calibration adds to its name. */
const SUFFIXES: Record<SearchedAs, string> = { text: "", claims: "WithoutText", index: "OfIndexes" };
const README = fileURLToPath(new URL("cases/README.md", import.meta.url));

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { "no-text": { type: "boolean" }, index: { type: "boolean" } },
});
const [date, file] = positionals;
const searchedAs: SearchedAs = values.index === true ? "index" : values["no-text"] === true ? "claims" : "text";
if (date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date) || !hasSharedData()) {
  console.error(
    "usage: node bench/quality/evidence/fit.ts YYYY-MM-DD [FILE] [--no-text | --index], with ../shared/data beside the repository",
  );
  process.exit(2);
}
const [fit, select] = await observations();
const calibration = calibrationOf(date, fit!.cases, select!.cases, searchedAs);
const shipped = SHIPPED.replace(/\.json$/, `${SUFFIXES[searchedAs]}.json`);
writeFileSync(shipped, JSON.stringify(calibration));
if (searchedAs === "text") {
  const readme = readFileSync(README, "utf8");
  writeFileSync(README, readme.replace(/(<!-- example -->\n).*?(<!-- end -->)/s, `$1${exampleOf(calibration)}$2`));
}
execFileSync("biome", ["check", "--write", shipped], { stdio: "inherit" });
console.log(`${calibration.name}: ${calibration.steps.length} steps, ${JSON.stringify(calibration.provenance.cases)}`);

async function observations(): Promise<Observed[]> {
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const isIndex = searchedAs === "index";
  const common = { heldOut: 0, clean: 0, searchedAs, ...(isIndex && { wordsMost: INDEX_CONTENT_WORDS_MAX }) };
  const observed = await observe([
    { split: "fit", count: isIndex ? INDEX_FIT : FIT, ...common },
    { split: "select", count: isIndex ? INDEX_SELECT : SELECT, ...common },
  ]);
  if (file !== undefined) writeFileSync(file, JSON.stringify(observed));
  return observed;
}
