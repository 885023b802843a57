/** A copy of the repository that mutants may live in: what runs beside it never sees them. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { mutated } from "./draw.ts";
import type { Change } from "./operators.ts";

export interface Tree {
  root: string;
  /** Makes one change, runs, and takes it back, whatever happens. */
  with<Result>(file: string, change: Change, run: () => Promise<Result>): Promise<Result>;
  remove(): void;
}

/** Packages are shared through a link, and so is the development data that stands beside the repository. */
export function privateTree(repository: string): Tree {
  const folder = mkdtempSync(join(tmpdir(), "spolia-mutants-"));
  const root = join(folder, "tree");
  cpSync(repository, root, { recursive: true, filter: (path) => !["node_modules", ".git"].includes(basename(path)) });
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  const shared = join(dirname(repository), "shared");
  if (existsSync(shared)) symlinkSync(shared, join(folder, "shared"));
  return {
    root,
    with: async (file, change, run) => {
      const path = join(root, file);
      const text = readFileSync(path, "utf8");
      writeFileSync(path, mutated(text, change));
      try {
        return await run();
      } finally {
        writeFileSync(path, text);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}
