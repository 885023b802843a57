/**
 * `node bench/quality/evidence/fit.ts YYYY-MM-DD [FILE] [--no-text]`: makes the cases of fit and select, asks them of the engine, fits, and writes the numbers that
 * the package ships, and the worked example of src/evidence/README.md. The same data, engine and date give the same file. Answers are kept in FILE
 * and taken from it where it exists, so that a fit can be repeated. Afterwards `npm run quality -- evidence` says what it is worth.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { hasSharedData } from "../../shared.ts";
import { calibrationOf } from "./calibration.ts";
import { exampleOf } from "./example.ts";
import { type Observed, observe } from "./observe.ts";

/** Cases of each set. */
const FIT = 700;
const SELECT = 1_800;
const SHIPPED = fileURLToPath(new URL("../../../src/evidence/calibration/shipped.ts", import.meta.url));

const SHIPPED_WITHOUT_TEXT = SHIPPED.replace(/shipped\.ts$/, "shippedWithoutText.ts");
const README = fileURLToPath(new URL("../../../src/evidence/README.md", import.meta.url));

const { positionals, values } = parseArgs({ allowPositionals: true, options: { "no-text": { type: "boolean" } } });
const [date, file] = positionals;
/** Whether the corpora of the cases have text. */
const hasText = values["no-text"] !== true;
if (date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date) || !hasSharedData()) {
  console.error(
    "usage: node bench/quality/evidence/fit.ts YYYY-MM-DD [FILE] [--no-text], with ../shared/data beside the repository",
  );
  process.exit(2);
}
const [fit, select] = await observations();
const calibration = calibrationOf(date, fit!.cases, select!.cases, hasText);
const module = hasText ? SHIPPED : SHIPPED_WITHOUT_TEXT;
writeFileSync(
  module,
  `/** The shipped calibration${hasText ? "" : " for corpora without text"}. Written by bench/quality/evidence/fit.ts; not by hand. */
// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: measured numbers, whatever constant they come near
import type { Calibration } from "./calibration.ts";

export const ${hasText ? "SHIPPED" : "SHIPPED_WITHOUT_TEXT"}: Calibration = ${JSON.stringify(calibration, null, 2)};
`,
);
if (hasText) {
  const readme = readFileSync(README, "utf8");
  writeFileSync(README, readme.replace(/(<!-- example -->\n).*?(<!-- end -->)/s, `$1${exampleOf(calibration)}$2`));
}
execFileSync("biome", ["check", "--write", module], { stdio: "inherit" });
console.log(`${calibration.name}: ${calibration.steps.length} steps, ${JSON.stringify(calibration.provenance.cases)}`);

async function observations(): Promise<Observed[]> {
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const observed = await observe([
    { split: "fit", count: FIT, heldOut: 0, clean: 0, hasText },
    { split: "select", count: SELECT, heldOut: 0, clean: 0, hasText },
  ]);
  if (file !== undefined) writeFileSync(file, JSON.stringify(observed));
  return observed;
}
