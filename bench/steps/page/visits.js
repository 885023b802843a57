/**
 * What a page costs its reader, in Chromium. Each text is asked in a page that was just opened: how long until its passages are
 * marked, what is asked for meanwhile, what the processor works, and for how long the page's thread does one thing.
 *
 *   node bench/steps/page/visits.js ADDRESS TEXTS      prints `Visits` of `cases/page.ts`, or { lacking } where there is no browser
 *
 * The address has the page, a corpus in `corpus/` and a module `first.js`. TEXTS is a file: { far, novel, rounds }.
 */
import { readFileSync } from "node:fs";
import { browser, openPage } from "../../../test/house/runtimes/browsers/browser.js";

const [address, file] = process.argv.slice(2);
const QUIET_MS = 400;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const counts = async () => (await fetch(new URL("/.counts", address))).json();

/** Does something in the page, and waits there for what is to be drawn: the milliseconds until the frame with it is done. */
const untilDrawn = (act, sign) => `new Promise((resolve) => {
  const start = performance.now();
  ${act};
  const look = () => {
    if (!(${sign})) requestAnimationFrame(look);
    else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  };
  look();
})`;

/** As a reader does: where nobody takes the text, the browser puts it in itself. */
const PASTE = `(() => {
  const field = document.querySelector("textarea");
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", globalThis.given);
  field.focus();
  if (field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })))
    document.execCommand("insertText", false, globalThis.given);
})()`;
const CHECK = "document.querySelector('button.main').click()";
const IS_READY = "!document.querySelector('button.main').disabled";
const IS_MARKED = "document.querySelector('.reading mark')";
const IS_WHOLE = `${IS_MARKED} && document.querySelector('.reading[aria-busy=true]') === null`;

class Tab {
  #page;

  static async open(found) {
    const tab = new Tab();
    tab.#page = await openPage(found);
    for (const domain of ["Page", "Network", "Runtime"]) await tab.#page.send(`${domain}.enable`);
    await tab.#page.send("Network.setCacheDisabled", { cacheDisabled: true });
    return tab;
  }

  async evaluate(expression) {
    const asked = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = await this.#page.send("Runtime.evaluate", asked);
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async until(expression) {
    while (!(await this.evaluate(`Boolean(${expression})`).catch(() => false))) await pause(10);
  }

  async go(path) {
    // The same address with another hash would not load anything.
    for (const url of ["about:blank", `${address}${path}`]) await this.#page.send("Page.navigate", { url });
    await this.until(`location.href.startsWith(${JSON.stringify(address)}) && document.readyState === 'complete'`);
  }

  /** The page with the corpus chosen, and the text at hand. */
  async visit(content) {
    const linked = { view: "check", addresses: [`${address}corpus`] };
    await this.go(`index.html#${new URLSearchParams({ v: JSON.stringify(linked) })}`);
    // The worker has come when it has said what this browser keeps.
    await this.until("document.querySelector('.leaves.some') && document.querySelector('.places .note')");
    await this.evaluate(`void (globalThis.given = ${JSON.stringify(content)})`);
    await this.quiet();
  }

  /** Waits until nothing is worked on: a reader takes longer to choose and to paste. */
  async quiet() {
    for (let before = -1, now = 0; now !== before; ) {
      before = now;
      await pause(QUIET_MS);
      now = await this.workedMs();
    }
  }

  /** Processor time of all pages and their workers. */
  async workedMs() {
    const { processInfo } = await this.#page.ask("SystemInfo.getProcessInfo");
    return 1000 * processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  }

  /** The longest task of the page's thread while something is done: by the clock, and by what the processor worked. */
  async traced(work) {
    const { heard, ask } = this.#page;
    const since = heard.length;
    const has = (method) => heard.slice(since).filter((event) => event.method === method);
    const traceConfig = { includedCategories: ["toplevel", "__metadata"] };
    await ask("Tracing.start", { transferMode: "ReportEvents", traceConfig });
    const ms = await work();
    await ask("Tracing.end");
    while (has("Tracing.tracingComplete").length === 0) await pause(10);
    const events = has("Tracing.dataCollected").flatMap(({ params }) => params.value);
    const mains = events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
    const isMain = ({ pid, tid }) => mains.some((main) => main.pid === pid && main.tid === tid);
    const tasks = events.filter((one) => one.ph === "X" && /RunTask$/.test(one.name) && isMain(one));
    const longest = (of) => Math.max(0, ...tasks.map((one) => one[of] ?? 0)) / 1000;
    return { ms, longestMs: longest("dur"), longestWorkedMs: longest("tdur") };
  }

  close() {
    return this.#page.close();
  }
}

async function far(tab, content) {
  await tab.visit(content);
  await tab.evaluate(PASTE);
  await tab.until(IS_READY);
  await counts();
  const before = await tab.workedMs();
  const seen = await tab.traced(() => tab.evaluate(untilDrawn(CHECK, IS_MARKED)));
  return { ...seen, workedMs: (await tab.workedMs()) - before, ...(await counts()) };
}

async function long(tab, content) {
  await tab.visit(content);
  const pasted = await tab.traced(() => tab.evaluate(untilDrawn(PASTE, IS_READY)));
  const read = await tab.traced(() => tab.evaluate(untilDrawn(CHECK, IS_WHOLE)));
  return { pasted, read };
}

/** From the import of the library to its first fingerprint, in a page with nothing else. */
async function first(tab) {
  await tab.go("blank.html");
  const before = await tab.workedMs();
  const id = await tab.evaluate(`import(${JSON.stringify(`${address}first.js`)}).then(({ run }) => run())`);
  return { id, workedMs: (await tab.workedMs()) - before };
}

const found = await browser();
if (found.lacking !== undefined) console.log(JSON.stringify(found));
else {
  const given = JSON.parse(readFileSync(file, "utf8"));
  const tab = await Tab.open(found);
  const visits = { far: [], first: [] };
  for (let round = 0; round < given.rounds; round++) visits.first.push(await first(tab));
  for (const content of given.far) visits.far.push(await far(tab, content));
  visits.novel = await long(tab, given.novel);
  await tab.close();
  console.log(JSON.stringify(visits));
}
