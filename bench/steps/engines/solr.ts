/**
 * The keys and texts of a corpus in Apache Solr, two nodes that hold both shards: a document for each key with its
 * postings as numbers, and one for each block of text. Solr comes from Maven Central, by `solr/pom.xml`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { openSnapshot } from "../../../src/corpus/search/open.ts";
import { freePort } from "../../../test/support/servers/freePort.ts";
import { blocksOfCorpus, type Entry, entriesOf } from "./entries.ts";
import type { Asked } from "./external.ts";

type Snapshot = Awaited<ReturnType<typeof openSnapshot>>;

const HERE = join(import.meta.dirname, "solr");
export const SHARDS = 2;
const MEMORY = "-Xmx768m";

export interface SolrNode {
  url: string;
  pid: number;
  kill(): Promise<void>;
}

/** @param libraries the folder of `mvn dependency:copy-dependencies` */
export async function startSolr(libraries: string, home: string): Promise<SolrNode> {
  for (let shard = 0; shard < SHARDS; shard++) {
    const core = join(home, `shard${shard}`);
    mkdirSync(join(core, "conf"), { recursive: true });
    writeFileSync(join(core, "core.properties"), `name=shard${shard}\n`);
    for (const name of ["solrconfig.xml", "schema.xml"]) copyFileSync(join(HERE, name), join(core, "conf", name));
  }
  writeFileSync(join(home, "solr.xml"), "<solr></solr>");
  const port = await freePort();
  const child = spawn(
    "java",
    [
      MEMORY,
      "-Dsolr.disable.allowUrls=true",
      "-Dsolr.log.dir=/tmp",
      "-cp",
      join(libraries, "*"),
      join(HERE, "Node.java"),
      String(port),
      home,
    ],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  for await (const line of createInterface({ input: child.stdout! })) if (line.startsWith("up ")) break;
  return { url: `http://127.0.0.1:${port}/solr`, pid: child.pid!, kill: () => killed(child) };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

const idOf = (key: number) => key.toString(36);
const shardOf = (key: number) => Math.floor(key / (2 ** 32 / SHARDS));

/** Loads one node; the other one gets a copy of its files. */
export async function loadSolr({ url }: SolrNode, snapshot: Snapshot): Promise<void> {
  await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      posted(
        `${url}/shard${shard}/update/csv?header=false&fieldnames=id,p,n&f.p.split=true&f.p.separator=|&f.n.split=true&f.n.separator=|&overwrite=false`,
        async function* () {
          for await (const entries of entriesOf(snapshot)) {
            const own = entries.filter(({ key }) => shardOf(key) === shard);
            yield own
              .map(
                ({ key, postings, unlisted }) =>
                  `${idOf(key)},${postings.join("|")},${unlisted.map(([segment, blocks]) => segment * 2 ** 32 + blocks).join("|")}\n`,
              )
              .join("");
          }
        },
      ),
    ),
  );
  await posted(`${url}/shard0/update/csv?header=false&fieldnames=id,t&overwrite=false`, async function* () {
    for await (const { segment, at, bytes } of blocksOfCorpus(snapshot))
      if (segment % SHARDS === 0) yield `t${segment}-${at},${Buffer.from(bytes).toString("base64")}\n`;
  });
  await posted(`${url}/shard1/update/csv?header=false&fieldnames=id,t&overwrite=false`, async function* () {
    for await (const { segment, at, bytes } of blocksOfCorpus(snapshot))
      if (segment % SHARDS === 1) yield `t${segment}-${at},${Buffer.from(bytes).toString("base64")}\n`;
  });
  for (let shard = 0; shard < SHARDS; shard++) {
    const answer = await fetch(`${url}/shard${shard}/update?commit=true&optimize=true&maxSegments=4`, {
      method: "POST",
      headers: { "content-type": "text/xml" },
      body: "<commit/>",
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

async function posted(url: string, lines: () => AsyncGenerator<string>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const sent = request(
      url,
      { method: "POST", headers: { "content-type": "text/csv; charset=utf-8" } },
      async (answer) => {
        let said = "";
        for await (const part of answer) said += part;
        if (answer.statusCode === 200) resolve();
        else reject(new Error(said.slice(0, 2_000)));
      },
    );
    sent.on("error", reject);
    Readable.from(lines()).pipe(sent);
  });
}

/** Asks the first node that answers; Solr itself asks a shard of another node where one does not. */
export function askSolr(nodes: readonly SolrNode[]): Asked & { close(): Promise<void> } {
  const agent = new Agent({ keepAlive: true });
  const shards = Array.from({ length: SHARDS }, (_, shard) =>
    nodes.map(({ url }) => `${url}/shard${shard}`).join("|"),
  ).join(",");
  let turn = 0;
  const asked = async (shard: string, parameters: Record<string, string>): Promise<Doc[]> => {
    const body = new URLSearchParams({ ...parameters, wt: "json", omitHeader: "true" }).toString();
    let failure: unknown;
    const first = turn++;
    for (let tries = 0; tries < nodes.length; tries++) {
      try {
        return await select(agent, `${nodes[(first + tries) % nodes.length]!.url}/${shard}/select`, body);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
  return {
    async entries(keys) {
      const docs = await asked("shard0", {
        ...{ q: `{!terms f=id}${keys.map(idOf).join(",")}`, fl: "id,p,n", rows: String(keys.length), shards },
        "distrib.singlePass": "true",
      });
      return docs.map(
        ({ id, p = [], n = [] }): Entry => ({
          key: Number.parseInt(id, 36),
          postings: p,
          unlisted: n.map((value) => [Math.floor(value / 2 ** 32), value % 2 ** 32]),
        }),
      );
    },
    async text(segment, at) {
      const [doc] = await asked(`shard${segment % SHARDS}`, { q: `{!term f=id}t${segment}-${at}`, fl: "t", rows: "1" });
      return Buffer.from(doc!.t!, "base64");
    },
    close: async () => agent.destroy(),
  };
}

interface Doc {
  id: string;
  p?: number[];
  n?: number[];
  t?: string;
}

function select(agent: Agent, url: string, body: string): Promise<Doc[]> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": Buffer.byteLength(body) };
    const sent = request(url, { agent, method: "POST", headers }, async (answer) => {
      let said = "";
      for await (const part of answer) said += part;
      if (answer.statusCode === 200) resolve(JSON.parse(said).response.docs);
      else reject(new Error(said.slice(0, 1_000)));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
