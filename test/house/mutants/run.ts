/**
 * `npm run test:mutants`: are there tests that would notice a defect? Draws some 90 small defects over the sources, makes each of them
 * in a copy of the repository, and runs the tests that can notice. Ends with 1 where a group of rooms catches less than its bar.
 *
 *   --count N     how many (90)             --seed N     another draw (1)
 *   --room NAME   of one room or group      --only ID    of this one, whatever is kept (may be repeated)
 *   --jobs N      at a time (1)             --tests N    files of tests a mutant, the nearest of `npm test` and of `test:all` each (24)
 *   --out FOLDER  what is kept between runs (in the system's folder for temporary files, a folder for each state of the files)
 *   --list        only says which are drawn
 */
import { globSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Importers, importersIn, relatedTests, usableTests } from "../../support/run/related.ts";
import { isOfRest } from "../../support/run/rings.ts";
import { compilerOver } from "./compiler.ts";
import { draw, type Mutant } from "./draw.ts";
import { judge, type Verdict } from "./judge.ts";
import { fingerprintOf, Kept } from "./kept.ts";
import { isEquivalent } from "./ledger.ts";
import { isBarReached, mutantLine, summary } from "./table.ts";
import { privateTree, type Tree } from "./tree.ts";

const VERDICTS = "verdicts.jsonl";
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const { values: options } = parseArgs({
  options: {
    count: { type: "string", default: "90" },
    seed: { type: "string", default: "1" },
    room: { type: "string" },
    only: { type: "string", multiple: true, default: [] },
    jobs: { type: "string", default: "1" },
    tests: { type: "string", default: "24" },
    out: { type: "string" },
    list: { type: "boolean", default: false },
  },
});

const files = globSync(["{src,test,bench}/**/*.ts"], {
  cwd: root,
  exclude: ["**/node_modules/**", "test/house/mutants/**"],
}).sort();
const sources = files.filter((file) => file.startsWith("src/"));
const kept = new Kept(options.out ?? join(tmpdir(), `spolia-mutants-${fingerprintOf(root, files)}`));

function drawn(): Promise<Mutant[]> {
  const own = globSync("test/house/mutants/*.ts", { cwd: root }).sort();
  const name = `draw-${options.count}-${options.seed}-${fingerprintOf(root, [...sources, ...own])}.json`;
  return kept.once(name, () => draw(sources, compilerOver(root, sources), Number(options.count), Number(options.seed)));
}

/** Takes from `waiting` until nothing is left. */
async function work(waiting: Mutant[], importers: Importers, broken: Set<string>): Promise<void> {
  const lengths = usableTests(root, files);
  await inPrivateTree(async (tree) => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const related = relatedTests(mutant.file, importers, lengths).filter((test) => !broken.has(test));
      // Those of `npm test` first: so it shows what they catch alone.
      const rings = [related.filter((test) => !isOfRest(test)), related.filter(isOfRest)];
      const nearest = rings.flatMap((ring) => ring.slice(0, Number(options.tests)));
      const verdict = await judge(mutant, tree, nearest, { leftOut: related.length - nearest.length, broken });
      kept.append(VERDICTS, verdict);
      console.log(
        `${verdict.isCaught ? "caught  " : "SURVIVED"} ${mutantLine(mutant)}\n           ${verdict.by ?? verdict.ran.join(" ")}`,
      );
    }
  });
}

async function inPrivateTree<Result>(run: (tree: Tree) => Promise<Result>): Promise<Result> {
  const tree = privateTree(root);
  process.once("exit", tree.remove);
  try {
    return await run(tree);
  } finally {
    tree.remove();
    process.off("exit", tree.remove);
  }
}

// Each job listens for the end twice.
process.setMaxListeners(0);
// A run that is ended takes its tests and its copies with it.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const all = (await drawn()).filter((mutant) => !isEquivalent(mutant));
const inRoom = (mutant: Mutant) =>
  options.room === undefined || mutant.group === options.room || mutant.file.startsWith(`src/${options.room}`);
const asked = all.filter((mutant) => (options.only.length > 0 ? options.only.includes(mutant.id) : inRoom(mutant)));
if (options.list) {
  for (const mutant of asked) console.log(mutantLine(mutant));
} else {
  const isKept = new Set(kept.rows<Verdict>(VERDICTS).map(({ id }) => id));
  const waiting = asked.filter(({ id }) => options.only.length > 0 || !isKept.has(id));
  if (waiting.length > 0) {
    const importers = importersIn(root, files);
    const broken = new Set<string>();
    await Promise.all(Array.from({ length: Number(options.jobs) }, () => work(waiting, importers, broken)));
    for (const test of broken) console.log(`not used, since it fails without a mutant: ${test}`);
  }
  const verdicts = new Map(kept.rows<Verdict>(VERDICTS).map((verdict) => [verdict.id, verdict]));
  console.log(summary(all, verdicts));
  if (!isBarReached(all, verdicts)) process.exitCode = 1;
}
