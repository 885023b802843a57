/** What a node does: opens the segments that it is asked about, and answers. It holds nothing but caches. */

import { isSpoliaError } from "../../base/errors.ts";
import { allSettledValues } from "../../base/queues/settled.ts";
import { PASSAGE, PROFILES } from "../../core/fingerprint/profile.ts";
import { type ShingledText, shingle } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { indexShingles, type ShingleIndex } from "../../core/passages/shingleIndex.ts";
import { readText } from "../../core/text/text.ts";
import type { Hits } from "../../corpus/format/hits.ts";
import type { SegmentEntry } from "../../corpus/format/manifest.ts";
import { decisive, frequencies, keysOf, planLookups, tally } from "../../corpus/search/candidates.ts";
import { closeSegments, type OpenSegment, openSegments } from "../../corpus/search/open.ts";
import { QueryWords } from "../../corpus/search/queryWords.ts";
import { alignSegment, inProfile } from "../../corpus/search/search.ts";
import { describePassages } from "../../corpus/search/weigh.ts";
import type { LocalIndex } from "./localIndex.ts";
import { type AnswerOf, type QuestionOf, sentAlignment, sentBallot } from "./protocol.ts";

/** A text that is asked about, with what was looked up for it. */
interface PreparedText {
  index: ShingleIndex;
  shingled: ShingledText;
  planned: ReturnType<typeof planLookups>;
  hits: Map<OpenSegment, Promise<Hits>>;
}

type About = Pick<QuestionOf<"count">, "corpus" | "profile" | "text">;

/** Texts whose lookups are remembered between the steps of a question. */
const TEXTS_MAX = 32;
/** UTF-16 length of all of them; each unit takes some 30 bytes. */
const HELD_UNITS_MAX = 8 * 1024 * 1024;
/** Segments that stay open: each takes file descriptors, and its tables of common words. */
const OPEN_MAX = 256;
/** How long an answer to `prepare` waits for indexes: less than coordinators wait for an answer. */
const PREPARE_WAIT_MS = 2_000;

/** A segment that is open, or being opened. */
interface HeldSegment {
  segment: Promise<OpenSegment>;
  users: number;
  /** Whether it is closed when its last user leaves. */
  isDropped: boolean;
}

export class SegmentHost {
  readonly #kernels: Kernels;
  readonly #storages: ReadonlyMap<string, LocalIndex>;
  readonly #open = new Map<string, HeldSegment>();
  readonly #texts = new Map<string, PreparedText>();

  /** @param storages by the name of each corpus */
  constructor(kernels: Kernels, storages: ReadonlyMap<string, LocalIndex>) {
    this.#kernels = kernels;
    this.#storages = storages;
  }

  has(corpus: string): boolean {
    return this.#storages.has(corpus);
  }

  get segmentsOpen(): number {
    return this.#open.size;
  }

