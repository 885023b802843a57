/** The folder of weights that the suite of all runtimes has, which is plain JavaScript. */
const suite = new URL("../../house/runtimes/suite/tinyBert.js", import.meta.url);

/** What of the folder is other than in a sound one. */
interface TinyChange {
  about?: object;
  epsilons?: number[];
  operators?: string[];
  constants?: Record<string, number>;
  axes?: Record<string, number | number[]>;
  wires?: Record<string, string>;
}

export const { tinyBert } = (await import(suite.href)) as {
  tinyBert(change?: TinyChange): Promise<Record<string, Uint8Array>>;
};
