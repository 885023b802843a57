/** Records that `spolia serve --data` of released versions kept: they open, are migrated, and are answered as they were. */
import { cpSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { ENGINE_VERSION } from "../../src/base/version.ts";
import { createEngine, openCorpus } from "../../src/index.ts";
import { createHandler, type Handler } from "../../src/service/http/serve/handler.ts";
import { createRegistry, openSqliteStore, workResolver } from "../../src/service/index.ts";
import { MIGRATIONS } from "../../src/service/store/sqlite/migrations.ts";
import { TABLE_NAMES, tableOf } from "../../src/service/store/tables.ts";
import { notEmpty } from "../support/notEmpty.ts";
import { RELEASED, unpacked } from "./stored.ts";

const isOperator = ({ label }: { label: string }) => label === "operator";
const ORIGIN = "http://spolia.test/api/v1";

test("there are records of released versions", () => expect(RELEASED.length).toBeGreaterThan(0));

describe.each(RELEASED)("records of %s", (version) => {
  const stored = unpacked(version);
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  afterAll(stored.remove);
  const { key } = stored.json("service/key.json");
  const answers = Object.entries(stored.json("service/answers.json") as Record<string, object>);

  /** When it was kept: a day later an answered request is forgotten. */
  const KEPT_AT = Date.parse(stored.json("service/answers.json")["/keys"].items.find(isOperator).last_used_at);
  /** Each service starts two seconds later, since the limit of simultaneous calls is kept too. */
  let served = 0;
  const files = { records: stored.names("records"), killed: stored.names("killed") };

  async function serve(data: string) {
    const startedMs = served++ * 2_000;
    const store = await openSqliteStore(stored.path(`${data}/registry.sqlite`));
    const corpus = await openCorpus(stored.path("corpora/books.spolia"));
    closers.push(
      () => store.close(),
      () => corpus.close(),
    );
    const engine = await createEngine({ corpora: [corpus], resolveWork: workResolver(store) });
    const registry = await createRegistry(engine, store, { now: () => KEPT_AT + startedMs });
    const handler = createHandler({ engine, registry, auth: {} });
    return { registry, ask: askerOf(handler) };
  }

  /** @returns the answer's document and its status */
  const askerOf =
    (handler: Handler) =>
    async (path: string, { body, as = key, headers = {} }: { body?: object; as?: string; headers?: object } = {}) => {
      const response = await handler(
        new Request(ORIGIN + path, {
          method: body === undefined ? "GET" : "POST",
          headers: { authorization: `Bearer ${as}`, "content-type": "application/json", ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
      // biome-ignore lint/suspicious/noExplicitAny: documents of a service, looked at field by field
      return { status: response.status, headers: response.headers, document: (await response.json()) as any };
    };

  const schemaOf = (data: string) => {
    const database = new DatabaseSync(stored.path(`${data}/registry.sqlite`), { readOnly: true });
    const names = (rows: unknown[]) => rows.map((row) => (row as { name: string }).name);
    const made = database.prepare("SELECT step FROM migrations ORDER BY step").all();
    const tables = names(database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all());
    const columns = Object.fromEntries(
      TABLE_NAMES.map((table) => [table, names(database.prepare("SELECT name FROM pragma_table_info(?)").all(table))]),
    );
    database.close();
    return { steps: made.map((row) => (row as { step: number }).step), tables, columns };
  };

  /** Tables that version 0.1.0 had. */
  const LATER =
    /^decisions$|^bursts$|^status_|^job_lines$|^batch_turns$|^revoked_tokens$|^deals$|^offer_prints$|^counters$/;
  const TABLES_010 = TABLE_NAMES.filter((table) => !LATER.test(table));

  test("were kept of every table", () => {
    const database = new DatabaseSync(stored.path("records/registry.sqlite"), { readOnly: true });
    const empty = TABLES_010.filter((table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined);
    database.close();
    expect(empty).toEqual([]);
    expect(answers.length).toBeGreaterThanOrEqual(25);
  });

  test("a crash left the log beside them, a stop did not", () => {
    expect(files.records).toEqual(["registry.sqlite"]);
    expect(files.killed).toEqual(["registry.sqlite", "registry.sqlite-shm", "registry.sqlite-wal"]);
  });

  describe.each(["records", "killed"])("in the folder %s", (data) => {
    test.each(["once", "again"])("are migrated, and answered as they were: opened %s", async () => {
      const { ask } = await serve(data);
      for (const [path, document] of notEmpty(answers)) {
        const answered = await ask(path);
        expect(answered.status, path).toBe(200);
        // A later version may say more of a record, never less or otherwise.
        expect(answered.document, path).toMatchObject(document);
      }
      const { steps, tables, columns } = schemaOf(data);
      expect(steps).toEqual([...MIGRATIONS.keys()]);
      expect(tables).toEqual(expect.arrayContaining([...TABLE_NAMES]));
      for (const table of TABLE_NAMES) expect(columns[table]).toEqual(Object.keys(tableOf(table).columns));
    });
  });

  test("keys, works and signatures go on", async () => {
    cpSync(stored.path("records"), stored.path("going-on"), { recursive: true });
    const { ask, registry } = await serve("going-on");
    const reader = stored.json("service/reader.json");
    expect((await ask("/works", { as: reader.key })).document.items).toHaveLength(2);
    expect((await ask("/works", { as: `${reader.key}x` })).status).toBe(401);
    const [{ kid }] = stored.json("service/signing-keys.json").keys;
    expect(registry.signingKey.id).toBe(kid);
    const receipt = stored.json("service/receipt.json");
    const found = await ask(`/works/${receipt.work_id}/analyze`, { body: {} });
    expect(found.document).toMatchObject({ verdict: "match", method: { engine: ENGINE_VERSION } });
    const { history } = (await ask(`/works/${receipt.work_id}/history`)).document;
    const before = stored.json("service/history.json").history;
    expect(history.entries.slice(0, before.entries.length)).toEqual(before.entries);
    expect(history.entries.length).toBe(before.entries.length + 1);
    const verified = await ask("/reports/verify", { body: { history } });
    expect(verified.document).toMatchObject({ kind: "history", is_trusted: true, entries: history.entries.length });
  });

  test("a request that was answered once is answered from its record", async () => {
    cpSync(stored.path("records"), stored.path("idempotent"), { recursive: true });
    const { ask } = await serve("idempotent");
    const { body, headers, answer } = stored.json("service/idempotent.json");
    const replay = await ask("/content/register", { body, headers });
    expect(replay.document).toEqual(answer);
    expect(replay.headers.get("idempotent-replayed")).toBe("true");
  });

  test("a canary that was committed to is tested", async () => {
    const { ask } = await serve("records");
    const { canary_id, secret, publish } = stored.json("service/canary.json");
    const scores = secret.strings.map((string: string) => (string === publish ? -1 : -2));
    const body = { secret, model: "eleutherai/pythia", retrieval: "absent", statistic: "log-probability", scores };
    const { document } = await ask(`/canaries/${canary_id}/test`, { body });
    expect(document.observations).toHaveLength(1);
  });

  test("the service verifies its report, and says that another version answered", async () => {
    const { ask } = await serve("records");
    const report = JSON.parse(readFileSync(stored.path("service/report.json"), "utf8"));
    const { status, document } = await ask("/reports/verify", { body: report });
    expect(status).toBe(200);
    expect(document).toMatchObject({
      ...{ kind: "report", verified: true, is_trusted: true, digest: report.digest },
      ...{ engines: [`spolia ${version}`], is_same_engine: false },
    });
  });
});
