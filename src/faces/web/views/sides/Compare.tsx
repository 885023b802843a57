/** Two texts side by side, with what they share and the words that differ. */
import { signal, useSignal } from "@preact/signals";
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import type { Span } from "../../../../base/contract/common.ts";
import type { ShownComparison } from "../../messages.ts";
import { paragraphsIn, piecesIn } from "../../segments.ts";
import { caller, encoder, withWork, work } from "../../state/state.ts";
import { words } from "../../words.ts";
import { Parts, Section } from "../Parts.tsx";
import { EncoderChoice } from "../places/Encoder.tsx";
import { Picker } from "../places/Picker.tsx";
import { TextField } from "../Start.tsx";
import { Fault, Working } from "../Working.tsx";
import { Differing } from "./Differing.tsx";
import { type DrawnTogether, inParts, useDrawn } from "./inParts.ts";

const w = words.compare;
const SIDES = ["a", "b"] as const;
type Side = (typeof SIDES)[number];
const LABELS = { a: w.first, b: w.second };

const texts = { a: signal(""), b: signal("") };
const comparison = signal<{ shown: ShownComparison; a: string; b: string } | null>(null);

async function run(): Promise<void> {
  const [a, b] = [texts.a.value, texts.b.value];
  const files = encoder.value?.files ?? null;
  const shown = await withWork(words.work.comparing, (settings) => caller.call("compare", [a, b, files], settings));
  if (shown !== null) comparison.value = { shown, a, b };
}

/** Compares two texts that another view has. */
export function compareTexts(a: string, b: string): void {
  texts.a.value = a;
  texts.b.value = b;
  void run();
}

export function Compare() {
  return (
    <>
      <div class="wide">
        <h1>{w.title}</h1>
        <p class="lede">{w.lede}</p>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <div class="pair">
          {SIDES.map((side) => (
            <SideField key={side} side={side} />
          ))}
        </div>
        <div class="places">
          <EncoderChoice />
        </div>
        <div class="go">
          <button
            type="submit"
            class="main"
            disabled={work.value !== null || SIDES.some((side) => texts[side].value.trim() === "")}
          >
            {w.run}
          </button>
        </div>
      </form>
      <Working />
      <Fault />
      <Compared />
    </>
  );
}

function SideField({ side }: { side: Side }) {
  const set = (value: string) => {
    texts[side].value = value;
  };
  const open = (file: Parameters<typeof readInto>[1]) => void readInto(set, file);
  return (
    <div>
      <h2>{LABELS[side]}</h2>
      <TextField
        label={LABELS[side]}
        placeholder={words.start.hint}
        value={texts[side].value}
        onInput={set}
        onFiles={([file]) => open(file!)}
      />
      <div class="under">
        <Picker label={`${words.start.pick}: ${LABELS[side]}`} isOne onPick={([file]) => file && open(file)} />
      </div>
    </div>
  );
}

async function readInto(set: (value: string) => void, file: { path: string; file: Blob }): Promise<void> {
  const read = await withWork(words.start.reading, (settings) => caller.call("read", [file], settings));
  if (read !== null) set(read.content);
}

function Compared() {
  const chosenPassage = useSignal(0);
  const compared = comparison.value;
  if (compared === null) return null;
  const { shown, a, b } = compared;
  const passages = shown.result.passages ?? [];
  const choose = (number: number) => {
    chosenPassage.value = number;
    for (const side of SIDES)
      document.querySelector(`[data-${side}~="${number}"]`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    <>
      <div class="verdict part" aria-live="polite">
        <h2 class="lede">
          {shown.word.charAt(0) + shown.word.slice(1).toLowerCase()}. {shown.sentence}
        </h2>
      </div>
      <Section title={w.passages}>
        <div class="numbers">
          {passages.map((passage, i) => (
            <button
              key={passage.a.start}
              type="button"
              class={`number ${chosenPassage.value === i + 1 ? "on" : ""}`}
              aria-label={words.result.passage(i + 1)}
              aria-pressed={chosenPassage.value === i + 1}
              onClick={() => choose(i + 1)}
            >
              {i + 1}
            </button>
          ))}
        </div>
      </Section>
      <div class="pair">
        {SIDES.map((side) => (
          <SideText
            key={side}
            side={side}
            content={side === "a" ? a : b}
            shown={shown}
            chosen={chosenPassage.value}
            onChoose={choose}
          />
        ))}
      </div>
      <p class="note">{words.result.differs}</p>
      <Parts parts={shown.shares.filter(({ is }) => is !== "heading")} />
      {shown.reworded.length === 0 ? null : (
        <Section title={words.parts.reworded}>
          <Parts parts={shown.reworded.filter(({ is }) => is !== "heading")} sides={[w.first, w.second]} />
        </Section>
      )}
      <Section title={words.parts.untested}>
        <Parts parts={shown.untested.slice(1)} />
      </Section>
    </>
  );
}

interface SideTextProps {
  side: Side;
  content: string;
  shown: ShownComparison;
  chosen: number;
  onChoose: (number: number) => void;
}

function SideText({ side, content, shown, chosen, onChoose }: SideTextProps) {
  const parts = useMemo(() => {
    const passages = (shown.result.passages ?? []).map((passage, i) => ({ number: i + 1, ...passage[side] }));
    return inParts(piecesIn(paragraphsIn(content), passages));
  }, [content, shown, side]);
  const drawn = useDrawn(parts);
  const spans = useMemo(() => shown.differing[side].map(([start, end]) => ({ start, end })), [shown, side]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reached by keyboard
    <section class="reading" dir="auto" aria-label={LABELS[side]} aria-busy={drawn < parts.length} tabIndex={0}>
      {parts.slice(0, drawn).map((part, i) => (
        <SidePart
          key={i}
          {...{ part, side, content, spans, onChoose }}
          chosen={part.numbers.includes(chosen) ? chosen : 0}
        />
      ))}
    </section>
  );
}

interface SidePartProps extends Pick<SideTextProps, "side" | "content" | "chosen" | "onChoose"> {
  part: DrawnTogether;
  spans: readonly Span[];
}

/** Paragraphs that are drawn together, and again only where one of their passages is chosen, or no longer. */
const SidePart = memo(
  ({ part, side, content, spans, chosen, onChoose }: SidePartProps) => (
    <div style={part.style}>
      {part.lines.map((line, i) => (
        <p key={i} dir="auto">
          {line.map(({ start, end, over, begins }) =>
            over.length === 0 ? (
              content.slice(start, end)
            ) : (
              <span key={start}>
                {begins.map((number) => (
                  <button
                    key={number}
                    type="button"
                    class={`number ${number === chosen ? "on" : ""}`}
                    aria-label={words.result.passage(number)}
                    onClick={() => onChoose(number)}
                  >
                    {number}
                  </button>
                ))}
                <mark class={over.includes(chosen) ? "on" : ""} {...{ [`data-${side}`]: over.join(" ") }}>
                  <Differing content={content} start={start} end={end} differing={spans} />
                </mark>
              </span>
            ),
          )}
        </p>
      ))}
    </div>
  ),
  (one, other) => one.part === other.part && one.chosen === other.chosen && one.spans === other.spans,
);
