/**
 * The name of a test or of a group that is skipped under a condition. Where it is, the name ends with the reason, which the last line of
 * a run counts (`test/plainSummary.ts`).
 */
export function skippable(name: string, isSkipped: boolean, reason: string): string {
  return isSkipped ? `${name} (skipped: ${reason})` : name;
}
