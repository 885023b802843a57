/** What counts: everything below follows from the passages that are kept, and is concluded anew with each change. */

import type { KeptByReader } from "../../messages.ts";
import { keep } from "../../state/actions.ts";
import { ALL_KEPT, first, isAllKept, kept, shown } from "../../state/state.ts";
import { words } from "../../words.ts";

const w = words.filters;

const without = (list: readonly string[], one: string): string[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

export function Filters() {
  const analysis = first.value;
  if (analysis === null) return null;
  const { matches, decisions } = analysis.result;
  const most = (value: (match: (typeof matches)[number]) => number) => Math.ceil(Math.max(0, ...matches.map(value)));
  const licences = [...new Set(matches.map(({ document }) => document.licence ?? ""))].sort();
  return (
    <details open={!isAllKept.value}>
      <summary>{w.title}</summary>
      <div class="filters">
        <Kinds />
        <fieldset>
          <Slider
            label={w.length(kept.value.wordsMin)}
            max={most((match) => match.words)}
            value={kept.value.wordsMin}
            onChange={(wordsMin) => keep({ wordsMin })}
          />
          <Slider
            label={w.rarity(kept.value.rarityBitsMin)}
            max={most((match) => match.rarity_bits)}
            value={kept.value.rarityBitsMin}
            onChange={(rarityBitsMin) => keep({ rarityBitsMin })}
          />
        </fieldset>
        {licences.length < 2 ? null : (
          <fieldset>
            <legend>{w.licences}</legend>
            {licences.map((licence) => (
              <Choice
                key={licence}
                label={licence === "" ? w.noLicence : licence}
                isOn={!kept.value.licencesLeftOut.includes(licence)}
                onToggle={() => keep({ licencesLeftOut: without(kept.value.licencesLeftOut, licence) })}
              />
            ))}
          </fieldset>
        )}
        {decisions == null || decisions.applied.length === 0 ? null : (
          <fieldset>
            <Choice
              label={w.decided}
              isOn={kept.value.withoutDecided}
              onToggle={() => keep({ withoutDecided: !kept.value.withoutDecided })}
            />
          </fieldset>
        )}
      </div>
      <p class="row">
        <span class="note" aria-live="polite">
          {analysis.isOwn ? w.left(shown.value?.kept.length ?? 0, matches.length) : w.fixed}
        </span>
        {isAllKept.value ? null : (
          <button type="button" class="quiet" onClick={() => keep(ALL_KEPT)}>
            {w.reset}
          </button>
        )}
      </p>
    </details>
  );
}

function Kinds() {
  const kinds = kept.value.kinds;
  const toggle = (kind: KeptByReader["kinds"][number]) =>
    keep({ kinds: kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind] });
  return (
    <fieldset>
      <legend>{w.kinds}</legend>
      {ALL_KEPT.kinds.map((kind) => (
        <Choice key={kind} label={words.result.kinds[kind]} isOn={kinds.includes(kind)} onToggle={() => toggle(kind)} />
      ))}
    </fieldset>
  );
}

function Choice({ label, isOn, onToggle }: { label: string; isOn: boolean; onToggle: () => void }) {
  return (
    <label class="choice">
      <input type="checkbox" checked={isOn} onChange={onToggle} />
      <span>{label}</span>
    </label>
  );
}

function Slider({
  label,
  max,
  value,
  onChange,
}: {
  label: string;
  max: number;
  value: number;
  onChange: (value: number) => void;
}) {
  return (
    <label class="field">
      {label}
      <input
        type="range"
        min="0"
        max={max}
        value={value}
        onInput={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </label>
  );
}
