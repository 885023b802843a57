/**
 * How fast does a page encode texts, in Chromium? Our kernels and ONNX Runtime in turn, by processor time of the page.
 *
 *   node bench/steps/encoder/page.js FOLDER      prints { kind: [seconds of ours, seconds of ONNX Runtime] }, or { lacking } where there is no browser
 *
 * FOLDER has `encoders.js`, which exports `encode(which, texts)`, and `texts.json`: { rounds, kinds }.
 */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { browser, openPage } from "../../../test/house/runtimes/browsers/browser.js";

const folder = process.argv[2];
const TYPES = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm", html: "text/html" };

async function measured(page, address) {
  const evaluate = async (expression) => {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await page.send("Runtime.evaluate", asked);
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  };
  const worked = async () => {
    const { processInfo } = await page.ask("SystemInfo.getProcessInfo");
    return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  await page.send("Runtime.enable");
  await page.send("Page.enable");
  await page.send("Page.navigate", { url: `${address}/index.html` });
  while ((await evaluate("document.readyState + document.title")) !== "completeencoders")
    await new Promise((resolve) => setTimeout(resolve, 20));
  const { rounds, kinds } = JSON.parse(readFileSync(join(folder, "texts.json"), "utf8"));
  const seconds = {};
  for (const [kind, texts] of Object.entries(kinds)) {
    const encode = (which) =>
      evaluate(`import("/encoders.js").then(({ encode }) => encode(${which}, ${JSON.stringify(texts)}))`);
    const times = [[], []];
    for (const which of [0, 1]) await encode(which);
    for (let round = 0; round < rounds; round++)
      for (const which of [0, 1]) {
        const before = await worked();
        await encode(which);
        times[which].push((await worked()) - before);
      }
    seconds[kind] = times.map((all) => all.sort((a, b) => a - b)[rounds >> 1]);
  }
  return seconds;
}

const found = await browser();
if (found.lacking !== undefined) console.log(JSON.stringify(found));
else {
  const server = createServer(({ url }, response) => {
    const path = join(folder, url);
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.setHeader("content-type", TYPES[path.split(".").at(-1)] ?? "application/octet-stream");
    response.end(readFileSync(path));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const page = await openPage(found);
  try {
    console.log(JSON.stringify(await measured(page, `http://127.0.0.1:${server.address().port}`)));
  } finally {
    await page.close();
    server.close().closeAllConnections();
  }
}
