/** `spolia serve --nodes`: the service answers by nodes, and its metrics tell of each. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { expect, onTestFinished, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { createNode } from "../../../src/remote/cluster/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { NAMES } from "../../support/suites/corpus/living.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const secret = "a secret of the test";

test("metrics tell of each node what it was asked, also of requests that threads make", async () => {
  process.env["SPOLIA_CLUSTER_SECRET"] = secret;
  const where = join(temporaryFolder(), "books.spolia");
  const texts = Array.from({ length: 20 }, (_, i) => ({ id: `t${i}`, text: zipfText(seeded(i), 300) }));
  await (await buildCorpus(texts, { ...NAMES, storage: createFileStorage(where) })).close();
  const node = await createNode({
    corpora: new Map([[where, createFileStorage(where)]]),
    secret,
    cache: temporaryFolder(),
  });
  const listener = getRequestListener(async (request) => (await node.handler(request)) as Response, {
    overrideGlobalObjects: false,
  });
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gone = "http://127.0.0.1:9";
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await node.close();
  });

  const end = new AbortController();
  const terminal = fakeTerminal({ signal: end.signal, env: { SPOLIA_CLUSTER_SECRET: secret } });
  const options = ["--port", "0", "--threads", "1", "--metrics-port", "0", "--json"];
  const running = main(["serve", "--corpus", where, "--nodes", `${url},${gone}`, ...options], terminal);
  const told = () => /^{.*}$/s.exec(terminal.out().trim())?.[0];
  await expect.poll(told).toBeDefined();
  const { url: service, metrics_url } = JSON.parse(told()!);
  const body = JSON.stringify({ content: texts[7]!.text, content_type: "text" });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${service}/api/v1/attribution/analyze`, { method: "POST", headers, body });
  expect(await answer.text()).toContain('"t7"');

  const metrics = await (await fetch(metrics_url)).text();
  const value = (name: string, of: string) =>
    Number(
      metrics
        .split("\n")
        .find((line) => line.startsWith(`${name}{node="${of}"} `))
        ?.split(" ")[1],
    );
  // prepare, count, vote, align; in the main thread and in the thread that answered
  expect(value("spolia_node_requests_total", url)).toBeGreaterThanOrEqual(4);
  expect(value("spolia_node_failures_total", url)).toBe(0);
  expect(value("spolia_node_failures_total", gone)).toBeGreaterThan(0);
  for (const name of notEmpty(["sent_bytes_total", "received_bytes_total", "p95_seconds"]))
    expect(value(`spolia_node_${name}`, url), name).toBeGreaterThan(0);
  expect([value("spolia_node_up", url), value("spolia_node_up", gone)]).toEqual([1, 0]);
  const ready = await fetch(`${service}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: "warn" }]);
  const doctor = fakeTerminal({ env: { SPOLIA_CLUSTER_SECRET: secret } });
  expect(await main(["doctor", where, "--nodes", `${url},${gone}`, "--json"], doctor)).toBe(1);
  const findings: { name: string; state: string }[] = JSON.parse(doctor.out()).findings;
  const stateOf = (name: string) => findings.find((one) => one.name === name)?.state;
  expect([`node ${url}`, `node ${gone}`].map(stateOf)).toEqual(["ok", "fault"]);
  expect(metrics).toContain("# TYPE spolia_node_requests_total counter");
  end.abort();
  expect(await running).toBe(0);
});
