/** The most memory that this process had resident. */
import { readFileSync } from "node:fs";

/**
 * By the kernel's own account of this program. What `resourceUsage` says begins, on Linux, with the memory of the process that
 * started this one, and is used only where there is nothing else.
 */
export function peakResidentBytes(): number {
  try {
    const found = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
    if (found !== null) return Number(found[1]) * 1024;
  } catch {
    // no such file: another system
  }
  return process.resourceUsage().maxRSS * 1024;
}
