/**
 * Migrations that create the tables of `tables.ts` in PostgreSQL, step by step. A released step never changes; a change
 * is a new step. A test checks that the result equals `tables.ts`. `SCHEMA` stands for the schema.
 *
 * Texts are compared by their bytes (COLLATE "C"), as in every other store.
 */
export const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE SCHEMA.tenants (
  id TEXT COLLATE "C" NOT NULL, plan TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
  label TEXT NOT NULL, mode TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX tenants_1 ON SCHEMA.tenants (mode, created_at, id);

CREATE TABLE SCHEMA.keys (
  tenant TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
  hash TEXT COLLATE "C" NOT NULL, mode TEXT COLLATE "C" NOT NULL, last_four TEXT COLLATE "C" NOT NULL,
  label TEXT NOT NULL, scopes TEXT NOT NULL, expires_at BIGINT, revoked_at BIGINT, last_used_at BIGINT,
  PRIMARY KEY (tenant, id), UNIQUE (hash),
  FOREIGN KEY (tenant) REFERENCES SCHEMA.tenants (id) ON DELETE CASCADE
);
CREATE INDEX keys_1 ON SCHEMA.keys (tenant, created_at, id);
CREATE INDEX keys_2 ON SCHEMA.keys (tenant, mode, created_at, id);

CREATE TABLE SCHEMA.works (
  tenant TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
  work_hash TEXT COLLATE "C" NOT NULL, content_type TEXT COLLATE "C" NOT NULL,
  fingerprint TEXT COLLATE "C" NOT NULL, iscc TEXT COLLATE "C" NOT NULL, words BIGINT NOT NULL,
  metadata TEXT NOT NULL, bytes BIGINT NOT NULL,
  PRIMARY KEY (tenant, id), UNIQUE (tenant, work_hash),
  FOREIGN KEY (tenant) REFERENCES SCHEMA.tenants (id) ON DELETE CASCADE
);
CREATE INDEX works_1 ON SCHEMA.works (tenant, created_at, id);
CREATE INDEX works_2 ON SCHEMA.works (tenant, fingerprint, created_at, id);

CREATE TABLE SCHEMA.work_contents (
  tenant TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
  content BYTEA NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, id) REFERENCES SCHEMA.works (tenant, id) ON DELETE CASCADE
);

CREATE TABLE SCHEMA.history (
  tenant TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
  sequence BIGINT NOT NULL, entry TEXT NOT NULL,
  PRIMARY KEY (tenant, id, sequence),
  FOREIGN KEY (tenant, id) REFERENCES SCHEMA.works (tenant, id) ON DELETE CASCADE
);

CREATE TABLE SCHEMA.results (
  tenant TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
  kind TEXT COLLATE "C" NOT NULL, work_id TEXT COLLATE "C", digest TEXT COLLATE "C" NOT NULL,
  request TEXT NOT NULL, result TEXT NOT NULL,
  PRIMARY KEY (tenant, kind, id),
  FOREIGN KEY (tenant) REFERENCES SCHEMA.tenants (id) ON DELETE CASCADE,
  FOREIGN KEY (tenant, work_id) REFERENCES SCHEMA.works (tenant, id) ON DELETE CASCADE
);
CREATE INDEX results_1 ON SCHEMA.results (tenant, kind, created_at, id);
CREATE INDEX results_2 ON SCHEMA.results (tenant, kind, work_id, created_at, id);
CREATE INDEX results_3 ON SCHEMA.results (tenant, work_id, created_at, id);

CREATE TABLE SCHEMA.monitors (
  tenant TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
  work_id TEXT COLLATE "C" NOT NULL, status TEXT COLLATE "C" NOT NULL, due_at BIGINT,
  settings TEXT NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, work_id) REFERENCES SCHEMA.works (tenant, id) ON DELETE CASCADE
);
CREATE INDEX monitors_1 ON SCHEMA.monitors (tenant, created_at, id);
CREATE INDEX monitors_2 ON SCHEMA.monitors (tenant, work_id, created_at, id);
CREATE INDEX monitors_3 ON SCHEMA.monitors (due_at, tenant, id);

