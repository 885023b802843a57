/** The tables of records as plain data: all that a driver (`driver.ts`) needs to store them. */
import { SpoliaError } from "../../base/errors.ts";
import type { Increment } from "./driver.ts";
import type { RecordTypes, TableName } from "./records.ts";

/** `json` is stored as text. Milliseconds and counts are integers below 2^53. */
type ColumnType = "text" | "integer" | "bytes" | "json";

interface Table<Row> {
  readonly columns: { readonly [Column in keyof Row]: ColumnType };
  readonly key: readonly (keyof Row & string)[];
  /** Further sets of columns that are unique. A row with `null` in one of them equals no other row. */
  readonly unique?: readonly (readonly (keyof Row & string)[])[];
  /** Orders in which rows are selected. */
  readonly indexes?: readonly (readonly (keyof Row & string)[])[];
  /**
   * Foreign keys: the table whose key these columns contain, in the order of that key. Removing the referenced row
   * removes these rows. A
   * `null` refers to no row.
   */
  readonly parents?: readonly { readonly table: TableName; readonly columns: readonly (keyof Row & string)[] }[];
}

const OWNED = { tenant: "text", id: "text", created_at: "integer" } as const;
const PRUNED = ["prunable_at", "tenant", "id"] as const;
const ofTenant = [{ table: "tenants", columns: ["tenant"] }] as const;
const ofWork = <const Column extends string>(column: Column) =>
  ({ table: "works", columns: ["tenant", column] }) as const;

