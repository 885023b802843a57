/** The order in which a reader takes the segments of a page: columns one after another, between rows across them. */
import { type LineSegment, sharesLine } from "./segments.ts";

const COLUMNS_DEPTH_MAX = 8;
/** Left edges that are tried as the left edge of a column. */
const EDGES_MAX = 24;
/** Rows that stand beside each other on both sides of a gap before it counts as one between columns. */
const ROWS_MIN = 4;
/** Width of the gap, as a part of the size of letters. */
const GAP_MIN = 0.7;
/** Characters of a line of a column: shorter pieces are cells of a table, which is read by rows. */
const LINE_CHARACTERS_MIN = 12;
const PROSE_SHARE_MIN = 0.7;

/** Rows of one column, or of one part of a page without columns. */
export type Region = LineSegment[][];

/** @param isRightToLeft whether columns follow each other to the left */
export function regionsOf(segments: readonly LineSegment[], size: number, isRightToLeft: boolean): Region[] {
  const regions: Region[] = [];
  const order = (part: readonly LineSegment[], depth: number): void => {
    if (part.length === 0) return;
    const columns = depth < COLUMNS_DEPTH_MAX ? columnsOf(part, size) : undefined;
    if (columns === undefined) {
      regions.push(rowsOf(part));
      return;
    }
    order(columns.before, depth + 1);
    for (const { across, left, right } of columns.bands) {
      order(across, depth + 1);
      const [first, second] = isRightToLeft ? [right, left] : [left, right];
      order(first, depth + 1);
      order(second, depth + 1);
    }
    order(columns.after, depth + 1);
  };
  order(segments, 0);
  return regions;
}

/** Segments on the same line, from the top to the bottom, each row from left to right. */
function rowsOf(segments: readonly LineSegment[]): LineSegment[][] {
  const rows: LineSegment[][] = [];
  for (const segment of [...segments].sort((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const row = rows.slice(-3).find((row) => row.some((other) => sharesLine(segment, other)));
    if (row === undefined) rows.push([segment]);
    else row.push(segment);
  }
  for (const row of rows) row.sort((a, b) => a.x0 - b.x0);
  return rows;
}

interface Band {
  across: LineSegment[];
  left: LineSegment[];
  right: LineSegment[];
}

/** Parts of a page from the top: what runs across the gap before `edge`, and then what stands on both sides of it. */
function bandsOf(segments: readonly LineSegment[], edge: number, size: number): Band[] {
  const bands: Band[] = [];
  let band: Band | undefined;
  for (const segment of [...segments].sort((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const side = sideOf(segment, edge, size);
    if (band === undefined || (side === "across" && band.left.length + band.right.length > 0)) {
      band = { across: [], left: [], right: [] };
      bands.push(band);
    }
    band[side].push(segment);
  }
  return bands;
}

function sideOf({ x0, x1 }: LineSegment, edge: number, size: number): keyof Band {
  if (x0 >= edge - 0.1 * size) return "right";
  return x1 <= edge - GAP_MIN * size ? "left" : "across";
}

/** Parts of a page above and below columns, and the columns between them. */
interface PageColumns {
  before: LineSegment[];
  bands: Band[];
  after: LineSegment[];
}

/** The columns with most rows beside each other; `undefined` where there are none. */
function columnsOf(segments: readonly LineSegment[], size: number): PageColumns | undefined {
  if (segments.length < 2 * ROWS_MIN) return undefined;
  const rows = rowsOf(segments);
  let best: { edge: number; from: number; to: number } | undefined;
  let most = ROWS_MIN - 1;
  for (const edge of leftEdges(segments, size)) {
    for (const [from, to] of runsOf(rows, edge, size)) {
      const count = rowsBeside(rows.slice(from, to).flat(), edge, size);
      if (count > most) [best, most] = [{ edge, from, to }, count];
    }
  }
  if (best === undefined) return undefined;
  const { edge, from, to } = best;
  const bands = bandsOf(rows.slice(from, to).flat(), edge, size);
  return { before: rows.slice(0, from).flat(), bands, after: rows.slice(to).flat() };
}

/** Runs of rows without one that crosses the gap before an edge beside other text: no gap goes through such a row. */
function runsOf(rows: readonly LineSegment[][], edge: number, size: number): [from: number, to: number][] {
  const runs: [number, number][] = [];
  let from = 0;
  for (const [at, row] of rows.entries()) {
    if (row.length < 2 || row.every((segment) => sideOf(segment, edge, size) !== "across")) continue;
    if (at > from) runs.push([from, at]);
    from = at + 1;
  }
  if (from < rows.length) runs.push([from, rows.length]);
  return runs;
}

/** Places at which several segments begin, the most frequent first. */
function leftEdges(segments: readonly LineSegment[], size: number): number[] {
  const starts = segments.map(({ x0 }) => x0).sort((a, b) => a - b);
  const first = starts[0]! + 4 * size;
  const edges: { edge: number; count: number }[] = [];
  for (const start of starts) {
    const last = edges.at(-1);
    if (last !== undefined && start - last.edge <= 0.3 * size) last.count += 1;
    else if (start > first) edges.push({ edge: start, count: 1 });
  }
  return edges
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count || a.edge - b.edge)
    .slice(0, EDGES_MAX)
    .map(({ edge }) => edge);
}

/** Number of rows with text of columns on both sides of the gap before an edge. */
function rowsBeside(segments: readonly LineSegment[], edge: number, size: number): number {
  const left: LineSegment[] = [];
  const right: LineSegment[] = [];
  let rows = 0;
  for (const band of bandsOf(segments, edge, size)) {
    const both = Math.min(rowsOf(band.left).length, rowsOf(band.right).length);
    if (both < 2 || !standBeside(band)) continue;
    rows += both;
    left.push(...band.left);
    right.push(...band.right);
  }
  return isProse(left) && isProse(right) ? rows : 0;
}

/** Whether both sides of a band share half the height of the lower one: a side that begins below is no column. */
function standBeside({ left, right }: Band): boolean {
  const [a, b] = [left, right].map((side) => side.map(({ y }) => y));
  const [topA, bottomA, topB, bottomB] = [a![0]!, a!.at(-1)!, b![0]!, b!.at(-1)!];
  const shared = Math.min(bottomA, bottomB) - Math.max(topA, topB);
  return shared >= 0.3 * Math.min(bottomA - topA, bottomB - topB);
}

/** Whether most characters stand in lines, and not in the short pieces of tables and figures. */
function isProse(segments: readonly LineSegment[]): boolean {
  const lengths = segments.map(({ length }) => length);
  const inLines = lengths.filter((length) => length >= LINE_CHARACTERS_MIN);
  return sum(inLines) > PROSE_SHARE_MIN * sum(lengths);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