CREATE TABLE SCHEMA.runs (
  tenant TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
  monitor_id TEXT COLLATE "C" NOT NULL, status TEXT COLLATE "C" NOT NULL, report TEXT NOT NULL,
  prunable_at BIGINT,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, monitor_id) REFERENCES SCHEMA.monitors (tenant, id) ON DELETE CASCADE
);
CREATE INDEX runs_1 ON SCHEMA.runs (prunable_at, tenant, id);
CREATE INDEX runs_2 ON SCHEMA.runs (tenant, created_at, id);
CREATE INDEX runs_3 ON SCHEMA.runs (tenant, monitor_id, created_at, id);

CREATE TABLE SCHEMA.webhook_endpoints (
  tenant TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
  status TEXT COLLATE "C" NOT NULL, settings TEXT NOT NULL, due_at BIGINT, sending TEXT NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant) REFERENCES SCHEMA.tenants (id) ON DELETE CASCADE
);
CREATE INDEX webhook_endpoints_1 ON SCHEMA.webhook_endpoints (tenant, created_at, id);
CREATE INDEX webhook_endpoints_2 ON SCHEMA.webhook_endpoints (due_at, tenant, id);

CREATE TABLE SCHEMA.deliveries (
  tenant TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
  endpoint_id TEXT COLLATE "C" NOT NULL, status TEXT COLLATE "C" NOT NULL, attempts BIGINT NOT NULL,
  due_at BIGINT, payload TEXT NOT NULL, log TEXT NOT NULL, prunable_at BIGINT,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, endpoint_id) REFERENCES SCHEMA.webhook_endpoints (tenant, id) ON DELETE CASCADE
);
CREATE INDEX deliveries_1 ON SCHEMA.deliveries (prunable_at, tenant, id);
CREATE INDEX deliveries_2 ON SCHEMA.deliveries (tenant, created_at, id);
CREATE INDEX deliveries_3 ON SCHEMA.deliveries (tenant, endpoint_id, created_at, id);
CREATE INDEX deliveries_4 ON SCHEMA.deliveries (tenant, endpoint_id, status, created_at, id);
CREATE INDEX deliveries_5 ON SCHEMA.deliveries (tenant, status, created_at, id);
CREATE INDEX deliveries_6 ON SCHEMA.deliveries (tenant, endpoint_id, due_at, id);
CREATE INDEX deliveries_7 ON SCHEMA.deliveries (status);

CREATE TABLE SCHEMA.jobs (
  tenant TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
  kind TEXT COLLATE "C" NOT NULL, status TEXT COLLATE "C" NOT NULL, due_at BIGINT, input TEXT NOT NULL,
  progress TEXT NOT NULL, output TEXT NOT NULL, request_hash TEXT COLLATE "C", bytes BIGINT NOT NULL,
  prunable_at BIGINT,
  PRIMARY KEY (tenant, id), UNIQUE (tenant, request_hash),
  FOREIGN KEY (tenant) REFERENCES SCHEMA.tenants (id) ON DELETE CASCADE
);
CREATE INDEX jobs_1 ON SCHEMA.jobs (prunable_at, tenant, id);
CREATE INDEX jobs_2 ON SCHEMA.jobs (tenant, created_at, id);
CREATE INDEX jobs_3 ON SCHEMA.jobs (tenant, status, created_at, id);
CREATE INDEX jobs_4 ON SCHEMA.jobs (due_at, tenant, id);
CREATE INDEX jobs_5 ON SCHEMA.jobs (tenant, kind, status, created_at, id);
CREATE INDEX jobs_6 ON SCHEMA.jobs (status);

CREATE TABLE SCHEMA.job_lines (
  tenant TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
  line BIGINT NOT NULL, request BYTEA NOT NULL, answer TEXT NOT NULL,
  PRIMARY KEY (tenant, id, line),
  FOREIGN KEY (tenant, id) REFERENCES SCHEMA.jobs (tenant, id) ON DELETE CASCADE
);

