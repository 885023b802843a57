/**
 * Migrations that create the tables of `tables.ts`, step by step. A released step never changes; a change is a new
 * step. A test checks that the result equals `tables.ts`.
 *
 * Standard SQL except for the names of types: text, integer (64 bits) and blob. Nothing relies on rowid.
 */
export const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE tenants (
  id TEXT NOT NULL, plan TEXT NOT NULL, created_at INTEGER NOT NULL, label TEXT NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX tenants_1 ON tenants (created_at, id);

CREATE TABLE keys (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, hash TEXT NOT NULL, mode TEXT NOT NULL,
  last_four TEXT NOT NULL, label TEXT NOT NULL, scopes TEXT NOT NULL, expires_at INTEGER, revoked_at INTEGER, last_used_at INTEGER,
  PRIMARY KEY (tenant, id), UNIQUE (hash),
  FOREIGN KEY (tenant) REFERENCES tenants (id) ON DELETE CASCADE
);
CREATE INDEX keys_1 ON keys (tenant, created_at, id);

CREATE TABLE works (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, work_hash TEXT NOT NULL, content_type TEXT NOT NULL,
  fingerprint TEXT NOT NULL, iscc TEXT NOT NULL, words INTEGER NOT NULL, metadata TEXT NOT NULL,
  PRIMARY KEY (tenant, id), UNIQUE (tenant, work_hash),
  FOREIGN KEY (tenant) REFERENCES tenants (id) ON DELETE CASCADE
);
CREATE INDEX works_1 ON works (tenant, created_at, id);
CREATE INDEX works_2 ON works (tenant, fingerprint, created_at, id);

CREATE TABLE work_contents (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, content BLOB NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, id) REFERENCES works (tenant, id) ON DELETE CASCADE
);

CREATE TABLE history (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, sequence INTEGER NOT NULL, entry TEXT NOT NULL,
  PRIMARY KEY (tenant, id, sequence),
  FOREIGN KEY (tenant, id) REFERENCES works (tenant, id) ON DELETE CASCADE
);

CREATE TABLE results (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, kind TEXT NOT NULL, work_id TEXT, digest TEXT NOT NULL,
  request TEXT NOT NULL, result TEXT NOT NULL,
  PRIMARY KEY (tenant, kind, id),
  FOREIGN KEY (tenant) REFERENCES tenants (id) ON DELETE CASCADE,
  FOREIGN KEY (tenant, work_id) REFERENCES works (tenant, id) ON DELETE CASCADE
);
CREATE INDEX results_1 ON results (tenant, kind, created_at, id);
CREATE INDEX results_2 ON results (tenant, kind, work_id, created_at, id);
CREATE INDEX results_3 ON results (tenant, work_id, created_at, id);

CREATE TABLE monitors (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, work_id TEXT NOT NULL, status TEXT NOT NULL, due_at INTEGER,
  settings TEXT NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, work_id) REFERENCES works (tenant, id) ON DELETE CASCADE
);
CREATE INDEX monitors_1 ON monitors (tenant, created_at, id);
CREATE INDEX monitors_2 ON monitors (tenant, work_id, created_at, id);
CREATE INDEX monitors_3 ON monitors (due_at, tenant, id);

CREATE TABLE runs (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, monitor_id TEXT NOT NULL, status TEXT NOT NULL,
  report TEXT NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, monitor_id) REFERENCES monitors (tenant, id) ON DELETE CASCADE
);
CREATE INDEX runs_1 ON runs (tenant, created_at, id);
CREATE INDEX runs_2 ON runs (tenant, monitor_id, created_at, id);

CREATE TABLE webhook_endpoints (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, status TEXT NOT NULL, settings TEXT NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant) REFERENCES tenants (id) ON DELETE CASCADE
);
CREATE INDEX webhook_endpoints_1 ON webhook_endpoints (tenant, created_at, id);