  /** Loads the index of segments, and goes on after an answer that says that it has not ended. */
  async prepare({ segments, ...about }: QuestionOf<"prepare">): Promise<AnswerOf["prepare"]> {
    const loaded = this.#using(about, segments, async (open) => {
      for (const { segment } of open) await segment.common();
      return true;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waited = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), PREPARE_WAIT_MS);
    });
    try {
      return { isReady: await Promise.race([loaded, waited]) };
    } finally {
      clearTimeout(timer);
      loaded.catch(() => {}); // whoever asks next is told
    }
  }

  count({ segments, ...about }: QuestionOf<"count">, checkAborted: () => void): Promise<AnswerOf["count"]> {
    return this.#using(about, segments, async (open) => {
      const asked = this.#textOf(about);
      const hits = await this.#lookUp(asked, open, checkAborted);
      const frequency = frequencies(asked.planned.plan, hits);
      const { kinds, leftOut } = new QueryWords(asked.index.shingled.text.words);
      const words = { low: kinds.low.slice(0, leftOut.length), high: kinds.high.slice(0, leftOut.length) };
      const common = await allSettledValues(open.map(({ segment }) => segment.common()));
      const each = common.map((one) => one.countEach(words));
      const indexes = [...frequency.keys()].filter((index) => frequency[index]! > 0);
      return {
        blocks: open.reduce((sum, { segment }) => sum + segment.blocks.rows, 0),
        words: open.reduce((sum, { segment }) => sum + segment.footer.words, 0),
        indexes,
        counts: indexes.map((index) => frequency[index]!),
        wordCounts: Array.from(leftOut, (_, kind) => each.reduce((sum, counts) => sum + counts[kind]!, 0)),
      };
    });
  }

  vote(question: QuestionOf<"vote">, checkAborted: () => void): Promise<AnswerOf["vote"]> {
    const { segments, frequency, blocksInAll, ...about } = question;
    return this.#using(about, segments, async (open) => {
      const asked = this.#textOf(about);
      const { plan, sameAs } = asked.planned;
      const isRepetitive = asked.index.repetition !== null;
      const election = { query: asked.shingled, plan, sameAs, lookups: "all" as const, blocksInAll, isRepetitive };
      const all = Float64Array.from(plan.positions, (_, index) => frequency[index] ?? 0);
      const hits = await this.#lookUp(asked, open, checkAborted);
      const ballots = hits.map((one) => decisive(election, tally(plan, 0, one, all, blocksInAll)));
      return { ballots: ballots.map(sentBallot) };
    });
  }

  align({ segments, ...about }: QuestionOf<"align">, checkAborted: () => void): Promise<AnswerOf["align"]> {
    const entries = segments.map(({ entry }) => entry);
    return this.#using(about, entries, async (open) => {
      const { index } = this.#textOf(about);
      const answered: AnswerOf["align"]["segments"] = [];
      for (const [i, { blocks, anchors }] of segments.entries()) {
        const aligned = await alignSegment(this.#kernels, open[i]!, index, blocks, anchors, checkAborted);
        answered.push(sentAlignment(aligned, await describePassages(aligned.found)));
      }
      return { segments: answered };
    });
  }

  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const { segment } of open) await segment.then((one) => closeSegments([one])).catch(() => {});
    for (const storage of this.#storages.values()) await storage.close();
  }

  #textOf({ text, profile }: About): PreparedText {
    const key = `${profile} ${text}`;
    const known = this.#texts.get(key);
    this.#texts.delete(key);
    const asked = known ?? this.#read(text, profile);
    this.#texts.set(key, asked);
    if (known === undefined) this.#forgetTexts();
    return asked;
  }

  /** Keeps the latest text, of whatever length: its next step comes. */
  #forgetTexts(): void {
    const units = () => [...this.#texts.keys()].reduce((sum, { length }) => sum + length, 0);
    while (this.#texts.size > 1 && (this.#texts.size > TEXTS_MAX || units() > HELD_UNITS_MAX))
      this.#texts.delete(this.#texts.keys().next().value!);
  }

  /** Number of texts that are remembered. */
  get textsHeld(): number {
    return this.#texts.size;
  }

  #read(text: string, profile: keyof typeof PROFILES): PreparedText {
    const kernels = this.#kernels;
    const index = indexShingles(shingle(kernels, readText(kernels, text), PASSAGE));
    const shingled = inProfile(kernels, index.shingled, PROFILES[profile]);
    const planned = planLookups(kernels, shingled, "all", index.repetition !== null);
    return { index, shingled, planned, hits: new Map() };
  }

  async #lookUp(
    { planned, shingled, hits }: PreparedText,
    open: readonly OpenSegment[],
    checkAborted: () => void,
  ): Promise<Hits[]> {
    const { plan } = planned;
    const found = open.map((one) => {
      const known = hits.get(one);
      if (known !== undefined) return known;
      // Others may wait for it: whoever goes does not end it.
      const looked = one.segment.lookup(plan.section, keysOf(plan, shingled), () => {});
      hits.set(one, looked);
      looked.catch(() => hits.delete(one));
      return looked;
    });
    const all = await allSettledValues(found);
    checkAborted();
    return all;
  }

  /** Works with open segments; where a copy of an index is damaged, once more with a fresh one. */
  async #using<T>(
    about: Pick<About, "corpus" | "profile">,
    entries: readonly SegmentEntry[],
    work: (open: OpenSegment[]) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#usingOnce(about, entries, work);
    } catch (error) {
      if (!isSpoliaError(error) || error.code !== "corpus_corrupt") throw error;
      for (const entry of entries) this.#drop(keyOf(about, entry));
      const storage = this.#storages.get(about.corpus)!;
      await storage.forget(entries.flatMap(({ segment, deleted }) => [segment.file, deleted?.file ?? ""]));
      return this.#usingOnce(about, entries, work).catch(async (again) => {
        // Whoever opens a segment takes a missing file for damage; here a writer may have removed it.
        for (const { segment, text } of entries)
          for (const { file } of [segment, text!]) await (await storage.open(file)).close();
        throw again;
      });
    }
  }

  async #usingOnce<T>(
    about: Pick<About, "corpus" | "profile">,
    entries: readonly SegmentEntry[],
    work: (open: OpenSegment[]) => Promise<T>,
  ): Promise<T> {
    const storage = this.#storages.get(about.corpus)!;
    const profile = PROFILES[about.profile];
    const open = (entry: SegmentEntry) => async () =>
      (await openSegments(this.#kernels, storage, [entry], profile))[0]!;
    const used = entries.map((entry) => this.#opened(keyOf(about, entry), open(entry)));
    try {
      return await work(await allSettledValues(used.map(({ segment }) => segment)));
    } finally {
      for (const one of used) {
        one.users--;
        closeIfLeft(one);
      }
      this.#closeUnused();
    }
  }

  #opened(key: string, open: () => Promise<OpenSegment>): HeldSegment {
    const known = this.#open.get(key) ?? { segment: open(), users: 0, isDropped: false };
    known.segment.catch(() => {
      if (this.#open.get(key) === known) this.#open.delete(key);
    });
    known.users++;
    this.#open.delete(key);
    this.#open.set(key, known); // the last one used comes last
    return known;
  }

  #closeUnused(): void {
    for (const [key, { users }] of this.#open) {
      if (this.#open.size <= OPEN_MAX) return;
      if (users === 0) this.#drop(key);
    }
  }

  /** Uses it no more; questions that do so now end first. */
  #drop(key: string): void {
    const held = this.#open.get(key);
    if (held === undefined) return;
    this.#open.delete(key);
    held.isDropped = true;
    closeIfLeft(held);
  }
}

function closeIfLeft({ segment, users, isDropped }: HeldSegment): void {
  if (isDropped && users === 0) segment.then((one) => closeSegments([one])).catch(() => {});
}

const keyOf = ({ corpus, profile }: Pick<About, "corpus" | "profile">, entry: SegmentEntry): string =>
  `${corpus} ${profile} ${nameOf(entry)}`;

/** Names a segment with its deletions. */
export function nameOf({ segment, deleted }: SegmentEntry): string {
  return deleted === null ? segment.file : `${segment.file} ${deleted.file}`;
}
