/** Joins fragments that follow each other on one line without a wide gap, and large initials with their words. */
import type { Fragment, Fragments } from "./fragments.ts";

/** Fragments beside each other, from left to right. */
export interface LineSegment {
  fragments: Fragment[];
  x0: number;
  x1: number;
  y: number;
  size: number;
  /** Number of characters; an ideograph is as wide as two. */
  length: number;
}

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Widest gap inside a segment, as a part of the size of its letters: gaps between columns are wider. */
const GAP_MAX = 0.9;
const OVERLAP_MAX = 0.5;
/** Height of the strips by which segments are found. */
const STRIP = 8;
const STRIPS_MAX = 32;
/** Segments of one strip that are looked at: the last ones lie next to the fragment. */
const LOOKED_AT = 8;

export function segmentsOf(fragments: Fragments): LineSegment[] {
  const strips = new Map<number, LineSegment[]>();
  const segments: LineSegment[] = [];
  const sorted = joinInitials(fragments).sort((a, b) => a.x0 - b.x0 || a.y - b.y);
  for (const fragment of sorted) {
    const near = nearestBefore(fragment, strips);
    const segment = near ?? {
      fragments: [],
      x0: fragment.x0,
      x1: fragment.x1,
      y: fragment.y,
      size: fragment.size,
      length: 0,
    };
    segment.fragments.push(fragment);
    segment.x1 = Math.max(segment.x1, fragment.x1);
    segment.length += fragment.text.length + (fragment.text.match(IDEOGRAPHS)?.length ?? 0);
    if (fragment.size > segment.size) {
      segment.size = fragment.size;
      segment.y = fragment.y;
    }
    if (near === undefined) segments.push(segment);
    const strip = Math.floor(fragment.y / STRIP);
    const inStrip = strips.get(strip) ?? [];
    if (inStrip.at(-1) !== segment) inStrip.push(segment);
    strips.set(strip, inStrip);
  }
  return segments;
}

/** The segment that the fragment continues. */
function nearestBefore(
  fragment: Fragment,
  strips: ReadonlyMap<number, readonly LineSegment[]>,
): LineSegment | undefined {
  const from = Math.floor((fragment.y - fragment.size) / STRIP);
  const to = Math.min(from + STRIPS_MAX, Math.floor((fragment.y + fragment.size) / STRIP));
  let nearest: LineSegment | undefined;
  for (let strip = from; strip <= to; strip += 1) {
    for (const segment of strips.get(strip)?.slice(-LOOKED_AT) ?? []) {
      const size = Math.max(fragment.size, segment.size);
      const gap = fragment.x0 - segment.x1;
      if (gap > GAP_MAX * size || gap < -OVERLAP_MAX * size || !sharesLine(fragment, segment)) continue;
      if (nearest === undefined || segment.x1 > nearest.x1) nearest = segment;
    }
  }
  return nearest;
}

/** Whether the smaller of two pieces stands at least half its height within the height of the larger. */
export function sharesLine(a: LinePlace, b: LinePlace): boolean {
  const [topA, bottomA] = heightOf(a);
  const [topB, bottomB] = heightOf(b);
  const shared = Math.min(bottomA, bottomB) - Math.max(topA, topB);
  return shared >= 0.5 * Math.min(bottomA - topA, bottomB - topB);
}

type LinePlace = Pick<LineSegment, "y" | "size">;

function heightOf({ y, size }: LinePlace): [top: number, bottom: number] {
  return [y - 0.75 * size, y + 0.25 * size];
}

const INITIAL = /^["'“„«‘]?\p{Lu}\p{M}*$/u;
const INITIAL_SIZE_MIN = 1.7;

/** Puts each large initial that hangs into the lines beside it before the first of them. */
function joinInitials(fragments: Fragments): Fragments {
  const body = usualSize(fragments);
  const isInitial = ({ text, size }: Fragment) => size >= INITIAL_SIZE_MIN * body && INITIAL.test(text);
  const initials = fragments.filter(isInitial).slice(0, 16);
  const joined = new Set<Fragment>();
  for (const initial of initials) {
    const host = hostOf(initial, fragments, body);
    if (host === undefined) continue;
    // A capital that is a word of its own has a gap after it, as between words.
    const isWord = initial.hasSpaceAfter || host.x0 - initial.x1 > 0.5 * body;
    host.text = initial.text + (isWord && /^["'“„«‘]?[AIO]$/.test(initial.text) ? " " : "") + host.text;
    host.x0 = initial.x0;
    joined.add(initial);
  }
  return joined.size === 0 ? [...fragments] : fragments.filter((fragment) => !joined.has(fragment));
}

function hostOf(initial: Fragment, fragments: Fragments, body: number): Fragment | undefined {
  let host: Fragment | undefined;
  for (const other of fragments) {
    const isBeside = other.x0 > initial.x1 - 0.4 * body && other.x0 < initial.x1 + 1.5 * body;
    const isWithin = other.y < initial.y - 0.5 * body && other.y > initial.y - 1.05 * initial.size;
    if (!isBeside || !isWithin || other.size > 0.75 * initial.size || other === initial) continue;
    if (
      host === undefined ||
      other.y < host.y - 0.2 * body ||
      (Math.abs(other.y - host.y) <= 0.2 * body && other.x0 < host.x0)
    )
      host = other;
  }
  return host;
}

/** The size of letters that most characters have, to half a point. */
export function usualSize(pieces: readonly { size: number; length?: number; text?: string }[]): number {
  const counts = new Map<number, number>();
  for (const { size, length, text } of pieces) {
    const rounded = Math.round(2 * size) / 2;
    counts.set(rounded, (counts.get(rounded) ?? 0) + (length ?? text?.length ?? 0));
  }
  let usual = 0;
  let most = -1;
  for (const [size, count] of counts)
    if (count > most || (count === most && size < usual)) [usual, most] = [size, count];
  return usual || 1;
}
