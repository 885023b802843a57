/**
 * Which lines, paragraphs or documents of a stream repeat earlier ones, exactly or nearly? The first of each is kept in
 * memory as a hash of its words and as a signature, some 2 kB for each unit of 12 words and more. Of runs of words that
 * stand anywhere, `repeatedRuns.ts` keeps hashes.
 */
import { checkArguments, isName, isRecord, optionsChecks } from "../../base/arguments.ts";
import type { Share, Span } from "../../base/contract/common.ts";
import { PASSAGE_WORDS_MIN } from "../../base/limits.ts";
import { textId } from "../fingerprint/fingerprint.ts";
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import { type KernelOptions, loadKernels } from "../kernels/load.ts";
import { readText, utf16Spans } from "../text/text.ts";
import { blanked, type GivenTexts, givenCheck, givenRuns, shinglesOfTexts } from "../uncounted/given.ts";
import { type Bands, bandsFor } from "./bands.ts";
import { RepeatedRuns } from "./repeatedRuns.ts";
import { SIGNATURE_PLACES, SIGNATURE_SHINGLE_WORDS, type Signature } from "./signature.ts";
import { SketchIndex } from "./sketchIndex.ts";

/** What is compared: lines, paragraphs between blank lines, documents, or any runs of words. */
export type DuplicateLevel = "line" | "paragraph" | "document" | "substring";

export interface DeduplicatorOptions extends KernelOptions {
  /**
   * Default `document`. `substring`: any run of at least `wordsMin` words that stood before, in an earlier document or
   * earlier in the same one, whatever its case and punctuation. The first of each stays; where a document repeats
   * itself in steps shorter than that, its first words. What is left has no run of so many words twice, also where a
   * cut joins words. Memory: at most 13 bytes a word, and some 150 for each word of a document in which something is
   * found.
   */
  level?: DuplicateLevel | undefined;
  /**
   * Least Jaccard similarity of the runs of five words of near duplicates, from .3 to 1; default .7, and 1 for exact
   * duplicates only: those with the same words, whatever their case and punctuation.
   */
  threshold?: number | undefined;
  /** Lines, paragraphs and substrings of fewer words are never duplicates; default 5, and 50 of substrings. */
  wordsMin?: number | undefined;
  /**
   * Texts that do not count, such as a handout or a footer. Their words, in runs of eight anywhere in a document, are
   * left out of its parts, which are compared as though they had never been there. What has no other words is never a
   * duplicate, nor is a line, paragraph or document that is one of such a text, however short: so these texts are cut
   * out only with the words around them, where a part repeats an earlier one by its other words.
   */
  ignore?: readonly string[] | undefined;
}

/** A part of a document. */
export interface DuplicatePart {
  document: string;
  span: Span;
}

/** A part that repeats an earlier one. */
export interface DuplicatePair {
  kind: "exact" | "near";
  part: DuplicatePart;
  /** The part that was met first and stays; absent of substrings, whose places are not kept. */
  of?: DuplicatePart;
  /** Jaccard similarity of the words that count; of near duplicates estimated from 256 places. */
  similarity: Share;
}

export interface Deduplicator {
  /** The parts of a document that repeat parts of earlier documents, or of this one, in order. */
  look(document: { id: string; text: string }): DuplicatePair[];
}

/** The keys of a document's parts as few arrays, which another thread has made. */
export class KeysAhead {
  /** First unit of each part, and the unit behind its last. */
  readonly spans: Uint32Array;
  readonly ids: readonly string[];
  /** Which parts have a signature, ascending; their signatures one after another. */
  readonly signed: Uint32Array;
  readonly places: Uint32Array;

  constructor({ spans, ids, signed, places }: Readonly<Omit<KeysAhead, "of">>) {
    this.spans = spans;
    this.ids = ids;
    this.signed = signed;
    this.places = places;
  }

  /** The keys, of a document of this id. */
  of(document: string): UnitKeys[] {
    let signed = 0;
    return this.ids.map((id, i) => {
      const part = { document, span: { start: this.spans[2 * i]!, end: this.spans[2 * i + 1]! } };
      if (this.signed[signed] !== i) return { part, id, signature: null };
      const from = SIGNATURE_PLACES * signed++;
      return { part, id, signature: () => this.places.subarray(from, from + SIGNATURE_PLACES) };
    });
  }
}

export function packKeys(keys: readonly UnitKeys[]): KeysAhead {
  const signed = Uint32Array.from([...keys.keys()].filter((i) => keys[i]!.signature !== null));
  const places = new Uint32Array(SIGNATURE_PLACES * signed.length);
  for (const [at, i] of signed.entries()) places.set(keys[i]!.signature!(), SIGNATURE_PLACES * at);
  const spans = Uint32Array.from(keys.flatMap(({ part: { span } }) => [span.start, span.end]));
  return new KeysAhead({ spans, ids: keys.map(({ id }) => id), signed, places });
}

