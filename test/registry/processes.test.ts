import { join } from "node:path";
import { describe } from "vitest";
import { temporaryFolder } from "../suites/places.ts";
import { hasPostgres, NO_POSTGRES, postgresForTests } from "../suites/postgres.ts";
import { processesSuite } from "../suites/processes.suite.ts";
import { skippable } from "../suites/skippable.ts";

const folder = temporaryFolder();
let files = 0;
processesSuite("SQLite", () => join(folder, `${files++}.sqlite`));

describe.skipIf(!hasPostgres)(skippable("PostgreSQL", !hasPostgres, NO_POSTGRES), () => {
  const server = postgresForTests();
  processesSuite("PostgreSQL", () => server.newSchema());
});
