/** A page in a headless Chromium, for readers: what it is told by them, and what it shows. `firefox.js` answers the same. */
import { openPage } from "./browser.js";

/** Kept on the page: the longest time for which its thread did one thing. */
const WATCH = `globalThis.longest = 0;
new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longest = Math.max(longest, duration); }).observe({ type: "longtask", buffered: true });`;

export async function openChromium(found) {
  const page = await openPage(found);
  for (const domain of ["Page", "Network", "Runtime", "Log", "DOM"]) await page.send(`${domain}.enable`);
  await page.send("Page.addScriptToEvaluateOnNewDocument", { source: WATCH });

  async function evaluate(expression) {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await page.send("Runtime.evaluate", asked);
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async function whole() {
    const { cssContentSize } = await page.send("Page.getLayoutMetrics");
    const clip = { ...cssContentSize, height: Math.min(cssContentSize.height, 4_000), scale: 1 };
    return { captureBeyondViewport: true, clip };
  }

  return {
    evaluate,
    run: evaluate,
    navigate: (url) => page.send("Page.navigate", { url }),
    async choose(selector, files) {
      const { root } = await page.send("DOM.getDocument");
      const { nodeId } = await page.send("DOM.querySelector", { nodeId: root.nodeId, selector });
      await page.send("DOM.setFileInputFiles", { nodeId, files });
    },
    async press(key) {
      const about = { key, code: key, text: key.length === 1 ? key : key === "Enter" ? "\r" : "" };
      const windowsVirtualKeyCode = { Tab: 9, Enter: 13, " ": 32, Escape: 27 }[key] ?? key.toUpperCase().charCodeAt(0);
      await page.send("Input.dispatchKeyEvent", { type: "keyDown", ...about, windowsVirtualKeyCode });
      await page.send("Input.dispatchKeyEvent", { type: "keyUp", ...about, windowsVirtualKeyCode });
    },
    /** @param size width and height, in CSS pixels */
    async screen(size, scheme, deviceScaleFactor = 1) {
      const mobile = size.width < 600;
      await page.send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor, mobile });
      const features = [{ name: "prefers-color-scheme", value: scheme }];
      await page.send("Emulation.setEmulatedMedia", { media: "", features });
    },
    async screenshot(isWhole) {
      const { data } = await page.send("Page.captureScreenshot", isWhole ? await whole() : {});
      return Buffer.from(data, "base64");
    },
    /** @returns base64 */
    async webp() {
      const { data } = await page.send("Page.captureScreenshot", { format: "webp", quality: 60 });
      return data;
    },
    async pdf() {
      const { data } = await page.send("Page.printToPDF", { printBackground: false });
      return Buffer.from(data, "base64");
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
}
