import { sharedText } from "../../../support/shared.ts";

/** Public test vectors (`test/vectors/published`). */
export function vectors<T>(name: string): T {
  const text = sharedText(`data/vectors/${name}`);
  if (text === null) throw new Error(`There is no test/vectors/published/${name}.`);
  return JSON.parse(text) as T;
}
