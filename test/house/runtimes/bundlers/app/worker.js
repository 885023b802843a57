import { report } from "./report.js";

report().then((found) => globalThis.postMessage(found));
