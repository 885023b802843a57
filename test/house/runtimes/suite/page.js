/** The suite in a page and in a module worker. Its results are posted to the server that the page came from. */
import * as library from "./library.js";
import { codeOf, runSuite } from "./suite.js";

const isPage = "document" in globalThis;
const kernels = new URL(location.href).searchParams.get("kernels");

function post(result) {
  return fetch(`/result/${isPage ? "page" : "worker"}`, { method: "POST", body: JSON.stringify(result) });
}

globalThis.addEventListener("unhandledrejection", ({ reason }) => post({ failed: String(reason?.stack ?? reason) }));
globalThis.addEventListener("error", ({ message }) => post({ failed: message }));

if (isPage) new Worker(`${import.meta.url}${location.search}`, { type: "module" });
const result = await runSuite(library, kernels);
const code = await codeOf(() => library.index.openCorpus("./books.spolia"));
result.checks.push({ name: "a browser has no file system", ok: code === "unsupported_runtime", detail: code });
await post(result);
