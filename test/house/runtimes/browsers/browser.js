/** A headless Chromium of this machine, and how it is told what to do: the DevTools protocol over two pipes, so that no port is open. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const SYSTEM_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
/** Where `.ci/run` unpacks browsers of Debian. */
const PACKAGES = join(import.meta.dirname, "../../../../node_modules/.cache/browsers");
export const UNPACKED = {
  chromium: join(PACKAGES, "usr/lib/chromium/chromium"),
  firefox: join(PACKAGES, "usr/lib/firefox-esr/firefox-esr"),
};
/** Without the last ones Chromium calls home at every start. */
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-quic",
].concat(["--disable-background-networking", "--disable-component-update", "--disable-sync"]);

/** A browser of the machine, or the one that npm brought. */
export async function browser() {
  const path = [process.env["CHROME_BIN"], ...SYSTEM_BROWSERS].find((one) => one !== undefined && existsSync(one));
  if (path !== undefined) return { path, flags: FLAGS };
  if (process.platform !== "linux" || process.arch !== "x64") {
    return { lacking: `no Chromium is installed, and npm brings none for ${process.platform} ${process.arch}` };
  }
  // Must be set before the import: it makes the package unpack the libraries that a bare Linux lacks.
  process.env["VERCEL"] ??= "1";
  const { default: chromium, setupLambdaEnvironment } = await import("@sparticuz/chromium");
  setupLambdaEnvironment(join(tmpdir(), "al2023", "lib"));
  // Its own flags are for functions in a cloud, and switch off what a page is held to.
  return { path: await chromium.executablePath(), flags: [...FLAGS, "--headless=shell", "--no-zygote"] };
}

/** A Chromium with all its parts, such as extensions: that of the machine, or the unpacked one. */
export function wholeBrowser() {
  const path = [process.env["CHROME_BIN"], ...SYSTEM_BROWSERS].find((one) => one !== undefined && existsSync(one));
  if (path !== undefined) return { path, flags: FLAGS };
  if (existsSync(UNPACKED.chromium)) return { path: UNPACKED.chromium, flags: FLAGS };
  return { lacking: "no whole Chromium is installed: apt-get install chromium" };
}

/** Without a locale of its own, as in a container: the same on every machine, and the harder one. */
export function environment(path) {
  const { LANG: _, LC_ALL: __, LC_CTYPE: ___, ...env } = process.env;
  if (!Object.values(UNPACKED).includes(path)) return env;
  const libraries = ["", "pulseaudio"].map((name) => join(PACKAGES, "usr/lib/x86_64-linux-gnu", name));
  return { ...env, LD_LIBRARY_PATH: [...libraries, env["LD_LIBRARY_PATH"] ?? ""].join(delimiter) };
}

/** Starts it and gives a page: `send` asks, `heard` holds all that the page's events told. https://chromedevtools.github.io/devtools-protocol */
export async function openPage({ path, flags }) {
  const profile = mkdtempSync(join(tmpdir(), "spolia-chromium-"));
  const child = spawn(path, [...flags, `--user-data-dir=${profile}`, "--remote-debugging-pipe", "about:blank"], {
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    env: environment(path),
  });
  let said = "";
  child.stderr.on("data", (text) => (said += text));
  const ended = new Promise((resolve) => child.on("close", resolve).on("error", resolve));
  const [asked, heard] = [new Map(), []];
  let rest = "";
  child.stdio[4].setEncoding("utf8").on("data", (text) => {
    const parts = (rest + text).split("\0");
    rest = parts.pop();
    for (const part of parts) {
      const { id, error, result, ...event } = JSON.parse(part);
      if (id === undefined) heard.push(event);
      else if (error === undefined) asked.get(id).resolve(result);
      else asked.get(id).reject(new Error(error.message));
    }
  });
  let last = 0;
  const ask = (method, params, sessionId) => {
    const answer = Promise.withResolvers();
    asked.set(++last, answer);
    child.stdio[3].write(`${JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) })}\0`);
    return Promise.race([answer.promise, ended.then(() => Promise.reject(new Error(`Chromium ended\n${said}`)))]);
  };
  const { targetId } = await ask("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await ask("Target.attachToTarget", { targetId, flatten: true });
  return {
    heard,
    /** Of the whole browser. */
    ask,
    send: (method, params = {}) => ask(method, params, sessionId),
    async close() {
      child.kill(); // it ends its own processes, which a kill by force would leave behind
      const overdue = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await ended;
      clearTimeout(overdue);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
