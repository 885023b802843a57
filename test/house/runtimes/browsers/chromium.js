/**
 * The suite in headless Chromium: a page and its module worker, once as a strict policy with 'wasm-unsafe-eval' allows, once
 * without, where the twins must take over; and with the first the suites of storages. Writes the five results to stdout as JSON, or
 * `{ lacking }` where there is no browser.
 *
 *   node test/house/runtimes/browsers/chromium.js wasm [twin]
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundledScripts, resultsIn } from "../suite/suiteHost.js";
import { browser, environment } from "./browser.js";

async function visit({ path, flags }, scripts, kernels) {
  const profile = mkdtempSync(join(tmpdir(), "spolia-chromium-"));
  let child;
  let ended;
  const go = async (url) => {
    child = spawn(path, [...flags, `--user-data-dir=${profile}`, url], {
      stdio: ["ignore", "ignore", "pipe"],
      env: environment(),
    });
    let said = "";
    child.stderr.on("data", (text) => (said += text));
    ended = new Promise((resolve) => child.on("close", resolve).on("error", resolve));
    throw new Error(`Chromium ended: ${await ended}\n${said}`);
  };
  try {
    return await resultsIn(scripts, kernels, go);
  } finally {
    child?.kill(); // it ends its own processes, which a kill by force would leave behind
    const overdue = setTimeout(() => child?.kill("SIGKILL"), 5_000);
    await ended;
    clearTimeout(overdue);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const found = await browser();
if (found.lacking !== undefined) {
  console.log(JSON.stringify(found));
} else {
  const scripts = await bundledScripts();
  const visits = process.argv.slice(2).map((kernels) => visit(found, scripts, kernels));
  const [[page, worker, storage], [referencePage, referenceWorker] = []] = await Promise.all(visits);
  console.log(JSON.stringify({ page, worker, referencePage, referenceWorker, storage }));
}
