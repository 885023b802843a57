/**
 * PlagDet: recall, precision and granularity of reported passages in one figure (Potthast, Stein, Barrón-Cedeño and Rosso, "An
 * evaluation framework for plagiarism detection", COLING 2010). The characters of a case are those of both its sides, and a report
 * counts for a case only where they overlap on both sides of the same two documents.
 */
import { grouped } from "../figures.ts";

/** A true case or a reported one, in characters of two documents. */
export interface PassagePair {
  suspicious: string;
  content: Range;
  document: string;
  source: Range;
}

export interface Range {
  start: number;
  end: number;
}

export interface PlagDet {
  macro: Quality;
  micro: Quality;
  /** Mean number of reports for each case that was found; 1 where none was. */
  granularity: number;
}

export interface Quality {
  precision: number;
  recall: number;
  f1: number;
  /** f1 / log2(1 + granularity) */
  plagdet: number;
}

export function plagdet(cases: readonly PassagePair[], reports: readonly PassagePair[]): PlagDet {
  const [byCase, byReport] = [meeting(cases, reports), meeting(reports, cases)];
  const found = byCase.filter((some) => some.length > 0);
  const granularity = found.length === 0 ? 1 : found.reduce((sum, some) => sum + some.length, 0) / found.length;
  const quality = (precision: number, recall: number): Quality => {
    const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
    return { precision, recall, f1, plagdet: f1 / Math.log2(1 + granularity) };
  };
  if (cases.length === 0 || reports.length === 0) {
    const all = cases.length === reports.length ? 1 : 0;
    return { macro: quality(all, all), micro: quality(all, all), granularity };
  }
  const common = unionLength(cases.flatMap((one, i) => byCase[i]!.flatMap((other) => intersections(one, other))));
  return {
    macro: quality(meanShare(reports, byReport), meanShare(cases, byCase)),
    micro: quality(common / unionLength(reports.flatMap(sides)), common / unionLength(cases.flatMap(sides))),
    granularity,
  };
}

const overlaps = (a: Range, b: Range) => a.start < b.end && b.start < a.end;

export function meets(one: PassagePair, other: PassagePair): boolean {
  return (
    one.suspicious === other.suspicious &&
    one.document === other.document &&
    overlaps(one.content, other.content) &&
    overlaps(one.source, other.source)
  );
}

/** Of each passage, those others that meet it. */
function meeting(ones: readonly PassagePair[], others: readonly PassagePair[]): PassagePair[][] {
  const byDocument = new Map(grouped(others, ({ suspicious }) => suspicious));
  return ones.map((one) => (byDocument.get(one.suspicious) ?? []).filter((other) => meets(one, other)));
}

function meanShare(ones: readonly PassagePair[], met: readonly PassagePair[][]): number {
  const shares = ones.map(
    (one, i) => unionLength(met[i]!.flatMap((other) => intersections(one, other))) / lengthOf(one),
  );
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

const lengthOf = ({ content, source }: PassagePair) => content.end - content.start + source.end - source.start;

/** A range of a document, whose key tells the suspicious from the source side. */
type Side = Range & { key: string };

function sides({ suspicious, content, document, source }: PassagePair): Side[] {
  return [
    { key: `content ${suspicious}`, ...content },
    { key: `source ${document}`, ...source },
  ];
}

function intersections(one: PassagePair, other: PassagePair): Side[] {
  const [content, source] = sides(one) as [Side, Side];
  const cut = (side: Side, by: Range) => ({
    ...side,
    start: Math.max(side.start, by.start),
    end: Math.min(side.end, by.end),
  });
  return [cut(content, other.content), cut(source, other.source)];
}

/** Characters in at least one of the ranges. */
function unionLength(ranges: readonly Side[]): number {
  let length = 0;
  for (const [, some] of grouped(ranges, ({ key }) => key)) {
    let end = Number.NEGATIVE_INFINITY;
    for (const range of some.sort((a, b) => a.start - b.start)) {
      length += Math.max(0, range.end - Math.max(range.start, end));
      end = Math.max(end, range.end);
    }
  }
  return length;
}
