/** Nodes and a coordinator in this process, on loopback. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { onTestFinished } from "vitest";
import type { WritableStorage } from "../../../../src/corpus/storage/storage.ts";
import {
  type ClusterNode,
  type ClusterOptions,
  createNode,
  openCluster,
} from "../../../../src/remote/cluster/index.ts";
import { temporaryFolder } from "../corpus/places.ts";

export const SECRET = "a secret of the test";
export const NAME = "books";
const cache = temporaryFolder();
let made = 0;

export interface RunningNode {
  url: string;
  server: Server;
  node: ClusterNode;
  /** Time that each answer waits. */
  delayMs: number;
  stop(): Promise<void>;
}

interface Place {
  address?: string;
  port?: number;
  /** For copies of indexes. */
  folder?: string;
}

export async function startNode(storage: WritableStorage, place: Place = {}): Promise<RunningNode> {
  const { address = "127.0.0.1", port = 0, folder = `${cache}/${++made}` } = place;
  const node = await createNode({ corpora: new Map([[NAME, storage]]), secret: SECRET, cache: folder });
  const running = { delayMs: 0 } as RunningNode;
  const listener = getRequestListener(
    async (request) => {
      if (running.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, running.delayMs));
      return (await node.handler(request)) as Response;
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  return Object.assign(running, {
    url: `http://${address}:${(server.address() as AddressInfo).port}`,
    server,
    node,
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await node.close();
    },
  });
}

export async function started(storage: WritableStorage, count: number): Promise<RunningNode[]> {
  const nodes = await Promise.all(Array.from({ length: count }, () => startNode(storage)));
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  });
  return nodes;
}

export function clusterOf(storage: WritableStorage, nodes: readonly RunningNode[], more: Partial<ClusterOptions> = {}) {
  const options = { nodes: nodes.map(({ url }) => url), secret: SECRET, name: NAME, refreshMs: 0, ...more };
  const opened = openCluster(storage, options);
  onTestFinished(async () => (await opened).close());
  return opened;
}
