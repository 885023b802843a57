/** Runs one mutant: its tests, nearest first, and the compiler over everything where none of them failed. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Mutant } from "./draw.ts";
import { runTests } from "./outcome.ts";
import type { Tree } from "./tree.ts";

export interface Verdict {
  id: string;
  isCaught: boolean;
  /** The test that failed, the compiler, or how the mutant was stopped; `null` for a survivor. */
  by: string | null;
  /** Files that ran, in their order. */
  ran: string[];
  /** Related files that were left out, since the nearest ones fill the budget. */
  leftOut: number;
}

/** `related` are all files of tests that can notice; those are run that take `budgetSeconds` together unchanged. */
export async function judge(
  mutant: Mutant,
  tree: Tree,
  related: readonly string[],
  { seconds, budgetSeconds }: { seconds: ReadonlyMap<string, number>; budgetSeconds: number },
): Promise<Verdict> {
  const tests = withinBudget(related, seconds, budgetSeconds);
  const leftOut = related.length - tests.length;
  return tree.with(mutant.file, mutant, async () => {
    const { ended, fault } =
      tests.length === 0 ? { ended: [], fault: null } : await runTests(tree.root, tests, { seconds, bail: true });
    const ran = ended.flatMap(({ file }) => file ?? []);
    if (fault !== null)
      return { id: mutant.id, isCaught: true, by: `${ran.at(-1) ?? tests[0]}: ${firstLine(fault)}`, ran, leftOut };
    const error = await compilerError(tree.root);
    return { id: mutant.id, isCaught: error !== null, by: error, ran, leftOut };
  });
}

/** The one that goes beyond the budget runs as well: a long test may be the nearest. */
function withinBudget(tests: readonly string[], seconds: ReadonlyMap<string, number>, budget: number): string[] {
  let used = 0;
  return tests.filter((test) => {
    if (used >= budget) return false;
    used += seconds.get(test)!;
    return true;
  });
}

/** `npm test` begins with the compiler, so that what it refuses is caught. */
async function compilerError(root: string): Promise<string | null> {
  try {
    const args = ["node_modules/typescript/bin/tsc", "--noEmit", "--incremental", "--tsBuildInfoFile", "../tsc.json"];
    await promisify(execFile)(process.execPath, args, { cwd: root });
    return null;
  } catch (error) {
    return `tsc: ${firstLine(String((error as { stdout?: string }).stdout ?? error))}`;
  }
}

const firstLine = (text: string): string => text.split("\n")[0]!.slice(0, 200);
