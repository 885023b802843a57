/** Decisions of the reader: made by a click, kept in this browser, shown beside the findings. */
import { useSignal } from "@preact/signals";
import type { DecisionKind } from "../../../base/contract/operations/decision.ts";
import { save } from "../save.ts";
import { decide, takeBack } from "../state/actions.ts";
import { author, decisions, shown } from "../state/state.ts";
import { words } from "../words.ts";
import { Section } from "./Parts.tsx";

const w = words.decisions;
const KINDS = Object.keys(w.kinds) as DecisionKind[];

export function DecideForm({ place }: { place: number }) {
  const reason = useSignal("");
  const by = useSignal(author.value);
  return (
    <details>
      <summary>{w.title}</summary>
      <div class="stack">
        <label class="field">
          {w.reason}
          <input type="text" value={reason.value} onInput={(event) => (reason.value = event.currentTarget.value)} />
        </label>
        <label class="field">
          {w.author}
          <input type="text" value={by.value} onInput={(event) => (by.value = event.currentTarget.value)} />
        </label>
        <div class="row">
          {KINDS.map((kind) => (
            <button
              key={kind}
              type="button"
              disabled={by.value.trim() === ""}
              onClick={() => decide(kind, reason.value.trim() || w.kinds[kind], by.value.trim(), place)}
            >
              {w.kinds[kind]}
            </button>
          ))}
        </div>
        <p class="note">{w.note}</p>
      </div>
    </details>
  );
}

export function Decided() {
  const inResult = shown.value?.result.decisions;
  const all = decisions.value;
  if (inResult == null || all.length === 0) return null;
  return (
    <Section title={words.parts.decisions}>
      <ul class="items">
        {inResult.applied.map(({ number, decision, reason, author: by, date, words: covered }) => (
          <li key={number} dir="auto">
            {w.kinds[decision]} ({words.count.words(covered)}): {reason}. {by}, {date}.{" "}
            <button type="button" class="quiet" onClick={() => takeBack(number)}>
              {w.undo}
            </button>
          </li>
        ))}
      </ul>
      <p class="row">
        <span class="note">{w.made(all.length)}</span>
        <button
          type="button"
          onClick={() =>
            save(
              "decisions.json",
              "application/json",
              JSON.stringify({ format: "spolia-decisions-1", decisions: all }, null, 2),
            )
          }
        >
          {w.export}
        </button>
      </p>
    </Section>
  );
}
