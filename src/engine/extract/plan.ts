/**
 * Plans an extraction: which windows of which texts, in which order; under iterated continuation, the beginning of each
 * text. The plan is complete before the model is queried.
 */
import type { PlacedSpan, Span } from "../../base/contract/common.ts";
import type { ExtractProtocol, ExtractRequest } from "../../base/contract/operations/extract.ts";
import type { Sampling } from "../../base/contract/resources/model.ts";
import { SpoliaError } from "../../base/errors.ts";
import { EXTRACT_MAP_BINS_MAX, EXTRACT_WINDOWS_MAX } from "../../base/limits.ts";
import { textId } from "../../core/fingerprint/fingerprint.ts";
import { utf16Spans } from "../../core/text/text.ts";
import { NEAR_VERBATIM_WORDS_MIN } from "../../models/extraction/nearVerbatim.ts";
import { chooseWindows, type WindowShape, windowsIn } from "../../models/extraction/windows.ts";
import { type Content, readContent } from "../steps/content.ts";
import type { EngineContext } from "../steps/context.ts";

/** The settings of the request, with defaults filled in. */
export interface ExtractSettings {
  unit: "tokens" | "words";
  prefix: number;
  suffix: number;
  strideWords: number;
  isCensus: boolean;
  sample: number;
  perControl: number;
  seed: string;
  continuations: number;
  temperature: number;
  topK: number | null;
  samplingSeed: number | null;
}

/** A text whose windows are queried. */
export interface ExtractText {
  id: string;
  content: Content;
  lengthWords: number;
  population: number;
  windows: PlannedWindow[];
}

/** Places are UTF-16 indices in the text as it was read. */
export interface PlannedWindow {
  startWord: number;
  prefix: Span;
  suffix: Span;
  /**
   * Ends of stretches of one, two and four times the window's words; the longer ones are for tokens longer than words.
   */
  ends: number[];
}

export interface ExtractPlan {
  settings: ExtractSettings;
  shape: WindowShape;
  work: ExtractText;
  controls: ExtractText[];
  /** Controls that cannot be used, with the reason. */
  unused: { id: string; words: number; reason: string }[];
  /** All windows, one of each text in turn, so that a budget that runs out affects all texts alike. */
  order: { source: ExtractText; place: number }[];
  /** Whether a census was requested but the text has more windows than the maximum. */
  isBounded: boolean;
}

const UNITS_DEFAULT = 50;
const SAMPLE_DEFAULT = 300;
const PER_CONTROL_DEFAULT = 20;
/** Most tokens of a continuation per word of the suffix: enough for scripts whose words have many tokens. */
export const TOKENS_OF_WORD = 3;
/** Tokens may be longer than words, as in scripts without spaces. */
const STRETCHES = [1, 2, 4];

export function settingsOf(
  { windows = {}, sampling = {} }: ExtractRequest,
  protocol: ExtractProtocol,
): ExtractSettings {
  if (protocol === "continuations" && windows.unit === "tokens") {
    throw new SpoliaError("model_cannot", "Continuations have no tokens: they are compared word by word.", {
      hint: 'Leave out windows.unit, or request the protocol "scores".',
      fields: [{ pointer: "/windows/unit", detail: 'must be "words" for continuations' }],
    });
  }
  return {
    unit: windows.unit ?? (protocol === "scores" ? "tokens" : "words"),
    prefix: windows.prefix ?? UNITS_DEFAULT,
    suffix: windows.suffix ?? UNITS_DEFAULT,
    strideWords: windows.stride ?? 1,
    isCensus: windows.select === "census",
    sample: windows.sample ?? SAMPLE_DEFAULT,
    perControl: windows.per_control ?? PER_CONTROL_DEFAULT,
    seed: windows.seed ?? "1",
    continuations: protocol === "scores" ? 0 : (sampling.continuations ?? 0),
    temperature: sampling.temperature ?? 1,
    topK: sampling.top_k ?? null,
    samplingSeed: sampling.seed ?? null,
  };
}

/**
 * @param shorter the fields that make a window shorter
 * @throws invalid_request if the work is shorter than a window; too_few_controls if none of the given controls has
 * enough windows
 */
