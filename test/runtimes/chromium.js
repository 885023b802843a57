/**
 * The suite in headless Chromium: a page and its module worker, once as a strict policy with 'wasm-unsafe-eval' allows, once
 * without, where the twins must take over; and with the first the suites of storages. Writes the five results to stdout as JSON, or
 * `{ lacking }` where there is no browser.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsup";
import { serveFile } from "../suites/static.server.ts";
import { browser, environment } from "./browser.js";

const TIMEOUT_MS = 500_000;
const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Each entry as one script with its dependencies, as a bundler of any web project makes it. */
async function bundle(outDir) {
  const entry = { page: pathOf("page.js"), storage: pathOf("storage.js") };
  const options = {
    entry,
    outDir,
    format: "esm",
    target: "es2022",
    platform: "browser",
    noExternal: [/./],
    splitting: false,
  };
  const esbuildOptions = (esbuild) => {
    esbuild.alias = { vitest: pathOf("vitest.js") };
  };
  await build({ ...options, esbuildOptions, config: false, silent: true, clean: false, dts: false });
  return new Map(Object.keys(entry).map((name) => [`/${name}.js`, readFileSync(join(outDir, `${name}.js`))]));
}

/** Serves a page with scripts under a policy, hands over what they post, and is the static host that they read from. */
async function serve(scripts, names, wasmPolicy) {
  const policy = `default-src 'none'; script-src 'self' ${wasmPolicy}; worker-src 'self'; connect-src 'self'`;
  const tags = names.map((name) => `<script type="module" src="${name}"></script>`).join("");
  const html = `<!doctype html><meta charset="utf-8"><title>spolia</title>${tags}`;
  const received = { page: Promise.withResolvers(), worker: Promise.withResolvers(), storage: Promise.withResolvers() };
  const files = new Map();
  let [atOnce, mostAtOnce] = [0, 0];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url, "http://localhost");
    response.setHeader("content-security-policy", policy);
    if (pathname.startsWith("/result/")) {
      received[pathname.slice("/result/".length)].resolve(
        JSON.parse(Buffer.concat(await request.toArray()).toString()),
      );
      return response.end();
    }
    if (pathname === "/most-at-once") return response.end(String(mostAtOnce));
    if (pathname.startsWith("/files/")) {
      if (search === "?slow") {
        mostAtOnce = Math.max(mostAtOnce, ++atOnce);
        await new Promise((resolve) => setTimeout(resolve, 100));
        atOnce--;
      }
      if (request.method !== "PUT") return serveFile(files.get(pathname), request.headers.range, response);
      files.set(pathname, Buffer.concat(await request.toArray()));
      return response.end();
    }
    const script = scripts.get(pathname);
    response.setHeader("content-type", script === undefined ? "text/html" : "text/javascript").end(script ?? html);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    received,
    close: () => server.close().closeAllConnections(),
  };
}

async function visit({ path, flags }, scripts, kernels) {
  const isWasm = kernels === "wasm";
  const names = isWasm ? ["/page.js", "/storage.js"] : ["/page.js"];
  const { url, received, close } = await serve(scripts, names, isWasm ? "'wasm-unsafe-eval'" : "");
  const profile = mkdtempSync(join(tmpdir(), "spolia-chromium-"));
  const child = spawn(path, [...flags, `--user-data-dir=${profile}`, `${url}/?kernels=${kernels}`], {
    stdio: ["ignore", "ignore", "pipe"],
    env: environment(),
  });
  let said = "";
  child.stderr.on("data", (text) => (said += text));
  const ended = new Promise((resolve) => child.on("close", resolve).on("error", resolve));
  const failed = (why) => Promise.reject(new Error(`${why}\n${said}`));
  const lacking = new Set(["page", "worker", isWasm ? "storage" : undefined].filter((name) => name !== undefined));
  for (const name of lacking) received[name].promise.then(() => lacking.delete(name));
  try {
    return await Promise.race([
      Promise.all([received.page.promise, received.worker.promise, isWasm ? received.storage.promise : undefined]),
      ended.then((code) => failed(`Chromium ended: ${code}`)),
      new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS).unref()).then(() =>
        failed(`Chromium posted no result in time: ${[...lacking]}`),
      ),
    ]);
  } finally {
    child.kill(); // it ends its own processes, which a kill by force would leave behind
    const overdue = setTimeout(() => child.kill("SIGKILL"), 5_000);
    await ended;
    clearTimeout(overdue);
    close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const found = await browser();
if (found.lacking !== undefined) {
  console.log(JSON.stringify(found));
} else {
  const outDir = mkdtempSync(join(tmpdir(), "spolia-page-"));
  const scripts = await bundle(outDir).finally(() => rmSync(outDir, { recursive: true, force: true }));
  const visits = ["wasm", "twin"].map((kernels) => visit(found, scripts, kernels));
  const [[page, worker, storage], [referencePage, referenceWorker]] = await Promise.all(visits);
  console.log(JSON.stringify({ page, worker, referencePage, referenceWorker, storage }));
}
