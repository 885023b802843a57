/**
 * What bundlers made, in headless Chromium: the suite in a page and its worker, and `spolia/worker` in a service worker. Writes to
 * stdout as JSON what each found, or `{ lacking }` where there is no browser.
 *
 *   node bundlers.js FOLDER        of a static host
 *   node bundlers.js http://…      a server that runs
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { browser, openPage } from "../browsers/browser.js";

const [place] = process.argv.slice(2);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

async function startHost(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = pathname === "/" ? "/index.html" : decodeURIComponent(pathname);
    try {
      response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
      response.end(readFileSync(join(folder, path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close().closeAllConnections() };
}

const SERVICE = `new Promise(async (resolve) => {
  navigator.serviceWorker.onmessage = ({ data }) => resolve(data);
  await navigator.serviceWorker.register("service.js");
  (await navigator.serviceWorker.ready).active.postMessage("go");
})`;

const found = await browser();
if (found.lacking !== undefined) console.log(JSON.stringify(found));
else {
  const host = place.startsWith("http:") ? { url: place, close() {} } : await startHost(place);
  const page = await openPage(found);
  const evaluate = async (expression) => {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await page.send("Runtime.evaluate", asked);
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  try {
    for (const domain of ["Page", "Runtime", "Log"]) await page.send(`${domain}.enable`);
    if (!(await fetch(host.url)).ok) throw new Error(`There is no page: ${place}`);
    await page.send("Page.navigate", { url: host.url });
    while (!(await evaluate("globalThis.results !== undefined"))) {
      const thrown = page.heard.find(({ method }) => method === "Runtime.exceptionThrown");
      if (thrown !== undefined) throw new Error(JSON.stringify(thrown.params.exceptionDetails));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const [inPage, worker] = await evaluate("results");
    console.log(JSON.stringify({ page: inPage, worker, service: await evaluate(SERVICE) }));
  } finally {
    await page.close();
    host.close();
  }
}
