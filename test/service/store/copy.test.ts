/** Moving records takes little memory: whatever one of them holds. */
import { expect, test } from "vitest";
import { driverOf, recordStore } from "../../../src/service/store/collections.ts";
import { copyRecords } from "../../../src/service/store/copy.ts";
import { createMemoryStore } from "../../../src/service/store/memory.ts";
import { tenantOf, workRecordOf } from "../fixtures/records.ts";

test("of contents of a megabyte a few are held at once, of small rows many are read at once", async () => {
  const [works, bytes] = [40, 1024 * 1024];
  const from = createMemoryStore();
  await from.write(async ({ tenants, works: registered, usage }) => {
    await tenants.add(tenantOf("a"));
    for (let i = 0; i < works; i++)
      await registered.register(workRecordOf("a", `w${i}`), new Uint8Array(bytes).fill(i));
    for (let day = 0; day < 300; day++)
      await usage.take({ tenant: "a", day: `day ${day}`, calls: 1, words: 0 }, { calls: 10 });
  });
  const pages = new Map<string, number[]>();
  const driver = driverOf(from)!;
  const counted: typeof driver = Object.assign(Object.create(driver), {
    read: (work: Parameters<typeof driver.read>[0]) =>
      driver.read((rows) =>
        work(
          Object.assign(Object.create(rows), {
            async select(table: never, selection: never) {
              const found = await rows.select(table, selection);
              pages.set(table, [...(pages.get(table) ?? []), found.length]);
              return found;
            },
          }),
        ),
      ),
  });
  const to = createMemoryStore();
  expect(await copyRecords(recordStore(counted), to)).toMatchObject({ work_contents: works, usage: 300 });
  expect(Math.max(...pages.get("work_contents")!)).toBeLessThanOrEqual(4);
  expect(Math.max(...pages.get("usage")!)).toBe(200);
});
