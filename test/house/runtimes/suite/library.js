/** The built library as the suite is given it. Every import is static, so that Deno needs no permission for it. */
export * as catalogue from "../../../../build/catalogue.js";
export * as documents from "../../../../build/documents.js";
export * as index from "../../../../build/index.js";
export * as models from "../../../../build/models.js";
export * as report from "../../../../build/report.js";
export * as service from "../../../../build/service.js";
export * as storage from "../../../../build/storage.js";
export * as wasm from "../../../../build/wasm.js";
