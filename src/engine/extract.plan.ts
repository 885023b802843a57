/** What of which texts is asked, in which order: settled before the model is. */
import type { Span } from "../contract/common.ts";
import type { ExtractProtocol, ExtractRequest } from "../contract/extract.ts";
import { SpoliaError } from "../errors.ts";
import { textId } from "../fingerprint/fingerprint.ts";
import { PASSAGE } from "../fingerprint/profile.ts";
import { EXTRACT_WINDOWS_MAX } from "../limits.ts";
import { chooseWindows, type WindowShape, windowsIn } from "../memorisation/windows.ts";
import { utf16Spans } from "../text/text.ts";
import { type Content, readContent } from "./content.ts";
import type { EngineContext } from "./context.ts";

/** The request with everything said. */
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

/** A text that is asked about. */
export interface ExtractText {
  id: string;
  content: Content;
  lengthWords: number;
  population: number;
  windows: PlannedWindow[];
}

/** Places in the text that was read, as UTF-16 indices. */
export interface PlannedWindow {
  startWord: number;
  prefix: Span;
  suffix: Span;
  /** Where a stretch of once, twice and four times the window's words ends: tokens may be longer than words. */
  ends: number[];
}

export interface ExtractPlan {
  settings: ExtractSettings;
  shape: WindowShape;
  work: ExtractText;
  controls: ExtractText[];
  /** Controls that are none, with the reason. */
  unused: { id: string; words: number; reason: string }[];
  /** All windows: one of each text in turn, so that a budget ends for all of them alike. */
  order: { source: ExtractText; place: number }[];
  /** Whether a census was asked for of more windows than are asked. */
  isBounded: boolean;
}

const UNITS_DEFAULT = 50;
const SAMPLE_DEFAULT = 300;
const PER_CONTROL_DEFAULT = 20;
/** Tokens may be longer than words, as in scripts without spaces. */
const STRETCHES = [1, 2, 4];

export function settingsOf({ windows = {}, sampling = {} }: ExtractRequest, protocol: ExtractProtocol): ExtractSettings {
  if (protocol === "continuations" && windows.unit === "tokens") {
    throw new SpoliaError("model_cannot", "Continuations are compared word by word: they come without tokens.", {
      hint: 'Leave windows.unit away, or ask for the protocol "scores".',
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

/** @throws invalid_request where the work holds no window; too_few_controls where controls were given and none holds enough */
export function planOf(context: EngineContext, request: ExtractRequest, settings: ExtractSettings): ExtractPlan {
  const shape: WindowShape = { lengthWords: settings.prefix + settings.suffix, strideWords: settings.strideWords };
  const contents = readContents(context, request);
  const work = contents[0]!;
  const population = windowsIn(work.words, shape);
  if (population === 0) {
    throw new SpoliaError("invalid_request", "The work is too short for a window.", {
      hint: `It has ${work.words} words, a window ${shape.lengthWords}; windows.prefix and windows.suffix make it shorter.`,
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
      hint: `A control differs from the work and has ${shape.lengthWords + (each - 1) * shape.strideWords} words at least, for ${each} windows; fewer by windows.per_control.`,
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
    ...{ settings, shape, work: sources[0]!, controls: sources.slice(1) },
    unused: contents.slice(1).flatMap(({ id, words }, i) => (isUsed[i] === null ? [] : [{ id, words, reason: isUsed[i]! }])),
    order: inTurn(sources),
    isBounded: settings.isCensus && population > most,
  };
}

interface ReadSource {
  id: string;
  content: Content;
  words: number;
  print: string;
}

/** The work, then the controls. */
function readContents({ kernels, readers }: EngineContext, { work, controls = [] }: ExtractRequest): ReadSource[] {
  const read = (id: string, text: string, type: "text" | "markdown" | "html" | "code" = "text"): ReadSource => {
    const content = readContent(kernels, readers, text, type, PASSAGE);
    const { words, lengthWords } = content.shingled.text;
    return { id, content, words: lengthWords, print: textId(kernels, words) };
  };
  return [
    read(work.id ?? "work", work.content ?? "", work.content_type),
    ...controls.map(({ id, content, content_type }) => read(id, content, content_type)),
  ];
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
