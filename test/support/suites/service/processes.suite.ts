/** Tests of several processes over one store: what is due is done once, and limits hold for all together. */
import { type ChildProcess, fork } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { Task } from "../../../service/fixtures/child.ts";
import { START } from "../../../service/fixtures/fixture.ts";
import { linesOf, startChild } from "../../../service/fixtures/killCycles.ts";
import { newWorld, openProcess } from "../../../service/fixtures/monitored.ts";
import { openAt } from "../../../service/fixtures/openAt.ts";
import { addEndpoint, openReceiver, openSleeper } from "../../../service/fixtures/receiver.ts";
import { jobOf, tenantOf } from "../../../service/fixtures/records.ts";
import { notEmpty } from "../../notEmpty.ts";

const HOUR_MS = 3_600_000;
const SCHEDULER = new URL("../../../service/fixtures/scheduler.child.ts", import.meta.url);

const schedulersOf = (place: string) => ["1", "2"].map((seed) => fork(SCHEDULER, [place, seed]));
// biome-ignore lint/suspicious/noExplicitAny: what a child says
const heard = (child: ChildProcess) => new Promise<any>((resolve) => child.once("message", resolve));

/** @param newPlace a path or an address that no other test has */
export function processesSuite(name: string, newPlace: () => string): void {
  describe(`processes over one store: ${name}`, () => {
    test("several processes: 500 of a quota are granted 500 times, and 1,000 jobs are claimed 1,000 times", async () => {
      const place = newPlace();
      const store = await openAt(place);
      await store.write(async ({ tenants, jobs }) => {
        await tenants.add(tenantOf("a"));
        for (let i = 0; i < 1_000; i++) await jobs.add(jobOf("a", `j${i}`));
      });
      await store.close();
      const outcomes = async (tasks: Task[]) =>
        (await Promise.all(tasks.map((task) => linesOf(startChild(task))))).map(({ lines }) => lines[0]!);
      const granted = await outcomes(Array(3).fill({ place, kind: "quota", calls: 200, limit: 500 }));
      expect(granted.reduce((sum, { taken }) => sum + (taken as number), 0)).toBe(500);
      const claimed = (await outcomes(Array(3).fill({ place, kind: "claims", atOnce: 7 }))).map(
        (line) => line["claimed"] as string[],
      );
      expect(claimed.flat()).toHaveLength(1_000);
      expect(new Set(claimed.flat()).size).toBe(1_000);
    });

    test("two processes run each due monitor once", async () => {
      const place = newPlace();
      const store = await openAt(place);
      const world = newWorld();
      const { registry } = await openProcess(store, world);
      await registry.createTenant({ id: "a" });
      const { work_id } = await registry.works.register("a", { content: "one text" });
      const ids: string[] = [];
      for (let n = 0; n < 30; n++)
        ids.push((await registry.monitors.create("a", { work_id, schedule: "daily", on: [] })).monitor_id);

      const children = schedulersOf(place);
      await Promise.all(children.map(heard));
      const round = () =>
        Promise.all(
          children.map((child) => {
            const said = heard(child);
            child.send(world.now);
            return said;
          }),
        );
      const total = (said: { analyses: number }[]) => said.reduce((sum, { analyses }) => sum + analyses, 0);
      let said = await round();
      expect(total(said)).toBe(30);
      for (let hour = 0; hour < 72; hour++) {
        world.now += HOUR_MS;
        said = await round();
      }
      expect(said.flatMap(({ errors }) => errors)).toEqual([]);
      expect(total(said)).toBe(120);
      for (const { analyses } of notEmpty(said)) expect(analyses).toBeGreaterThan(0);
      for (const id of notEmpty(ids)) {
        const { items } = await registry.monitors.runs("a", id);
        expect(items.map(({ status, triggers }) => [status, ...triggers])).toEqual([
          ...Array(3).fill(["unchanged", "schedule"]),
          ["unchanged", "first"],
        ]);
      }
      for (const child of children) child.kill();
      await store.close();
    });

    test("two processes send to an endpoint one after the other, and to others meanwhile", async () => {
      const place = newPlace();
      const store = await openAt(place);
      const [sleeper, receiver] = [await openSleeper(), await openReceiver()];
      for (const id of ["a", "b"]) await store.write(({ tenants }) => tenants.add(tenantOf(id)));
      await addEndpoint(store, "a", "we_a", sleeper.url, 200);
      await addEndpoint(store, "b", "we_b", receiver.url, 1);
      const children = schedulersOf(place);
      await Promise.all(children.map(heard));
      const begun = () =>
        children.map((child) => {
          const said = heard(child);
          child.send(START);
          return said;
        });
      const rounds = begun();
      await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
      expect(sleeper.most()).toBeLessThanOrEqual(4);
      sleeper.wake();
      const said = await Promise.all(rounds);
      expect(said.flatMap(({ errors }) => errors)).toEqual([]);
      const pending = () => store.read(({ deliveries }) => deliveries.list("a", {}, { status: "pending" }));
      // A round ends where the other process holds what is left: the next one, some seconds later, finds it.
      for (let more = 0; more < 5 && (await pending()).items.length > 0; more++) await Promise.all(begun());
      expect((await pending()).items).toEqual([]);
      expect([sleeper.ids.size, receiver.received.length]).toEqual([200, 1]);
      for (const child of children) child.kill();
      await sleeper.close();
      await receiver.close();
      await store.close();
    });
  });
}
