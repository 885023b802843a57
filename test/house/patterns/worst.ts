/**
 * Inputs on which a regular expression may take long, made of what it is made of: characters that its parts match and
 * its literal words, one or two of them again and again, after a beginning that it wants and before an end that it does
 * not.
 */

/** A piece that is repeated, between a beginning and an end. */
export interface Worst {
  head: string;
  pump: string;
  tail: string;
}

const CANDIDATES = [..."aA1 .\n-\"'(<[:/=_*#é漢…\t\\`©|}]>)&%;,{"];
/** Of two UTF-16 units each, of which V8 remembers more. */
const ASTRAL = ["\u{10428}", "\u{1f600}"];
const PARTS =
  /\\p\{[^}]*\}|\\P\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[^bBk\d]|\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!:]|<\w+>)|\{\d+(?:,\d*)?\}|[()|?*+^$]|\\[bBk\d]|./gsu;
const STRUCTURE = /^(?:[()|?*+^$]|\(\?.*|\{\d.*\}|\\[bBk\d])$/s;
const ATOMS_MAX = 9;
/** Hardly any pattern matches it. */
const TAIL = "\u0001";

/** Atoms of a pattern: characters that its classes match, and the words in it. */
function atomsOf({ source, flags }: RegExp): string[] {
  const atoms = new Set<string>();
  let word = "";
  const endWord = () => {
    if (word.length > 1) atoms.add(word);
    for (const letter of word.slice(0, 1)) atoms.add(letter);
    word = "";
  };
  const mode = flags.replace(/[gy]/g, "");
  for (const [part] of source.matchAll(PARTS)) {
    if (STRUCTURE.test(part)) endWord();
    else if (/^[^\\[.]$/u.test(part)) word += part;
    else if (/^\\[^\w]$/.test(part)) word += part.slice(1);
    else {
      endWord();
      const one = new RegExp(`^(?:${part})$`, mode);
      for (const atom of CANDIDATES.filter((candidate) => one.test(candidate)).slice(0, 2)) atoms.add(atom);
      for (const atom of ASTRAL) if (mode.includes("u") && one.test(atom)) atoms.add(atom);
      // A class of rare signs has some of its own.
      const own = [...part].filter((sign) => sign > "\u007f" && one.test(sign));
      for (const atom of CANDIDATES.some((candidate) => one.test(candidate)) ? [] : own.slice(0, 2)) atoms.add(atom);
    }
  }
  endWord();
  return [...atoms].slice(0, ATOMS_MAX);
}

function worstOf(pattern: RegExp): Worst[] {
  const atoms = atomsOf(pattern);
  const pumps = new Set([...atoms, ...atoms.flatMap((one) => atoms.map((other) => one + other))]);
  return [...pumps].flatMap((pump) => ["", ...atoms].map((head) => ({ head, pump, tail: TAIL })));
}

/** The text of so many UTF-16 units. */
const textOf = ({ head, pump, tail }: Worst, units: number): string =>
  head + pump.repeat(Math.ceil(Math.max(0, units - head.length) / pump.length)) + tail;

/** Uses a pattern as it is used: to its last match where it has more than one. @returns length of the first match */
function drive(pattern: RegExp, text: string): number {
  const first = new RegExp(pattern.source, pattern.flags.replace("g", "")).exec(text)?.[0].length ?? 0;
  if (pattern.global) text.replace(pattern, "");
  return first;
}

/** Processor time of this process, in milliseconds: it does not depend on what else the machine does. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The least processor time of so many runs: caches that others use only add to it. */
function timeOf(pattern: RegExp, worst: Worst, units: number, runs: number): number {
  const text = textOf(worst, units);
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < runs; n++) {
    const began = processorMs();
    drive(pattern, text);
    least = Math.min(least, processorMs() - began);
  }
  return least;
}

/** A text eight times as long takes eight times as long: 64 times where each place is read from each other one. */
const TIMES_LONGER = 8;
const GROWTH_MAX = 30;
/** Less than this is too little to compare. */
const LEAST_MS = 0.25;
const TRIED_UNITS = 128;
const REPEATED_GROUP = /\)(?:[*+]|\{\d+,)/;
const GROWING_UNITS = [1_024, 8_192];

/**
 * What a pattern does not bear, or `null`: time that grows faster than the text, or more of the stack than there is.
 *
 * @param unitsMax of the longest text
 * @param isShort whether the text is so short that it may grow
 */
export function unbearable(pattern: RegExp, unitsMax: number, isShort: boolean): string | null {
  const whole: Worst[] = [];
  const simple: Worst[] = [];
  for (const worst of worstOf(pattern)) {
    if (drive(pattern, textOf(worst, TRIED_UNITS)) >= TRIED_UNITS - 16) whole.push(worst);
    if (worst.head === "" && [...worst.pump].length === 1) simple.push(worst);
    const failure = isShort ? null : grows(pattern, worst, TRIED_UNITS, TRIED_UNITS * TIMES_LONGER);
    if (failure !== null) return failure;
  }
  for (const worst of new Set([...simple, ...whole.slice(0, 3)])) {
    for (const units of isShort ? [] : GROWING_UNITS) {
      const failure = grows(pattern, worst, units, units * TIMES_LONGER);
      if (failure !== null) return failure;
    }
  }
  // Each turn of a repeated group takes a place on the stack; which text has the most turns, times do not tell.
  const ofEachPump = [...new Map([...whole].reverse().map((worst) => [worst.pump, worst])).values()];
  const deep = REPEATED_GROUP.test(pattern.source)
    ? [...ofEachPump, ...simple, ...worstOfGroups(pattern)]
    : whole.slice(0, 1);
  for (const worst of new Set(deep)) {
    try {
      drive(pattern, textOf(worst, unitsMax));
    } catch (error) {
      return `${JSON.stringify(worst.pump)} × ${unitsMax}: ${(error as Error).message}`;
    }
  }
  return null;
}

const GROUP_WORSTS_MAX = 2;

/**
 * What a repeated group matches as often as it likes, wherever it stands in a pattern: also where the pattern matches
 * nothing in the end, or only behind something else.
 */
function worstOfGroups(pattern: RegExp): Worst[] {
  const atoms = atomsOf(pattern);
  const pumps = [...atoms, ...atoms.flatMap((one) => atoms.map((other) => one + other))];
  return repeatedGroups(pattern.source).flatMap((group) => {
    const alone = compiled(group, pattern.flags.replace(/[gy]/g, ""));
    if (alone === null) return [];
    const longest = pumps.filter((pump) => drive(alone, pump.repeat(TRIED_UNITS)) >= TRIED_UNITS * pump.length - 16);
    return longest
      .slice(0, GROUP_WORSTS_MAX)
      .flatMap((pump) => ["", ...atoms.slice(0, 4)].map((head) => ({ head, pump, tail: TAIL })));
  });
}

/** The groups of a pattern that may be repeated without a bound, with their quantifier. */
function repeatedGroups(source: string): string[] {
  const [groups, open]: [string[], number[]] = [[], []];
  for (const { 0: part, index } of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\(|\)(?:[*+]|\{\d+,\})?/gsu)) {
    if (part === "(") open.push(index);
    if (!part.startsWith(")")) continue;
    const start = open.pop()!;
    if (part.length > 1) groups.push(source.slice(start, index + part.length));
  }
  return groups;
}

/** `null` for a part that is no pattern by itself. */
function compiled(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}

function grows(pattern: RegExp, worst: Worst, units: number, longer: number): string | null {
  // One look is enough for what takes hardly any time.
  const text = textOf(worst, longer);
  const began = performance.now();
  drive(pattern, text);
  if (performance.now() - began < GROWTH_MAX * LEAST_MS) return null;
  let [less, more] = [0, 0];
  for (const runs of [3, 30]) {
    [less, more] = [timeOf(pattern, worst, units, runs), timeOf(pattern, worst, longer, runs)];
    if (more <= GROWTH_MAX * Math.max(less, LEAST_MS)) return null;
  }
  return `${JSON.stringify(worst.head)} ${JSON.stringify(worst.pump)} × ${longer}: ${more.toFixed(1)} ms after ${less.toFixed(2)} ms for ${units}`;
}