const TABLES: { readonly [Name in TableName]: Table<RecordTypes[Name]> } = {
  tenants: {
    columns: { id: "text", plan: "text", created_at: "integer", label: "json", mode: "text" },
    key: ["id"],
    indexes: [["mode", "created_at", "id"]],
  },
  keys: {
    columns: {
      ...OWNED,
      hash: "text",
      mode: "text",
      last_four: "text",
      label: "json",
      scopes: "json",
      expires_at: "integer",
      revoked_at: "integer",
      last_used_at: "integer",
    },
    key: ["tenant", "id"],
    unique: [["hash"]],
    indexes: [
      ["tenant", "created_at", "id"],
      ["tenant", "mode", "created_at", "id"],
    ],
    parents: ofTenant,
  },
  works: {
    columns: {
      ...OWNED,
      work_hash: "text",
      content_type: "text",
      fingerprint: "text",
      iscc: "text",
      words: "integer",
      metadata: "json",
      bytes: "integer",
    },
    key: ["tenant", "id"],
    unique: [["tenant", "work_hash"]],
    indexes: [
      ["tenant", "created_at", "id"],
      ["tenant", "fingerprint", "created_at", "id"],
    ],
    parents: ofTenant,
  },
  work_contents: {
    columns: { ...OWNED, content: "bytes", sections: "json" },
    key: ["tenant", "id"],
    parents: [ofWork("id")],
  },
  history: {
    columns: { ...OWNED, sequence: "integer", entry: "json" },
    key: ["tenant", "id", "sequence"],
    parents: [ofWork("id")],
  },
  results: {
    columns: { ...OWNED, kind: "text", work_id: "text", digest: "text", request: "json", result: "json" },
    key: ["tenant", "kind", "id"],
    indexes: [
      ["tenant", "kind", "created_at", "id"],
      ["tenant", "kind", "work_id", "created_at", "id"],
      ["tenant", "work_id", "created_at", "id"],
    ],
    parents: [...ofTenant, ofWork("work_id")],
  },
  monitors: {
    columns: { ...OWNED, work_id: "text", status: "text", due_at: "integer", settings: "json", state: "json" },
    key: ["tenant", "id"],
    indexes: [
      ["tenant", "created_at", "id"],
      ["tenant", "work_id", "created_at", "id"],
      ["due_at", "tenant", "id"],
    ],
    parents: [ofWork("work_id")],
  },
  runs: {
    columns: { ...OWNED, monitor_id: "text", status: "text", report: "json", prunable_at: "integer" },
    key: ["tenant", "id"],
    indexes: [PRUNED, ["tenant", "created_at", "id"], ["tenant", "monitor_id", "created_at", "id"]],
    parents: [{ table: "monitors", columns: ["tenant", "monitor_id"] }],
  },
  webhook_endpoints: {
    columns: { ...OWNED, status: "text", settings: "json", due_at: "integer", sending: "json" },
    key: ["tenant", "id"],
    indexes: [
      ["tenant", "created_at", "id"],
      ["due_at", "tenant", "id"],
    ],
    parents: ofTenant,
  },
  deliveries: {
    columns: {
      ...OWNED,
      endpoint_id: "text",
      status: "text",
      attempts: "integer",
      due_at: "integer",
      payload: "json",
      log: "json",
      prunable_at: "integer",
    },
    key: ["tenant", "id"],
    indexes: [
      PRUNED,
      ["tenant", "created_at", "id"],
      ["tenant", "endpoint_id", "created_at", "id"],
      ["tenant", "endpoint_id", "status", "created_at", "id"],
      ["tenant", "status", "created_at", "id"],
      ["tenant", "endpoint_id", "due_at", "id"],
      ["status"],
    ],
    parents: [{ table: "webhook_endpoints", columns: ["tenant", "endpoint_id"] }],
  },
  jobs: {
    columns: {
      ...OWNED,
      kind: "text",
      status: "text",
      due_at: "integer",
      input: "json",
      progress: "json",
      output: "json",
      request_hash: "text",
      bytes: "integer",
      prunable_at: "integer",
    },
    key: ["tenant", "id"],
    unique: [["tenant", "request_hash"]],
    indexes: [
      PRUNED,
      ["tenant", "created_at", "id"],
      ["tenant", "status", "created_at", "id"],
      ["due_at", "tenant", "id"],
      ["tenant", "kind", "status", "created_at", "id"],
      ["status"],
    ],
    parents: ofTenant,
  },
  job_lines: {
    columns: { ...OWNED, line: "integer", request: "bytes", answer: "json" },
    key: ["tenant", "id", "line"],
    parents: [{ table: "jobs", columns: ["tenant", "id"] }],
  },
  batch_turns: {
    columns: { tenant: "text", due_at: "integer", submitted: "integer" },
    key: ["tenant"],
    indexes: [["due_at", "tenant"]],
    parents: ofTenant,
  },
  decisions: {
    columns: { ...OWNED, decision: "json" },
    key: ["tenant", "id"],
    indexes: [["tenant", "created_at", "id"]],
    parents: ofTenant,
  },
  deals: {
    columns: {
      ...OWNED,
      kind: "text",
      work_id: "text",
      counterpart: "text",
      state: "text",
      market: "text",
      place: "integer",
      version: "integer",
      expires_at: "integer",
      terms: "json",
      events: "json",
    },
    key: ["tenant", "id"],
    unique: [["id"], ["place"]],
    indexes: [
      ["tenant", "created_at", "id"],
      ["tenant", "kind", "created_at", "id"],
      ["tenant", "work_id", "created_at", "id"],
      ["counterpart", "created_at", "id"],
      ["counterpart", "kind", "created_at", "id"],
      ["market", "created_at", "id"],
      ["state", "place"],
      ["state", "expires_at", "tenant", "id"],
      ["counterpart", "kind", "state"],
    ],
    parents: [ofWork("work_id")],
  },
  offer_prints: {
    columns: { ...OWNED, print: "bytes" },
    key: ["tenant", "id"],
    parents: [{ table: "deals", columns: ["tenant", "id"] }],
  },
  counters: { columns: { name: "text", value: "integer" }, key: ["name"] },
  bursts: {
    columns: { tenant: "text", arrival_us: "integer", words_us: "integer" },
    key: ["tenant"],
    parents: ofTenant,
  },
  usage: {
    columns: { tenant: "text", day: "text", calls: "integer", words: "integer", entries: "integer" },
    key: ["tenant", "day"],
    parents: ofTenant,
  },
  idempotency: {
    columns: {
      tenant: "text",
      operation: "text",
      key: "text",
      request_hash: "text",
      holder: "text",
      expires_at: "integer",
      status: "integer",
      headers: "json",
      body: "bytes",
    },
    key: ["tenant", "operation", "key"],
    indexes: [["expires_at", "tenant", "operation", "key"]],
    parents: ofTenant,
  },
  revoked_tokens: {
    columns: { tenant: "text", jti: "text", expires_at: "integer" },
    key: ["tenant", "jti"],
    indexes: [["expires_at", "tenant", "jti"]],
    parents: ofTenant,
  },
  service_keys: {
    columns: { id: "text", created_at: "integer", jwk: "json", retired_at: "integer", sequence: "integer" },
    key: ["id"],
    unique: [["sequence"]],
  },
  status_days: {
    columns: {
      day: "text",
      begun_slot: "integer",
      checks: "integer",
      ready_slots: "integer",
      latest_slot: "integer",
      requests: "integer",
      failed: "integer",
    },
    key: ["day"],
  },
  status_latencies: {
    columns: { day: "text", up_to_ms: "integer", answers: "integer" },
    key: ["day", "up_to_ms"],
    parents: [{ table: "status_days", columns: ["day"] }],
  },
  status_parts: {
    columns: { part: "text", passed_at: "integer", failed_at: "integer" },
    key: ["part"],
  },
};

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** A table without the types of its rows. */
export const tableOf = (table: TableName) => TABLES[table] as unknown as Table<Record<string, unknown>>;

