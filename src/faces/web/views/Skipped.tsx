/** Files that were not read, with the reasons; and what is told of others. */
import type { IndexedFiles } from "../messages.ts";
import { words } from "../words.ts";

const w = words.where;

export function Skipped({ skipped }: Pick<IndexedFiles, "skipped">) {
  if (skipped.length === 0) return null;
  const notes = skipped.filter(({ note }) => note).length;
  const unread = skipped.length - notes;
  const counts = [...(unread > 0 ? [w.skipped(unread)] : []), ...(notes > 0 ? [w.notes(notes)] : [])];
  return (
    <details>
      <summary>{counts.join(", ")}</summary>
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
