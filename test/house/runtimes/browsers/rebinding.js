/**
 * What a page of another site gets of a service on this machine, in a headless Chromium. Writes to stdout as JSON what the page was told, or
 * `{ lacking }` where there is no browser.
 *
 *   node test/house/runtimes/browsers/rebinding.js http://127.0.0.1:PORT
 */
import { createServer } from "node:http";
import { openPage, wholeBrowser } from "./browser.js";

const service = new URL(process.argv[2]);
/** Names of other sites that resolve to this machine: one from the beginning, one after the page was loaded. */
const RESOLVED = ["--host-resolver-rules=MAP evil.example 127.0.0.1, MAP rebound.example 127.0.0.1"];
const JSON_TYPE = { "content-type": "application/json" };

async function evaluated(page, work, ...values) {
  const expression = `(${work})(...${JSON.stringify(values)})`;
  const { result, exceptionDetails } = await page.send("Runtime.evaluate", {
    ...{ expression, awaitPromise: true, returnByValue: true },
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

async function opened(page, url) {
  const loads = () => page.heard.filter(({ method }) => method === "Page.loadEventFired").length;
  const before = loads();
  await page.send("Page.navigate", { url });
  while (loads() === before) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** In the page: the statuses of requests, as far as the page is told, and the first words of what was read. */
const asked = async (origin, requests) => {
  const told = [];
  for (const [path, options] of requests)
    told.push(
      await fetch(origin + path, options).then(
        async (response) => [
          path,
          response.type === "opaque" ? "opaque" : response.status,
          (await response.text()).slice(0, 2_000),
        ],
        (error) => [path, "failed", String(error)],
      ),
    );
  return told;
};

/** In the page: a form and a beacon, which no script needs to read. */
const sent = async (address) => {
  navigator.sendBeacon(address, new URLSearchParams());
  const form = document.createElement("form");
  const frame = document.createElement("iframe");
  frame.name = "hidden";
  Object.assign(form, { method: "post", action: address, target: "hidden" });
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
  document.body.append(frame, form);
  form.submit();
  await loaded;
  return true;
};

const found = wholeBrowser();
if (found.lacking !== undefined) console.log(JSON.stringify(found));
else {
  const attacker = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end("<body>Nothing to see here."),
  );
  await new Promise((resolve) => attacker.listen(0, "127.0.0.1", resolve));
  const page = await openPage({ ...found, flags: [...found.flags, ...RESOLVED] });
  try {
    await page.send("Page.enable");
    const reads = [["/api/v1/works"], ["/api/v1/keys"]];
    const makes = [["/api/v1/keys", { method: "POST", headers: JSON_TYPE, body: "{}" }]];
    const verify = "/api/v1/corpora/shelf/verify";
    const rebound = `http://rebound.example:${service.port}`;
    await opened(page, `${rebound}/livez`);
    const ofRebound = await evaluated(page, asked, rebound, [...reads, ...makes, [verify, { method: "POST" }]]);
    await opened(page, `http://evil.example:${attacker.address().port}/`);
    const bare = { method: "POST", mode: "no-cors" };
    const ofOther = await evaluated(page, asked, service.origin, [...reads, ...makes, [verify, bare]]);
    await evaluated(page, sent, service.origin + verify);
    const local = `http://localhost:${service.port}`;
    await opened(page, `${local}/livez`);
    const ofOwn = await evaluated(page, asked, local, [...reads, ...makes]);
    console.log(JSON.stringify({ ofRebound, ofOther, ofOwn }));
  } finally {
    await page.close();
    attacker.close();
  }
}
