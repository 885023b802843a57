/** The library as a user gets it: packed, and installed from the tarball into an empty project. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";

export const ROOT = dirname(dirname(dirname(import.meta.dirname)));
export const MANIFEST: {
  version: string;
  main: string;
  exports: Record<string, string | { types: string; default: string }>;
} = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

export interface Installed {
  /** The project; the package lies in its `node_modules/spolia`. */
  folder: string;
  /** Paths in the tarball. */
  packed: string[];
  /** What npm said while it installed the tarball, such as of scripts that somebody has to allow. */
  warnings: string;
  remove(): void;
}

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end. `node` is the one that scripts with a shebang find. */
export function run(program: string, args: string[], cwd: string, node = process.execPath): Promise<Ended> {
  const path = `${dirname(node)}${delimiter}${process.env["PATH"]}`;
  const isScript = process.platform === "win32" && !program.endsWith(".exe");
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, PATH: path }, timeout: 540_000, maxBuffer: 1 << 26, shell: isScript };
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ code, stdout, stderr: code === -1 ? `${error?.message}\n${stderr}` : stderr });
    });
  });
}

async function succeed(program: string, args: string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, cwd);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}\n${stdout}\n${stderr}`);
  return stdout;
}

/**
 * Packs what `npm run build` made and installs it as any project would, with its dependencies from the registry.
 *
 * @param like folder with the package.json and lockfile of the project; by default it has nothing else
 */
export async function install(like?: string): Promise<Installed> {
  if (!existsSync(join(ROOT, "build/index.js"))) throw new Error("The library is not built: npm run build");
  const folder = mkdtempSync(join(tmpdir(), "spolia-package-"));
  const pack = await succeed("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], ROOT);
  const [{ filename, files }] = Object.values<{ filename: string; files: { path: string }[] }>(JSON.parse(pack)) as [
    { filename: string; files: { path: string }[] },
  ];
  const quietly = ["--prefer-offline", "--no-audit", "--no-fund"];
  if (like === undefined)
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name: "a-project", version: "1.0.0", private: true, type: "module" }),
    );
  else {
    cpSync(like, folder, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
    // Not `npm ci`: of optional packages that the registry lacks for other platforms, a lockfile has none.
    await succeed("npm", ["install", "--ignore-scripts", ...quietly], folder);
  }
  const { code, stdout, stderr } = await run("npm", ["install", `./${filename}`, ...quietly], folder);
  if (code !== 0) throw new Error(`npm install ${filename} ended with ${code}\n${stdout}\n${stderr}`);
  return {
    folder,
    packed: files.map(({ path }) => path),
    warnings: stderr,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
