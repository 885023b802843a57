/** Are two texts that say the same in one language? */
import { loadedOnce } from "../../base/queues/remembered.ts";

/** `translation` where both languages are told, and differ. */
export type RewordingKind = "paraphrase" | "translation";

const loadLanguage = loadedOnce(() => import("../text/language.ts"));

export async function kindOf(a: string, b: string): Promise<RewordingKind> {
  const [one, other] = [await languageOf(a), await languageOf(b)];
  return one === other || one === "und" || other === "und" ? "paraphrase" : "translation";
}

/** UTF-16 length of the beginning of a text by which its language is told. */
const BEGINNING_UNITS = 10_000;

/** ISO 639-1, or `und`: by the beginning of a text. */
export const languageOfBeginning = (text: string): Promise<string> => languageOf(text.slice(0, BEGINNING_UNITS));

async function languageOf(text: string): Promise<string> {
  return (await loadLanguage()).detectLanguage(text);
}
