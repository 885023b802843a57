/** What tests of generated clients share: a running service with its document in a file, and the generators as processes. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMemoryStore } from "../../src/registry/index.ts";
import { CONTENT, openServed } from "../http/served.ts";
import { temporaryFolder } from "../suites/places.ts";

/** A service with a key, its document in a folder, and a content that it finds. */
export async function openForClients() {
  const served = await openServed(createMemoryStore());
  await served.registry.createTenant({ id: "t" });
  const { key } = await served.registry.createKey("t");
  const folder = temporaryFolder();
  writeFileSync(join(folder, "openapi.json"), (await served.ask(key, "/openapi.json")).text);
  return { folder, key, url: served.url, content: CONTENT, close: served.close };
}

/** Runs a program to its end. @returns its output; throws with all that it wrote if it fails */
export function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const options = { cwd, maxBuffer: 1 << 28 };
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