export function planOf(
  context: EngineContext,
  request: ExtractRequest,
  settings: ExtractSettings,
  shorter = "windows.prefix and windows.suffix (--prefix and --suffix)",
): ExtractPlan {
  const shape: WindowShape = { lengthWords: settings.prefix + settings.suffix, strideWords: settings.strideWords };
  const contents = readContents(context, request);
  const work = contents[0]!;
  const population = windowsIn(work.words, shape);
  if (population === 0) {
    throw new SpoliaError("invalid_request", "The work is too short for a window.", {
      hint: `The work has ${work.words} words, a window has ${shape.lengthWords}; reduce ${shorter}.`,
      fields: [{ pointer: "/work/content", detail: "must hold a prefix and a suffix" }],
    });
  }
  const most = settings.isCensus ? EXTRACT_WINDOWS_MAX : settings.sample;
  const each = Math.min(settings.perControl, most, population);
  const seen = new Set([work.print]);
  const isUsed = contents.slice(1).map(({ words, print }) => {
    if (windowsIn(words, shape) < each) return `It has fewer than ${each} windows.`;
    if (seen.has(print)) return "It is the same text as the work or as another control.";
    seen.add(print);
    return null;
  });
  const controls = contents.slice(1).filter((_, i) => isUsed[i] === null);
  if (contents.length > 1 && controls.length === 0) {
    throw new SpoliaError("too_few_controls", "None of the control texts can be compared with the work.", {
      hint: `A control must differ from the work and have at least ${shape.lengthWords + (each - 1) * shape.strideWords} words${each > 1 ? `, for ${each} windows; windows.per_control (--per-control) can ask for fewer windows` : ""}.`,
      fields: [{ pointer: "/controls", detail: "must hold a text with enough windows" }],
    });
  }
  const sources = [
    sourceOf(work, chooseWindows(work.words, shape, most, `extract ${settings.seed}, work`), shape, settings),
    ...controls.map((one, i) =>
      sourceOf(one, chooseWindows(one.words, shape, each, `extract ${settings.seed}, control ${i}`), shape, settings),
    ),
  ];
  return {
    settings,
    shape,
    work: sources[0]!,
    controls: sources.slice(1),
    unused: contents
      .slice(1)
      .flatMap(({ id, words }, i) => (isUsed[i] === null ? [] : [{ id, words, reason: isUsed[i]! }])),
    order: inTurn(sources),
    isBounded: settings.isCensus && population > most,
  };
}

/** Divides the whole content of the work into stretches of equally many words, none shorter than a suffix. */
export function stretchesOf(
  { work, settings }: ExtractPlan,
  contentLength: number,
): { edges: number[]; stretches: PlacedSpan[] } {
  const bins = Math.min(EXTRACT_MAP_BINS_MAX, Math.max(1, Math.floor(work.lengthWords / settings.suffix)));
  const edges = Array.from({ length: bins + 1 }, (_, i) => Math.floor((i * work.lengthWords) / bins));
  const placed = work.content.placed(edges.slice(1).map((end, i) => ({ start: edges[i]!, end })));
  const stretches = placed.map(({ start, place }, i) => ({
    start: i === 0 ? 0 : start,
    end: placed[i + 1]?.start ?? contentLength,
    place,
  }));
  return { edges, stretches };
}

interface ReadSource {
  id: string;
  content: Content;
  words: number;
  print: string;
}

/** The work, then the controls. */
function readContents(context: EngineContext, { work, controls = [] }: ExtractRequest): ReadSource[] {
  return [{ ...work, id: work.id ?? "work" }, ...controls].map(({ id, ...given }) => {
    const content = readContent(context, given);
    const { words, lengthWords } = content.shingled.text;
    return { id, content, words: lengthWords, print: textId(context.kernels, words) };
  });
}