CREATE TABLE deliveries (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, endpoint_id TEXT NOT NULL, status TEXT NOT NULL,
  attempts INTEGER NOT NULL, due_at INTEGER, payload TEXT NOT NULL, log TEXT NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, endpoint_id) REFERENCES webhook_endpoints (tenant, id) ON DELETE CASCADE
);
CREATE INDEX deliveries_1 ON deliveries (tenant, created_at, id);
CREATE INDEX deliveries_2 ON deliveries (tenant, endpoint_id, created_at, id);
CREATE INDEX deliveries_3 ON deliveries (tenant, endpoint_id, status, created_at, id);
CREATE INDEX deliveries_4 ON deliveries (tenant, status, created_at, id);
CREATE INDEX deliveries_5 ON deliveries (due_at, tenant, id);

CREATE TABLE jobs (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL, due_at INTEGER,
  input TEXT NOT NULL, progress TEXT NOT NULL, output TEXT NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant) REFERENCES tenants (id) ON DELETE CASCADE
);
CREATE INDEX jobs_1 ON jobs (tenant, created_at, id);
CREATE INDEX jobs_2 ON jobs (tenant, status, created_at, id);
CREATE INDEX jobs_3 ON jobs (due_at, tenant, id);

CREATE TABLE usage (
  tenant TEXT NOT NULL, day TEXT NOT NULL, calls INTEGER NOT NULL,
  PRIMARY KEY (tenant, day),
  FOREIGN KEY (tenant) REFERENCES tenants (id) ON DELETE CASCADE
);

CREATE TABLE idempotency (
  tenant TEXT NOT NULL, operation TEXT NOT NULL, key TEXT NOT NULL, request_hash TEXT NOT NULL, holder TEXT,
  expires_at INTEGER NOT NULL, status INTEGER, headers TEXT NOT NULL, body BLOB NOT NULL,
  PRIMARY KEY (tenant, operation, key),
  FOREIGN KEY (tenant) REFERENCES tenants (id) ON DELETE CASCADE
);
CREATE INDEX idempotency_1 ON idempotency (expires_at, tenant, operation, key);

CREATE TABLE service_keys (
  id TEXT NOT NULL, created_at INTEGER NOT NULL, jwk TEXT NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX service_keys_1 ON service_keys (created_at, id);
`,
  `
CREATE TABLE decisions (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, decision TEXT NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant) REFERENCES tenants (id) ON DELETE CASCADE
);
CREATE INDEX decisions_1 ON decisions (tenant, created_at, id);
`,
  // A second tenant for each account, for its test records. All records so far stay live.
  `
ALTER TABLE tenants ADD COLUMN mode TEXT NOT NULL DEFAULT 'live';
DROP INDEX tenants_1;
CREATE INDEX tenants_1 ON tenants (mode, created_at, id);
INSERT INTO tenants (id, plan, created_at, label, mode) SELECT id || ':test', plan, created_at, label, 'test' FROM tenants;
CREATE INDEX keys_2 ON keys (tenant, mode, created_at, id);
`,
  "ALTER TABLE service_keys ADD COLUMN retired_at INTEGER;",
  // Endpoints are claimed, and no longer messages.
  `
ALTER TABLE webhook_endpoints ADD COLUMN due_at INTEGER;
ALTER TABLE webhook_endpoints ADD COLUMN sending TEXT NOT NULL DEFAULT 'null';
CREATE INDEX webhook_endpoints_2 ON webhook_endpoints (due_at, tenant, id);
DROP INDEX deliveries_5;
CREATE INDEX deliveries_5 ON deliveries (tenant, endpoint_id, due_at, id);
UPDATE webhook_endpoints SET due_at =
  (SELECT min(due_at) FROM deliveries WHERE tenant = webhook_endpoints.tenant AND endpoint_id = webhook_endpoints.id);
`,
  // What several processes decide in one statement: bursts, which job is equal, which signing key comes next.
  `