CREATE TABLE SCHEMA.batch_turns (
  tenant TEXT COLLATE "C" NOT NULL, due_at BIGINT, submitted BIGINT NOT NULL,
  PRIMARY KEY (tenant),
  FOREIGN KEY (tenant) REFERENCES SCHEMA.tenants (id) ON DELETE CASCADE
);
CREATE INDEX batch_turns_1 ON SCHEMA.batch_turns (due_at, tenant);

CREATE TABLE SCHEMA.decisions (
  tenant TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
  decision TEXT NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant) REFERENCES SCHEMA.tenants (id) ON DELETE CASCADE
);
CREATE INDEX decisions_1 ON SCHEMA.decisions (tenant, created_at, id);

CREATE TABLE SCHEMA.bursts (
  tenant TEXT COLLATE "C" NOT NULL, arrival_us BIGINT NOT NULL, words_us BIGINT NOT NULL,
  PRIMARY KEY (tenant),
  FOREIGN KEY (tenant) REFERENCES SCHEMA.tenants (id) ON DELETE CASCADE
);

CREATE TABLE SCHEMA.usage (
  tenant TEXT COLLATE "C" NOT NULL, day TEXT COLLATE "C" NOT NULL, calls BIGINT NOT NULL,
  words BIGINT NOT NULL,
  PRIMARY KEY (tenant, day),
  FOREIGN KEY (tenant) REFERENCES SCHEMA.tenants (id) ON DELETE CASCADE
);

CREATE TABLE SCHEMA.idempotency (
  tenant TEXT COLLATE "C" NOT NULL, operation TEXT COLLATE "C" NOT NULL, key TEXT COLLATE "C" NOT NULL,
  request_hash TEXT COLLATE "C" NOT NULL, holder TEXT COLLATE "C", expires_at BIGINT NOT NULL,
  status BIGINT, headers TEXT NOT NULL, body BYTEA NOT NULL,
  PRIMARY KEY (tenant, operation, key),
  FOREIGN KEY (tenant) REFERENCES SCHEMA.tenants (id) ON DELETE CASCADE
);
CREATE INDEX idempotency_1 ON SCHEMA.idempotency (expires_at, tenant, operation, key);

CREATE TABLE SCHEMA.revoked_tokens (
  tenant TEXT COLLATE "C" NOT NULL, jti TEXT COLLATE "C" NOT NULL, expires_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, jti),
  FOREIGN KEY (tenant) REFERENCES SCHEMA.tenants (id) ON DELETE CASCADE
);
CREATE INDEX revoked_tokens_1 ON SCHEMA.revoked_tokens (expires_at, tenant, jti);

CREATE TABLE SCHEMA.service_keys (
  id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL, jwk TEXT NOT NULL, retired_at BIGINT,
  sequence BIGINT NOT NULL,
  PRIMARY KEY (id), UNIQUE (sequence)
);

CREATE TABLE SCHEMA.status_days (
  day TEXT COLLATE "C" NOT NULL, begun_slot BIGINT NOT NULL, checks BIGINT NOT NULL,
  ready_slots BIGINT NOT NULL, latest_slot BIGINT NOT NULL, requests BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  PRIMARY KEY (day)
);

CREATE TABLE SCHEMA.status_latencies (
  day TEXT COLLATE "C" NOT NULL, up_to_ms BIGINT NOT NULL, answers BIGINT NOT NULL,
  PRIMARY KEY (day, up_to_ms),
  FOREIGN KEY (day) REFERENCES SCHEMA.status_days (day) ON DELETE CASCADE
);

CREATE TABLE SCHEMA.status_parts (
  part TEXT COLLATE "C" NOT NULL, passed_at BIGINT NOT NULL, failed_at BIGINT NOT NULL,
  PRIMARY KEY (part)
);
`,
  // What came of a transaction whose end was not heard of: each has a row that it alone writes meanwhile.
  `
