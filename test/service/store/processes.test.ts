import { join } from "node:path";
import { describe } from "vitest";
import { hasPostgres, NO_POSTGRES, postgresForTests } from "../../support/servers/postgres.ts";
import { skippable } from "../../support/skippable.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { processesSuite } from "../../support/suites/service/processes.suite.ts";

const folder = temporaryFolder();
let files = 0;
processesSuite("SQLite", () => join(folder, `${files++}.sqlite`));

describe.skipIf(!hasPostgres)(skippable("PostgreSQL", !hasPostgres, NO_POSTGRES), () => {
  const server = postgresForTests();
  processesSuite("PostgreSQL", () => server.newSchema());
});
