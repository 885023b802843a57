/** What a time stamp shows, in words. */
import { checkShown } from "../../base/arguments.ts";
import type { TimestampVerification } from "../../base/contract/resources/timestamp.ts";

/** Time stamps that the caller verified, to be shown in a report. */
export interface ShownTimestamps {
  /** Results of `verifyTimestamp`; each that is about the digest of the report is one line. */
  timestamps?: readonly TimestampVerification[] | undefined;
}

/** One sentence: this hash existed then, says that authority. */
export function plainTimestamp(verification: TimestampVerification): string {
  checkShown("plainTimestamp", verification, "time");
  const { time, signer, chain, accuracy_ms } = verification;
  const accuracy = accuracy_ms === null ? "" : `, give or take ${accuracy_ms} ms`;
  return `this hash existed at ${time}${accuracy}, says ${signer}.${chain === null ? " Who that is was not checked." : ""}`;
}
