/** Public indexes of training data, chosen by name, and those of one's own at an address. */
import { useSignal } from "@preact/signals";
import type { ChosenIndex } from "../../messages.ts";
import { listIndexes } from "../../state/actions.ts";
import { listedIndexes, where } from "../../state/state.ts";
import { words } from "../../words.ts";
import { Choices } from "./Choices.tsx";

const w = words.where;
/** In place of a name in the list. */
const OF_OWN = "own";

const choose = (indexes: ChosenIndex[]) => {
  where.value = { ...where.value, indexes };
};

export function Indexes() {
  const names = where.value.indexes.map(({ name }) => name);
  return (
    <details open={names.length > 0} onToggle={() => void listIndexes()}>
      <summary>{w.indexes}</summary>
      <Choices
        names={names}
        chosen={names}
        onToggle={(gone) => choose(where.value.indexes.filter(({ name }) => name !== gone))}
      />
      <AddIndex />
      <p class="note">{w.indexAsked}</p>
    </details>
  );
}

function AddIndex() {
  const picked = useSignal("");
  const own = { name: useSignal("infini-gram:"), address: useSignal(""), dataset: useSignal("own-files") };
  const listed = listedIndexes.value;
  const add = () => {
    const one = listed.find(({ name }) => name === picked.value);
    const place: ChosenIndex =
      one === undefined
        ? { name: own.name.value.trim(), address: own.address.value.trim(), dataset: own.dataset.value.trim() }
        : { name: one.name, address: one.address, dataset: null };
    choose([...where.value.indexes.filter(({ name }) => name !== place.name), place]);
    picked.value = "";
  };
  const field = (key: keyof typeof own, label: string, rest: { type: "text" | "url"; pattern: string }) => (
    <label class="field">
      {label}
      <input
        {...rest}
        required
        value={own[key].value}
        onInput={({ currentTarget }) => (own[key].value = currentTarget.value)}
      />
    </label>
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <label class="field">
        {w.indexLabel}
        <select required value={picked.value} onChange={({ currentTarget }) => (picked.value = currentTarget.value)}>
          <option value="">{w.indexNone}</option>
          {listed.map((one) => (
            <option key={one.name} value={one.name}>
              {w.indexOption(one.name, one.dataset, one.tokens, one.until)}
            </option>
          ))}
          <option value={OF_OWN}>{w.indexOfOwn}</option>
        </select>
      </label>
      {picked.value === OF_OWN ? (
        <>
          {field("name", w.indexName, {
            type: "text",
            pattern: "infini-gram(-mini)?:[A-Za-z0-9][A-Za-z0-9._\\-]{0,199}",
          })}
          {field("address", w.indexAddress, { type: "url", pattern: "https?://.+" })}
          {field("dataset", w.indexDataset, { type: "text", pattern: ".*\\S.*" })}
        </>
      ) : null}
      <div>
        <button type="submit">{w.add}</button>
      </div>
    </form>
  );
}
