/** The report of the near duplicates of a corpus. */
import { checkPlain, checkShown } from "../../base/arguments.ts";
import type { CorpusDuplicates, DuplicateCluster, DuplicateMember } from "../../base/contract/resources/corpus.ts";
import { count, figure, type PlainOptions, percent, TerminalPage } from "../layout/page.ts";
import { elide } from "../layout/terminal.ts";
import { writeCompleteness } from "../parts/method.ts";

const CLUSTERS_SHOWN = 50;
const MEMBERS_SHOWN = 10;
const TITLE_CHARACTERS = 160;
/** As wide as `over 99.9 %`. */
const LABEL_COLUMNS = 16;

export function plainDuplicates(found: CorpusDuplicates, options: PlainOptions): string {
  checkShown("plainDuplicates", found, "clusters");
  checkPlain("plainDuplicates", options);
  const page = new TerminalPage(options);
  const { corpus, clusters, threshold } = found;
  const all = count(found.documents, "document");
  if (clusters.length === 0) page.verdict("NONE FOUND", `${all}, no near duplicates.`, "sound");
  else {
    const held = `${figure(found.clustered_documents)} of ${all} are in ${count(clusters.length, "cluster")} of near duplicates.`;
    page.verdict("DUPLICATES", held, "part");
  }
  page.text(`${corpus.name} (dataset ${corpus.dataset}) at ${corpus.revision}`, {
    label: "corpus".padEnd(LABEL_COLUMNS),
  });
  page.text(`at least ${percent(threshold)} of the words of both agree`, {
    label: "near duplicates".padEnd(LABEL_COLUMNS),
  });
  if (clusters.length > 0) {
    const surplus = `${count(found.surplus_documents, "document")} beyond one per cluster`;
    page.text(surplus, { label: "surplus".padEnd(LABEL_COLUMNS) });
  }
  for (const [i, cluster] of clusters.slice(0, CLUSTERS_SHOWN).entries()) writeCluster(page, cluster, i + 1);
  if (clusters.length > CLUSTERS_SHOWN) {
    page.blank();
    page.text(`${count(clusters.length - CLUSTERS_SHOWN, "more cluster")}: the result document (--json) has them.`);
  }
  writeCompleteness(page, found.completeness);
  const [least] = found.missed;
  if (least !== undefined) {
    const changed = `${percent(1 - least.agreeing_share)} of the words changed at random`;
    page.text(`A pair with ${changed} is missed with a probability of ${percent(least.probability)}.`);
  }
  page.text("A text inside a much longer one is not a near duplicate of it: `spolia analyze` finds such texts.");
  return page.finish();
}

function writeCluster(page: TerminalPage, cluster: DuplicateCluster, number: number): void {
  const { members } = cluster;
  page.heading(`${number}. ${count(cluster.documents, "document")}`);
  for (const member of members.slice(0, MEMBERS_SHOWN)) {
    page.text(nameOf(member), { label: labelOf(member).padEnd(LABEL_COLUMNS) });
  }
  const more = cluster.documents - Math.min(members.length, MEMBERS_SHOWN);
  if (more > 0) page.text(`${figure(more)} more, with a similarity of at least ${percent(cluster.least_similarity)}`);
}

function labelOf({ relation, similarity }: DuplicateMember): string {
  return relation === "near_duplicate" ? percent(similarity) : relation;
}

function nameOf({ document, words }: DuplicateMember): string {
  const known = [document.title, document.author, document.year].filter((one) => one !== undefined).join(", ");
  const title = known === "" ? "" : `: ${elide(known, TITLE_CHARACTERS)}`;
  return `${elide(document.id, TITLE_CHARACTERS)}${title} (${count(words, "word")})`;
}
