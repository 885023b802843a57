/** Other tools for program text, each in a process of its own, and what they say of all pairs of a folder. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keyOf } from "./samples.ts";

export interface Tool {
  name: string;
  /** Why it cannot be asked here, or `null`. */
  skip: () => string | null;
  /** The similarity of each pair of files of a folder, 0 to 1, by `keyOf` of their names without their ending. */
  similarities: (folder: string, ending: string) => Map<string, number>;
}

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** The Node is the one that compiled its parsers. */
const {
  SPOLIA_DOLOS: dolosFolder = "",
  SPOLIA_DOLOS_NODE: node = process.execPath,
  PYTHON: python = "python3",
} = process.env;
const DOLOS = join(dolosFolder, "node_modules/@dodona/dolos-lib");

export const TOOLS: readonly Tool[] = [
  {
    name: "Dolos",
    skip: () =>
      dolosFolder !== "" && existsSync(DOLOS) ? null : "SPOLIA_DOLOS names no folder with @dodona/dolos-lib in it",
    similarities: (folder, ending) => said(node, [pathOf("../../../steps/code/dolos.mjs"), DOLOS, folder, ending]),
  },
  {
    name: "copydetect",
    skip: () =>
      spawnSync(python, ["-c", "import copydetect"], { stdio: "ignore" }).status === 0
        ? null
        : `${python} has no copydetect`,
    similarities: (folder, ending) => said(python, [pathOf("../../../rivals/python/code.py"), folder, ending]),
  },
];

function said(command: string, parameters: readonly string[]): Map<string, number> {
  const lines = execFileSync(command, parameters, { encoding: "utf8", maxBuffer: 1e9 });
  const pairs = JSON.parse(lines.trim().split("\n").at(-1)!) as [string, string, number][];
  return new Map(pairs.map(([one, other, similarity]) => [keyOf(one, other), similarity]));
}
