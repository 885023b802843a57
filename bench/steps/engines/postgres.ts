/** The keys and texts of a corpus in PostgreSQL: a row for each posting, in partitions by ranges of keys. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import type { openSnapshot } from "../../../src/corpus/search/open.ts";
import { environmentOf, programOf } from "../../../test/support/servers/postgresServer.ts";
import { blocksOfCorpus, type Entry, entriesOf } from "./entries.ts";
import type { Asked } from "./external.ts";

type Snapshot = Awaited<ReturnType<typeof openSnapshot>>;

const PARTITIONS = 8;
/** Keys have 32 bits, and PostgreSQL's integers a sign. */
const signed = (key: number) => key | 0;
const unsigned = (key: number) => key >>> 0;

export async function loadPostgres(address: string, snapshot: Snapshot): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(`create table postings (key int not null, posting bigint not null) partition by range (key);
    create table unlisted (key int not null, segment int not null, blocks int not null);
    create table texts (segment int not null, at bigint not null, data bytea not null); alter table texts alter data set storage external`);
  const edge = (i: number) =>
    i === 0 ? "minvalue" : i === PARTITIONS ? "maxvalue" : `${-(2 ** 31) + (i * 2 ** 32) / PARTITIONS}`;
  for (let i = 0; i < PARTITIONS; i++)
    await client.query(
      `create table postings_${i} partition of postings for values from (${edge(i)}) to (${edge(i + 1)})`,
    );
  const unlisted: string[] = [];
  await copyIn(address, "postings", async function* () {
    for await (const entries of entriesOf(snapshot)) {
      const lines: string[] = [];
      for (const { key, postings, unlisted: more } of entries) {
        for (const posting of postings) lines.push(`${signed(key)}\t${posting}\n`);
        for (const [segment, blocks] of more) unlisted.push(`${signed(key)}\t${segment}\t${blocks}\n`);
      }
      yield lines.join("");
    }
  });
  await copyIn(address, "unlisted", async function* () {
    yield* unlisted;
  });
  await copyIn(address, "texts", async function* () {
    for await (const { segment, at, bytes } of blocksOfCorpus(snapshot))
      yield `${segment}\t${at}\t\\\\x${Buffer.from(bytes).toString("hex")}\n`;
  });
  await client.query("set maintenance_work_mem = '512MB'");
  await client.query("create index on postings (key) include (posting)");
  await client.query("create index on unlisted (key)");
  await client.query("create unique index on texts (segment, at)");
  for (const table of ["postings", "unlisted", "texts"]) await client.query(`vacuum analyze ${table}`);
  await client.end();
}

async function copyIn(address: string, table: string, lines: () => AsyncGenerator<string>): Promise<void> {
  const program = programOf("psql")!;
  const child = spawn(program, [address, "-q", "-c", `copy ${table} from stdin`], {
    env: environmentOf(program),
    stdio: ["pipe", "inherit", "inherit"],
  });
  const ended = once(child, "exit");
  for await (const line of lines()) if (!child.stdin.write(line)) await once(child.stdin, "drain");
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`psql ended with ${code}.`);
}

export async function bytesOfPostgres(address: string): Promise<{ keys: number; texts: number }> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const { rows } = await client.query(
    `select coalesce(sum(pg_total_relation_size(oid)) filter (where relname like 'postings\\_%' or relname = 'unlisted'), 0)::float8 as keys,
       coalesce(sum(pg_total_relation_size(oid)) filter (where relname = 'texts'), 0)::float8 as texts
     from pg_class where relkind = 'r'`,
  );
  await client.end();
  return rows[0];
}

/** Asks servers with the same rows: the next one where one does not answer. */
export function askPostgres(addresses: readonly string[]): Asked & { close(): Promise<void> } {
  const pools = addresses.map((connectionString) => new pg.Pool({ connectionString, max: 4 }));
  for (const pool of pools) pool.on("error", () => {});
  let first = 0;
  const rowsOf = async (name: string, text: string, values: unknown[]): Promise<unknown[][]> => {
    let failure: unknown;
    for (let tries = 0; tries < pools.length; tries++) {
      const asked = first;
      try {
        return (await pools[asked]!.query({ name, text, values, rowMode: "array" })).rows;
      } catch (error) {
        failure = error;
        if (first === asked) first = (asked + 1) % pools.length;
      }
    }
    throw failure;
  };
  return {
    async entries(keys) {
      const wanted = keys.map(signed);
      const [rows, more] = await Promise.all([
        rowsOf("postings", "select key, posting from postings where key = any($1::int[])", [wanted]),
        rowsOf("unlisted", "select key, segment, blocks from unlisted where key = any($1::int[])", [wanted]),
      ]);
      const entries = new Map<number, Entry>();
      const entryOf = (key: number) => {
        const entry = entries.get(key) ?? { key: unsigned(key), postings: [], unlisted: [] };
        entries.set(key, entry);
        return entry;
      };
      for (const [key, posting] of rows as [number, string][]) entryOf(key).postings.push(Number(posting));
      for (const [key, segment, blocks] of more as [number, number, number][])
        entryOf(key).unlisted.push([segment, blocks]);
      for (const { postings } of entries.values()) postings.sort((x, y) => x - y);
      return [...entries.values()];
    },
    async text(segment, at) {
      const rows = await rowsOf("text", "select data from texts where segment = $1 and at = $2", [segment, at]);
      return rows[0]![0] as Uint8Array;
    },
    close: async () => {
      for (const pool of pools) await pool.end();
    },
  };
}
