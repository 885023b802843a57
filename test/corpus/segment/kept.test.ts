/** Pages that stay in memory: as many as there is room for, and those that are used rather than others. */
import { expect, test } from "vitest";
import { type KeptOf, KeptValues } from "../../../src/corpus/segment/read/kept.ts";

const ROOM = 1_024;
const view = (bytes = 4_096) => new DataView(new ArrayBuffer(bytes));
const kept = new KeptValues<DataView>(ROOM * 4_096);
type KeptPages = KeptOf<DataView>;
const keepPage = (pages: KeptPages, page: number, one: DataView) => kept.keep(pages, page, one, one.byteLength);
const keptPage = (pages: KeptPages, page: number) => kept.get(pages, page);

test("pages of all sections share the room: what nobody uses leaves first, and each page is the one that was kept", () => {
  const [used, unused, later]: KeptPages[] = [new Map(), new Map(), new Map()];
  const views = Array.from({ length: ROOM }, () => view());
  for (const [page, one] of views.entries()) keepPage(page % 2 === 0 ? used! : unused!, page, one);
  expect(used!.size + unused!.size).toBe(ROOM);
  for (let page = 0; page < ROOM; page += 2) expect(keptPage(used!, page)).toBe(views[page]);
  for (let page = 0; page < ROOM / 2; page++) keepPage(later!, page, view());
  expect([used!.size, unused!.size, later!.size]).toEqual([ROOM / 2, 0, ROOM / 2]);
  expect(keptPage(unused!, 1)).toBeUndefined();
  for (let page = 0; page < ROOM; page++) keepPage(unused!, page, view());
  expect(used!.size + unused!.size + later!.size).toBe(ROOM);
});

test("two small pages make room for one of twice their size, and it for them", () => {
  const [small, large]: KeptPages[] = [new Map(), new Map()];
  for (let page = 0; page < 3 * ROOM; page++) keepPage(small!, page, view(2_048));
  expect(small!.size).toBe(2 * ROOM);
  keepPage(large!, 0, view());
  expect([small!.size, large!.size]).toEqual([2 * ROOM - 2, 1]);
  for (let page = 1; page <= ROOM; page++) keepPage(large!, page, view());
  expect([small!.size, large!.size]).toEqual([0, ROOM]);
  keepPage(small!, 0, view(2_048));
  keepPage(small!, 1, view(2_048));
  expect([small!.size, large!.size]).toEqual([2, ROOM - 1]);
});

test("a page that two searches read at once is kept once", () => {
  const pages: KeptPages = new Map();
  const first = view();
  keepPage(pages, 7, first);
  keepPage(pages, 7, view());
  expect(keptPage(pages, 7)).toBe(first);
  expect(pages.size).toBe(1);
});

test("what was closed makes room", () => {
  const some = new KeptValues<DataView>(3 * 4_096);
  const [closed, open]: KeptPages[] = [new Map(), new Map()];
  for (let page = 0; page < 2; page++) some.keep(closed!, page, view(), 4_096);
  some.keep(open!, 0, view(), 4_096);
  some.forget(closed!);
  for (let page = 1; page < 3; page++) some.keep(open!, page, view(), 4_096);
  expect([closed!.size, open!.size]).toEqual([0, 3]);
});
