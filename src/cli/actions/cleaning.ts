/** Writes a dataset without what an audit finds, and puts it back from the ledger. */
import { rmSync } from "node:fs";
import type { Span } from "../../base/contract/common.ts";
import type { AuditItem, AuditResult } from "../../base/contract/operations/audit.ts";
import { folderWithoutEnd } from "../../base/slashes.ts";
import type { AuditDocumentsOptions, CleanResult, Cut, OpenAudit } from "../../files/index.ts";
import { bytes, count, figure, TerminalPage } from "../../report/layout/page.ts";
import type { ReadingFlags } from "../inputs/inputs.ts";
import { UsageError } from "../terminal/exit.ts";
import type { Context } from "../terminal/run.ts";
import { SkippedInputs } from "../terminal/skipped.ts";

export interface CleanFlags {
  clean?: string;
  cut?: "document" | "passage";
  ledger?: string;
  convert?: boolean;
  restore?: string;
  from?: string;
  to?: string;
  findings?: number;
}

interface CleanSettings extends CleanFlags, ReadingFlags {
  ignore: string[];
  reworded: AuditDocumentsOptions["reworded"];
  /** Whether documents are taken out that likely say an item in other words. */
  takesReworded: boolean;
}

/** Places listed for an item, and looked at where they are taken out. */
const FINDINGS_SHOWN = 100;
const TAKEN_PLACES_MAX = 10_000;

export const LEDGER_ENDING = ".ledger.jsonl";

/** Audits the files of a dataset while they are written without the documents or passages that hold items. */
export async function cleaned(
  items: readonly AuditItem[],
  dataset: readonly string[],
  flags: CleanSettings,
  context: Context,
): Promise<AuditResult> {
  const { openAudit } = await import("../../files/index.ts");
  // What is in other words is known only when all documents have been ranked.
  const before = flags.reworded === undefined ? undefined : await rewordedIn(items, dataset, flags, context);
  const rewritten = flags.takesReworded ? likelyIn(before!) : new Map<string, RewordedPlace[]>();
  const { findings, ignore } = flags;
  const clean = folderWithoutEnd(flags.clean!);
  const ledger = flags.ledger ?? `${clean}${LEDGER_ENDING}`;
  const { output, progress } = context;
  for (let audit = await openAudit(items, { findings, ignore }); ; ) {
    const skipped = new SkippedInputs();
    let again: OpenAudit | null = null;
    try {
      const done = await cleanedBy(audit, dataset, { ...flags, clean, ledger, rewritten }, context, skipped);
      again = audit.again();
      if (again === null) {
        progress.stop();
        output.notice(
          `${takenOut(done)}: ${bytes(done.cleaned_bytes)} of ${bytes(done.bytes)} stay. Ledger: ${ledger}`,
        );
        tellGaps(done, output);
        const result = before === undefined ? audit.finish() : shown(before, flags.findings);
        return skipped.told(result, "the dataset");
      }
      // Later documents told that what was taken out of earlier ones is a frame that they have in common.
      rmSync(clean, { recursive: true });
      rmSync(ledger);
      audit = again;
    } finally {
      progress.stop();
      if (again === null) skipped.tell(output);
    }
  }
}

async function cleanedBy(
  audit: OpenAudit,
  dataset: readonly string[],
  {
    clean,
    cut,
    ledger,
    convert,
    strict,
    encoding,
    textField,
    rewritten,
  }: CleanSettings & {
    ledger: string;
    rewritten: ReadonlyMap<string, RewordedPlace[]>;
  },
  { host }: Context,
  skipped: SkippedInputs,
): Promise<CleanResult> {
  const { cleanDataset } = await import("../../files/index.ts");
  return cleanDataset(
    dataset,
    clean!,
    ledger,
    (document) => cutOf(audit.look(document), rewritten.get(document.id) ?? [], cut),
    {
      by: "audit",
      convert,
      strict,
      encoding,
      textField,
      ...host,
      onSkip: skipped.add,
    },
  );
}

/** The same audit without anything taken out. */
async function rewordedIn(
  items: readonly AuditItem[],
  dataset: readonly string[],
  { findings = FINDINGS_SHOWN, ignore, reworded, encoding, strict, textField, takesReworded }: CleanSettings,
  { host: { signal, onProgress }, progress }: Context,
): Promise<AuditResult> {
  const { auditDocuments, readDocuments } = await import("../../files/index.ts");
  const documents = readDocuments(dataset, { encoding, strict, textField, signal, onProgress });
  const most = takesReworded ? TAKEN_PLACES_MAX : findings;
  const result = await auditDocuments(items, documents, { findings: most, ignore, reworded, signal, onProgress });
  progress.stop();
  return result;
}

