/** Nodes that come and go, by a name in DNS and by a table in PostgreSQL, while a coordinator runs. */
import { describe, expect, onTestFinished, test } from "vitest";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { nodesInDns, saysWhereNodesAre } from "../../../src/remote/cluster/addresses.ts";
import { announceNode } from "../../../src/remote/cluster/index.ts";
import { Members } from "../../../src/remote/cluster/members.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { startDnsServer } from "../../support/servers/dns.ts";
import { freePort } from "../../support/servers/freePort.ts";
import { hasPostgres, NO_POSTGRES, postgresForTests } from "../../support/servers/postgres.ts";
import { skippable } from "../../support/skippable.ts";
import { cut, library } from "../../support/suites/cluster/library.ts";
import { clusterOf, type RunningNode, started, startNode } from "../../support/suites/cluster/nodes.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";

const NAME_IN_DNS = "nodes.spolia.test";

async function dnsServer() {
  const server = await startDnsServer(NAME_IN_DNS);
  onTestFinished(() => server.close());
  return server;
}

/** Asks, and compares with one engine over the whole corpus. */
async function asking(
  storage: Awaited<ReturnType<typeof library>>["storage"],
  cluster: Awaited<ReturnType<typeof clusterOf>>,
) {
  const whole = await openCorpus(storage);
  onTestFinished(() => whole.close());
  return async (content: string) => {
    const query = queryOf(content);
    expect(await cluster.search(query)).toEqual(await whole.search(query));
  };
}

// Elsewhere a machine has one loopback address.
const isLinux = process.platform === "linux";

describe("a name in DNS", () => {
  test.skipIf(!isLinux)(
    skippable(
      "is asked again: nodes are added and lost without a restart, and every answer is whole",
      !isLinux,
      "one loopback address",
    ),
    async () => {
      const dns = await dnsServer();
      const books = await library();
      const port = await freePort();
      // Nodes of one port, as a service in Kubernetes has them, on the loopback addresses of this machine.
      const at = (address: string) => startNode(books.storage, { address, port });
      const nodes = new Map<string, RunningNode>();
      for (const address of ["127.0.0.1", "127.0.0.2"]) nodes.set(address, await at(address));
      onTestFinished(async () => {
        for (const node of nodes.values()) await node.stop();
      });
      dns.addresses = [...nodes.keys()];
      const where = `dns:${NAME_IN_DNS}:${port}?server=127.0.0.1:${dns.port}`;
      const cluster = await clusterOf(books.storage, [], { nodes: [where], refreshMs: 50 });
      const ask = await asking(books.storage, cluster);
      const asked = () => cluster.nodes.map(({ node }) => node).sort();
      await ask(cut(books.documents[40]!.text, 60));
      expect(asked()).toEqual([...nodes.keys()].map((address) => `http://${address}:${port}`));

      nodes.set("127.0.0.3", await at("127.0.0.3"));
      dns.addresses = [...nodes.keys()];
      const added = `http://127.0.0.3:${port}`;
      await expect.poll(() => cluster.nodes.find(({ node }) => node === added)?.requests ?? 0).toBeGreaterThan(0);
      for (const i of notEmpty([3, 17, 29, 44, 61])) await ask(cut(books.documents[i]!.text, 60));
      expect(cluster.nodes.find(({ node }) => node === added)!.failures).toBe(0);

      await nodes.get("127.0.0.1")!.stop();
      nodes.delete("127.0.0.1");
      await ask(cut(books.documents[12]!.text, 60)); // it is still named
      dns.addresses = [...nodes.keys()];
      await expect.poll(asked).not.toContain(`http://127.0.0.1:${port}`);
      await ask(cut(books.documents[33]!.text, 60));

      dns.isBroken = true;
      expect(await cluster.refresh()).toBe(false);
      await ask(cut(books.documents[50]!.text, 60));
    },
  );

  test("the resolver of the machine is asked where no server is named", async () => {
    expect(await new Members(["dns:localhost:8788"]).now()).toContain("http://127.0.0.1:8788");
  });

  test("a name that nobody has is told with what to do", async () => {
    const dns = await dnsServer();
    const members = new Members([`dns:other.test:8788?server=127.0.0.1:${dns.port}`]);
    await expect(members.now()).rejects.toMatchObject({
      code: "storage_failed",
      message: expect.stringContaining("other.test"),
      hint: expect.stringContaining("Start nodes first"),
    });
  });
});

