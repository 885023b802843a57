/** The whole text with numbered passages. */
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import type { Piece } from "../../../../report/layout/pieces.ts";
import type { NumberedPassage } from "../../messages.ts";
import { documentKey } from "../../messages.ts";
import { paragraphsIn, piecesIn } from "../../segments.ts";
import { choose, keptNumbers } from "../../state/actions.ts";
import { beside, chosen, chosenDocument, first, shown, text } from "../../state/state.ts";
import { words } from "../../words.ts";
import { Differing, type Marked } from "./Differing.tsx";
import { type DrawnTogether, inParts, numbersOver, useDrawn } from "./inParts.ts";

export function Reading() {
  const content = text.value.content;
  const passages = first.value?.passages ?? [];
  const parts = useMemo(() => inParts(piecesIn(paragraphsIn(content), passages)), [content, passages]);
  const drawn = useDrawn(parts);
  const marked = markedNumbers(passages);
  const differing = differingOf(passages);
  const on = chosen.value;
  return (
    <section class="reading" dir="auto" aria-label={words.result.text} aria-busy={drawn < parts.length} tabIndex={-1}>
      {parts.slice(0, drawn).map((part, i) => {
        const isChosen = part.numbers.includes(on);
        return (
          <Part
            key={i}
            part={part}
            content={content}
            state={stateOf(part.numbers, marked, on)}
            marked={marked}
            chosen={isChosen ? on : 0}
            differing={isChosen ? differing : NONE}
            passages={passages}
          />
        );
      })}
    </section>
  );
}

/** Changes when the passages over a part look different. */
const stateOf = (numbers: readonly number[], marked: ReadonlySet<number>, on: number): string =>
  numbers.map((number) => `${number}${marked.has(number) ? "+" : "-"}${number === on ? "!" : ""}`).join(" ");

interface PartProps extends Omit<ParagraphProps, "line"> {
  part: DrawnTogether;
}

/** Paragraphs that are drawn together, and again only where one of their passages looks different. */
const Part = memo(
  ({ part: { lines, style }, marked, chosen: on, ...rest }: PartProps) => (
    <div style={style}>
      {lines.map((line, i) => (
        <Paragraph
          key={i}
          line={line}
          {...rest}
          marked={marked}
          chosen={on}
          state={stateOf(numbersOver(line), marked, on)}
        />
      ))}
    </div>
  ),
  (one, other) =>
    one.part === other.part &&
    one.content === other.content &&
    one.state === other.state &&
    one.differing === other.differing,
);

const NONE: readonly Marked[] = [];

/** Numbers of the passages that are marked: those that are kept, of the chosen document if there is one. */
function markedNumbers(passages: readonly NumberedPassage[]): ReadonlySet<number> {
  const kept = new Set(keptNumbers());
  const key = chosenDocument.value;
  if (key === "") return kept;
  const matches = first.value?.result.matches ?? [];
  const isOf = (place: number) => documentKey(matches[place]!.corpus, matches[place]!.document.id) === key;
  return new Set(
    passages.filter(({ number, places }) => kept.has(number) && places.some(isOf)).map(({ number }) => number),
  );
}

/** Words of the chosen passage that its first shown source does not have. */
function differingOf(passages: readonly NumberedPassage[]): readonly Marked[] {
  const place = passages[chosen.value - 1]?.places[0];
  return (place === undefined ? undefined : beside.value.get(place)?.differing.content) ?? NONE;
}

interface ParagraphProps {
  line: readonly Piece[];
  content: string;
  /** Changes when the paragraph looks different. */
  state: string;
  marked: ReadonlySet<number>;
  chosen: number;
  differing: readonly Marked[];
  passages: readonly NumberedPassage[];
}

const Paragraph = memo(
  ({ line, content, marked, chosen: on, differing, passages }: ParagraphProps) => (
    <p dir="auto">
      {line.map((piece) => (
        <PieceOf key={piece.start} {...{ piece, content, marked, on, differing, passages }} />
      ))}
    </p>
  ),
  (one, other) =>
    one.line === other.line &&
    one.content === other.content &&
    one.state === other.state &&
    one.differing === other.differing,
);

interface PieceProps extends Pick<ParagraphProps, "content" | "marked" | "differing" | "passages"> {
  piece: Piece;
  on: number;
}

function PieceOf({ piece, content, marked, on, differing, passages }: PieceProps) {
  const { start, end, over, begins } = piece;
  if (over.length === 0) return <>{content.slice(start, end)}</>;
  const isOn = over.includes(on);
  const shownNumber = isOn ? on : (over.find((number) => marked.has(number)) ?? 0);
  const look = isOn ? "on" : shownNumber === 0 ? "off" : "";
  // Greyed where no passage over it counts.
  const reasons = over.map((number) => passages[number - 1]!.given);
  const given = reasons.every((reason) => reason !== null) ? reasons[0]! : null;
  return (
    <>
      {begins.map((number) => (
        <button
          key={number}
          type="button"
          class={`number ${number === on ? "on" : marked.has(number) ? "" : "off"}`}
          aria-label={labelOf(passages[number - 1]!)}
          aria-pressed={number === on}
          onClick={() => choose(number)}
        >
          {number}
        </button>
      ))}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the number before the passage is its button */}
      <mark
        class={given === null ? look : `${look} given`.trim()}
        {...(given !== null && { title: given })}
        data-passage={over.join(" ")}
        onClick={() => choose(shownNumber || over[0]!)}
      >
        {isOn ? (
          <Differing content={content} start={start} end={end} differing={differing} />
        ) : (
          content.slice(start, end)
        )}
      </mark>
    </>
  );
}

function labelOf({ number, places }: NumberedPassage): string {
  const match = shownMatch(places[0]!);
  return match === undefined
    ? words.result.passage(number)
    : words.result.passageIn(number, match.words, match.document.title ?? match.document.id);
}

const shownMatch = (place: number) => (first.value ?? shown.value)?.result.matches[place];