CREATE TABLE SCHEMA.commits (
  slot TEXT COLLATE "C" NOT NULL, token TEXT COLLATE "C" NOT NULL, used_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (slot)
) WITH (fillfactor = 50);
`,
  // Large values in object storage: each row with its object's name, and the names of objects that are to be removed.
  `
ALTER TABLE SCHEMA.work_contents ADD COLUMN object TEXT COLLATE "C";
ALTER TABLE SCHEMA.results ADD COLUMN object TEXT COLLATE "C";
CREATE INDEX work_contents_large ON SCHEMA.work_contents (tenant, id)
  WHERE object IS NULL AND octet_length(content) > 65536;
CREATE INDEX results_large ON SCHEMA.results (tenant, kind, id)
  WHERE object IS NULL AND octet_length(result) > 65536;
CREATE TABLE SCHEMA.removed_objects (
  name TEXT COLLATE "C" NOT NULL, due_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (name)
);
CREATE INDEX removed_objects_1 ON SCHEMA.removed_objects (due_at);
CREATE FUNCTION SCHEMA.note_removed_object() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO SCHEMA.removed_objects (name, due_at) VALUES (OLD.object, now() + interval '1 hour') ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER work_contents_object AFTER DELETE ON SCHEMA.work_contents
  FOR EACH ROW WHEN (OLD.object IS NOT NULL) EXECUTE FUNCTION SCHEMA.note_removed_object();
CREATE TRIGGER results_object AFTER DELETE ON SCHEMA.results
  FOR EACH ROW WHEN (OLD.object IS NOT NULL) EXECUTE FUNCTION SCHEMA.note_removed_object();
`,
  "ALTER TABLE SCHEMA.work_contents ADD COLUMN sections TEXT NOT NULL DEFAULT 'null';",
  `
CREATE TABLE SCHEMA.deals (
  tenant TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
  kind TEXT COLLATE "C" NOT NULL, work_id TEXT COLLATE "C" NOT NULL, counterpart TEXT COLLATE "C", state TEXT COLLATE "C" NOT NULL, market TEXT COLLATE "C",
  place BIGINT NOT NULL, version BIGINT NOT NULL, expires_at BIGINT, terms TEXT NOT NULL, events TEXT NOT NULL,
  PRIMARY KEY (tenant, id), UNIQUE (id), UNIQUE (place),
  FOREIGN KEY (tenant, work_id) REFERENCES SCHEMA.works (tenant, id) ON DELETE CASCADE
);
CREATE INDEX deals_1 ON SCHEMA.deals (tenant, created_at, id);
CREATE INDEX deals_2 ON SCHEMA.deals (tenant, kind, created_at, id);
CREATE INDEX deals_3 ON SCHEMA.deals (tenant, work_id, created_at, id);
CREATE INDEX deals_4 ON SCHEMA.deals (counterpart, created_at, id);
CREATE INDEX deals_5 ON SCHEMA.deals (counterpart, kind, created_at, id);
CREATE INDEX deals_6 ON SCHEMA.deals (market, created_at, id);
CREATE INDEX deals_7 ON SCHEMA.deals (state, place);
CREATE TABLE SCHEMA.offer_prints (
  tenant TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL, print BYTEA NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, id) REFERENCES SCHEMA.deals (tenant, id) ON DELETE CASCADE
);
`,
  `
CREATE TABLE SCHEMA.counters (
  name TEXT COLLATE "C" NOT NULL, value BIGINT NOT NULL,
  PRIMARY KEY (name)
);
INSERT INTO SCHEMA.counters (name, value) SELECT 'deal_places', MAX(place) + 1 FROM SCHEMA.deals HAVING MAX(place) IS NOT NULL;
CREATE INDEX deals_8 ON SCHEMA.deals (state, expires_at, tenant, id);
CREATE INDEX deals_9 ON SCHEMA.deals (counterpart, kind, state);
`,
  // A deal outlives its work.
  "ALTER TABLE SCHEMA.deals ALTER COLUMN work_id DROP NOT NULL;",
  "ALTER TABLE SCHEMA.usage ADD COLUMN entries BIGINT NOT NULL DEFAULT 0;",
];
