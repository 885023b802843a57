/** The public entry `spolia/http`. It does not import Node modules; `serve.ts` starts a server for the command line. */
export type { BodyForm } from "./body.ts";
export { createHandler, type Handler, type HandlerOptions } from "./handler.ts";
export type { PageFiles } from "./page.ts";
export { parseBody } from "./parseBody.ts";
export type { Problem } from "./problems.ts";
