/** The parts of a report that are the same for every operation: what was not tested, and how to replay the result. */
import type { Completeness, CorpusReference, IndexUse, Method } from "../../base/contract/common.ts";
import { count } from "../layout/page.ts";
import type { Sheet } from "../layout/sheet.ts";

export function writeCompleteness(page: Sheet, { complete, stages }: Completeness): void {
  page.heading("Not tested");
  const short = stages.filter((stage) => stage.status !== "done");
  if (short.length === 0)
    page.text(complete ? "Nothing was left out: every stage ran in full." : "The result is incomplete.");
  const words = { skipped: "skipped", bounded: "stopped at a limit", failed: "failed", done: "done" };
  for (const { name, status, reason } of short) {
    page.item(`${name.replaceAll("_", " ")}: ${words[status]}${reason === undefined ? "." : `. ${reason}`}`);
  }
  if (short.length > 0 && !complete) page.text("The result depends on these stages.");
}

/** @param id the kind of the result and its id */
export function writeMethod(
  page: Sheet,
  id: string,
  { completeness, method }: { completeness: Completeness; method: Method },
): void {
  writeCompleteness(page, completeness);
  writeReplay(page, id, method);
}

export function writeReplay(page: Sheet, id: string, method: Method): void {
  page.heading("To replay");
  page.text(`${id} with ${method.engine}, normalisation ${method.fold}, catalogue ${method.catalogue ?? "none"}`, {
    dim: true,
  });
  const kernels =
    method.wasm_sha256 === null
      ? "TypeScript reference implementation"
      : `WebAssembly of SHA-256 ${method.wasm_sha256}`;
  page.text(`Kernels: ${kernels}. Calibration: ${method.calibration ?? "none"}.`, { dim: true });
  const parameters = Object.entries(method.parameters).map(([name, value]) => `${name} ${value}`);
  if (parameters.length > 0) page.text(`Parameters: ${parameters.join(", ")}.`, { dim: true });
  for (const corpus of method.corpora) {
    const size = `${count(corpus.documents, "document")}, ${count(corpus.words, "word")}`;
    const label = `dataset ${corpus.dataset}${LABELS[(corpus as Partial<CorpusReference>).dataset_basis ?? "unsaid"]}`;
    page.text(
      `corpus ${corpus.name} (${label}${listingsOf(corpus)}) at ${corpus.revision}: ${size}${without(corpus)}`,
      {
        dim: true,
      },
    );
  }
  for (const { name, index } of method.corpora) if (index !== undefined) writeUse(page, name, index);
  page.text("The same request to the same engine with the same states of the same corpora returns the same document.", {
    dim: true,
  });
}

const without = ({ ignore }: CorpusReference): string =>
  ignore === undefined
    ? ""
    : `; it carries ${count(ignore.texts, "text")} of ${count(ignore.words, "word")} that do not count`;

function writeUse(page: Sheet, name: string, { address, sent, answers, runs }: IndexUse): void {
  const strings = `${count(sent.length, "string")} of the text ${sent.length === 1 ? "was" : "were"} sent to ${address}`;
  page.text(`${name}: ${strings}, for ${count(answers, "answer")}; the result as JSON lists all of them.`, {
    dim: true,
  });
  for (const { words, places, joined } of runs) {
    const found = joined ? ` in overlapping parts, the first` : "";
    page.text(`A run of ${count(words, "word")} stands there${found} in ${count(places, "place")}.`, { dim: true });
  }
}

/** What the label of a corpus rests on. Results of 0.1.0 do not say it. */
const LABELS = {
  manifest: ", whose source files are in the listing ",
  declared: ", as its builder labelled it",
  none: ", by its name alone",
  unsaid: "",
} as const;

const listingsOf = ({ listings = [] }: Partial<CorpusReference>): string => listings.join(", ");
