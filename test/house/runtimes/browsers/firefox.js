/**
 * A headless Firefox of this machine, told what to do by WebDriver BiDi: https://w3c.github.io/webdriver-bidi. It answers what
 * `chromiumReader.js` answers.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environment, UNPACKED } from "./browser.js";

const SYSTEM = ["/usr/bin/firefox-esr", "/usr/bin/firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"];

/** A Firefox of the machine, or the unpacked one. */
export function firefox() {
  const path = [process.env["FIREFOX_BIN"], ...SYSTEM, UNPACKED.firefox].find(
    (one) => one !== undefined && existsSync(one),
  );
  return path === undefined ? { lacking: "no Firefox is installed: apt-get install firefox-esr" } : { path };
}

/** What Firefox asks its makers for at every start, and where it sends its requests. */
function preferences(proxyPort) {
  const quiet = [
    ["app.normandy.enabled", false],
    ["browser.region.network.url", ""],
    ["captivedetect.canonicalURL", ""],
    ["datareporting.policy.dataSubmissionEnabled", false],
    ["extensions.getAddons.cache.enabled", false],
    ["media.gmp-gmpopenh264.enabled", false],
    ["media.gmp-manager.updateEnabled", false],
    ["messaging-system.rsexperimentloader.enabled", false],
    ["network.captive-portal-service.enabled", false],
    ["network.connectivity-service.enabled", false],
    ["security.certerrors.mitm.priming.enabled", false],
    ["services.settings.server", "data:,#remote-settings-dummy/v1"],
    ["toolkit.telemetry.server", ""],
  ];
  if (proxyPort === undefined) return quiet;
  const ways = ["http", "ssl"].flatMap((way) => [
    [`network.proxy.${way}`, "127.0.0.1"],
    [`network.proxy.${way}_port`, proxyPort],
  ]);
  const all = [
    ["network.proxy.type", 1],
    ["network.proxy.allow_hijacking_localhost", true],
    ["network.proxy.no_proxies_on", ""],
  ];
  return [...quiet, ...all, ...ways];
}

/** Keys of WebDriver that are no characters. */
const KEYS = { Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C" };

export async function openFirefox({ path }, proxyPort) {
  const profile = mkdtempSync(join(tmpdir(), "spolia-firefox-"));
  const lines = preferences(proxyPort).map(
    (pair) => `user_pref(${pair.map((one) => JSON.stringify(one)).join(", ")});`,
  );
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const args = ["--headless", "--profile", profile, "--remote-debugging-port", "0", "--remote-allow-system-access"];
  const env = { ...environment(path), HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: "1" };
  const child = spawn(path, args, { stdio: ["ignore", "ignore", "pipe"], env });
  const ended = new Promise((resolve) => child.on("close", resolve).on("error", resolve));
  let said = "";
  const address = new Promise((resolve) => {
    child.stderr.setEncoding("utf8").on("data", (text) => {
      said += text;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const failed = ended.then((code) => Promise.reject(new Error(`Firefox ended: ${code}\n${said}`)));
  failed.catch(() => {});
  const socket = new WebSocket(`${await Promise.race([address, failed])}/session`);
  await Promise.race([new Promise((opened) => socket.addEventListener("open", opened)), failed]);

  const [asked, complaints] = [new Map(), []];
  socket.addEventListener("message", ({ data }) => {
    const { id, type, method, params, result, error, message } = JSON.parse(data);
    if (type === "event") {
      if (method === "log.entryAdded" && params.level === "error") complaints.push(params.text);
    } else if (type === "success") asked.get(id).resolve(result);
    else asked.get(id)?.reject(new Error(`${error}: ${message}`));
  });
  let last = 0;
  const ask = (method, params = {}) => {
    const answer = Promise.withResolvers();
    asked.set(++last, answer);
    socket.send(JSON.stringify({ id: last, method, params }));
    return Promise.race([answer.promise, failed]);
  };

  await ask("session.new", { capabilities: {} });
  await ask("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = await ask("browsingContext.getTree");
  const { context } = contexts[0];

  async function scripted(expression, target = { context }) {
    const given = { expression, target, awaitPromise: true };
    const { type, result, exceptionDetails } = await ask("script.evaluate", given);
    if (type === "exception") throw new Error(exceptionDetails.text);
    return result;
  }
  /** A preference of the running browser: nothing in WebDriver sets the colour scheme. */
  async function prefer(name, value) {
    const { contexts: windows } = await ask("browsingContext.getTree", { "moz:scope": "chrome" });
    await scripted(`Services.prefs.setIntPref(${JSON.stringify(name)}, ${value})`, { context: windows[0].context });
  }

  return {
    async evaluate(expression) {
      const { value } = await scripted(`(async () => JSON.stringify((await (${expression})) ?? null))()`);
      return JSON.parse(value);
    },
    run: (source) => scripted(`${source}\n;null`),
    // Else the page before it would be taken for it.
    navigate: (url) => ask("browsingContext.navigate", { context, url, wait: "interactive" }),
    async choose(selector, files) {
      const { sharedId } = await scripted(`document.querySelector(${JSON.stringify(selector)})`);
      await ask("input.setFiles", { context, element: { sharedId }, files });
    },
    async press(key) {
      const value = KEYS[key] ?? key;
      const actions = ["keyDown", "keyUp"].map((type) => ({ type, value }));
      await ask("input.performActions", { context, actions: [{ type: "key", id: "keys", actions }] });
    },
    async screen({ width, height }, scheme) {
      await ask("browsingContext.setViewport", { context, viewport: { width, height }, devicePixelRatio: 1 });
      await prefer("layout.css.prefers-color-scheme.content-override", scheme === "dark" ? 0 : 1);
    },
    async screenshot(isWhole) {
      const { data } = await ask("browsingContext.captureScreenshot", {
        context,
        origin: isWhole ? "document" : "viewport",
      });
      return Buffer.from(data, "base64");
    },
    async pdf() {
      const { data } = await ask("browsingContext.print", { context });
      return Buffer.from(data, "base64");
    },
    complaints: () => complaints,
    async close() {
      const overdue = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await ask("browser.close").catch(() => {});
      await ended;
      clearTimeout(overdue);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
