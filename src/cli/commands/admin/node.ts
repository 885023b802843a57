/** `spolia admin node`: a search node of a cluster. */
import { homedir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { isSpoliaError } from "../../../base/errors.ts";
import { MANIFEST_NAME } from "../../../corpus/format/manifest.ts";
import type { Storage } from "../../../corpus/storage/storage.ts";
import type { ClusterNode } from "../../../remote/cluster/index.ts";
import { mistypedVariables, settle } from "../../inputs/settings.ts";
import { readableAt } from "../../inputs/storages.ts";
import { action, collect, declare, parseCount, parsePort, type Runner } from "../../terminal/command.ts";
import { UsageError } from "../../terminal/exit.ts";
import type { Output } from "../../terminal/output.ts";

interface NodeFlags {
  corpus?: readonly string[];
  cache?: string;
  cacheMb: number;
  port: number;
  host: string;
  announce?: string;
  address?: string;
}

const MEBIBYTE = 1024 * 1024;

export function nodeCommand(run: Runner): Command {
  const command = declare({
    name: "node",
    summary: "search parts of corpora for `spolia serve --nodes`",
    description:
      "Answers a coordinator (`spolia serve --nodes`) for segments of corpora in shared storage until SIGINT or SIGTERM. Holds nothing but " +
      "copies of their indexes, so that nodes can come and go. Coordinators and nodes share the secret in SPOLIA_CLUSTER_SECRET; what they say " +
      "is not encrypted: keep them in a network of their own, or behind proxies with TLS.",
    examples: [
      ["SPOLIA_CLUSTER_SECRET=… spolia admin node --corpus s3://bucket/books.spolia --port 8788", "a node"],
      [
        "SPOLIA_CLUSTER_SECRET=… spolia serve --corpus s3://bucket/books.spolia --nodes http://a:8788,http://b:8788",
        "the service in front of two nodes",
      ],
    ],
  })
    .option("--corpus <where>", "a corpus, named as the coordinator names it; may be repeated", collect)
    .option(
      "--cache <folder>",
      "folder for copies of indexes, for this node alone (default: in the user's cache folder)",
    )
    .option("--cache-mb <mb>", "most space that the copies of a corpus take, in MB", parseCount, 64 * 1024)
    .option("--port <number>", "0 for any that is free", parsePort, 8788)
    .option("--host <name>", "address to listen on", "127.0.0.1")
    .option(
      "--announce <database>",
      "postgres://USER@HOST/DATABASE with a table of nodes, in which `spolia serve --nodes postgres://…` finds this one",
    )
    .option(
      "--address <url>",
      "address at which coordinators reach this node, for --announce (default: where it listens)",
    )
    .option("--config <file>", "options as one JSON object");
  return action(run, command, async ({ terminal, output }) => {
    settle(command, terminal.env);
    for (const sentence of mistypedVariables(command, terminal.env)) output.notice(sentence);
    const { corpus: places = [], cache, cacheMb, port, host, announce, address } = command.opts<NodeFlags>();
    if (places.length === 0) throw new UsageError("There is no corpus to search.", "Give --corpus.");
    const secret = secretOf(terminal.env);
    if (announce !== undefined && address === undefined && /^(?:0\.0\.0\.0|::)$/.test(host))
      throw new UsageError("Coordinators cannot reach a node at every address.", "Give --address http://HOST:PORT.");
    const [{ announceNode, createNode }, { serve }, { isLoopback }] = await Promise.all([
      import("../../../remote/cluster/index.ts"),
      import("../../../service/http/serve/serve.ts"),
      import("../../service/service.ts"),
    ]);
    const caches = terminal.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
    const corpora = new Map(await Promise.all(places.map(async (one) => [one, await readableAt(one)] as const)));
    await tellMissing([...corpora.values()], output);
    // The folder of copies is named by the port, which is known once the server listens.
    let opened: (node: ClusterNode) => void = () => {};
    const opening = new Promise<ClusterNode>((resolve) => {
      opened = resolve;
    });
    const server = await serve({ handler: async (request) => (await opening).handler(request), port, hostname: host });
    const closers = [() => server.close()];
    try {
      const folder = cache ?? join(caches, "spolia", `node-${new URL(server.url).port}`);
      const node = await createNode({ corpora, secret, cache: folder, cacheBytes: cacheMb * MEBIBYTE });
      closers.push(() => node.close());
      opened(node);
      const announcement = announce === undefined ? null : await announceNode(announce, address ?? server.url);
      const late = () => output.notice("The database did not answer: its table names this node for some seconds more.");
      // First, so that coordinators ask other nodes.
      if (announcement !== null) closers.unshift(() => announcement.close().catch(late));
      if (!isLoopback(host))
        output.notice("What coordinators ask is not encrypted: keep nodes in a network of their own.");
      output.answer({ url: server.url }, () => `Listening on ${server.url}; Ctrl-C stops.\n`);
      await new Promise<void>((resolve) => {
        if (terminal.signal.aborted) resolve();
        else terminal.signal.addEventListener("abort", () => resolve(), { once: true });
      });
    } finally {
      for (const close of closers) await close();
    }
  });
}

/** @throws UsageError where there is none */
export function secretOf(env: Readonly<Record<string, string | undefined>>): string {
  const secret = env["SPOLIA_CLUSTER_SECRET"] ?? "";
  if (secret.length >= 16) return secret;
  throw new UsageError(
    "Nodes and coordinators need a secret.",
    "Set SPOLIA_CLUSTER_SECRET to the same 16 characters or more on all machines, such as `openssl rand -hex 24` gives.",
  );
}

/** A corpus may be built after a node has started; a misspelt one never is. */
async function tellMissing(corpora: readonly Storage[], output: Output): Promise<void> {
  for (const storage of corpora) {
    try {
      await (await storage.open(MANIFEST_NAME)).close();
    } catch (error) {
      // A host that does not answer now may do so when a coordinator asks.
      if (isSpoliaError(error) && error.code === "corpus_not_found")
        output.notice(`${error.message} There is nothing to search there until it is built.`);
    }
  }
}
