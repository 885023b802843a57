/** Names of hosts: a name server that never answers delays the messages of nobody else. */
import { createSocket, type RemoteInfo } from "node:dgram";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueue } from "../../../src/base/queues/queue.ts";
import { Sender } from "../../../src/service/deliveries/attempts.ts";
import { guardedOutgoing } from "../../../src/service/deliveries/guardedFetch.ts";
import { hostNames } from "../../../src/service/deliveries/hostNames.ts";
import { createMemoryStore } from "../../../src/service/store/memory.ts";
import { START } from "../fixtures/fixture.ts";
import { addEndpoint, openReceiver } from "../fixtures/receiver.ts";
import { tenantOf } from "../fixtures/records.ts";

const dns = process.getBuiltinModule("node:dns").promises;
const { lookup, Resolver } = dns;
const TARPIT = ".tarpit.example";

describe("names that a name server leaves without an answer", () => {
  let server: Awaited<ReturnType<typeof deafServer>>;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });

  beforeEach(async () => {
    server = await deafServer();
    // The machine's resolver asks the same name server, for two names at once.
    const inTurn = createQueue(2);
    vi.spyOn(dns, "lookup").mockImplementation(((name: string, options: object) =>
      inTurn<unknown>(() => (name.endsWith(TARPIT) ? released.then(() => []) : lookup(name, options)))) as never);
    vi.spyOn(dns, "Resolver").mockImplementation(function resolverOfTest(options) {
      const resolver = new Resolver(options);
      resolver.setServers([server.address]);
      return resolver;
    });
  });
  afterEach(async () => {
    release();
    server.refuse();
    vi.restoreAllMocks();
    await server.close();
  });

  test("four accounts name such hosts in five webhooks each: another's message arrives meanwhile", async () => {
    const [store, receiver] = [createMemoryStore(), await openReceiver()];
    const others = ["c", "d", "e", "f"];
    for (const id of ["b", ...others]) await store.write(({ tenants }) => tenants.add(tenantOf(id)));
    for (const id of others)
      for (let n = 0; n < 5; n++) await addEndpoint(store, id, `we_${id}${n}`, `http://h${n}.${id}${TARPIT}/`, 4);
    await addEndpoint(store, "b", "we_b", receiver.url.replace("127.0.0.1", "localhost"), 1);
    const outgoing = guardedOutgoing({ reach: "any" });
    const done = new Sender(store, { nowMs: () => START, fraction: () => 0, outgoing }).run();
    await expect.poll(() => receiver.received.length).toBe(1);
    // Each account has four places, and a name is asked once for all messages that wait for it.
    await expect.poll(() => server.names().size).toBe(16);
    release();
    server.refuse();
    await done;
    await receiver.close();
    await store.close();
  });

  test("such a name has no address once its time is over", async () => {
    const names = hostNames({ isLocal: true, limitMs: 100 });
    expect(await names(`one${TARPIT}`)).toEqual([]);
    expect(dns.lookup).not.toHaveBeenCalled();
  });

  test("a name that the server does not have is looked up by the machine only where its networks may be called", async () => {
    server.refuse();
    for (const isLocal of [false, true]) {
      vi.mocked(dns.lookup).mockClear();
      await hostNames({ isLocal })("printer").catch(() => []);
      expect(vi.mocked(dns.lookup).mock.calls.length).toBe(Number(isLocal));
    }
  });
});

test("names of the hosts file and of the loopback need no name server", async () => {
  const names = hostNames({ isLocal: false, servers: ["127.0.0.1:9"] });
  for (const name of ["localhost", "LOCALHOST.", "app.localhost"])
    expect((await names(name)).map(({ address }) => address)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(127\.|::1)/)]),
    );
});

/** A name server that takes questions and answers none, until it is told to know no name. */
async function deafServer() {
  const socket = createSocket("udp4");
  const asked: { query: Buffer; from: RemoteInfo }[] = [];
  let isRefusing = false;
  const refuse = (query: Buffer, from: RemoteInfo) => {
    const answer = Buffer.from(query);
    answer.writeUInt16BE(0x8183, 2); // an answer: there is no such name
    socket.send(answer, from.port, from.address);
  };
  socket.on("message", (query, from) => {
    asked.push({ query, from });
    if (isRefusing) refuse(query, from);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    /** The names that were asked for, as they stand in the questions. */
    names: () => new Set(asked.map(({ query }) => query.subarray(12, query.indexOf(0, 12)).toString("latin1"))),
    refuse() {
      isRefusing = true;
      for (const { query, from } of asked) refuse(query, from);
    },
    close: () => new Promise<void>((resolve) => socket.close(resolve)),
  };
}
