/** What most records have in common over the rows of any driver: by id, in pages, changed, removed. */
import { type Page, type PageRequest, pageSizeOf, placeOf, tokenOf } from "../cursor.ts";
import type { Rows } from "../driver.ts";
import type { Owned, RecordTypes, TableName } from "../records.ts";
import type { Collection } from "../store.ts";
import { tableOf } from "../tables.ts";

export async function first<Name extends TableName>(
  rows: Rows,
  table: Name,
  where: Partial<RecordTypes[Name]>,
  more: { order?: readonly (keyof RecordTypes[Name] & string)[]; descending?: boolean } = {},
): Promise<RecordTypes[Name] | null> {
  return (await rows.select(table, { where, ...more, limit: 1 }))[0] ?? null;
}

/** A page of rows, the last in order first. */
export async function pageOf<Name extends TableName>(
  rows: Rows,
  table: Name,
  where: Partial<RecordTypes[Name]>,
  order: readonly (keyof RecordTypes[Name] & string)[],
  page: PageRequest,
): Promise<Page<RecordTypes[Name]>> {
  const list = [table, where];
  const size = pageSizeOf(page);
  const { columns } = tableOf(table);
  const form = order.map((column) => (columns[column] === "integer" ? "number" : "string"));
  const after = placeOf(list, form, page);
  const items = await rows.select(table, { where, order, descending: true, after, limit: size + 1 });
  if (items.length <= size) return { items, next_page_token: "" };
  const last = items[size - 1]!;
  const place = order.map((column) => last[column] as string | number);
  return { items: items.slice(0, size), next_page_token: tokenOf(list, place) };
}

type OwnedTable = { [Name in TableName]: RecordTypes[Name] extends Owned ? Name : never }[TableName];

export function collection<Name extends OwnedTable>(
  rows: Rows,
  table: Name,
): Collection<RecordTypes[Name], keyof RecordTypes[Name]> {
  type Item = RecordTypes[Name];
  const only = (tenant: string, id: string) => ({ tenant, id }) as Partial<Item>;
  return {
    add: (item) => rows.insert(table, item),
    find: (tenant, id) => first(rows, table, only(tenant, id)),
    list: (tenant, page = {}, filter = {}) =>
      pageOf(rows, table, { ...filter, tenant } as Partial<Item>, ["created_at", "id"], page),
    change: async (tenant, id, changes, expected = {}) =>
      (await rows.update(table, only(tenant, id), changes as Partial<Item>, expected as Partial<Item>)) > 0,
    remove: async (tenant, id) => (await rows.remove(table, only(tenant, id))) > 0,
  };
}
