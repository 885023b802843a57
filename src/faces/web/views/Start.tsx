/** The first view: a text, what to search, and what that sends. */
import { useSignal } from "@preact/signals";
import { droppedFiles } from "../files.ts";
import { checkText, ignoreFiles, openFile, trySample } from "../state/actions.ts";
import { ignored, published, text, where, work } from "../state/state.ts";
import { words } from "../words.ts";
import { Leaves } from "./Leaves.tsx";
import { Picker } from "./places/Picker.tsx";
import { Places } from "./places/Places.tsx";
import { Fault, Working } from "./Working.tsx";

const w = words.start;

export function Start() {
  const { own, addresses, indexes, service } = where.value;
  const hasPlace = service !== null ? service.url !== "" : own.length + addresses.length + indexes.length > 0;
  const hasText = text.value.content.trim() !== "";
  const why = hasText ? (hasPlace ? "" : words.start.noPlace) : words.start.noText;
  return (
    <div class="start">
      <div class="wide">
        <h1>{w.title}</h1>
        <p class="lede">{w.lede}</p>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (why === "" && work.value === null) void checkText();
        }}
      >
        <TextField
          label={w.text}
          placeholder={w.hint}
          value={text.value.content}
          onInput={(content) => (text.value = { name: "", content, sections: [] })}
          onFiles={(files) => void openFile(files[0]!)}
        />
        <div class="under">
          <span class="row">
            <Picker label={w.pick} isOne onPick={([file]) => file && void openFile(file)} />
            {hasText ? (
              <button
                type="button"
                class="quiet"
                onClick={() => (text.value = { name: "", content: "", sections: [] })}
              >
                {w.clear}
              </button>
            ) : (
              <button type="button" disabled={work.value !== null} onClick={() => void trySample()}>
                {w.sample}
              </button>
            )}
          </span>
          <span class="note">
            {text.value.name === "" ? "" : `${text.value.name}, `}
            {words.count.characters(text.value.content.length)}
          </span>
        </div>
        {text.value.unread?.map((reason) => (
          <p key={reason} class="note">
            {w.unread(reason)}
          </p>
        ))}
        <details class="note">
          <summary>{w.published}</summary>
          <label class="field">
            {w.publishedHint}
            <input
              type="text"
              inputmode="numeric"
              pattern="\d{4}(-\d\d){0,2}"
              value={published.value}
              onInput={(event) => (published.value = event.currentTarget.value)}
            />
          </label>
        </details>
        <Ignored />
        <div class="go">
          <button type="submit" class="main" disabled={why !== "" || work.value !== null}>
            {w.check}
          </button>
          <Leaves />
        </div>
        {why === "" ? null : <p class="note">{why}</p>}
        <Working />
        <Fault />
      </form>
      <Places />
    </div>
  );
}

/** Texts that do not count: one that is written here, and files. */
function Ignored() {
  const { written, files } = ignored.value;
  const without = (gone: number) => files.filter((_, i) => i !== gone);
  return (
    <details class="note">
      <summary>{w.ignored}</summary>
      <p>{w.ignoredHint}</p>
      <TextField
        label={w.ignored}
        placeholder=""
        value={written}
        onInput={(text) => (ignored.value = { ...ignored.value, written: text })}
        onFiles={(dropped) => void ignoreFiles(dropped)}
      />
      <Picker label={w.ignoredPick} onPick={(picked) => void ignoreFiles(picked)} />
      <ul>
        {files.map(({ name }, i) => (
          <li key={`${i} ${name}`}>
            {name}
            <button
              type="button"
              class="quiet"
              aria-label={w.ignoredRemove(name)}
              onClick={() => (ignored.value = { written, files: without(i) })}
            >
              {words.where.removeShort}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A field with a whole book in it stops a browser for seconds: of a longer text its beginning is shown. */
const EDITED_CHARACTERS = 20_000;

/** What stands in a field when a text is put in at its caret. */
const withText = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement, given: string): string =>
  value.slice(0, selectionStart) + given + value.slice(selectionEnd);

export function TextField({
  label,
  placeholder,
  value,
  onInput,
  onFiles,
}: {
  label: string;
  placeholder: string;
  value: string;
  onInput: (value: string) => void;
  onFiles: (files: Awaited<ReturnType<typeof droppedFiles>>) => void;
}) {
  const isOver = useSignal(false);
  const isLong = value.length > EDITED_CHARACTERS;
  return (
    <div class={isOver.value ? "paper over" : "paper"}>
      <textarea
        onDragOver={(event) => {
          event.preventDefault();
          isOver.value = true;
        }}
        onDragLeave={() => {
          isOver.value = false;
        }}
        onDrop={(event) => {
          event.preventDefault();
          isOver.value = false;
          void droppedFiles(event.dataTransfer).then((files) => files.length > 0 && onFiles(files));
        }}
        onPaste={(event) => {
          const given = event.clipboardData?.getData("text/plain") ?? "";
          if (isLong || given.length <= EDITED_CHARACTERS) return;
          // Before the browser lays out all of it.
          event.preventDefault();
          onInput(withText(event.currentTarget, given));
        }}
        aria-label={label}
        dir="auto"
        spellcheck={false}
        placeholder={placeholder}
        value={isLong ? value.slice(0, EDITED_CHARACTERS) : value}
        readOnly={isLong}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {isLong ? <p class="note">{w.beginning(EDITED_CHARACTERS)}</p> : null}
    </div>
  );
}
