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
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { type KernelOptions, loadKernels } from "../../../core/kernels/load.ts";
import { givenCheck, shinglesOfTexts } from "../../../core/uncounted/given.ts";
import type { Corpus } from "../../../corpus/search/corpus.ts";
import { inCorpora } from "./corpora.ts";
import { inDocument, NOT_THERE, type Quoted } from "./document.ts";
import { besideGiven, type JudgedQuotation } from "./given.ts";
import { partsOf } from "./parts.ts";
import { citedText } from "./place.ts";

export interface QuotationOptions extends KernelOptions {
  /** Corpora that are searched where the quotation is not in the document. */
  corpora?: readonly Corpus[] | undefined;
  /** Texts that do not count, such as a handout or a footer. */
  ignore?: readonly string[] | undefined;
  signal?: PlatformAbortSignal | undefined;
}

/** Words of a quotation: comparing them with every place takes their product with the document's words. */
const QUOTATION_WORDS_MAX = 2_000;
const PATH_CHARACTERS_MAX = 260;

/**
 * What editors and printers put among the author's words is no difference: brackets, `[sic]`, marks of notes, running
 * heads and page numbers, divided words. The result lists it.
 *
 * Texts that do not count (`ignore`, and those that corpora carry) change nothing where the quotation stands verbatim
 * in the document. Otherwise a quotation that stands verbatim in a text of `ignore`, however short, or consists of runs
 * of eight words of such texts but for four words, is `given`: no finding. Of others, such runs are left out, of the
 * quotation and of the document, and the other words decide.
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
  const { corpora = [], ignore = [], wasm, signal } = options ?? {};
  checkArguments("checkQuotation", [
    ["/quotation", typeof quotation === "string", "a string"],
    ["/document", document === null || typeof document === "string", "a string, or null"],
    ["/document", typeof document !== "string" || !isPath(document), "the text of the document, not its path"],
    ...optionsChecks<QuotationOptions>(options, { wasm: true, corpora: true, ignore: true, signal: true }),
    ["/options/corpora", Array.isArray(corpora) && corpora.every((one) => hasMethods(one, "search")), "open corpora"],
    givenCheck(options?.ignore),
  ]);
  const kernels = await loadKernels(wasm);
  const quoted = quotedOf(kernels, quotation);
  checkArguments("checkQuotation", [["/quotation", quoted.words > 0, "of at least one word"]]);
  if (quoted.words > QUOTATION_WORDS_MAX) throw tooLong();
  const { own, cited, check, given } = judged(kernels, quoted, document, { ignore, corpora });
  const isThere = cited !== null && cited.status !== "nowhere";
  const { elsewhere, tooShortFor } =
    isThere || own === null
      ? { elsewhere: [], tooShortFor: [] }
      : await inCorpora(kernels, { parts: own.parts, words: own.words, corpora, signal }, check);
  const isElsewhere = elsewhere.length > 0;
  const notThere = isElsewhere ? "elsewhere" : tooShortFor.length > 0 ? "too_short" : "nowhere";
  return {
    words: (own ?? quoted).words,
    ...(cited ?? NOT_THERE),
    ...(given !== undefined && { given }),
    status: own === null ? "given" : isThere ? cited.status : notThere,
    omissions: quoted.parts.length - 1,
    elsewhere,
    offset_unit: "utf16",
    completeness: completenessOf(document !== null, own === null, tooShortFor),
  };
}

/** Given texts are looked at only where the quotation is not verbatim in the document. */
function judged(
  kernels: Kernels,
  quoted: Quoted,
  document: string | null,
  { ignore, corpora }: { ignore: readonly string[]; corpora: readonly Corpus[] },
): JudgedQuotation {
  const check = (text: string) => inDocument(kernels, quoted, citedText(kernels, text));
  const cited = document === null ? null : check(document);
  const carried = corpora.flatMap((corpus) => corpus.ignore ?? []);
  if (ignore.length === 0 && carried.length === 0) return { own: quoted, cited, check };
  if (cited?.status === "verbatim") return { own: quoted, cited, given: [], check };
  const texts = [...shinglesOfTexts(kernels, ignore), ...carried];
  return besideGiven(kernels, quoted, { document, ignore, texts }, (left) => quotedOf(kernels, left));
}

function quotedOf(kernels: Kernels, quotation: string): Quoted {
  const parts = partsOf(kernels, quotation);
  return { quotation, parts, words: sum(parts, (part) => part.words) };
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

function completenessOf(
  isCited: boolean,
  isGiven: boolean,
  tooShortFor: readonly Corpus[],
): QuotationResult["completeness"] {
  const names = tooShortFor.map(({ info }) => info.name).join(", ");
  const stages: Stage[] = [
    isCited
      ? { name: "cited_document", status: "done" }
      : { name: "cited_document", status: "skipped", reason: "None was given." },
    isGiven
      ? { name: "corpora", status: "skipped", reason: "All of the quotation stands in texts that do not count." }
      : tooShortFor.length === 0
        ? { name: "corpora", status: "done" }
        : {
            name: "corpora",
            status: "bounded",
            reason: `The quotation is too short to be found in ${names}: only longer runs of words are certain to be found without the text.`,
          },
  ];
  return { complete: tooShortFor.length === 0, stages };
}
