/** Where was a content met? Every corpus is searched in turn; what was found and what was not looked at come back together. */
import type { Stage } from "../contract/common.ts";
import type { HostOptions } from "../contract/engine.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { Finding } from "../evidence/findings.ts";
import { indexShingles } from "../passages/anchors.ts";
import type { Content } from "./content.ts";

export interface Met {
  /** Longest first; then by corpus and place. */
  findings: Finding[];
  stages: Stage[];
  complete: boolean;
}

export async function searchCorpora(corpora: readonly Corpus[], content: Content, host: HostOptions): Promise<Met> {
  const query = indexShingles(content.shingled);
  const findings: Finding[] = [];
  const stages: Stage[] = [];
  for (const corpus of corpora) {
    const { passages, bounded, certainFromWords } = await corpus.search(query, host.signal);
    const spans = content.spans(passages.map((passage) => passage.content));
    findings.push(...passages.map((passage, i) => ({ corpus: corpus.info, passage, content: spans[i]! })));
    stages.push({
      name: `search:${corpus.info.name}`,
      ...(bounded
        ? { status: "bounded", reason: "A budget ended the search of this corpus; there may be more than was found." }
        : { status: "done", reason: `Any common run of ${certainFromWords} words was found.` }),
    });
  }
  if (corpora.length === 0) stages.push({ name: "search", status: "skipped", reason: "The engine has no corpus to search." });
  findings.sort((x, y) => y.passage.agreeingWords - x.passage.agreeingWords || x.content.start - y.content.start);
  return { findings, stages, complete: corpora.length > 0 && stages.every(({ status }) => status === "done") };
}
