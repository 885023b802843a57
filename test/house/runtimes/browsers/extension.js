/**
 * `spolia/worker` as the service worker of an extension (manifest version 3), whose policy allows WebAssembly and whose does not. Writes to
 * stdout as JSON what each found, or `{ lacking }`: extensions need a whole Chromium, and npm brings its headless part.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { openPage, wholeBrowser } from "./browser.js";

const POLICIES = { wasm: "script-src 'self' 'wasm-unsafe-eval'", plain: "script-src 'self'" };

async function makeExtension(folder, kind, url) {
  mkdirSync(folder);
  const manifest = {
    manifest_version: 3,
    name: `spolia ${kind}`,
    version: "1.0",
    background: { service_worker: "background.js", type: "module" },
    content_security_policy: { extension_pages: POLICIES[kind] },
    host_permissions: ["http://127.0.0.1/*"],
  };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  const contents = `import * as spolia from "../../../../build/worker.js"; import { workerResult } from "../workers/use.js";
    const post = (result) => fetch("${url}/${kind}", { method: "POST", body: JSON.stringify(result) });
    workerResult(spolia).then(post, (error) => post({ failed: String(error?.stack ?? error) }));`;
  const stdin = { contents, resolveDir: import.meta.dirname };
  const outfile = join(folder, "background.js");
  await build({ stdin, outfile, bundle: true, format: "esm", target: "es2022", logLevel: "error" });
}

async function startHost() {
  const results = { wasm: Promise.withResolvers(), plain: Promise.withResolvers() };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    if (request.method === "POST") results[request.url.slice(1)]?.resolve(JSON.parse(body));
    response.setHeader("access-control-allow-origin", "*").end();
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const all = Promise.all(Object.entries(results).map(async ([kind, { promise }]) => [kind, await promise]));
  return { url: `http://127.0.0.1:${server.address().port}`, all, close: () => server.close().closeAllConnections() };
}

const found = wholeBrowser();
if (found.lacking !== undefined) console.log(JSON.stringify(found));
else {
  const folder = mkdtempSync(join(tmpdir(), "spolia-extension-"));
  const host = await startHost();
  const page = await openPage({ ...found, flags: [...found.flags, "--enable-unsafe-extension-debugging"] });
  try {
    for (const kind of Object.keys(POLICIES)) {
      await makeExtension(join(folder, kind), kind, host.url);
      await page.ask("Extensions.loadUnpacked", { path: join(folder, kind) });
    }
    console.log(JSON.stringify(Object.fromEntries(await host.all)));
  } finally {
    await page.close();
    host.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
