/** What a browser is given to run the suite: its scripts as any web project bundles them, and a host that takes the results. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsup";
import { serveFile } from "../../../support/servers/static.ts";

/** Longer than the suites take where all of them run at once. */
const TIMEOUT_MS = 500_000;
const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Each entry as one script with its dependencies, as a bundler of any web project makes it. */
export async function bundledScripts() {
  const outDir = mkdtempSync(join(tmpdir(), "spolia-page-"));
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
  try {
    await build({ ...options, esbuildOptions, config: false, silent: true, clean: false, dts: false });
    return new Map(Object.keys(entry).map((name) => [`/${name}.js`, readFileSync(join(outDir, `${name}.js`))]));
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
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

/**
 * Serves the suite and waits for what its page and its worker post; with WebAssembly, for the suites of storages too.
 *
 * @param kernels "wasm", or "twin" where the policy allows no WebAssembly
 * @param go opens an address in the browser; rejects where the browser ends
 */
export async function resultsIn(scripts, kernels, go) {
  const isWasm = kernels === "wasm";
  const names = isWasm ? ["/page.js", "/storage.js"] : ["/page.js"];
  const { url, received, close } = await serve(scripts, names, isWasm ? "'wasm-unsafe-eval'" : "");
  const wanted = ["page", "worker", ...(isWasm ? ["storage"] : [])];
  const lacking = new Set(wanted);
  for (const name of wanted) received[name].promise.then(() => lacking.delete(name));
  try {
    return await Promise.race([
      Promise.all(wanted.map((name) => received[name].promise)),
      go(`${url}/?kernels=${kernels}`).then(() => new Promise(() => {})),
      new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS).unref()).then(() => {
        throw new Error(`The browser posted no result in time: ${[...lacking]}`);
      }),
    ]);
  } finally {
    close();
  }
}
