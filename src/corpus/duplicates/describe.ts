/** Describes clusters of texts as clusters of documents, with the metadata of each document. */

import type { DuplicateCluster, DuplicateMember } from "../../base/contract/resources/corpus.ts";
import { throwIfAborted } from "../../base/errors.ts";
import { rounded, sum } from "../../base/lists/numbers.ts";
import type { OpenSegment } from "../search/open.ts";
import { copiesOf } from "../segment/deletions.ts";
import type { Cluster } from "./clusters.ts";
import type { DistinctText, SketchedText } from "./sketch.ts";

/** Most documents that are listed: what fits into one JSON document. */
const DUPLICATES_LISTED_MAX = 250_000;

/** How a member of a cluster agrees with its representative. */
type Likeness = Omit<DuplicateMember, "document" | "words">;

const OWN = { similarity: 1, share_of_member: 1, share_of_representative: 1 };

/** The largest clusters first, with all their documents until the limit of the list is reached. */
export async function describeClusters(
  texts: readonly DistinctText[],
  clusters: readonly Cluster[],
  signal: AbortSignal | undefined,
): Promise<{ clusters: DuplicateCluster[]; isListBounded: boolean }> {
  const sized = clusters.map((cluster) => ({ cluster, documents: documentsIn(texts, cluster) }));
  sized.sort((x, y) => y.documents - x.documents || (hashIn(texts, x.cluster) < hashIn(texts, y.cluster) ? -1 : 1));
  const copies = new Copies();
  const described: DuplicateCluster[] = [];
  let room = DUPLICATES_LISTED_MAX;
  for (const { cluster, documents } of sized) {
    throwIfAborted(signal);
    const members = await describeMembers(texts, cluster, copies, room);
    room -= members.length;
    const least = cluster.members.at(-1)?.agreement ?? { ofMember: 1, ofRepresentative: 1 };
    const least_similarity = roundedShare(Math.min(least.ofMember, least.ofRepresentative));
    described.push({ documents, texts: 1 + cluster.members.length, least_similarity, members });
  }
  return {
    clusters: described,
    isListBounded: sum(sized, ({ documents }) => documents) > DUPLICATES_LISTED_MAX,
  };
}

function documentsIn(texts: readonly DistinctText[], { representative, members }: Cluster): number {
  return members.reduce((sum, { text }) => sum + texts[text]!.documents, texts[representative]!.documents);
}

function hashIn(texts: readonly DistinctText[], { representative }: Cluster): string {
  return texts[representative]!.hash;
}

async function describeMembers(
  texts: readonly DistinctText[],
  { representative, members }: Cluster,
  copies: Copies,
  room: number,
): Promise<DuplicateMember[]> {
  const described = await describeDocuments(texts[representative]!, { relation: "identical", ...OWN }, copies, room);
  if (described.length > 0) described[0]!.relation = "representative";
  for (const { text, agreement } of members) {
    const likeness: Likeness = {
      relation: agreement.isIdentical ? "identical" : "near_duplicate",
      similarity: roundedShare(Math.min(agreement.ofMember, agreement.ofRepresentative)),
      share_of_member: roundedShare(agreement.ofMember),
      share_of_representative: roundedShare(agreement.ofRepresentative),
    };
    described.push(...(await describeDocuments(texts[text]!, likeness, copies, room - described.length)));
  }
  return described;
}

async function describeDocuments({ words, places }: DistinctText, likeness: Likeness, copies: Copies, room: number) {
  const described: DuplicateMember[] = [];
  for (const place of places) {
    for (const number of await copies.documentsOf(place)) {
      if (described.length >= room) return described;
      const { id, title, author, year, url } = await place.open.segment.record(number);
      const known = Object.entries({ title, author, year, url }).filter(([, value]) => value !== undefined);
      described.push({ document: { id, ...Object.fromEntries(known) }, words, ...likeness });
    }
  }
  return described.sort((x, y) => (x.document.id < y.document.id ? -1 : 1));
}

/** Rounds to four digits, but never up to 1. */
function roundedShare(share: number): number {
  return share === 1 ? 1 : Math.min(0.9999, rounded(share, 4));
}

/** The documents of texts; those beyond the first of each text come from a table that is read once. */
class Copies {
  readonly #bySegment = new Map<OpenSegment, Map<number, number[]>>();

  async documentsOf({ open, number }: SketchedText): Promise<number[]> {
    const { firstDocument, documents } = await open.segment.texts.row(number);
    const more = documents === 1 ? [] : ((await this.#of(open)).get(number) ?? []);
    return [firstDocument, ...more].filter((document) => !open.deletions.documents.has(document));
  }

  async #of(open: OpenSegment): Promise<Map<number, number[]>> {
    const known = this.#bySegment.get(open);
    if (known !== undefined) return known;
    const copies = await copiesOf(open.segment);
    this.#bySegment.set(open, copies);
    return copies;
  }
}
