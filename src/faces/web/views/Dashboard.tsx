/** Works, monitors, jobs, offers and licences of a service that keeps records. */
import { signal, useSignal } from "@preact/signals";
import type { ServiceRecords } from "../messages.ts";
import { caller, HOME_SERVICE, withWork } from "../state/state.ts";
import { words } from "../words.ts";
import { Section, Table } from "./Parts.tsx";
import { Fault, Working } from "./Working.tsx";

const w = words.service;
const records = signal<ServiceRecords | null>(null);

export function Dashboard() {
  const url = useSignal(HOME_SERVICE);
  const key = useSignal("");
  const open = async () => {
    const place = { url: url.value, key: key.value };
    records.value = await withWork(w.open, (settings) => caller.call("records", [place], settings));
  };
  return (
    <>
      <h1>{w.title}</h1>
      <p class="lede">{w.lede}</p>
      <form
        class="stack narrow"
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <label class="field">
          {words.where.serviceUrl}
          <input type="url" required value={url.value} onInput={(event) => (url.value = event.currentTarget.value)} />
        </label>
        <label class="field">
          {words.where.key}
          <input
            type="password"
            autocomplete="off"
            value={key.value}
            onInput={(event) => (key.value = event.currentTarget.value)}
          />
        </label>
        <div>
          <button type="submit" class="main">
            {w.open}
          </button>
        </div>
      </form>
      <Working />
      <Fault />
      {records.value === null ? null : <Records {...records.value} />}
    </>
  );
}

function Records({ works, monitors, jobs, offers, licences, hasMore }: ServiceRecords) {
  return (
    <>
      <List title={w.works} columns={w.workColumns} rows={works} />
      <List title={w.monitors} columns={w.monitorColumns} rows={monitors} />
      <List title={w.jobs} columns={w.jobColumns} rows={jobs} />
      <List title={w.offers} columns={w.dealColumns} rows={offers} />
      <List title={w.licences} columns={w.dealColumns} rows={licences} />
      {hasMore ? <p class="note">{w.more}</p> : null}
    </>
  );
}

function List({ title, columns, rows }: { title: string; columns: readonly string[]; rows: string[][] }) {
  return (
    <Section title={title}>
      {rows.length === 0 ? <p class="note">{w.none}</p> : <Table columns={columns} rows={rows} />}
    </Section>
  );
}
