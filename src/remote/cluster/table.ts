/**
 * Nodes in a table of PostgreSQL: each writes its address every few seconds, and is there as long as the database's own
 * clock says that it did so lately. The table stands in a schema of its own, `spolia_nodes`, or `?schema=NAME`, so that
 * nodes need no access to the records of a service.
 */
import type { Pool } from "pg";
import { checkArguments, optionsChecks } from "../../base/arguments.ts";
import { SpoliaError } from "../../base/errors.ts";
import { isPostgresAddress, openPostgresPool, quotedSchema } from "../../base/postgres.ts";
import { isNodeAddress } from "./addresses.ts";

const SCHEMA = "spolia_nodes";
const BEAT_MS = 5_000;
/** Three beats: a node that missed so many is not named any more. */
const LIVE_SECONDS = 15;
/** After an hour nobody waits for a node; its row would stay for ever. */
const KEPT = "1 hour";

/** The announcement of a node. */
export interface NodeAnnouncement {
  /** Takes the node out of the table; the node itself goes on. */
  close(): Promise<void>;
}

interface AnnounceOptions {
  /** Time between two beats in milliseconds; 5 s by default. */
  readonly beatMs?: number | undefined;
}

/**
 * Writes a node into a table of PostgreSQL, where coordinators with `nodes: ["postgres://…"]` find it, until `close`.
 * Needs the package `pg`, an optional peer.
 *
 * @param where `postgres://USER@HOST:PORT/DATABASE`
 * @param url address at which coordinators reach the node, such as `http://10.0.0.1:8788`
 * @throws invalid_request; unsupported_runtime where `pg` is not installed; storage_failed where the database refuses
 * @since 0.2.0
 */
export async function announceNode(
  where: string,
  url: string,
  options: AnnounceOptions = {},
): Promise<NodeAnnouncement> {
  checkArguments("announceNode", [...optionsChecks<AnnounceOptions>(options, { beatMs: true })]);
  const { beatMs = BEAT_MS } = options;
  checkArguments("announceNode", [
    ["/where", isPostgresAddress(where), "an address postgres://…"],
    ["/url", isNodeAddress(url), "an address like http://10.0.0.1:8788, without a path"],
    ["/options/beatMs", Number.isSafeInteger(beatMs) && beatMs > 0 && beatMs < 2 ** 31, "a whole number above 0"],
  ]);
  const table = tableOf(where);
  await asked(where, (pool) =>
    pool.query(
      [
        // Of two nodes that start at once, one makes the table, and the other waits.
        "SELECT pg_advisory_xact_lock(hashtext('spolia nodes'))",
        `CREATE SCHEMA IF NOT EXISTS ${quotedSchema(where, SCHEMA)}`,
        `CREATE TABLE IF NOT EXISTS ${table} (url TEXT PRIMARY KEY, seen_at TIMESTAMPTZ NOT NULL DEFAULT now())`,
        `DELETE FROM ${table} WHERE seen_at < now() - interval '${KEPT}'`,
      ].join("; "),
    ),
  );
  const seen = `INSERT INTO ${table} (url) VALUES ($1) ON CONFLICT (url) DO UPDATE SET seen_at = now()`;
  const beat = () => asked(where, (pool) => pool.query(seen, [url]));
  await beat();
  let beating: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    // A database that does not answer for a while: coordinators keep the list that they have.
    beating ??= beat()
      .catch(() => {})
      .finally(() => {
        beating = null;
      });
  }, beatMs);
  (timer as { unref?(): void }).unref?.();
  return {
    async close() {
      clearInterval(timer);
      // A beat that is under way would write the node again.
      await beating;
      await asked(where, (pool) => pool.query(`DELETE FROM ${table} WHERE url = $1`, [url]));
    },
  };
}

/** What the nodes that are there have written. @throws storage_failed; unsupported_runtime where `pg` is missing */
export async function nodesInTable(where: string): Promise<string[]> {
  const live = `seen_at > now() - interval '${LIVE_SECONDS} seconds'`;
  const sql = `SELECT url FROM ${tableOf(where)} WHERE ${live} ORDER BY url`;
  const { rows } = await asked(where, (pool) => pool.query<{ url: string }>(sql));
  return rows.map(({ url }) => url);
}

const tableOf = (where: string): string => `${quotedSchema(where, SCHEMA)}.nodes`;

/** Asks on a connection of its own: between two beats none is held. */
async function asked<Answer>(where: string, question: (pool: Pool) => Promise<Answer>): Promise<Answer> {
  const pool = await openPostgresPool(where, { connections: 1, purpose: "Nodes in a table" });
  try {
    return await question(pool);
  } catch (cause) {
    throw new SpoliaError("storage_failed", "The database of nodes refused, or did not answer.", {
      hint: "Check its address, the user and the password, and that a node has been announced.",
      cause,
    });
  } finally {
    await pool.end();
  }
}
