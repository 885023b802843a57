/** The public entry `spolia/http`. It does not import Node modules; `serve.ts` starts a server for the command line. */

export type { Problem } from "./answer/problems.ts";
export type { PageFiles } from "./pages/page.ts";
export type { BodyForm } from "./request/body.ts";
export { parseBody } from "./request/parseBody.ts";
export { createHandler, type Handler } from "./serve/handler.ts";
export type { HandlerOptions } from "./serve/options.ts";
