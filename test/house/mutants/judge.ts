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
  /** Files that passed, in their order. */
  ran: string[];
  /** Related files that were left out, since there are nearer ones. */
  leftOut: number;
}

/**
 * Runs the `related` tests. One that fails is run without the mutant as well: if it fails there too, it says
 * nothing, is added to `broken`, and the next ones decide. So with the compiler.
 */
export async function judge(
  mutant: Mutant,
  tree: Tree,
  related: readonly string[],
  { leftOut, broken }: { leftOut: number; broken: Set<string> },
): Promise<Verdict> {
  const verdict = { id: mutant.id, ran: [] as string[], leftOut };
  for (let tests = related; tests.length > 0; ) {
    const { passed, failed } = await tree.with(mutant.file, mutant, () => runTests(tree.root, tests));
    verdict.ran.push(...passed);
    if (failed === null) break;
    if ((await runTests(tree.root, [failed.file])).failed === null)
      return { ...verdict, isCaught: true, by: `${failed.file}: ${firstLine(failed.fault)}` };
    broken.add(failed.file);
    tests = tests.slice(tests.indexOf(failed.file) + 1);
  }
  const error = await tree.with(mutant.file, mutant, () => compilerError(tree.root));
  const isCaught = error !== null && (await compilerError(tree.root)) === null;
  return { ...verdict, isCaught, by: isCaught ? error : null };
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
