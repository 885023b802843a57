/** What is searched: corpora of this browser, at addresses, public indexes, or a service. */
import { useSignal } from "@preact/signals";
import type { CorpusInfo } from "../../../../base/contract/resources/corpus.ts";
import { isSameEncoder } from "../../../../core/vectors/checked.ts";
import type { GivenFile, IndexedFiles } from "../../messages.ts";
import { encodeOwn, indexFiles, removeCorpus } from "../../state/actions.ts";
import { encoder, HOME_SERVICE, knownAddresses, own, served, where, work } from "../../state/state.ts";
import { words } from "../../words.ts";
import { Skipped } from "../Skipped.tsx";
import { Choices } from "./Choices.tsx";
import { EncoderChoice } from "./Encoder.tsx";
import { Indexes } from "./Indexes.tsx";
import { Picker } from "./Picker.tsx";

const w = words.where;

function toggled(list: readonly string[], name: string): string[] {
  return list.includes(name) ? list.filter((one) => one !== name) : [...list, name];
}

export function Places() {
  return (
    <aside class="places" aria-label={w.title}>
      <Service />
      {where.value.service === null ? (
        <>
          <Own />
          <Addresses />
          <Indexes />
          <EncoderChoice />
        </>
      ) : null}
    </aside>
  );
}

function Own() {
  const files = useSignal<GivenFile[]>([]);
  const indexed = useSignal<IndexedFiles | null>(null);
  const picked = (given: GivenFile[]) => {
    files.value = given;
  };
  return (
    <div>
      <h2>{w.own}</h2>
      {own.value?.length === 0 && files.value.length === 0 ? <p class="note">{w.none}</p> : null}
      <ul>
        {own.value?.map(({ name, info, fault }) => (
          <li key={name}>
            <label class="choice">
              <input
                type="checkbox"
                disabled={info === null}
                checked={where.value.own.includes(name)}
                onChange={() => (where.value = { ...where.value, own: toggled(where.value.own, name) })}
              />
              <span>
                {name}
                <small>{info === null ? fault : w.indexed(info.documents, info.words, info.stored_bytes)}</small>
              </span>
            </label>
            {info !== null && lacksVectors(info) ? (
              <button
                type="button"
                class="quiet"
                aria-label={words.encoder.makeOf(name)}
                disabled={work.value !== null}
                onClick={() => void encodeOwn(name)}
              >
                {words.encoder.make}
              </button>
            ) : null}
            <button type="button" class="quiet" aria-label={w.remove(name)} onClick={() => void removeCorpus(name)}>
              {w.removeShort}
            </button>
          </li>
        ))}
      </ul>
      <div class="row">
        <Picker label={w.addFiles} onPick={picked} />
        <Picker label={w.addFolder} isFolder onPick={picked} />
      </div>
      {files.value.length === 0 ? null : (
        <IndexForm
          files={files.value}
          onDone={(result) => {
            indexed.value = result;
            files.value = [];
          }}
        />
      )}
      <Skipped skipped={indexed.value?.skipped ?? []} />
    </div>
  );
}

/** Whether the chosen encoder finds nothing in some of the corpus. */
function lacksVectors({ vectors, segments }: CorpusInfo): boolean {
  const identity = encoder.value?.identity;
  if (identity === undefined) return false;
  return vectors === undefined || !isSameEncoder(vectors.encoder, identity) || vectors.segments < segments;
}

function IndexForm({ files, onDone }: { files: GivenFile[]; onDone: (indexed: IndexedFiles) => void }) {
  const folder = files[0]!.path.includes("/") ? files[0]!.path.split("/")[0]! : files[0]!.path;
  const name = useSignal(files.length === 1 || files[0]!.path.includes("/") ? folder : "files");
  const dataset = useSignal("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void indexFiles(name.value.trim() || "files", dataset.value.trim(), files).then(
          (indexed) => indexed !== null && onDone(indexed),
        );
      }}
    >
      <label class="field">
        {w.name}
        <input type="text" required value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
      </label>
      <label class="field">
        {w.dataset}
        <input type="text" value={dataset.value} onInput={(event) => (dataset.value = event.currentTarget.value)} />
      </label>
      <div class="row">
        <button type="submit" disabled={work.value !== null}>
          {w.index}
        </button>
        <span class="note">{words.count.documents(files.length)}</span>
      </div>
    </form>
  );
}

function Addresses() {
  const address = useSignal("");
  return (
    <div>
      <h2>{w.address}</h2>
      <Choices
        names={knownAddresses.value}
        chosen={where.value.addresses}
        onToggle={(name) => (where.value = { ...where.value, addresses: toggled(where.value.addresses, name) })}
        onRemove={(name) => {
          knownAddresses.value = knownAddresses.value.filter((one) => one !== name);
          where.value = { ...where.value, addresses: where.value.addresses.filter((one) => one !== name) };
        }}
      />
      <AddForm
        label={w.addressLabel}
        type="url"
        value={address.value}
        onInput={(value) => (address.value = value)}
        onAdd={(value) => {
          const url = new URL(value, location.href).href;
          knownAddresses.value = [...new Set([...knownAddresses.value, url])];
          where.value = { ...where.value, addresses: [...new Set([...where.value.addresses, url])] };
        }}
      />
    </div>
  );
}

function AddForm({
  label,
  type,
  value,
  onInput,
  onAdd,
}: {
  label: string;
  type: "url" | "text";
  value: string;
  onInput: (value: string) => void;
  onAdd: (value: string) => void;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (value.trim() === "") return;
        onAdd(value.trim());
        onInput("");
      }}
    >
      <label class="field">
        {label}
        <input type={type} value={value} onInput={(event) => onInput(event.currentTarget.value)} />
      </label>
      <div>
        <button type="submit">{words.where.add}</button>
      </div>
    </form>
  );
}

function Service() {
  const { service } = where.value;
  const url = useSignal(HOME_SERVICE);
  const change = (part: { url?: string; key?: string }) => {
    where.value = { ...where.value, service: { url: url.value, key: "", ...service, ...part } };
  };
  return (
    <div>
      <h2 class="unseen">{w.title}</h2>
      <label class="choice">
        <input
          type="checkbox"
          checked={service !== null}
          onChange={() =>
            (where.value = { ...where.value, service: service === null ? { url: url.value, key: "" } : null })
          }
        />
        <span>{w.useService}</span>
      </label>
      {service === null ? null : (
        <div class="stack">
          <label class="field">
            {w.serviceUrl}
            <input
              type="url"
              value={service.url}
              onInput={({ currentTarget: { value } }) => {
                url.value = value;
                change({ url: value });
              }}
            />
          </label>
          <label class="field">
            {w.key}
            <input
              type="password"
              autocomplete="off"
              value={service.key}
              onInput={(event) => change({ key: event.currentTarget.value })}
            />
          </label>
          <Served />
        </div>
      )}
    </div>
  );
}

function Served() {
  const corpora = served.value;
  if (corpora === null) return null;
  if (typeof corpora === "string") return <p class="note">{w.servesNot(corpora)}</p>;
  if (corpora.length === 0) return <p class="note">{w.servesNone}</p>;
  return (
    <div>
      <h2>{w.serves}</h2>
      <ul>
        {corpora.map(({ name, documents, words: count }) => (
          <li key={name}>
            <span>
              {name}
              <small>{w.served(documents, count)}</small>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
