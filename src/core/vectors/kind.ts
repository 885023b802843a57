/** Are two texts that say the same in one language? */
import { loadedOnce } from "../../base/queues/remembered.ts";

/** `translation` where both languages are told, and differ. */
export type RewordingKind = "paraphrase" | "translation";

const loadLanguage = loadedOnce(() => import("../text/language.ts"));

export async function kindOf(a: string, b: string): Promise<RewordingKind> {
  const { detectLanguage } = await loadLanguage();
  const [one, other] = [detectLanguage(a), detectLanguage(b)];
  return one === other || one === "und" || other === "und" ? "paraphrase" : "translation";
}
