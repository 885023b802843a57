/** Every type that requests and results are made of, by its name: `Contract.MatchedDocument`. */
export type * from "./common.ts";
export type * from "./engine.ts";
export type * from "./operations/canary.ts";
export type * from "./operations/decision.ts";
export type * from "./operations/observation.ts";
export type * from "./resources/corpus.ts";
export type * from "./resources/encoder.ts";
export type * from "./resources/model.ts";
