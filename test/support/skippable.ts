/**
 * The name of a conditionally skipped test or group. If it is skipped, the name ends with the reason, which the last line of a run
 * counts (`test/support/run/plainSummary.ts`).
 */
export function skippable(name: string, isSkipped: boolean, reason: string): string {
  return isSkipped ? `${name} (skipped: ${reason})` : name;
}
