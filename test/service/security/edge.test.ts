/** Strangers who ask for public documents, without a key and without an end. Accounts are served meanwhile, and what the service holds is bounded. */
import { Agent, get } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { skippable } from "../../support/skippable.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { Costs, expectAnswering } from "./process/measured.ts";
import { makePlace, type ServiceProcess, startService } from "./process/service.ts";

const folder = temporaryFolder();
const costs = new Costs();
let service: ServiceProcess;
let key: string;

beforeAll(async () => {
  const { place, made } = await makePlace(folder, async (registry) => {
    await registry.createTenant({ id: "one", plan: "large" });
    return registry.createKey("one");
  });
  key = made.key;
  service = await startService(place);
  // What is made once is made, and code that runs is compiled.
  for (const path of ["/docs", "/api/v1/openapi.json"])
    await (await fetch(service.url + path, { headers: { "accept-encoding": "br" } })).arrayBuffer();
  for (let i = 0; i < 50; i++) await expectAnswering(service, key);
});
afterAll(async () => {
  costs.print();
  expect(await service.stop()).toBe(0);
});

/** Sends so many requests at once on one connection, and reads nothing. */
function pipelined(times: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(service.port, "127.0.0.1", () => {
      socket.pause();
      const request = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
      socket.write(request.repeat(times), () => resolve(socket));
    });
    socket.on("error", reject);
  });
}

const MIB_MAX = 256;
const ANALYSES = 10;
const analyses = async () => {
  for (let i = 0; i < ANALYSES; i++) await expectAnswering(service, key);
  return [];
};

describe.each([1, 30])("1,000 requests at once on each of %i connections", (connections) => {
  test.each([
    ["are closed at once", true],
    ["read nothing", false],
  ])("that %s: neither memory nor work for them", async (name, isClosed) => {
    const alone = await costs.of("analyses alone", service, analyses);
    const sockets: Socket[] = [];
    const { cost } = await costs.of(
      `${connections} that ${name}`,
      service,
      async () => {
        for (let i = 0; i < connections; i++) {
          const socket = await pipelined(1_000).catch(() => null);
          if (socket === null) continue;
          socket.on("error", () => {});
          if (isClosed) socket.destroy();
          sockets.push(socket);
        }
        return analyses();
      },
      MIB_MAX,
    );
    for (const socket of sockets) socket.destroy();
    if (cost.riseMiB !== null) expect(cost.riseMiB).toBeLessThan(MIB_MAX);
    // Of 1,000 responses it would be the time of 1,000 analyses.
    if (cost.cpuMs !== null && alone.cost.cpuMs !== null)
      expect(cost.cpuMs / (alone.cost.cpuMs / ANALYSES)).toBeLessThan(ANALYSES + 100 * connections);
  });
});

/** Asks again on each of its connections as soon as it is answered, until it is ended. @returns how often it was answered */
function flood(path: string, headers: Record<string, string>, connections: number): () => number {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let [answered, isOver] = [0, false];
  const ask = () => {
    if (isOver) return;
    get({ port: service.port, host: "127.0.0.1", path, agent, headers: { "accept-encoding": "br", ...headers } })
      .on("response", (response) =>
        response.resume().on("close", () => {
          answered++;
          ask();
        }),
      )
      .on("error", () => setImmediate(ask));
  };
  for (let i = 0; i < connections; i++) ask();
  return () => {
    isOver = true;
    agent.destroy();
    return answered;
  };
}

const isUnmeasured = process.platform !== "linux";
describe.each<[string, string, Record<string, string>]>([
  ["the documentation", "/docs", {}],
  ["the whole interface", "/api/v1/openapi.json", {}],
  ["the status", "/status", {}],
  ["what is not there", "/nothing", {}],
  ["records, with a wrong key", "/api/v1/works", { authorization: "Bearer sp_live_wrong" }],
  ["checks", "/livez", {}],
])("a flood for %s, on 8 connections", (_, path, headers) => {
  const NAME =
    "leaves the service to accounts: with it, 100 of their analyses take less than three times as much of it";
  test.skipIf(isUnmeasured)(skippable(NAME, isUnmeasured, "this system tells no time of a process"), async () => {
    const cpuMs = async () => {
      const before = service.figures()!.cpuMs;
      for (let i = 0; i < 10; i++) await analyses();
      return service.figures()!.cpuMs - before;
    };
    const quiet = await cpuMs();
    const end = flood(path, headers, 8);
    // What an address may ask at once is answered.
    await analyses();
    await analyses();
    const flooded = await cpuMs();
    const answered = end();
    console.log(
      `${path}: 100 analyses ${quiet.toFixed(0)} → ${flooded.toFixed(0)} ms CPU, flood answered ${answered} times`,
    );
    expect(answered).toBeGreaterThan(0);
    expect(flooded / quiet).toBeLessThan(3);
  });
});
