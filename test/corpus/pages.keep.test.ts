/** Pages that stay in memory: as many as there is room for, and those that are used rather than others. */
import { expect, test } from "vitest";
import { type KeptPages, keepPage, keptPage } from "../../src/corpus/pages.keep.ts";

const ROOM = 4_096;
const view = () => new DataView(new ArrayBuffer(1));

test("pages of all sections share the room: what nobody uses leaves first, and each page is the one that was kept", () => {
  const [used, unused, later]: KeptPages[] = [new Map(), new Map(), new Map()];
  const views = Array.from({ length: ROOM }, view);
  for (const [page, one] of views.entries()) keepPage(page % 2 === 0 ? used! : unused!, page, one);
  expect(used!.size + unused!.size).toBe(ROOM);
  for (let page = 0; page < ROOM; page += 2) expect(keptPage(used!, page)).toBe(views[page]);
  for (let page = 0; page < ROOM / 2; page++) keepPage(later!, page, view());
  expect([used!.size, unused!.size, later!.size]).toEqual([ROOM / 2, 0, ROOM / 2]);
  expect(keptPage(unused!, 1)).toBeUndefined();
  for (let page = 0; page < ROOM; page++) keepPage(unused!, page, view());
  expect(used!.size + unused!.size + later!.size).toBe(ROOM);
});

test("a page that two searches read at once is kept once", () => {
  const pages: KeptPages = new Map();
  const first = view();
  keepPage(pages, 7, first);
  keepPage(pages, 7, view());
  expect(keptPage(pages, 7)).toBe(first);
  expect(pages.size).toBe(1);
});