function sourceOf(
  { id, content, words }: ReadSource,
  starts: Uint32Array,
  shape: WindowShape,
  settings: ExtractSettings,
): ExtractText {
  const { text } = content.shingled;
  const perWindow = 2 + STRETCHES.length;
  const places = utf16Spans(
    text,
    Array.from(starts).flatMap((start) => [
      { start, end: start + settings.prefix },
      { start: start + settings.prefix, end: start + shape.lengthWords },
      ...STRETCHES.map((times) => ({ start, end: Math.min(words, start + times * shape.lengthWords) })),
    ]),
  );
  const windows = Array.from(starts, (startWord, i) => {
    const [prefix, suffix, ...stretches] = places.slice(perWindow * i, perWindow * (i + 1));
    return { startWord, prefix: prefix!, suffix: suffix!, ends: stretches.map(({ end }) => end) };
  });
  return { id, content, lengthWords: words, population: windowsIn(words, shape), windows };
}

function inTurn(sources: readonly ExtractText[]): ExtractPlan["order"] {
  const rounds = sources.reduce((most, { windows }) => Math.max(most, windows.length), 0);
  return Array.from({ length: rounds }, (_, place) =>
    sources.filter(({ windows }) => place < windows.length).map((source) => ({ source, place })),
  ).flat();
}

/** The settings of an iterated extraction, with defaults filled in. */
export interface IterationSettings {
  openingWords: number;
  queries: number;
  contextWords: number;
  sampling: Sampling;
}

const OPENING_WORDS_DEFAULT = 50;
const QUERIES_DEFAULT = 100;
const MAX_TOKENS_DEFAULT = 1_000;
const CONTEXT_WORDS_DEFAULT = 1_000;

/** @throws invalid_request where a field belongs to another protocol */
export function iterationOf({ iteration = {}, windows, sampling = {} }: ExtractRequest): IterationSettings {
  if (windows !== undefined)
    throw foreign("/windows", 'must be left out for "iterated": it queries from the beginning of each text');
  if ((sampling.continuations ?? 0) > 0)
    throw foreign("/sampling/continuations", 'must be 0 for "iterated": each text has one continuation');
  const { temperature = 0, top_k, seed } = sampling;
  const openingWords = iteration.opening ?? OPENING_WORDS_DEFAULT;
  return {
    openingWords,
    queries: iteration.queries ?? QUERIES_DEFAULT,
    contextWords: Math.max(openingWords, iteration.context ?? CONTEXT_WORDS_DEFAULT),
    sampling: {
      continuations: 1,
      max_tokens: iteration.max_tokens ?? MAX_TOKENS_DEFAULT,
      temperature,
      ...(top_k !== undefined && { top_k }),
      ...(seed !== undefined && { seed }),
    },
  };
}

/** One window of each text, at its beginning: the opening, and as many words as the shortest passage that counts. */
export function iterationPlan(
  context: EngineContext,
  request: ExtractRequest,
  { openingWords }: IterationSettings,
): ExtractPlan {
  const settings = {
    ...settingsOf(request, "iterated"),
    prefix: openingWords,
    suffix: NEAR_VERBATIM_WORDS_MIN,
    // A stride beyond every text leaves one window.
    strideWords: Number.MAX_SAFE_INTEGER,
    isCensus: true,
    perControl: 1,
  };
  return planOf(context, request, settings, "iteration.opening");
}

/** The most that the protocol sends, retries not counted: every text continued to the last query. */
export function iterationCeiling(request: ExtractRequest): { requests: number; tokens: number } {
  const { queries, contextWords, sampling } = iterationOf(request);
  const requests = queries * (1 + (request.controls?.length ?? 0));
  return { requests, tokens: requests * (TOKENS_OF_WORD * contextWords + sampling.max_tokens) };
}

/** @throws invalid_request where the request has settings of iterated continuation for another protocol */
export function refuseIteration({ iteration }: ExtractRequest): void {
  if (iteration !== undefined) throw foreign("/iteration", 'must be left out unless the protocol is "iterated"');
}

function foreign(pointer: string, detail: string): SpoliaError {
  return new SpoliaError("invalid_request", "The request has a field of another protocol.", {
    hint: "Leave the field out, or request the protocol that it belongs to.",
    fields: [{ pointer, detail }],
  });
}
