/** The public entry `spolia/http`. It does not reach Node: starting a server is `serve.ts`, for the command line. */
export { createHandler, type Handler, type HandlerOptions } from "./handler.ts";
export type { Problem } from "./problems.ts";
