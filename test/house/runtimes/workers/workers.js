/**
 * `spolia/worker`, as it is shipped, in the workers of headless Chromium: dedicated, shared and service workers, and a classic service
 * worker that a bundler made. Writes what each did to stdout as JSON, or `{ lacking }` where there is no browser.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { browser, openPage } from "../browsers/browser.js";

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const KINDS = ["dedicated", "shared", "service", "classic"];

const PAGE = `<!doctype html><meta charset="utf-8"><title>spolia</title><script type="module" src="/page.js"></script>`;
const START = `
  const failed = (kind) => ({ message }) => fetch("/result/" + kind, { method: "POST", body: JSON.stringify({ failed: message }) });
  new Worker("/dedicated.js", { type: "module" }).addEventListener("error", failed("dedicated"));
  new SharedWorker("/shared.js", { type: "module" }).addEventListener("error", failed("shared"));
  navigator.serviceWorker.register("/service.js", { type: "module", scope: "/service/" }).catch(failed("service"));
  navigator.serviceWorker.register("/classic.js", { scope: "/classic/" }).catch(failed("classic"));`;

/** A worker's own part: it does its work and posts what came of it. A service worker does so while it is installed. */
function program(kind) {
  const post = `const post = (result) => fetch("/result/${kind}", { method: "POST", body: JSON.stringify(result) });
    const done = () => workerResult(spolia).then(post, (error) => post({ failed: String(error?.stack ?? error) }));`;
  const isService = kind === "service" || kind === "classic";
  return `${post}\n${isService ? 'self.addEventListener("install", (event) => event.waitUntil(done()));' : "done();"}`;
}

const imports = 'import * as spolia from "/spolia/worker.js"; import { workerResult } from "/use.js";\n';

/** As a project makes a script for importScripts: the worker and what it imports in one file that is no module. */
async function classic() {
  const source = `import * as spolia from "../../../../build/worker.js"; import { workerResult } from "./use.js";\n${program("classic")}`;
  const stdin = { contents: source, resolveDir: pathOf(".") };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    format: "iife",
    target: "es2022",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0].text;
}

async function serve() {
  const files = new Map([
    ["/", PAGE],
    ["/page.js", START],
    ["/spolia/worker.js", readFileSync(pathOf("../../../../build/worker.js"))],
    ["/use.js", readFileSync(pathOf("use.js"))],
    ["/classic.js", 'importScripts("/bundle.js");'],
    ["/bundle.js", await classic()],
    ...KINDS.slice(0, 3).map((kind) => [`/${kind}.js`, imports + program(kind)]),
  ]);
  const results = Object.fromEntries(KINDS.map((kind) => [kind, Promise.withResolvers()]));
  const server = createServer(async (request, response) => {
    const kind = request.url.slice("/result/".length);
    if (request.method === "POST" && kind in results) {
      results[kind].resolve(JSON.parse(Buffer.concat(await request.toArray()).toString()));
      return response.end();
    }
    const file = files.get(request.url);
    response.statusCode = file === undefined ? 404 : 200;
    response.setHeader(
      "content-security-policy",
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
    response.setHeader("content-type", request.url === "/" ? "text/html" : "text/javascript").end(file);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const all = Promise.all(KINDS.map(async (kind) => [kind, await results[kind].promise]));
  return { url: `http://127.0.0.1:${server.address().port}/`, all, close: () => server.close().closeAllConnections() };
}

const found = await browser();
if (found.lacking !== undefined) {
  console.log(JSON.stringify(found));
} else {
  const { url, all, close } = await serve();
  const page = await openPage(found);
  try {
    await page.send("Page.navigate", { url });
    console.log(JSON.stringify(Object.fromEntries(await all)));
  } finally {
    await page.close();
    close();
  }
}
