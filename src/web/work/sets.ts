/** A set of texts: who shares with whom; and items looked for in documents. */
import { auditDocuments } from "../../audit/audit.ts";
import type { CorpusDocument } from "../../contract/corpus.ts";
import { buildCorpus } from "../../corpus/build.ts";
import { contextOf } from "../../engine/engine.ts";
import { perform } from "../../engine/requests.ts";
import { throwIfAborted } from "../../errors.ts";
import { writeAudit } from "../../report/audit.ts";
import type { CallHost, GivenFile, SharedTexts } from "../messages.ts";
import { documentsIn } from "./files.ts";
import type { SheetPart } from "./nodeSheet.ts";
import { partsOf } from "./shown.ts";

/** Each text is searched for in all: a set is what a person can look at. */
const SET_TEXTS = 500;

async function documentsOf(files: readonly GivenFile[], { signal }: CallHost): Promise<CorpusDocument[]> {
  const found: CorpusDocument[] = [];
  for await (const one of documentsIn(files, { signal, onBytes: () => {}, onSkip: () => {} })) found.push(one);
  return found;
}

export async function shareOf(files: readonly GivenFile[], host: CallHost): Promise<SharedTexts> {
  const all = await documentsOf(files, host);
  const documents = all.slice(0, SET_TEXTS);
  const corpus = await buildCorpus(documents, { name: "set", dataset: "set" });
  const context = await contextOf({ corpora: [corpus] });
  const places = new Map(documents.map(({ id }, place) => [id, place]));
  const pairs = new Map<string, SharedTexts["pairs"][number]>();
  for (const [place, { text }] of documents.entries()) {
    throwIfAborted(host.signal);
    host.onProgress({ stage: "search", done: place, total: documents.length, unit: "texts" });
    // A turn of the loop, in which a wish to cancel is heard.
    await new Promise((resolve) => setTimeout(resolve));
    const result = await perform(context, "analyze", { content: text, options: { max_matches: SET_TEXTS } }, {});
    for (const { document, words, content_share: share } of result.documents) {
      const other = places.get(document.id)!;
      if (other === place) continue;
      const [a, b] = place < other ? [place, other] : [other, place];
      const known = pairs.get(`${a} ${b}`);
      const most = Math.max(share, known?.share ?? 0);
      pairs.set(`${a} ${b}`, { a, b, words: Math.max(words, known?.words ?? 0), share: most });
    }
  }
  await corpus.close();
  return {
    texts: documents.map(({ id, title, text }) => ({ name: title ?? id, text })),
    pairs: [...pairs.values()].sort((one, other) => other.share - one.share || one.a - other.a || one.b - other.b),
    leftOut: all.length - documents.length,
  };
}

/** @param items a text in each line */
export async function auditOf(items: string, files: readonly GivenFile[], host: CallHost): Promise<SheetPart[]> {
  const lines = items.split("\n").filter((line) => line.trim() !== "");
  const documents = await documentsOf(files, host);
  const result = await auditDocuments(
    lines.map((text, i) => ({ id: `${i + 1}`, text })),
    documents,
    host,
  );
  return partsOf((sheet) => writeAudit(sheet, result));
}