/** With as many places as were asked for. */
function shown(result: AuditResult, findings = FINDINGS_SHOWN): AuditResult {
  const items = result.items.map((item) => ({
    ...item,
    findings: item.findings.slice(0, findings),
    rewordings: (item.rewordings ?? []).slice(0, findings),
  }));
  return { ...result, items };
}

/** A place that likely says an item in other words. */
interface RewordedPlace {
  item: string;
  confidence: number;
  place: Span;
}

function likelyIn({ items }: AuditResult): Map<string, RewordedPlace[]> {
  const places = new Map<string, RewordedPlace[]>();
  for (const { id, reworded_verdict, rewordings = [] } of items)
    for (const { verdict, document, confidence, document_place } of rewordings) {
      if (reworded_verdict !== "likely" || verdict !== "likely") continue;
      places.set(document, [...(places.get(document) ?? []), { item: id, confidence, place: document_place }]);
    }
  return places;
}

/** What is taken out of a document for the items that it holds, or else for those that it says in other words. */
function cutOf(found: ReturnType<OpenAudit["look"]>, rewritten: readonly RewordedPlace[], cut: CleanFlags["cut"]) {
  const held = cutOfHeld(found, cut);
  if (rewritten.length === 0 || (held !== null && cut !== "passage")) return held;
  if (held !== null && held.spans !== "document")
    return { ...held, spans: united([...held.spans, ...rewritten.map(({ place }) => place)]) };
  return {
    rule: "says_item_in_other_words",
    found: rewritten.map(({ item, confidence }) => ({ item, confidence })),
    spans: cut === "passage" ? united(rewritten.map(({ place }) => place)) : ("document" as const),
  };
}

/** What is taken out of a document for the items that it holds. @param found what `look` says of it */
export function cutOfHeld(found: ReturnType<OpenAudit["look"]>, cut: CleanFlags["cut"]): Cut | null {
  const held = found.filter(({ isShort, finding }) => finding.holds && !isShort);
  if (held.length === 0) return null;
  const spans = held.flatMap(({ finding }) => finding.passages.map((passage) => passage.document));
  return {
    rule: "holds_item",
    found: held.map(({ item, finding: { share, edits } }) => ({ item, share, edits })),
    spans: cut === "passage" ? united(spans) : "document",
  };
}

function takenOut(result: CleanResult): string {
  const { documents, documents_removed: removed, documents_uncut: uncut, documents_cut: parted } = result;
  const isOne = removed === 1 || documents === 1;
  const whole = `${figure(removed)} of ${count(documents, "document")} ${isOne ? "was" : "were"} taken out`;
  const why = uncut === 0 ? "" : ` (${figure(uncut)} since passages cannot be cut alone from such a file)`;
  return parted === 0 ? whole + why : `${whole}${why}, passages of ${count(parted, "other document")}`;
}

/** Told of records that stay with a text that is empty. */
export function tellGaps({ documents_with_gaps: gaps }: CleanResult, output: Context["output"]): void {
  if (gaps > 0)
    output.notice(`Of ${count(gaps, "document")} one of several texts is empty now, such as a turn of a conversation.`);
}

/** Spans without overlap, ascending. */
function united(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((x, y) => x.start - y.start)) {
    const last = result.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}

export async function restore(ledger: string, { from, to }: CleanFlags, { output }: Context): Promise<undefined> {
  const folder = from ?? (ledger.endsWith(LEDGER_ENDING) ? ledger.slice(0, -LEDGER_ENDING.length) : undefined);
  if (folder === undefined)
    throw new UsageError(
      `${ledger} is not named as --clean names its lists, NAME${LEDGER_ENDING}: where the cleaned files are is not known.`,
      "Give the list that --clean wrote. If it was renamed, name the folder of the cleaned files with --from.",
    );
  const { restoreDataset } = await import("../../files/index.ts");
  const target = to ?? `${folder}.restored`;
  const result = await restoreDataset(ledger, folder, target);
  output.answer({ ...result, output: target }, (plain) => {
    const page = new TerminalPage(plain);
    const parts = `${count(result.parts, "part")} put back into ${count(result.files, "file")}`;
    page.verdict("RESTORED", `${parts}, ${bytes(result.bytes)}, as they were to the byte.`, "sound");
    page.text(target, { label: "folder  " });
    return page.finish();
  });
  return undefined;
}
