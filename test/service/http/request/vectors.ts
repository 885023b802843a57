import { sharedText } from "../../../support/shared.ts";

/** Public test vectors (`test/support/vectors/published`). */
export function vectors<T>(name: string): T {
  const text = sharedText(`data/vectors/${name}`);
  if (text === null) throw new Error(`There is no test/support/vectors/published/${name}.`);
  return JSON.parse(text) as T;
}
