/**
 * `npm run figures`: writes the figures of the READMEs from the newest records.
 *
 *   npm run figures              # writes
 *   npm run figures -- --check   # names the lines that differ, and exits with 1
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { differences } from "./markers.ts";
import { pathOf, READMES, rewritten } from "./readmes.ts";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });

for (const name of Object.keys(READMES)) {
  const { is, shouldBe } = rewritten(name);
  if (is === shouldBe) continue;
  if (values.check) {
    console.error(
      [`${name} differs from the records; \`npm run figures\` writes it:`, ...differences(is, shouldBe)].join("\n"),
    );
    process.exitCode = 1;
  } else {
    writeFileSync(pathOf(name), shouldBe);
    console.log(`${name}: written`);
  }
}
