/** Models and datasets: one to be found by its name, and what is known of it, drawn and in words. */
import { effect, signal, useSignal } from "@preact/signals";
import { type ComponentChild, type ComponentChildren, h } from "preact";
import { type Neighbour, type RecordView, SIDES } from "../../../../report/parts/record.ts";
import type { DrawnElement } from "../../../../report/parts/recordGraph.ts";
import type { ListedRecord, ShownRecord } from "../../messages.ts";
import { caller, fault, first, record, tellFault, view, where } from "../../state/state.ts";
import { words } from "../../words.ts";
import { Section } from "../Parts.tsx";
import { Fault } from "../Working.tsx";

const w = words.catalogue;
/** More names than that nobody reads: the next letter leaves fewer. */
const NAMES_SHOWN = 60;
const names = signal<ListedRecord[]>([]);
const open = signal<ShownRecord | null>(null);

effect(() => {
  const asked = record.value;
  open.value = null;
  fault.value = null;
  if (view.value !== "catalogue") return;
  if (asked === null) {
    if (names.peek().length === 0) void caller.call("listedRecords", []).then((all) => (names.value = all), tellFault);
    return;
  }
  void caller.call("record", [asked]).then((shown) => {
    if (record.peek() === asked) open.value = shown;
  }, tellFault);
});

export function Catalogue() {
  return (
    <>
      <p class="row noprint">
        {first.value === null ? null : <a href="#check">{w.back}</a>}
        {record.value === null ? null : <a href="#catalogue">{w.all}</a>}
      </p>
      {record.value === null ? <Names /> : open.value === null ? <h1>{record.value.id}</h1> : <Shown {...open.value} />}
      <Fault />
    </>
  );
}

/** A name that opens its record: the id of a model has a slash, that of a dataset has none. */
export function RecordLink({ id, children = id }: { id: string; children?: ComponentChildren }) {
  return <a href={`#${id.includes("/") ? "models" : "datasets"}/${id}`}>{children}</a>;
}

function Names() {
  const asked = useSignal("");
  const parts = asked.value.toLowerCase().split(/\s+/);
  const found = names.value.filter(({ id, name, also }) => {
    const known = `${id} ${name} ${also}`.toLowerCase();
    return parts.every((part) => known.includes(part));
  });
  return (
    <>
      <h1>{w.title}</h1>
      <p class="lede">{w.lede}</p>
      <label class="field narrow">
        {w.find}
        <input type="search" value={asked.value} onInput={({ currentTarget }) => (asked.value = currentTarget.value)} />
      </label>
      <p class="note" aria-live="polite">
        {w.found(Math.min(found.length, NAMES_SHOWN), found.length)}
      </p>
      <ul class="items">
        {found.slice(0, NAMES_SHOWN).map(({ id, name }) => (
          <li key={id}>
            <RecordLink id={id} />: {name}
          </li>
        ))}
      </ul>
    </>
  );
}

function Shown({ view: shown, drawn }: ShownRecord) {
  return (
    <>
      <h1>{shown.name}</h1>
      <p class="lede">{shown.id}</p>
      <div class="drawn">
        <Drawn {...drawn} />
      </div>
      <p class="note">{w.drawn}</p>
      <dl>
        {shown.facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <Side title={w.from} neighbours={shown.from} />
      <Side title={w.into} neighbours={shown.into} />
      <Search {...shown} />
      <Section title={w.sources}>
        <ul class="items">
          {shown.sources.map(({ id, citation, url, checked, sha256 }) => (
            <li key={id} dir="auto">
              {id}: {citation}
              {w.read(checked, sha256)}{" "}
              {url === null ? null : (
                <a href={url} rel="noreferrer noopener" target="_blank" aria-label={w.openSource(id)}>
                  {w.open}
                </a>
              )}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

/** Elements of SVG as the library has drawn them. */
function Drawn({ tag, attributes, children }: DrawnElement): ComponentChild {
  const inner = children.map((child) => (typeof child === "string" ? child : <Drawn {...child} />));
  return h(tag, attributes, ...inner);
}

/** Claims, and beside them what is disputed and what stayed out. */
function Side({ title, neighbours }: { title: string; neighbours: readonly Neighbour[] }) {
  if (neighbours.length === 0) return null;
  const columns = SIDES.filter(([, standings]) => neighbours.some(({ standing }) => standings.includes(standing)));
  return (
    <Section title={title}>
      <div class="columns">
        {columns.map(([column, standings]) => (
          <div key={column}>
            <h3>{column}</h3>
            <ul class="items">
              {neighbours
                .filter(({ standing }) => standings.includes(standing))
                .map((one, i) => (
                  <li key={i} dir="auto">
                    {one.relation} <RecordLink id={one.id} />
                    <span class="dim">{w.told(one)}</span>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}

export function Search({ kind, id, search }: RecordView) {
  const searchIn = (name: string, address: string) => {
    const indexes = where.value.indexes.filter((one) => one.name !== name);
    where.value = { ...where.value, service: null, indexes: [...indexes, { name, address, dataset: null }] };
    location.hash = "#check";
  };
  return (
    <Section title={w.search}>
      <ul class="items">
        {search.map(({ dataset, name, address, isSearched }) => (
          <li key={`${dataset} ${name}`}>
            <RecordLink id={dataset} />:{" "}
            {isSearched ? (
              <button type="button" class="quiet" onClick={() => searchIn(name, address)}>
                {w.searchIn(name)}
              </button>
            ) : !address.startsWith("https://") ? (
              `${name}, ${address}`
            ) : (
              <a href={address} rel="noreferrer noopener" target="_blank">
                {name}
              </a>
            )}
          </li>
        ))}
      </ul>
      {search.length === 0 ? <p>{w.noIndex}</p> : null}
      <p class="note">
        {w.terminal} <code>{`spolia catalogue ${kind} ${id}`}</code>
      </p>
    </Section>
  );
}
