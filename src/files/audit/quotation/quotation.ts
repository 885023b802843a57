/**
 * Is a quotation really in the document that it cites? Its parts between marks of omission are compared word by word
 * with every place of the document; what is not found as a whole is looked for in pieces, and then in corpora.
 */
import { checkArguments, hasMethods, optionsChecks } from "../../../base/arguments.ts";
import type { Stage } from "../../../base/contract/common.ts";
import type { QuotationResult } from "../../../base/contract/operations/quotation.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { sum } from "../../../base/lists/numbers.ts";
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import { type KernelOptions, loadKernels } from "../../../core/kernels/load.ts";
import type { Corpus } from "../../../corpus/search/corpus.ts";
import { inCorpora } from "./corpora.ts";
import { inDocument, NOT_THERE } from "./document.ts";
import { partsOf } from "./parts.ts";
import { citedText } from "./place.ts";

export interface QuotationOptions extends KernelOptions {
  /** Corpora that are searched where the quotation is not in the document. */
  corpora?: readonly Corpus[] | undefined;
  signal?: PlatformAbortSignal | undefined;
}

/** Words of a quotation: comparing them with every place takes their product with the document's words. */
const QUOTATION_WORDS_MAX = 2_000;
const PATH_CHARACTERS_MAX = 260;

/**
 * What editors and printers put among the author's words is no difference: brackets, `[sic]`, marks of notes, running
 * heads and page numbers, divided words. The result lists it.
 *
 * @param document text of the cited document, or `null` where only corpora are searched
 * @throws invalid_request where the quotation has no word; content_too_large where it has over 2,000; the errors of
 *   searches
 * @since 0.2.0
 */
export async function checkQuotation(
  quotation: string,
  document: string | null,
  options: QuotationOptions = {},
): Promise<QuotationResult> {
  const { corpora = [], wasm, signal } = options ?? {};
  checkArguments("checkQuotation", [
    ["/quotation", typeof quotation === "string", "a string"],
    ["/document", document === null || typeof document === "string", "a string, or null"],
    ["/document", typeof document !== "string" || !isPath(document), "the text of the document, not its path"],
    ...optionsChecks<QuotationOptions>(options, { wasm: true, corpora: true, signal: true }),
    ["/options/corpora", Array.isArray(corpora) && corpora.every((one) => hasMethods(one, "search")), "open corpora"],
  ]);
  const kernels = await loadKernels(wasm);
  const parts = partsOf(kernels, quotation);
  const words = sum(parts, (part) => part.words);
  checkArguments("checkQuotation", [["/quotation", words > 0, "of at least one word"]]);
  if (words > QUOTATION_WORDS_MAX) throw tooLong();
  const check = (text: string) => inDocument(kernels, { quotation, parts, words }, citedText(kernels, text));
  const cited = document === null ? null : check(document);
  const isThere = cited !== null && cited.status !== "nowhere";
  const { elsewhere, tooShortFor } = isThere
    ? { elsewhere: [], tooShortFor: [] }
    : await inCorpora(kernels, { parts, words, corpora, signal }, check);
  const isElsewhere = elsewhere.length > 0;
  const status = isThere ? cited.status : isElsewhere ? "elsewhere" : tooShortFor.length > 0 ? "too_short" : "nowhere";
  return {
    words,
    ...(cited ?? NOT_THERE),
    status,
    omissions: parts.length - 1,
    elsewhere,
    offset_unit: "utf16",
    completeness: completenessOf(document !== null, tooShortFor),
  };
}

/** Whether a text is no more than the path or the address of a file: one word with slashes or a known ending. */
function isPath(document: string): boolean {
  const text = document.trim();
  if (text.length > PATH_CHARACTERS_MAX || /[\r\n]/.test(text)) return false;
  if (/^(?:[A-Za-z]:|\\)\\\S/.test(text)) return true;
  if (!/^[\w.~:%@+/\\-]+$/.test(text)) return false;
  return /\w[/\\]\w/.test(text) || /\.(?:txt|md|html?|pdf|epub|docx|odt|rtf)$/i.test(text);
}

function tooLong(): SpoliaError {
  return new SpoliaError("content_too_large", "The quotation has over 2,000 words.", {
    hint: "Compare the two texts: spolia compare.",
  });
}

function completenessOf(isCited: boolean, tooShortFor: readonly Corpus[]): QuotationResult["completeness"] {
  const names = tooShortFor.map(({ info }) => info.name).join(", ");
  const stages: Stage[] = [
    isCited
      ? { name: "cited_document", status: "done" }
      : { name: "cited_document", status: "skipped", reason: "None was given." },
    tooShortFor.length === 0
      ? { name: "corpora", status: "done" }
      : {
          name: "corpora",
          status: "bounded",
          reason: `The quotation is too short to be found in ${names}: only longer runs of words are certain to be found without the text.`,
        },
  ];
  return { complete: tooShortFor.length === 0, stages };
}
