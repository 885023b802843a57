import { report } from "./report.js";

globalThis.postMessage(await report());
