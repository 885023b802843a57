/** Text with what differs from the other side of it. */
import type { Span } from "../../../../base/contract/common.ts";
import type { DifferingSpan } from "../../../../report/layout/sheet.ts";

/** Words that differ; where it is known what became of them, that too. */
export type Marked = Span & Pick<DifferingSpan, "kind">;

/** A class of each kind; a name or number that both sides have is told from one that a side has alone. */
const CLASSES: Partial<Record<NonNullable<Marked["kind"]>, string>> = { moved: "other moved", agrees: "agrees" };

/** Text with the words under a line that are in one of the spans; the line of words that were moved is dotted. */
export function Differing({
  content,
  start,
  end,
  differing,
}: {
  content: string;
  start: number;
  end: number;
  differing: readonly Marked[];
}) {
  const parts: preact.ComponentChildren[] = [];
  let at = start;
  for (const span of differing) {
    const [from, to] = [Math.max(span.start, at), Math.min(span.end, end)];
    if (to <= from) continue;
    parts.push(
      content.slice(at, from),
      <span class={(span.kind && CLASSES[span.kind]) ?? "other"}>{content.slice(from, to)}</span>,
    );
    at = to;
  }
  parts.push(content.slice(at, end));
  return <>{parts}</>;
}
