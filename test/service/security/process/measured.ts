/** What hostile requests cost the service: printed, and bounded in memory where the system tells of it. */
import { request } from "node:http";
import { expect } from "vitest";
import type { Figures, ServiceProcess } from "./service.ts";

const MIB = 1024 * 1024;
const TRIES_MAX = 3;

export interface Cost {
  name: string;
  answered: string;
  cpuMs: number | null;
  riseMiB: number | null;
}

export class Costs {
  readonly #rows: Cost[] = [];

  /**
   * Runs a case and notes what it cost the process; the peak is above what was resident before. On a busy machine garbage is
   * collected late: a rise of `riseMiBMax` or more is measured anew, up to three times, and what the case needs itself rises each time.
   */
  async of(
    name: string,
    service: ServiceProcess,
    work: () => Promise<number[]>,
    riseMiBMax = Number.POSITIVE_INFINITY,
  ): Promise<{ statuses: number[]; cost: Cost }> {
    for (let tries = 1; ; tries++) {
      const before = service.figures();
      const statuses = await work();
      const cost = { name, answered: [...new Set(statuses)].join(" "), ...difference(before, service.figures()) };
      if ((cost.riseMiB ?? 0) >= riseMiBMax && tries < TRIES_MAX) continue;
      this.#rows.push(cost);
      return { statuses, cost };
    }
  }

  print(): void {
    const figure = (value: number | null, unit: string) =>
      value === null ? "" : `${value.toFixed(1).padStart(8)} ${unit}`;
    for (const { name, answered, cpuMs, riseMiB } of this.#rows) {
      console.log(`${name.padEnd(72)} ${answered.padEnd(12)} ${figure(cpuMs, "ms CPU")} ${figure(riseMiB, "MiB")}`);
    }
  }
}

function difference(before: Figures | null, after: Figures | null): Pick<Cost, "cpuMs" | "riseMiB"> {
  if (before === null || after === null) return { cpuMs: null, riseMiB: null };
  return { cpuMs: after.cpuMs - before.cpuMs, riseMiB: (after.peakBytes - before.residentBytes) / MIB };
}

/** The service is there and does what it is for. */
export async function expectAnswering({ url }: ServiceProcess, key: string): Promise<void> {
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  const answer = await fetch(`${url}/api/v1/attribution/analyze`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ content: "It was the best of times", content_type: "text" }),
  });
  expect(answer.status).toBe(200);
}

/** The status of one POST over a connection of its own. */
export function statusOf(
  { port }: Pick<ServiceProcess, "port">,
  asked: { path: string; body: string; key?: string; type?: string; localAddress?: string },
): Promise<number> {
  const { path, body, key, type = "application/json", localAddress } = asked;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ port, path, host: "127.0.0.1", method: "POST", agent: false },
        ...(localAddress !== undefined && { localAddress }),
        headers: { "content-type": type, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode!);
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });
}
