import { join } from "node:path";
import { describe } from "vitest";
import { temporaryFolder } from "../suites/places.ts";
import { hasPostgres, NO_POSTGRES, postgresForFile } from "../suites/postgres.ts";
import { processesSuite } from "../suites/processes.suite.ts";
import { skippable } from "../suites/skippable.ts";

const folder = temporaryFolder();
let files = 0;
processesSuite("SQLite", () => join(folder, `${files++}.sqlite`));

describe.skipIf(!hasPostgres)(skippable("PostgreSQL", !hasPostgres, NO_POSTGRES), async () => {
  if (!hasPostgres) return;
  const server = await postgresForFile();
  processesSuite("PostgreSQL", () => server.newSchema());
});
