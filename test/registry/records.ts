/** Records that are as good as any other. */
import type { Job, Tenant, Work } from "../../src/service/store/records.ts";

export const tenantOf = (id: string): Tenant => ({ id, plan: "free", created_at: 1, label: "Lab 書 \0 \ud800" });

/** A work whose hash is a function of its id. */
export const workRecordOf = (tenant: string, id: string, more: Partial<Work> = {}): Work => ({
  ...{
    tenant,
    id,
    created_at: 5,
    work_hash: `sha256:${id}`,
    content_type: "text",
    fingerprint: "spolia1_0",
    iscc: "ISCC:0",
  },
  ...{ words: 3, bytes: 1, metadata: { title: "A \0 title \ud800 書", nested: { deep: [1, null] } } },
  ...more,
});

/** A due job, equal to no other. */
export const jobOf = (tenant: string, id: string, more: Partial<Job> = {}): Job => ({
  ...{ tenant, id, created_at: 5, kind: "corpus_verify", status: "queued", due_at: 5, input: {}, output: null },
  ...{ progress: { attempts: 0, progress: null }, request_hash: null, bytes: 0, prunable_at: null },
  ...more,
});
