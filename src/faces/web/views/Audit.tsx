/** Items of the reader, such as questions of a test, looked for in documents. */
import { signal, useSignal } from "@preact/signals";
import type { GivenFile, ShownAudit } from "../messages.ts";
import { caller, withWork, work } from "../state/state.ts";
import { words } from "../words.ts";
import { Parts } from "./Parts.tsx";
import { Picker } from "./places/Picker.tsx";
import { Skipped } from "./Skipped.tsx";
import { TextField } from "./Start.tsx";
import { Fault, Working } from "./Working.tsx";

const w = words.audit;
const found = signal<ShownAudit | null>(null);

export function Audit() {
  const items = useSignal("");
  const files = useSignal<GivenFile[]>([]);
  const pick = (given: GivenFile[]) => {
    files.value = given;
  };
  const readItems = async (file: GivenFile) => {
    items.value = await file.file.text();
  };
  const run = async () => {
    found.value = await withWork(words.work.searching, (settings) =>
      caller.call("audit", [items.value, files.value], settings),
    );
  };
  return (
    <>
      <h1>{w.title}</h1>
      <p class="lede">{w.lede}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <TextField
          label={w.items}
          placeholder={w.hint}
          value={items.value}
          onInput={(value) => (items.value = value)}
          onFiles={([file]) => void readItems(file!)}
        />
        <div class="under">
          <span class="row">
            <Picker label={words.where.addFiles} onPick={pick} />
            <Picker label={words.where.addFolder} isFolder onPick={pick} />
            <span class="note">{words.count.documents(files.value.length)}</span>
          </span>
        </div>
        <div class="go">
          <button
            type="submit"
            class="main"
            disabled={work.value !== null || items.value.trim() === "" || files.value.length === 0}
          >
            {w.run}
          </button>
          <p class="leaves">{words.leaves.nothing}</p>
        </div>
      </form>
      <Working />
      <Fault />
      {found.value === null ? null : (
        <div class="audit">
          <Parts parts={found.value.parts} isWhole />
          <Skipped skipped={found.value.skipped} />
        </div>
      )}
    </>
  );
}