/** All indexes of a table: orders in which rows can be found without a full scan. */
export function indexesOf(table: TableName): readonly (readonly string[])[] {
  const { key, unique = [], indexes = [] } = tableOf(table);
  return [key, ...unique, ...indexes];
}

/** The value of a column in a driver. */
export type Value = string | number | Uint8Array | null;

/** Converts a record, or some of its fields, to columns. */
export function encodedRow(table: TableName, record: object): Record<string, Value> {
  const { columns } = tableOf(table);
  const encode = (column: string, value: unknown): Value => {
    if (columns[column] === "json") return JSON.stringify(value ?? null);
    return columns[column] === "bytes" ? Uint8Array.from(value as Uint8Array) : (value as Value);
  };
  return Object.fromEntries(Object.entries(record).map(([column, value]) => [column, encode(column, value)]));
}

/** Converts columns back to a record, as a new object. */
export function decodedRow(table: TableName, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { columns } = tableOf(table);
  const decode = (column: string, value: unknown): unknown => {
    if (columns[column] === "json") return JSON.parse(value as string);
    return columns[column] === "bytes" ? Uint8Array.from(value as Uint8Array) : value;
  };
  return Object.fromEntries(Object.keys(columns).map((column) => [column, decode(column, row[column])]));
}

/** @throws internal where no index serves the selection, which would need a scan of all tenants' rows */
export function servingIndex<Of extends { readonly columns: readonly string[] }>(
  table: TableName,
  indexes: readonly Of[],
  where: readonly string[],
  order: readonly string[],
): Of {
  const serving = indexes.find(
    ({ columns }) =>
      where.every((column) => columns.indexOf(column) >= 0 && columns.indexOf(column) < where.length) &&
      order.every((column, at) => columns[where.length + at] === column),
  );
  if (serving !== undefined) return serving;
  throw new SpoliaError(
    "internal",
    `No index of ${table} serves ${where.join(", ")} in the order of ${order.join(", ")}.`,
  );
}

/** The sums of counters; `null` where one would be above its limit. */
export function sumsOf(
  counters: Readonly<Record<string, Increment | undefined>>,
  before: Readonly<Record<string, number>> = {},
): Record<string, number> | null {
  const sums: Record<string, number> = {};
  for (const [column, increment] of Object.entries(counters)) {
    const { add, from = 0, atMost = Number.POSITIVE_INFINITY } = increment!;
    const sum = Math.max(before[column] ?? 0, from) + add;
    if (sum > atMost) return null;
    sums[column] = sum;
  }
  return sums;
}

/** A row of counters that does not exist yet: all others are 0. */
export const newCounts = (table: TableName, key: object, sums: object): Record<string, Value> => ({
  ...Object.fromEntries(Object.keys(tableOf(table).columns).map((column) => [column, 0])),
  ...key,
  ...sums,
});

export const otherUniqueTaken = (cause?: unknown): SpoliaError =>
  new SpoliaError("internal", "Another record has the same id.", { cause });

export const parentMissing = (cause?: unknown): SpoliaError =>
  new SpoliaError("not_found", "What the record belongs to is not there.", { cause });
