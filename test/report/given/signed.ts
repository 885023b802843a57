import type { EvidenceBundle, ReportDocument } from "../../../src/base/contract/resources/report.ts";
import { digestOfDocument } from "../../../src/report/bundle/bundle.ts";
import { openSigners } from "../../../src/service/history/signing.ts";
import { createMemoryStore } from "../../../src/service/index.ts";
import { statementOf } from "../../../src/service/works/reports.ts";

/** A report of this bundle, by a key of its own. */
export async function signed(bundle: EvidenceBundle): Promise<ReportDocument> {
  const signer = await (await openSigners({ store: createMemoryStore(), now: () => 0 })).oldest();
  const unsigned = {
    report_id: "rp_0",
    created_at: "2026-01-01T00:00:00.000Z",
    digest: await digestOfDocument(bundle),
    key: signer.id,
    public_key: signer.publicKey,
    signature: "",
  };
  const signature = await signer.sign("spolia report 1", statementOf(unsigned));
  return { format: "spolia-report-1", ...unsigned, signature, bundle };
}
