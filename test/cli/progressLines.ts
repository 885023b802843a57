/** Lines of progress are written once a second, and so only where a machine is busy: no test may see them by chance. */
export function withoutProgress(stderr: string): string {
  return stderr.replace(/^\{"progress":.*\}\n/gm, "");
}