CREATE TABLE bursts (
  tenant TEXT NOT NULL, arrival_us INTEGER NOT NULL,
  PRIMARY KEY (tenant),
  FOREIGN KEY (tenant) REFERENCES tenants (id) ON DELETE CASCADE
);
ALTER TABLE jobs ADD COLUMN request_hash TEXT;
CREATE UNIQUE INDEX jobs_4 ON jobs (tenant, request_hash);
ALTER TABLE service_keys ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
UPDATE service_keys SET sequence = (
  SELECT count(*) FROM service_keys AS older
  WHERE (older.created_at, older.id) < (service_keys.created_at, service_keys.id)
);
DROP INDEX service_keys_1;
CREATE UNIQUE INDEX service_keys_1 ON service_keys (sequence);
`,
  // Quotas in words, and a limit of the bytes that an account keeps.
  `
ALTER TABLE usage ADD COLUMN words INTEGER NOT NULL DEFAULT 0;
ALTER TABLE bursts ADD COLUMN words_us INTEGER NOT NULL DEFAULT 0;
ALTER TABLE works ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE works SET bytes =
  coalesce((SELECT length(content) FROM work_contents WHERE tenant = works.tenant AND id = works.id), 0);
`,
  // The status of the service: of no tenant.
  `
CREATE TABLE status_days (
  day TEXT NOT NULL, begun_slot INTEGER NOT NULL, checks INTEGER NOT NULL, ready_slots INTEGER NOT NULL,
  latest_slot INTEGER NOT NULL, requests INTEGER NOT NULL, failed INTEGER NOT NULL,
  PRIMARY KEY (day)
);
CREATE TABLE status_latencies (
  day TEXT NOT NULL, up_to_ms INTEGER NOT NULL, answers INTEGER NOT NULL,
  PRIMARY KEY (day, up_to_ms),
  FOREIGN KEY (day) REFERENCES status_days (day) ON DELETE CASCADE
);
CREATE TABLE status_parts (
  part TEXT NOT NULL, passed_at INTEGER NOT NULL, failed_at INTEGER NOT NULL,
  PRIMARY KEY (part)
);
CREATE INDEX deliveries_by_status ON deliveries (status);
CREATE INDEX jobs_by_status ON jobs (status);
`,
  // Batches as jobs: their lines, and whose turn it is.
  `
ALTER TABLE jobs ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
CREATE INDEX jobs_5 ON jobs (tenant, kind, status, created_at, id);
CREATE TABLE job_lines (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, line INTEGER NOT NULL, request BLOB NOT NULL,
  answer TEXT NOT NULL,
  PRIMARY KEY (tenant, id, line),
  FOREIGN KEY (tenant, id) REFERENCES jobs (tenant, id) ON DELETE CASCADE
);
CREATE TABLE batch_turns (
  tenant TEXT NOT NULL, due_at INTEGER, submitted INTEGER NOT NULL,
  PRIMARY KEY (tenant),
  FOREIGN KEY (tenant) REFERENCES tenants (id) ON DELETE CASCADE
);
CREATE INDEX batch_turns_1 ON batch_turns (due_at, tenant);
`,
  // What has ended can be pruned by age. The last run of a monitor stays.
  `
ALTER TABLE runs ADD COLUMN prunable_at INTEGER;
ALTER TABLE deliveries ADD COLUMN prunable_at INTEGER;
ALTER TABLE jobs ADD COLUMN prunable_at INTEGER;
UPDATE runs SET prunable_at = created_at WHERE status <> 'running' AND EXISTS (
  SELECT 1 FROM runs AS later
  WHERE later.tenant = runs.tenant AND later.monitor_id = runs.monitor_id AND later.status <> 'running'
    AND (later.created_at, later.id) > (runs.created_at, runs.id)
);
UPDATE deliveries SET prunable_at = created_at WHERE status <> 'pending';
UPDATE jobs SET prunable_at = created_at WHERE status NOT IN ('queued', 'running');
CREATE INDEX runs_3 ON runs (prunable_at, tenant, id);
CREATE INDEX deliveries_6 ON deliveries (prunable_at, tenant, id);
CREATE INDEX jobs_6 ON jobs (prunable_at, tenant, id);
`,
  `
