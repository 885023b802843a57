/** A set of texts: who shares with whom; and items looked for in documents. */

import type { CorpusDocument } from "../../../base/contract/resources/corpus.ts";
import { throwIfAborted } from "../../../base/errors.ts";
import { buildCorpus } from "../../../corpus/build/build.ts";
import { contextOf } from "../../../engine/engine.ts";
import { perform } from "../../../engine/requests.ts";
import { auditDocuments } from "../../../files/audit/audit.ts";
import { writeAudit } from "../../../report/views/audit.ts";
import type { CallHost, GivenFile, SharedTexts, ShownAudit } from "../messages.ts";
import { reading } from "./files.ts";
import { partsOf } from "./shown.ts";

/** Each text is searched for in all: a set is what a person can look at. */
const SET_TEXTS = 500;

export async function shareOf(files: readonly GivenFile[], host: CallHost): Promise<SharedTexts> {
  const read = reading(files, host);
  const documents: CorpusDocument[] = [];
  let leftOut = 0;
  for await (const one of read.documents) {
    if (documents.length < SET_TEXTS) documents.push(one);
    else leftOut += 1;
  }
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
    leftOut,
    skipped: read.skipped,
  };
}

/** @param items a text in each line */
export async function auditOf(items: string, files: readonly GivenFile[], host: CallHost): Promise<ShownAudit> {
  const lines = items.split("\n").filter((line) => line.trim() !== "");
  const { documents, skipped } = reading(files, host);
  const result = await auditDocuments(
    lines.map((text, i) => ({ id: `${i + 1}`, text })),
    documents,
    { signal: host.signal },
  );
  return { parts: partsOf((sheet) => writeAudit(sheet, result)), skipped };
}
