/** The encoder that looks for other words: chosen from this machine, opened by the worker, and let go. */
import { chooseEncoder } from "../../state/actions.ts";
import { encoder, work } from "../../state/state.ts";
import { words } from "../../words.ts";
import { Picker } from "./Picker.tsx";

const w = words.encoder;

export function EncoderChoice() {
  const identity = encoder.value?.identity;
  const isBusy = work.value !== null;
  const pick = (files: Parameters<typeof chooseEncoder>[0]) => {
    if (files.length > 0) void chooseEncoder(files);
  };
  return (
    <section aria-label={w.title}>
      <h2>{w.title}</h2>
      {identity === undefined ? (
        <p class="note">{w.lede}</p>
      ) : (
        <ul>
          <li>
            <span role="status">
              {w.accepted}: {identity.name}
              <small>{w.facts(identity.implementation, identity.dimensions, identity.languages)}</small>
            </span>
            <button
              type="button"
              class="quiet"
              aria-label={w.remove(identity.name)}
              onClick={() => (encoder.value = null)}
            >
              {words.where.removeShort}
            </button>
          </li>
        </ul>
      )}
      <div class="row">
        <Picker label={w.folder} isFolder isDisabled={isBusy} onPick={pick} />
        <Picker label={w.files} isDisabled={isBusy} onPick={pick} />
      </div>
    </section>
  );
}