CREATE TABLE revoked_tokens (
  tenant TEXT NOT NULL, jti TEXT NOT NULL, expires_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, jti),
  FOREIGN KEY (tenant) REFERENCES tenants (id) ON DELETE CASCADE
);
CREATE INDEX revoked_tokens_1 ON revoked_tokens (expires_at, tenant, jti);
`,
  "ALTER TABLE work_contents ADD COLUMN sections TEXT NOT NULL DEFAULT 'null';",
  `
CREATE TABLE deals (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL,
  kind TEXT NOT NULL, work_id TEXT NOT NULL, counterpart TEXT, state TEXT NOT NULL, market TEXT,
  place INTEGER NOT NULL, version INTEGER NOT NULL, expires_at INTEGER, terms TEXT NOT NULL, events TEXT NOT NULL,
  PRIMARY KEY (tenant, id), UNIQUE (id), UNIQUE (place),
  FOREIGN KEY (tenant, work_id) REFERENCES works (tenant, id) ON DELETE CASCADE
);
CREATE INDEX deals_1 ON deals (tenant, created_at, id);
CREATE INDEX deals_2 ON deals (tenant, kind, created_at, id);
CREATE INDEX deals_3 ON deals (tenant, work_id, created_at, id);
CREATE INDEX deals_4 ON deals (counterpart, created_at, id);
CREATE INDEX deals_5 ON deals (counterpart, kind, created_at, id);
CREATE INDEX deals_6 ON deals (market, created_at, id);
CREATE INDEX deals_7 ON deals (state, place);
CREATE TABLE offer_prints (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, print BLOB NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, id) REFERENCES deals (tenant, id) ON DELETE CASCADE
);
`,
  `
CREATE TABLE counters (
  name TEXT NOT NULL, value INTEGER NOT NULL,
  PRIMARY KEY (name)
);
INSERT INTO counters (name, value) SELECT 'deal_places', MAX(place) + 1 FROM deals HAVING MAX(place) IS NOT NULL;
CREATE INDEX deals_8 ON deals (state, expires_at, tenant, id);
CREATE INDEX deals_9 ON deals (counterpart, kind, state);
`,
  // A deal outlives its work. SQLite changes no column, and dropping a table would remove the rows that refer to it.
  `
CREATE TABLE new_deals (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL,
  kind TEXT NOT NULL, work_id TEXT, counterpart TEXT, state TEXT NOT NULL, market TEXT,
  place INTEGER NOT NULL, version INTEGER NOT NULL, expires_at INTEGER, terms TEXT NOT NULL, events TEXT NOT NULL,
  PRIMARY KEY (tenant, id), UNIQUE (id), UNIQUE (place),
  FOREIGN KEY (tenant, work_id) REFERENCES works (tenant, id) ON DELETE CASCADE
);
INSERT INTO new_deals SELECT tenant, id, created_at, kind, work_id, counterpart, state, market, place, version, expires_at,
  terms, events FROM deals;
CREATE TABLE new_offer_prints (
  tenant TEXT NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, print BLOB NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, id) REFERENCES new_deals (tenant, id) ON DELETE CASCADE
);
INSERT INTO new_offer_prints SELECT tenant, id, created_at, print FROM offer_prints;
DROP TABLE offer_prints;
DROP TABLE deals;
ALTER TABLE new_deals RENAME TO deals;
ALTER TABLE new_offer_prints RENAME TO offer_prints;
CREATE INDEX deals_1 ON deals (tenant, created_at, id);
CREATE INDEX deals_2 ON deals (tenant, kind, created_at, id);
CREATE INDEX deals_3 ON deals (tenant, work_id, created_at, id);
CREATE INDEX deals_4 ON deals (counterpart, created_at, id);
CREATE INDEX deals_5 ON deals (counterpart, kind, created_at, id);
CREATE INDEX deals_6 ON deals (market, created_at, id);
CREATE INDEX deals_7 ON deals (state, place);
CREATE INDEX deals_8 ON deals (state, expires_at, tenant, id);
CREATE INDEX deals_9 ON deals (counterpart, kind, state);
`,
  "ALTER TABLE usage ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;",
];
