/** The suite in a page and in a module worker, which is started as all bundlers understand it. */
import { report } from "./report.js";

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const inWorker = new Promise((resolve) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => resolve({ failed: message });
});
globalThis.results = Promise.all([report(), inWorker]);
