/** The tables of a database. */

import { SpoliaError } from "../../../base/errors.ts";
import { quoted } from "../../../base/postgres.ts";
import { ENGINE_VERSION } from "../../../base/version.ts";
import { MIGRATIONS } from "./migrations.ts";
import type { RunStatement } from "./statement.ts";

const OLDEST_VERSION = 15;
/**
 * Makes the tables, or the steps that are missing. Processes that do so at once take turns.
 *
 * @throws registry_failed where the database is too old, or the tables are of a later version
 */
export async function migrate(run: RunStatement, schema: string): Promise<void> {
  const named = quoted(schema);
  await requireSuitable(run);
  if ((await stepsMade(run, schema)) === MIGRATIONS.length) return;
  await run(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('spolia migrations'), hashtext('${schema}'))`);
  // A role that may not make schemas can be given one.
  const { rows } = await run("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema]);
  if (rows.length === 0) await run(`CREATE SCHEMA ${named}`);
  const columns =
    "step BIGINT NOT NULL, version TEXT NOT NULL, made_at TIMESTAMPTZ NOT NULL DEFAULT now(), PRIMARY KEY (step)";
  await run(`CREATE TABLE IF NOT EXISTS ${named}.migrations (${columns})`);
  for (let step = await stepsMade(run, schema); step < MIGRATIONS.length; step++) {
    await run(MIGRATIONS[step]!.replaceAll("SCHEMA.", `${named}.`));
    await run(`INSERT INTO ${named}.migrations (step, version) VALUES ($1, $2)`, [step, ENGINE_VERSION]);
  }
  await run("COMMIT");
}

async function requireSuitable(run: RunStatement): Promise<void> {
  const settings = "current_setting('server_version') AS version, current_setting('server_encoding') AS encoding";
  const { version, encoding } = (await run(`SELECT ${settings}`)).rows[0] as { version: string; encoding: string };
  if (Number.parseInt(version, 10) < OLDEST_VERSION)
    throw new SpoliaError("registry_failed", `Records need PostgreSQL ${OLDEST_VERSION} or later; this is ${version}.`);
  if (encoding !== "UTF8") {
    throw new SpoliaError("registry_failed", `Records need a database in UTF8; this one is in ${encoding}.`, {
      hint: "Create one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.",
    });
  }
}

/** @throws registry_failed where a later version has made steps that are not known here */
async function stepsMade(run: RunStatement, schema: string): Promise<number> {
  const { rows: tables } = await run("SELECT to_regclass($1) IS NOT NULL AS is_there", [
    `${quoted(schema)}.migrations`,
  ]);
  if (tables[0]!["is_there"] !== true) return 0;
  const { rows } = await run(`SELECT step, version FROM ${quoted(schema)}.migrations ORDER BY step`);
  const last = rows.at(-1) as { step: number; version: string } | undefined;
  if (last === undefined || last.step < MIGRATIONS.length) return rows.length;
  throw new SpoliaError(
    "registry_failed",
    `The records in the schema ${schema} were made by a later version, ${last.version} (step ${last.step}); this is ${ENGINE_VERSION}.`,
    { hint: "Open them with that version, or a later one." },
  );
}
