/**
 * Groups texts into clusters. Texts are processed in a fixed order, those with the most bucket mates first. Each text
 * that is not yet in a cluster is compared with its candidates that are not in a cluster either; its near duplicates
 * among them become its cluster.
 *
 * So every member was found to be a near duplicate of its representative, and nothing is chained from member to member.
 * If only the representative of each cluster is kept, no two remaining texts were found to be near duplicates. The
 * order depends on the texts themselves, not on where they are stored, so the same texts give the same clusters.
 */
import { type Buckets, type DuplicateBands, estimatedJaccard } from "./bands.ts";
import type { DistinctText } from "./sketch.ts";

/** How far a text agrees with the representative. */
export interface Agreement {
  /** Share of the representative's words that agree with the member, 0 to 1. */
  ofRepresentative: number;
  ofMember: number;
  isIdentical: boolean;
}

export interface Cluster {
  /** The number of the text. */
  representative: number;
  /**
   * The other texts, the most similar first. Empty where only documents with the representative's own text are alike.
   */
  members: { text: number; agreement: Agreement }[];
}

/** Compares a text with a fixed one; `null` where they are not near duplicates. */
export type Measure = (text: number) => Promise<Agreement | null>;

interface ClusterInput {
  texts: readonly DistinctText[];
  signatures: Uint16Array;
  buckets: Buckets;
  bands: DuplicateBands;
  /** @returns a function that compares other texts with this one */
  measureAgainst: (text: number, work: (measure: Measure) => Promise<void>) => Promise<void>;
  /** Called with the number of texts that are done; may throw. */
  onText: (done: number) => void;
}

export interface Clusters {
  clusters: Cluster[];
  /** Pairs of texts that were compared in full. */
  compared: number;
  /** Texts for which not all candidates were examined. */
  bounded: number;
}

/**
 * Bucket entries that a text may examine without result. Beyond a few thousand entries the texts share only a template.
 */
const LOOKS_MAX = 16_384;
/**
 * Candidates of a text that may be compared in full without being near duplicates of it. Beyond these, all texts share
 * a common allowance of `FAILED_MORE_PER_TEXT` for each text.
 */
const FAILED_MAX = 64;
const FAILED_MORE_PER_TEXT = 16;
/** Candidates that are sorted, the most similar first, before they are compared. */
const PAIRS_AT_ONCE_MAX = 1_024;

export async function clustersOf(input: ClusterInput): Promise<Clusters> {
  const clusterer = new Clusterer(input);
  await clusterer.run();
  return clusterer;
}

/** Text numbers in processing order: by number of bucket mates, length, and hash. */
function orderOf(texts: readonly DistinctText[], { members, starts }: Buckets): Uint32Array {
  const company = new Float64Array(texts.length);
  for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
    const mates = starts[bucket + 1]! - starts[bucket]! - 1;
    for (let at = starts[bucket]!; at < starts[bucket + 1]!; at++) company[members[at]!]! += mates;
  }
  const compare = (x: number, y: number) =>
    company[y]! - company[x]! || texts[y]!.words - texts[x]!.words || (texts[x]!.hash < texts[y]!.hash ? -1 : 1);
  return Uint32Array.from(texts.keys()).sort(compare);
}

class Clusterer {
  readonly clusters: Cluster[] = [];
  compared = 0;
  bounded = 0;
  readonly #input: ClusterInput;
  readonly #order: Uint32Array;
  readonly #buckets: LiveBuckets;
  /** For each text, 1 + the rank of the text that examined it last. */
  readonly #lookedAtBy: Uint32Array;
  /** Failed comparisons beyond the allowance of each single text. */
  #failedMore = 0;

  constructor(input: ClusterInput) {
    this.#input = input;
    this.#order = orderOf(input.texts, input.buckets);
    this.#buckets = new LiveBuckets(input.buckets, this.#order);
    this.#lookedAtBy = new Uint32Array(input.texts.length);
  }

  async run(): Promise<void> {
    for (let rank = 0; rank < this.#order.length; rank++) {
      this.#input.onText(rank);
      if (this.#buckets.isTaken(rank)) continue;
      this.#buckets.take(rank);
      await this.#input.measureAgainst(this.#order[rank]!, (measure) => this.#gather(rank, measure));
    }
  }

  async #gather(rank: number, measure: Measure): Promise<void> {
    const text = this.#order[rank]!;
    const buckets = this.#buckets.of(rank);
    const search: CandidateSearch = { rank, members: [], looks: 0, failed: 0, measure };
    for (const bucket of buckets) {
      this.#buckets.clear(bucket);
      for (let batch: LikelyDuplicate[] = [], at = this.#buckets.start(bucket); at < this.#buckets.end(bucket); at++) {
        const candidate = this.#look(search, this.#buckets.memberAt(at));
        if (candidate !== null) batch.push(candidate);
        const isLast = at + 1 === this.#buckets.end(bucket) || search.looks >= LOOKS_MAX;
        if (batch.length === PAIRS_AT_ONCE_MAX || (isLast && batch.length > 0)) {
          await this.#compare(search, batch);
          batch = [];
        }
        if (search.looks >= LOOKS_MAX || this.#hasFailed(search)) {
          this.bounded++;
          return this.#add(text, search);
        }
      }
    }
    this.#add(text, search);
  }

