/** What tests of generated clients share: a running service with its document in a file, and the generators as processes. */
import { execFile } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { createMemoryStore } from "../../../../src/service/index.ts";
import { CONTENT, openServed } from "../../../service/http/served.ts";
import { temporaryFolder } from "../../../support/suites/corpus/places.ts";

const ROOT = join(import.meta.dirname, "../../../..");

/** A service with a key, its document in a folder, and a content that it finds. */
export async function openForClients() {
  const served = await openServed(createMemoryStore());
  await served.registry.createTenant({ id: "t" });
  const { key } = await served.registry.createKey("t");
  const folder = temporaryFolder();
  writeFileSync(join(folder, "openapi.json"), (await served.ask(key, "/openapi.json")).text);
  return { folder, key, url: served.url, content: CONTENT, close: served.close };
}

/**
 * Runs a program to its end. @returns its output; throws with all that it wrote if it fails
 *
 * @param more environment variables beside those of this process
 */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  more: NodeJS.ProcessEnv = {},
): Promise<string> {
  const options = { cwd, maxBuffer: 1 << 28, env: { ...process.env, ...more } };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else
        reject(
          new Error(
            `${program} ${args.join(" ")}: ${error.message.slice(0, 200)}\n${stdout.slice(-4_000)}${stderr.slice(-4_000)}`,
          ),
        );
    });
  });
}

type Use = (url: string, key: string, content: string) => Promise<{ verdict: string; keys: number }>;

/** Compiles a file that uses a client in TypeScript strictly, and gives its function. */
export async function used(folder: string, name: string): Promise<Use> {
  cpSync(join(import.meta.dirname, `${name}.use.ts.txt`), join(folder, `${name}.use.ts`));
  const how = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--module", "esnext"];
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  await run(process.execPath, [tsc, ...how, "--moduleResolution", "bundler", `${name}.use.ts`], folder);
  const outfile = join(folder, `${name}.use.mjs`);
  await build({
    entryPoints: [join(folder, `${name}.use.ts`)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
  });
  return (await import(pathToFileURL(outfile).href)).use;
}
