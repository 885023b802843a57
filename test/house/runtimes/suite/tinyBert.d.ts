/** What of the folder is other than in a sound one. */
interface Change {
  about?: object;
  epsilons?: number[];
  operators?: string[];
}
export function tinyBert(change?: Change): Promise<Record<string, Uint8Array>>;