const THRESHOLD_MIN = 0.3;
const WORDS_MIN = 5;
const SUBSTRING_WORDS_MIN = 50;
const SUBSTRING_WORDS_MAX = 1_000;
const UNITS: Readonly<Record<UnitLevel, RegExp | null>> = {
  line: /[^\r\n]+/g,
  // A line, with its end where no blank line follows: then the next one belongs to it.
  paragraph: /[^\r\n]+(?:(?:\r\n|[\r\n])(?![^\S\r\n]*[\r\n]))?/g,
  document: null,
};

/**
 * @throws invalid_request for options out of range
 * @since 0.2.0
 */
export async function openDeduplicator(options: DeduplicatorOptions = {}): Promise<Deduplicator> {
  if (options?.level !== "substring") return openStreamDeduplicator(options);
  return openSubstringDeduplicator(options, (wordsMin) => new RepeatedRuns(wordsMin));
}

/** What tells the words of a text that are cut. */
type RunCutter = Pick<RepeatedRuns, "cut">;

/** @throws invalid_request for options out of range */
export async function openSubstringDeduplicator(
  options: DeduplicatorOptions,
  cutterOf: (wordsMin: number) => RunCutter,
): Promise<Deduplicator> {
  const { threshold = 1, wordsMin = SUBSTRING_WORDS_MIN, ignore = [] } = options;
  const isRange = Number.isInteger(wordsMin) && wordsMin >= WORDS_MIN && wordsMin <= SUBSTRING_WORDS_MAX;
  checkArguments("openDeduplicator", [
    ...optionsChecks<DeduplicatorOptions>(options, OPTIONS),
    ["/options/threshold", threshold === 1, "absent or 1: substrings are exact duplicates"],
    ["/options/wordsMin", isRange, `a whole number from ${WORDS_MIN} to ${SUBSTRING_WORDS_MAX}`],
    givenCheck(options.ignore),
  ]);
  return new SubstringDeduplicator(await loadKernels(options.wasm), cutterOf(wordsMin), ignore);
}

const OPTIONS = { wasm: true, level: true, threshold: true, wordsMin: true, ignore: true } as const;

/** @throws invalid_request for options out of range */
export async function openStreamDeduplicator(options: DeduplicatorOptions): Promise<StreamDeduplicator> {
  const { level = "document", threshold = 0.7, wordsMin = WORDS_MIN, ignore = [] } = options ?? {};
  const isThreshold = typeof threshold === "number" && threshold >= THRESHOLD_MIN && threshold <= 1;
  checkArguments("openDeduplicator", [
    ...optionsChecks<DeduplicatorOptions>(options, OPTIONS),
    ["/options/level", Object.hasOwn(UNITS, level), '"line", "paragraph", "document" or, in one stream, "substring"'],
    ["/options/threshold", isThreshold, `a number from ${THRESHOLD_MIN} to 1`],
    ["/options/wordsMin", Number.isInteger(wordsMin) && wordsMin >= 1, "a whole number from 1 on"],
    givenCheck(options?.ignore),
  ]);
  const settings = { level: level as UnitLevel, threshold, wordsMin, ignore };
  return new StreamDeduplicator(await loadKernels(options?.wasm), settings);
}

type UnitLevel = Exclude<DuplicateLevel, "substring">;

interface DeduplicatorSettings {
  level: UnitLevel;
  threshold: number;
  wordsMin: number;
  ignore: readonly string[];
}

/** A part as it is compared with others. */
interface UnitKeys {
  part: DuplicatePart;
  /** Equal for parts of the same words. */
  id: string;
  /** `null` for a part that is compared by its words only. */
  signature: (() => Signature) | null;
}

/** What looks at documents, or at their keys, which may have been made elsewhere. */
class StreamDeduplicator implements Deduplicator {
  /** `null` where only parts of the same words are duplicates. */
  readonly bands: Bands | null;
  readonly #kernels: Kernels;
  readonly #level: UnitLevel;
  readonly #threshold: number;
  readonly #wordsMin: number;
  readonly #given: GivenTexts;
  /** Ids of the parts of given texts. */
  readonly #givenParts: ReadonlySet<string>;
  readonly #byWords = new Map<string, DuplicatePart>();
  readonly #index: SketchIndex | null;
  /** Part of each signature in the index. */
  readonly #parts: DuplicatePart[] = [];

