/** A page in a browser, and what a reader does with it: look, write, click, press keys, choose files. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { getDocumentProxy } from "unpdf";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const AXE = `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html, any }) => [html.slice(0, 200), any[0]?.message]) })))`;

const NEVER_MS = 150_000;
const LOCKS = "navigator.locks.query().then(JSON.stringify)";

/** @param reader a page of `chromiumReader.js` or `firefox.js` */
export async function visit(reader, shots) {
  const { evaluate } = reader;
  const HEIGHT = 900;
  const seen = (expression) => evaluate(expression).catch(String);

  const self = {
    evaluate,
    async open(url) {
      // The same address with another hash would not load anything.
      await reader.navigate("about:blank");
      await reader.navigate(url);
      await self.until("document.querySelector('main h1') !== null");
    },
    /** Waits for what must come; what has not come after minutes never does, and the page tells what there is instead. */
    async until(expression) {
      const started = performance.now();
      while (true) {
        if (performance.now() - started > NEVER_MS)
          throw new Error(`never came: ${expression}\n${await seen("document.body.innerText")}\n${await seen(LOCKS)}`);
        if (await evaluate(`Boolean(${expression})`).catch(() => false)) return;
        const fault = await evaluate("document.querySelector('[role=alert]')?.innerText ?? ''").catch(() => "");
        if (fault !== "" && !expression.includes("alert")) throw new Error(`${expression}: ${fault}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    text: (selector) => evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? null`),
    texts: (selector) =>
      evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.textContent)`),
    /** Clicks what has this text or label. */
    click: (name, within = "body") =>
      evaluate(`(() => {
        const all = [...document.querySelector(${JSON.stringify(within)}).querySelectorAll("button, a, summary, label")];
        const called = (it) => (it.getAttribute("aria-label") ?? it.innerText).trim();
        const one = all.find((it) => called(it) === ${JSON.stringify(name)}) ?? all.find((it) => called(it).startsWith(${JSON.stringify(name)}));
        if (one === undefined) throw new Error("nothing to click: " + ${JSON.stringify(name)});
        one.click();
      })()`),
    write: (selector, value) =>
      evaluate(`(() => {
        const field = document.querySelector(${JSON.stringify(selector)});
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, ${JSON.stringify(value)});
        field.dispatchEvent(new Event("input", { bubbles: true }));
      })()`),
    pick: (selector, value) =>
      evaluate(`(() => {
        const field = document.querySelector(${JSON.stringify(selector)});
        field.value = ${JSON.stringify(value)};
        field.dispatchEvent(new Event("change", { bubbles: true }));
      })()`),
    choose: reader.choose,
    press: reader.press,
    screen: (width, scheme = "light") => reader.screen({ width, height: HEIGHT }, scheme),
    /** Faults of axe in both colour schemes, and how far the page is wider than a phone. */
    async judge(name) {
      const faults = {};
      for (const scheme of ["light", "dark"]) {
        await self.screen(1280, scheme);
        await reader.run(axe);
        faults[scheme] = await evaluate(AXE);
        await self.shoot(`${name}-${scheme}`);
      }
      await self.screen(360);
      const overflow = await evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
      await reader.run(axe);
      faults.phone = await evaluate(AXE);
      await self.shoot(`${name}-phone`);
      await self.screen(1280);
      return { ...faults, overflow };
    },
    async shoot(name, isWhole = false) {
      if (shots === undefined) return;
      writeFileSync(join(shots, `${name}.png`), await reader.screenshot(isWhole));
    },
    /** What README shows of the page: sharp where it is drawn half as large. */
    async picture() {
      await reader.screen({ width: 1200, height: 980 }, "light", 1.33);
      await evaluate(
        "scrollTo({ top: 0, behavior: 'instant' }), void (document.body.parentNode.style.scrollbarWidth = 'none')",
      );
      const data = await reader.webp();
      await self.screen(1280);
      return data;
    },
    pagesPrinted: async () => (await getDocumentProxy(new Uint8Array(await reader.pdf()))).numPages,
    complaints: reader.complaints,
    longestMs: () => reader.longestMs?.() ?? null,
    close: reader.close,
  };

  await self.screen(1280);
  return self;
}
