/** A page in a headless Chromium, and what a reader does with it: look, write, click, press keys, choose files. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { openPage } from "./browser.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const AXE = `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html, any }) => [html.slice(0, 200), any[0]?.message]) })))`;

/** Kept on the page: the longest time for which its thread did one thing. */
const WATCH = `globalThis.longest = 0;
new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longest = Math.max(longest, duration); }).observe({ type: "longtask", buffered: true });`;

export async function visit(found, shots) {
  const page = await openPage(found);
  for (const domain of ["Page", "Network", "Runtime", "Log", "DOM"]) await page.send(`${domain}.enable`);
  await page.send("Page.addScriptToEvaluateOnNewDocument", { source: WATCH });
  let size = { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false };

  async function evaluate(expression) {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await page.send("Runtime.evaluate", asked);
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  const self = {
    evaluate,
    async open(url) {
      // The same address with another hash would not load anything.
      await page.send("Page.navigate", { url: "about:blank" });
      await page.send("Page.navigate", { url });
      await self.until("document.querySelector('main h1') !== null");
    },
    /** Waits for what must come; the watchdog of the tests ends what never does. */
    async until(expression) {
      for (let tries = 1; ; tries++) {
        if (tries === 500)
          console.error(`still waiting for: ${expression}\n${await self.text("body").catch(() => "")}`);
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
    async choose(selector, files) {
      const { root } = await page.send("DOM.getDocument");
      const { nodeId } = await page.send("DOM.querySelector", { nodeId: root.nodeId, selector });
      await page.send("DOM.setFileInputFiles", { nodeId, files });
    },
    async press(key, code = key) {
      const about = { key, code, text: key.length === 1 ? key : key === "Enter" ? "\r" : "" };
      const windowsVirtualKeyCode = { Tab: 9, Enter: 13, " ": 32, Escape: 27 }[key] ?? key.toUpperCase().charCodeAt(0);
      await page.send("Input.dispatchKeyEvent", { type: "keyDown", ...about, windowsVirtualKeyCode });
      await page.send("Input.dispatchKeyEvent", { type: "keyUp", ...about, windowsVirtualKeyCode });
    },
    async screen(width, scheme = "light", media = "") {
      size = { ...size, width, mobile: width < 600 };
      await page.send("Emulation.setDeviceMetricsOverride", size);
      const features = [{ name: "prefers-color-scheme", value: scheme }];
      await page.send("Emulation.setEmulatedMedia", { media, features });
    },
    /** Faults of axe in both colour schemes, and how far the page is wider than a phone. */
    async judge(name) {
      const faults = {};
      for (const scheme of ["light", "dark"]) {
        await self.screen(1280, scheme);
        await evaluate(axe);
        faults[scheme] = await evaluate(AXE);
        await self.shoot(`${name}-${scheme}`);
      }
      await self.screen(360);
      const overflow = await evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
      await evaluate(axe);
      faults.phone = await evaluate(AXE);
      await self.shoot(`${name}-phone`);
      await self.screen(1280);
      return { ...faults, overflow };
    },
    async shoot(name, isWhole = false) {
      if (shots === undefined) return;
      const { data } = await page.send("Page.captureScreenshot", isWhole ? await whole() : {});
      writeFileSync(join(shots, `${name}.png`), Buffer.from(data, "base64"));
    },
    /** What README shows of the page: sharp where it is drawn half as large. */
    async picture() {
      const deviceScaleFactor = 1.33;
      await page.send("Emulation.setDeviceMetricsOverride", { ...size, width: 1200, height: 980, deviceScaleFactor });
      await evaluate(
        "scrollTo({ top: 0, behavior: 'instant' }), void (document.body.parentNode.style.scrollbarWidth = 'none')",
      );
      const { data } = await page.send("Page.captureScreenshot", { format: "webp", quality: 60 });
      await self.screen(1280);
      return data;
    },
    pdf: async () => {
      const { data } = await page.send("Page.printToPDF", { printBackground: false });
      return (
        Buffer.from(data, "base64")
          .toString("latin1")
          .match(/\/Type\s*\/Page\b/g)?.length ?? 0
      );
    },
    /** What the browser complained of. */
    complaints: () =>
      page.heard
        .filter(({ method }) =>
          ["Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown"].includes(method),
        )
        .map(
          ({ params }) =>
            params.entry?.text ?? params.exceptionDetails?.exception?.description ?? JSON.stringify(params),
        ),
    longestMs: () => evaluate("longest"),
    close: () => page.close(),
  };

  async function whole() {
    const { cssContentSize } = await page.send("Page.getLayoutMetrics");
    const clip = { ...cssContentSize, height: Math.min(cssContentSize.height, 4_000), scale: 1 };
    return { captureBeyondViewport: true, clip };
  }

  await self.screen(1280);
  return self;
}
