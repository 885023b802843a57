/** Can a model have met a text in a dataset, given the date of its first publication and its language? */
import { checkArguments, isRecord } from "../../base/arguments.ts";
import { isDetectable, languageInWords } from "../../core/text/languageNames.ts";
import type { Model } from "../ledger/records.ts";

/** What is known of a text. */
export interface KnownOfText {
  /** First publication: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; a bare year counts from its January. */
  readonly published?: string | undefined;
  /** ISO 639-1; `und` where it is not known, which excludes nothing. */
  readonly language?: string | undefined;
}

/** Last months that a path states. */
interface Ends {
  readonly cutoff: string | null;
  readonly datasetEnd: string | null;
  readonly released?: string | null;
  readonly releasedBasis?: Model["released_basis"];
}

/** What a path states of time and language. */
interface Limits extends Ends {
  readonly trainedDataset: string;
  readonly languages: readonly string[] | null;
}

export interface Exclusion {
  readonly reason: "excluded_by_date" | "excluded_by_language";
  /** The reason in words. */
  readonly because: string;
}

/**
 * Why the model cannot have met the text on this path: the text was first published after the dataset ended, after the
 * cutoff or after the release, or it is in a language that what went in does not have. `null` where that is not
 * certain: a date or language is unknown, or the text's year or month overlaps the last one.
 */
export function exclusionOf(known: KnownOfText, path: Limits): Exclusion | null {
  checkArguments("exclusionOf", [
    ["/known", isRecord(known), "an object: { published, language }"],
    ["/path", isRecord(path), "a training path"],
  ]);
  const { published, language } = known;
  const byDate = excludedByDate(published, path);
  if (byDate !== null) return { reason: "excluded_by_date", because: byDate };
  const byLanguage = inAnotherLanguage(language, path);
  return byLanguage === null ? null : { reason: "excluded_by_language", because: byLanguage };
}

const PUBLISHED = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/;

/**
 * The reason why the date excludes the path: the work was first published after the dataset's last month, after the
 * cutoff or after the release. `null` where that is not certain: a date is unknown or invalid, or its year or month
 * overlaps the end.
 *
 * @param published `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; a bare year counts from its January
 */
export function excludedByDate(published: string | undefined, path: Ends): string | null {
  const parts = PUBLISHED.exec(published ?? "");
  if (parts === null) return null;
  const earliestMonth = `${parts[1]}-${parts[2] ?? "01"}`;
  const after = (month: string | null | undefined) => typeof month === "string" && earliestMonth > month;
  if (after(path.datasetEnd))
    return `The work was first published after ${path.datasetEnd}, the last month of the dataset.`;
  if (after(path.cutoff))
    return `The work was first published after ${path.cutoff}, the last month of the model's training data.`;
  if (!after(path.released)) return null;
  const basis = path.releasedBasis === "unsourced" ? ", a month that no listed source states" : "";
  return `The work was first published after ${path.released}, when the model was released${basis}.`;
}

function inAnotherLanguage(language: string | undefined, { languages, trainedDataset }: Limits): string | null {
  if (language === undefined || language === "und" || languages === null) return null;
  const natural = languages.filter((one) => one !== "code");
  // Comments and read-me files of code may be in any language. Text in a language that the detector does not know is
  // taken for another one, so a list with such a language excludes nothing; `mul` is no such language either.
  if (natural.length === 0 || natural.includes(language) || !natural.every(isDetectable)) return null;
  const recorded = languages.map(languageInWords).join(", ");
  return `The text is in ${languageInWords(language)}; what the model used of ${trainedDataset} is recorded as ${recorded}.`;
}
