import { words } from "../../words.ts";

const w = words.where;

/** Names that can be chosen, and removed where there is how. */
export function Choices({
  names,
  chosen,
  onToggle,
  onRemove,
}: {
  names: readonly string[];
  chosen: readonly string[];
  onToggle: (name: string) => void;
  onRemove?: (name: string) => void;
}) {
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <label class="choice">
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => onToggle(name)} />
            <span>{name}</span>
          </label>
          {onRemove === undefined ? null : (
            <button type="button" class="quiet" aria-label={w.remove(name)} onClick={() => onRemove(name)}>
              {w.removeShort}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
