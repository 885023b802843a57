/** The pieces of text on a page, each with its place, in one frame: x to the right, y downwards, in points. */
import type { PDFPageProxy } from "unpdf/pdfjs";
import { withoutDoubles } from "./doubles.ts";

/** A run of characters that stand beside each other in one font. */
export interface Fragment {
  text: string;
  /** Where it begins and ends along its line. */
  x0: number;
  x1: number;
  /** Its baseline. */
  y: number;
  /** Height of its font. */
  size: number;
  isRightToLeft: boolean;
  /** Whether the document says that it is no part of the text, as running heads are. */
  isArtifact: boolean;
  /** Whether white space follows. */
  hasSpaceAfter: boolean;
}

/** Fragments of one direction of writing; most pages have one such group. */
export type Fragments = Fragment[];

export type TextContent = Awaited<ReturnType<PDFPageProxy["getTextContent"]>>;
type Matrix = readonly number[];

const QUARTER = Math.PI / 2;
const SKEW_MAX = 0.05;

/** The page's fragments, by direction of writing: the direction with most characters first. */
export function fragmentsOf(
  content: TextContent,
  page: { transform: Matrix; width: number; height: number },
): Fragments[] {
  const groups = new Map<string, Fragments>();
  const marks: boolean[] = [];
  let last: Fragment | undefined;
  for (const item of content.items) {
    if ("type" in item) {
      if (item.type === "endMarkedContent") marks.pop();
      else marks.push((item as { tag?: string }).tag === "Artifact" || marks.at(-1) === true);
      continue;
    }
    if (item.str.trim() === "") {
      if (last !== undefined) last.hasSpaceAfter = true;
      continue;
    }
    const isVertical = content.styles[item.fontName]?.vertical === true;
    const placed = placedOf(item, isVertical, page);
    if (placed === undefined) continue;
    const { key, ...place } = placed;
    const text = item.str.replace(PRESENTED, (letters) => letters.normalize("NFKC")).replace(/\s+/g, " ");
    last = {
      ...place,
      text: text.trim(),
      isRightToLeft: item.dir === "rtl",
      isArtifact: marks.at(-1) === true,
      hasSpaceAfter: text.endsWith(" "),
    };
    const group = groups.get(key) ?? [];
    group.push(last);
    groups.set(key, group);
  }
  const once = Array.from(groups.values(), withoutDoubles);
  const sizes = new Map(once.map((group) => [group, charactersOf(group)]));
  return once.sort((x, y) => sizes.get(y)! - sizes.get(x)!);
}

/**
 * Ligatures and forms of letters, without those of lone marks, whose letters begin with a space. pdf.js would take them
 * apart before it turns a row to the left, so that the letters of a ligature came in the wrong order.
 */
const PRESENTED =
  /[\u00b5\u037e\u0eb3\u2126\ufb00-\ufc5d\ufc64-\ufcf1\ufcf5-\ufdcf\ufdf0-\ufdfb\ufe71\ufe77\ufe79\ufe7b\ufe7d\ufe7f-\ufefc]+/g;

function charactersOf(fragments: Fragments): number {
  return fragments.reduce((sum, { text }) => sum + text.length, 0);
}

/** The place in a frame in which the text runs to the right; `undefined` where it lies outside of the page. */
function placedOf(
  { transform, width, height }: { transform: Matrix; width: number; height: number },
  isVertical: boolean,
  page: { transform: Matrix; width: number; height: number },
): (Pick<Fragment, "x0" | "x1" | "y" | "size"> & { key: string }) | undefined {
  const [a, b, c, d, x, y] = product(page.transform, transform);
  const size = Math.hypot(c!, d!);
  if (![a, b, x, y, size, width, height].every(Number.isFinite) || size === 0) return undefined;
  const slack = size;
  if (x! < -slack || y! < -slack || x! > page.width + slack || y! > page.height + slack) return undefined;
  if (isVertical) return { key: "vertical", x0: y!, x1: y! + Math.abs(height), y: -x!, size };
  const angle = Math.atan2(b!, a!);
  const quarters = Math.round(angle / QUARTER);
  const isStraight = Math.abs(angle - quarters * QUARTER) < SKEW_MAX;
  const turn = isStraight ? quarters * QUARTER : angle;
  const [cos, sin] = isStraight ? COS_SIN[(quarters + 4) % 4]! : [Math.cos(turn), Math.sin(turn)];
  const x0 = x! * cos + y! * sin;
  return {
    key: isStraight ? String((quarters + 4) % 4) : `skew ${turn.toFixed(2)}`,
    x0,
    x1: x0 + width,
    y: y! * cos - x! * sin,
    size,
  };
}

const COS_SIN: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

function product(m: Matrix, n: Matrix): number[] {
  return [
    m[0]! * n[0]! + m[2]! * n[1]!,
    m[1]! * n[0]! + m[3]! * n[1]!,
    m[0]! * n[2]! + m[2]! * n[3]!,
    m[1]! * n[2]! + m[3]! * n[3]!,
    m[0]! * n[4]! + m[2]! * n[5]! + m[4]!,
    m[1]! * n[4]! + m[3]! * n[5]! + m[5]!,
  ];
}