  constructor(kernels: Kernels, { level, threshold, wordsMin, ignore }: DeduplicatorSettings) {
    this.#kernels = kernels;
    this.#level = level;
    this.#threshold = threshold;
    this.#wordsMin = level === "document" ? 1 : wordsMin;
    this.#given = shinglesOfTexts(kernels, ignore);
    const parts = ignore.flatMap((text) => unitsOf(text, level).map(({ start, end }) => text.slice(start, end)));
    this.#givenParts = new Set(parts.map((part) => textId(kernels, readText(kernels, part).words)));
    this.bands = threshold === 1 ? null : bandsFor({ threshold });
    this.#index = this.bands === null ? null : new SketchIndex(this.bands);
  }

  /** @param document `ahead`: its keys, where another thread has made them; its text may be empty then */
  look(document: { id: string; text: string; ahead?: unknown }): DuplicatePair[] {
    if (document.ahead instanceof KeysAhead)
      return document.ahead.of(document.id).flatMap((keys) => this.decide(keys) ?? []);
    return this.#unitsOf(document).flatMap(([part, text]) => {
      const keys = this.#keysOf(part, text);
      const pair = keys === null ? null : this.decide(keys);
      return pair === null ? [] : [pair];
    });
  }

  /** The keys of all parts that count, without a decision. */
  keysOf(document: { id: string; text: string }): UnitKeys[] {
    return this.#unitsOf(document).flatMap(([part, text]) => this.#keysOf(part, text) ?? []);
  }

  #unitsOf(document: { id: string; text: string }): [DuplicatePart, string][] {
    checkDocument(document);
    // Of the same length: parts are those of the document as it stands.
    const counted = blanked(document.text, givenRuns(this.#kernels, this.#given, document.text));
    return unitsOf(document.text, this.#level).map((span) => [
      { document: document.id, span },
      counted.slice(span.start, span.end),
    ]);
  }

  #keysOf(part: DuplicatePart, text: string): UnitKeys | null {
    const { words } = readText(this.#kernels, text);
    const count = words.low.length;
    if (count < this.#wordsMin) return null;
    const id = textId(this.#kernels, words);
    if (this.#givenParts.has(id)) return null;
    const isNearable = this.bands !== null && count >= PASSAGE_WORDS_MIN;
    return { part, id, signature: isNearable ? () => this.#signatureOf(words) : null };
  }

  #signatureOf(words: Hashes): Signature {
    const { low } = this.#kernels.hashShingles(words, SIGNATURE_SHINGLE_WORDS);
    return this.#kernels.minhash(low, SIGNATURE_PLACES);
  }

  /** What a part repeats of those that were decided before it. */
  decide({ part, id, signature: signatureOf }: UnitKeys): DuplicatePair | null {
    const same = this.#byWords.get(id);
    if (same !== undefined) return { kind: "exact", part, of: same, similarity: 1 };
    this.#byWords.set(id, part);
    if (this.#index === null || signatureOf === null) return null;
    const signature = signatureOf();
    const [best] = this.#index.candidates(signature);
    if (best !== undefined && best.jaccard >= this.#threshold)
      return { kind: "near", part, of: this.#parts[Number(best.id)]!, similarity: best.jaccard };
    this.#index.add(String(this.#parts.length), signature);
    this.#parts.push(part);
    return null;
  }
}

/** What looks for runs of words, wherever they begin. */
class SubstringDeduplicator implements Deduplicator {
  readonly #kernels: Kernels;
  readonly #given: GivenTexts;
  readonly #runs: RunCutter;

  constructor(kernels: Kernels, runs: RunCutter, ignore: readonly string[]) {
    this.#kernels = kernels;
    this.#given = shinglesOfTexts(kernels, ignore);
    this.#runs = runs;
  }

  look(document: { id: string; text: string }): DuplicatePair[] {
    checkDocument(document);
    const text = readText(this.#kernels, blanked(document.text, givenRuns(this.#kernels, this.#given, document.text)));
    const spans = utf16Spans(text, this.#runs.cut(text.words));
    return spans.map((span) => ({ kind: "exact", part: { document: document.id, span }, similarity: 1 }));
  }
}

function checkDocument(document: { id: string; text: string }): void {
  checkArguments("look", [
    ["/document", isRecord(document) && typeof document.text === "string", "an object with `id` and `text`"],
    ["/document/id", isName(document?.id), "a name"],
  ]);
}

function unitsOf(text: string, level: UnitLevel): Span[] {
  const pattern = UNITS[level];
  if (pattern === null) return [{ start: 0, end: text.length }];
  const units: Span[] = [];
  for (const { 0: unit, index } of text.matchAll(pattern)) {
    const last = units.at(-1);
    if (last?.end === index) last.end += unit.length;
    else units.push({ start: index, end: index + unit.length });
  }
  return units;
}
