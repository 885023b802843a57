/** A set of texts as a graph: who shares with whom, above a threshold. */
import { signal, useSignal } from "@preact/signals";
import type { GivenFile, SharedTexts } from "../messages.ts";
import { caller, view, withWork } from "../state/state.ts";
import { words } from "../words.ts";
import { Section } from "./Parts.tsx";
import { Picker } from "./places/Picker.tsx";
import { Skipped } from "./Skipped.tsx";
import { compareTexts } from "./sides/Compare.tsx";
import { Fault, Working } from "./Working.tsx";

const w = words.set;
const shared = signal<SharedTexts | null>(null);
/** More lines than that say nothing, and stop a browser. */
const LINES_DRAWN = 400;
const PAIRS_LISTED = 200;
const CENTRE = 300;
const RADIUS = 215;

export function TextSet() {
  const threshold = useSignal(5);
  const run = async (files: GivenFile[]) => {
    shared.value = await withWork(words.work.searching, (settings) => caller.call("shares", [files], settings));
  };
  return (
    <>
      <h1>{w.title}</h1>
      <p class="lede">{w.lede}</p>
      <div class="go">
        <Picker label={words.where.addFiles} onPick={(files) => void run(files)} />
        <Picker label={words.where.addFolder} isFolder onPick={(files) => void run(files)} />
        <p class="leaves">{words.leaves.nothing}</p>
      </div>
      <Working />
      <Fault />
      {shared.value === null ? null : (
        <>
          <label class="field narrow">
            {w.threshold(threshold.value)}
            <input
              type="range"
              min="0"
              max="100"
              value={threshold.value}
              onInput={({ currentTarget }) => (threshold.value = Number(currentTarget.value))}
            />
          </label>
          <Shown {...shared.value} least={threshold.value / 100} />
        </>
      )}
    </>
  );
}

function Shown({ texts, pairs, leftOut, skipped, least }: SharedTexts & { least: number }) {
  const above = pairs.filter(({ share }) => share >= least);
  const linked = [...new Set(above.flatMap(({ a, b }) => [a, b]))];
  const compare = ({ a, b }: SharedTexts["pairs"][number]) => {
    view.value = "compare";
    compareTexts(texts[a]!.text, texts[b]!.text);
  };
  return (
    <>
      <p aria-live="polite">{w.found(above.length, linked.length, texts.length)}</p>
      <Skipped skipped={skipped} />
      {leftOut > 0 ? <p class="note">{w.leftOut(leftOut)}</p> : null}
      {linked.length === 0 ? null : (
        <Graph texts={texts} pairs={above.slice(0, LINES_DRAWN)} linked={inGroups(linked, above)} />
      )}
      <Section title={w.pairs}>
        <ul class="items">
          {above.slice(0, PAIRS_LISTED).map((pair) => (
            <li key={`${pair.a} ${pair.b}`} dir="auto">
              <button type="button" class="quiet" onClick={() => compare(pair)}>
                {texts[pair.a]!.name} – {texts[pair.b]!.name}
              </button>{" "}
              <span class="note">{words.result.share(pair.words, pair.share)}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

/** Texts that are joined stand beside each other on the circle. */
function inGroups(linked: readonly number[], pairs: SharedTexts["pairs"]): number[] {
  const next = new Map<number, number[]>(linked.map((place) => [place, []]));
  for (const { a, b } of pairs) {
    next.get(a)!.push(b);
    next.get(b)!.push(a);
  }
  const ordered = new Set<number>();
  for (const start of linked) {
    const waiting = [start];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      if (ordered.has(place)) continue;
      ordered.add(place);
      waiting.push(...next.get(place)!);
    }
  }
  return [...ordered];
}

function Graph({ texts, pairs, linked }: Pick<SharedTexts, "texts" | "pairs"> & { linked: readonly number[] }) {
  const at = new Map(
    linked.map((place, i) => {
      const angle = (2 * Math.PI * i) / linked.length - Math.PI / 2;
      return [place, { x: CENTRE + RADIUS * Math.cos(angle), y: CENTRE + RADIUS * Math.sin(angle), angle }];
    }),
  );
  return (
    <svg class="graph" viewBox="0 0 600 600" role="img" aria-label={w.graph}>
      {pairs.map(({ a, b, share }) => {
        const [from, to] = [at.get(a)!, at.get(b)!];
        const style = { strokeWidth: 1 + 5 * share };
        return <line key={`${a} ${b}`} x1={from.x} y1={from.y} x2={to.x} y2={to.y} style={style} />;
      })}
      {[...at].map(([place, { x, y, angle }]) => {
        const isLeft = Math.cos(angle) < 0;
        return (
          <g key={place}>
            <circle cx={x} cy={y} r="6" />
            <text x={x + (isLeft ? -10 : 10)} y={y + 4} text-anchor={isLeft ? "end" : "start"}>
              {shortened(texts[place]!.name)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const NAME_CHARACTERS = 18;
const shortened = (name: string): string => {
  const last = name.split("/").at(-1)!;
  return last.length > NAME_CHARACTERS ? `${last.slice(0, NAME_CHARACTERS - 1)}…` : last;
};
