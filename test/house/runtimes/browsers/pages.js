/**
 * The HTML reports in a real browser, without a network. Started with a folder of pages, and with one for pictures of them if wanted, it
 * opens each page from file:// and writes to stdout as JSON what the browser did and saw; `{ lacking }` where there is no browser. Pages
 * are opened with scripts on and their policy ignored as well, so that the escaping has to hold by itself.
 */

import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browser, openPage } from "./browser.js";

const [folder, shots] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What a reader would see: nothing that is hidden, folded up or without a size. */
const LOOK = `(() => {
  const visible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0;
  const texts = (selector) => [...document.querySelectorAll(selector)].filter(visible).map((one) => one.innerText);
  return {
    title: document.title,
    lang: document.documentElement.lang,
    verdict: texts("h1"),
    headings: [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].map((one) => Number(one.localName[1])),
    landmarks: ["header", "main"].map((name) => document.querySelectorAll("body>" + name).length),
    passages: texts("article .own mark, article .source mark"),
    articles: texts("article h3").length,
    rows: document.querySelectorAll("details tbody tr").length,
    plots: [...document.querySelectorAll("svg circle")].filter(visible).length,
    document: visible(document.querySelector("pre")) ,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    elements: [...new Set([...document.querySelectorAll("*")].map((one) => one.localName))],
    handlers: [...document.querySelectorAll("*")].flatMap((one) => one.getAttributeNames()).filter((name) => /^on|^src|href$|^style$|^action$/.test(name)),
    background: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.body).color,
  };
})()`;

/** Rules on contrast, names, order of headings, landmarks and lists. https://github.com/dequelabs/axe-core */
const AXE = `axe.run(document, { resultTypes: ["violations"], rules: { "color-contrast": { enabled: true } } })
  .then(({ violations, passes, incomplete }) => ({
    violations: violations.map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html, any }) => [html.slice(0, 200), any[0]?.message]) })),
    passes: passes.map(({ id }) => id),
    unsure: incomplete.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => [id, target.join(" "), any[0]?.data?.messageKey])),
  }))`;

class Visit {
  constructor(page) {
    this.page = page;
    this.from = page.heard.length;
  }

  events(...methods) {
    return this.page.heard.slice(this.from).filter(({ method }) => methods.includes(method));
  }

  async until(method) {
    while (this.events(method).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function open(page, url) {
  const visit = new Visit(page);
  await page.send("Page.navigate", { url });
  await visit.until("Page.loadEventFired");
  return visit;
}

async function evaluate(page, expression) {
  const { result, exceptionDetails } = await page.send("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

const screen = (width, mobile = false) => ({ width, height: 900, deviceScaleFactor: 1, mobile });
const media = (name, scheme) => ({ media: name, features: [{ name: "prefers-color-scheme", value: scheme }] });

async function shoot(page, name) {
  if (shots === undefined) return;
  const { cssContentSize } = await page.send("Page.getLayoutMetrics");
  const clip = { ...cssContentSize, height: Math.min(cssContentSize.height, 3_000), scale: 1 };
  const { data } = await page.send("Page.captureScreenshot", { captureBeyondViewport: true, clip });
  writeFileSync(join(shots, `${name}.png`), Buffer.from(data, "base64"));
}

/** axe waits for timers, which stand still where scripts are off. */
async function judge(page, url) {
  await page.send("Emulation.setScriptExecutionDisabled", { value: false });
  await open(page, url);
  await evaluate(page, axe);
  const judged = await evaluate(page, AXE);
  await page.send("Emulation.setScriptExecutionDisabled", { value: true });
  return judged;
}

/** A page as it is read on a screen, on a phone, in the dark and on paper. */
async function look(page, url, name) {
  const looks = {};
  for (const [how, size, as] of [
    ["screen", screen(1100), media("", "light")],
    ["phone", screen(360, true), media("", "light")],
    ["dark", screen(1100), media("", "dark")],
    ["print", screen(760), media("print", "light")],
  ]) {
    await page.send("Emulation.setDeviceMetricsOverride", size);
    await page.send("Emulation.setEmulatedMedia", as);
    const visit = await open(page, url);
    const seen = await evaluate(page, LOOK);
    const fetched = visit.events("Network.requestWillBeSent").map(({ params }) => params.request.url);
    const said = visit
      .events("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")
      .map(({ params }) => params);
    looks[how] = { ...seen, fetched: fetched.filter((one) => one !== url), said, axe: await judge(page, url) };
    await shoot(page, `${name}-${how}`);
  }
  const { data } = await page.send("Page.printToPDF", { printBackground: false });
  return {
    ...looks,
    pdfPages:
      Buffer.from(data, "base64")
        .toString("latin1")
        .match(/\/Type\s*\/Page\b/g)?.length ?? 0,
  };
}

/** With scripts on and the policy off, whatever wants to run may. */
async function tempt(page, url) {
  await page.send("Emulation.setScriptExecutionDisabled", { value: false });
  await page.send("Page.setBypassCSP", { enabled: true });
  const bait = "globalThis.harm = () => { globalThis.harmed = true; }; globalThis.alert = harm;";
  const { identifier } = await page.send("Page.addScriptToEvaluateOnNewDocument", { source: bait });
  const visit = await open(page, url);
  const acted = `document.querySelectorAll("details").forEach((one) => { one.open = true; });
    document.querySelectorAll("*").forEach((one) => { for (const type of ["click", "focus", "mouseover", "toggle", "error", "load"]) one.dispatchEvent(new Event(type)); });
    new Promise((resolve) => setTimeout(resolve, 200))`;
  await evaluate(page, acted);
  const harmed = await evaluate(page, "globalThis.harmed === true");
  const fetched = visit.events("Network.requestWillBeSent").map(({ params }) => params.request.url);
  const at = await evaluate(page, "location.href");
  await page.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
  await page.send("Page.setBypassCSP", { enabled: false });
  await page.send("Emulation.setScriptExecutionDisabled", { value: true });
  return { harmed, fetched: fetched.filter((one) => one !== url), left: at !== url };
}

/** That the bait is taken where there is something to take: without this, nothing above could fail. */
async function control(page) {
  const path = join(mkdtempSync(join(folder, "control-")), "bait.html");
  writeFileSync(path, "<title>x</title><img src=nowhere.png onerror=harm()>");
  return tempt(page, pathToFileURL(path).href);
}

const found = await browser();
if (found.lacking !== undefined) console.log(JSON.stringify(found));
else {
  const page = await openPage(found);
  try {
    for (const domain of ["Page", "Network", "Runtime", "Log"]) await page.send(`${domain}.enable`);
    const offline = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 };
    await page.send("Network.emulateNetworkConditions", offline);
    await page.send("Emulation.setScriptExecutionDisabled", { value: true });
    const pages = {};
    for (const file of readdirSync(folder)
      .filter((name) => name.endsWith(".html"))
      .sort()) {
      const url = pathToFileURL(join(folder, file)).href;
      const name = file.replace(/\.html$/, "");
      pages[name] = { ...(await look(page, url, name)), tempted: await tempt(page, url) };
    }
    console.log(JSON.stringify({ pages, control: await control(page) }));
  } finally {
    await page.close();
  }
}