test("what says where nodes are is read whole, and what does not is refused", () => {
  for (const where of [
    "http://10.0.0.1:8788",
    "https://node.example",
    "dns:nodes:1",
    "dns:_a.b-c.svc.cluster.local.:65535",
    "dns:nodes:8788?server=10.0.0.2",
    "dns:nodes:8788?server=[::1]:5353",
    "postgres://h/d?schema=user",
  ])
    expect(saysWhereNodesAre(where), where).toBe(true);
  for (const where of [
    "dns:nodes",
    "dns::8788",
    "dns:nodes:0",
    "dns:nodes:65536",
    "dns:nodes:8788?server=",
    "dns:nodes:8788?server=name",
    "dns:nodes:8788?server=10.0.0.2:0",
    "dns:no des:8788",
    "postgres://h/d?schema=A",
    "ftp://10.0.0.1",
    8788,
  ])
    expect(saysWhereNodesAre(where), `${where}`).toBe(false);
  expect(nodesInDns("dns:nodes:8788?server=10.0.0.2")).toEqual({ name: "nodes", port: 8788, server: "10.0.0.2:53" });
});

describe.skipIf(!hasPostgres)(skippable("a table in PostgreSQL", !hasPostgres, NO_POSTGRES), () => {
  const server = postgresForTests();

  test("nodes announce themselves, and are found while they do", async () => {
    const where = server.address("user");
    const books = await library();
    const nodes = await started(books.storage, 3);
    const [first, second, third] = nodes.map(({ url }) => url);
    const announced = await Promise.all([first!, second!].map((url) => announceNode(where, url, { beatMs: 100 })));
    const cluster = await clusterOf(books.storage, [], { nodes: [where], refreshMs: 50 });
    const ask = await asking(books.storage, cluster);
    await ask(cut(books.documents[40]!.text, 60));
    const asked = () => cluster.nodes.map(({ node }) => node).sort();
    expect(asked()).toEqual([first, second].sort());
    const another = await announceNode(where, third!, { beatMs: 100 });
    await expect.poll(asked).toContain(third);
    await announced[0]!.close();
    await expect.poll(asked).not.toContain(first);
    await ask(cut(books.documents[20]!.text, 60));

    // One that was killed beats no more: the clock of the database tells.
    await announced[1]!.close();
    await server.query(
      `INSERT INTO "user".nodes VALUES ('${second}', now() - interval '16 seconds'), ('nonsense', now())`,
    );
    await expect.poll(asked).toEqual([third]);
    await ask(cut(books.documents[7]!.text, 60));
    await server.end("SIGKILL");
    await expect(cluster.refresh()).resolves.toBe(false);
    await ask(cut(books.documents[8]!.text, 60));
    await server.run();
    await another.close();
    expect(await server.query(`SELECT count(*)::int AS left FROM "user".nodes WHERE url = '${third}'`)).toEqual([
      { left: 0 },
    ]);
  });

  test("what is no database or address is refused, and a password is not told", async () => {
    await expect(announceNode("dns:nodes:1", "http://10.0.0.1:1")).rejects.toMatchObject({
      fields: [{ pointer: "/where" }],
    });
    await expect(announceNode(server.address("a"), "http://10.0.0.1/x")).rejects.toMatchObject({
      fields: [{ pointer: "/url" }],
    });
    const nobody = `postgres://spolia:hidden@127.0.0.1:${await freePort()}/nowhere`;
    const error = await new Members([nobody]).now().catch((one: unknown) => one);
    expect(error).toMatchObject({ code: "storage_failed" });
    expect(`${error}`).not.toContain("hidden");
  });
});
