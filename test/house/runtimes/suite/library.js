/** The built library as the suite is given it. Every import is static, so that Deno needs no permission for it. */
export * as catalogue from "../../../../build/catalogue.js";
export * as documents from "../../../../build/documents.js";
export * as http from "../../../../build/http.js";
export * as index from "../../../../build/index.js";
export * as report from "../../../../build/report.js";
export * as file from "../../../../build/storage/file.js";
export * as httpStorage from "../../../../build/storage/http.js";
export * as memory from "../../../../build/storage/memory.js";
export * as opfs from "../../../../build/storage/opfs.js";
export * as wasm from "../../../../build/wasm.js";
