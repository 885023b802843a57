/** Above the text: its map, and the way from passage to passage. It stays in sight. */
import { choose, keptNumbers, step } from "../../state/actions.ts";
import { chosen, first, text } from "../../state/state.ts";
import { words } from "../../words.ts";

const WIDTH = 1_000;

export function PassageBar() {
  const passages = first.value?.passages ?? [];
  if (passages.length === 0) return null;
  const numbers = keptNumbers();
  const kept = new Set(numbers);
  const length = Math.max(1, text.value.content.length);
  const at = numbers.indexOf(chosen.value);
  return (
    <div class="bar">
      <svg
        class="map"
        role="img"
        aria-label={words.result.mapLabel(numbers.length)}
        viewBox={`0 0 ${WIDTH} 16`}
        preserveAspectRatio="none"
      >
        <title>{words.result.map}</title>
        {passages.map(({ number, start, end }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the buttons below do the same
          <rect
            key={number}
            class={number === chosen.value ? "on" : kept.has(number) ? "" : "off"}
            x={(start / length) * WIDTH}
            width={Math.max(2, ((end - start) / length) * WIDTH)}
            height="16"
            onClick={() => choose(number)}
          />
        ))}
      </svg>
      <div class="row">
        <button type="button" disabled={numbers.length === 0} onClick={() => step(-1)} aria-keyshortcuts="k">
          {words.result.previous}
        </button>
        <button type="button" disabled={numbers.length === 0} onClick={() => step(1)} aria-keyshortcuts="j">
          {words.result.next}
        </button>
        <span class="note" aria-live="polite">
          {numbers.length === 0
            ? words.result.noneKept
            : at < 0
              ? words.count.passages(numbers.length)
              : words.result.position(at + 1, numbers.length)}
        </span>
      </div>
    </div>
  );
}
