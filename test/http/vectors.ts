import { sharedText } from "../suites/shared.ts";

/** Public test vectors, or `null` where they are absent; tests then skip and say so. */
export function vectors<T>(name: string): T | null {
  const text = sharedText(`data/vectors/${name}`);
  return text === null ? null : (JSON.parse(text) as T);
}
