/** Files that were not read, with the reasons. */
import type { IndexedFiles } from "../messages.ts";
import { words } from "../words.ts";

const w = words.where;

export function Skipped({ skipped }: Pick<IndexedFiles, "skipped">) {
  if (skipped.length === 0) return null;
  return (
    <details>
      <summary>{w.skipped(skipped.length)}</summary>
      <ul class="note">
        {skipped.slice(0, 100).map(({ path, reason }, i) => (
          <li key={i}>
            {path}: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