  /** A text of one of the representative's buckets, if it is similar enough to be compared. */
  #look(search: CandidateSearch, rank: number): LikelyDuplicate | null {
    const { signatures, bands } = this.#input;
    search.looks++;
    if (this.#buckets.isTaken(rank) || this.#lookedAtBy[rank] === search.rank + 1) return null;
    this.#lookedAtBy[rank] = search.rank + 1;
    const estimate = estimatedJaccard(signatures, this.#order[search.rank]!, this.#order[rank]!);
    if (estimate < bands.estimateMin) return null;
    search.looks--;
    return { rank, estimate };
  }

  async #compare(search: CandidateSearch, batch: LikelyDuplicate[]): Promise<void> {
    for (const { rank } of batch.sort((x, y) => y.estimate - x.estimate || x.rank - y.rank)) {
      if (this.#hasFailed(search)) return;
      this.compared++;
      const agreement = await search.measure(this.#order[rank]!);
      if (agreement === null) {
        if (search.failed++ >= FAILED_MAX) this.#failedMore++;
      } else {
        this.#buckets.take(rank);
        search.members.push({ text: this.#order[rank]!, agreement });
      }
    }
  }

  #hasFailed({ failed }: CandidateSearch): boolean {
    return failed >= FAILED_MAX && this.#failedMore >= FAILED_MORE_PER_TEXT * this.#order.length;
  }

  #add(representative: number, { members }: CandidateSearch): void {
    const { texts } = this.#input;
    if (members.length === 0 && texts[representative]!.documents === 1) return;
    const likeness = ({ agreement }: Cluster["members"][number]) =>
      Math.min(agreement.ofRepresentative, agreement.ofMember);
    members.sort((x, y) => likeness(y) - likeness(x) || (texts[x.text]!.hash < texts[y.text]!.hash ? -1 : 1));
    this.clusters.push({ representative, members });
  }
}

/** A text by its rank, and its estimated similarity. */
interface LikelyDuplicate {
  rank: number;
  estimate: number;
}

/** The search of one representative for its members. */
interface CandidateSearch {
  rank: number;
  members: Cluster["members"];
  looks: number;
  failed: number;
  measure: Measure;
}

/** Buckets by rank; texts that are done are removed from them. */
class LiveBuckets {
  /** Ranks, ascending in each bucket. */
  readonly #members: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  /** Members of each bucket that are taken but not yet removed from it. */
  readonly #dead: Uint32Array;
  readonly #taken: Uint8Array;
  /** Buckets of each rank, in order of rank. */
  readonly #buckets: Uint32Array;
  readonly #firsts: Uint32Array;

  constructor({ members, starts }: Buckets, order: Uint32Array) {
    const rankOf = new Uint32Array(order.length);
    order.forEach((text, rank) => {
      rankOf[text] = rank;
    });
    this.#members = members.map((text) => rankOf[text]!);
    this.#starts = starts.slice(0, -1);
    this.#ends = starts.slice(1);
    this.#dead = new Uint32Array(this.#starts.length);
    this.#taken = new Uint8Array(order.length);
    for (const [i, start] of this.#starts.entries()) this.#members.subarray(start, this.#ends[i]).sort();
    this.#firsts = new Uint32Array(order.length + 1);
    for (const rank of this.#members) this.#firsts[rank + 1]!++;
    for (let rank = 0; rank < order.length; rank++) this.#firsts[rank + 1]! += this.#firsts[rank]!;
    const next = this.#firsts.slice();
    this.#buckets = new Uint32Array(members.length);
    for (const [i, start] of this.#starts.entries())
      for (let at = start; at < this.#ends[i]!; at++) this.#buckets[next[this.#members[at]!]!++] = i;
  }

  isTaken(rank: number): boolean {
    return this.#taken[rank] === 1;
  }

  take(rank: number): void {
    this.#taken[rank] = 1;
    for (let at = this.#firsts[rank]!; at < this.#firsts[rank + 1]!; at++) this.#dead[this.#buckets[at]!]!++;
  }

  /**
   * The buckets of a text that have other members left, small ones first: a rare commonality is the strongest evidence.
   */
  of(rank: number): Uint32Array {
    const buckets = this.#buckets.slice(this.#firsts[rank], this.#firsts[rank + 1]);
    const live = (bucket: number) => this.#ends[bucket]! - this.#starts[bucket]! - this.#dead[bucket]!;
    return buckets.filter((bucket) => live(bucket) > 0).sort((x, y) => live(x) - live(y) || x - y);
  }

  /**
   * Removes taken members once they are a quarter of a bucket. Each is removed once, so that all clearing takes linear
   * time.
   */
  clear(bucket: number): void {
    const [start, end] = [this.#starts[bucket]!, this.#ends[bucket]!];
    if (4 * this.#dead[bucket]! <= end - start) return;
    let to = start;
    for (let at = start; at < end; at++)
      if (!this.isTaken(this.#members[at]!)) this.#members[to++] = this.#members[at]!;
    this.#ends[bucket] = to;
    this.#dead[bucket] = 0;
  }

  start(bucket: number): number {
    return this.#starts[bucket]!;
  }

  end(bucket: number): number {
    return this.#ends[bucket]!;
  }

  memberAt(at: number): number {
    return this.#members[at]!;
  }
}
