/** The Python that runs the client's tests, and why there is none. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../../..");
/** Made by `.ci/run`. */
const ENVIRONMENT = join(ROOT, "node_modules/.cache/clients-python/bin/python");
export const PYTHON_SOURCES = join(ROOT, "src/faces/client/python");

/** A Python of 3.10 or later that has httpx; `null` where there is none. */
export const PYTHON: string | null = [ENVIRONMENT, "python3"].find(hasHttpx) ?? null;

function hasHttpx(python: string): boolean {
  if (python.includes("/") && !existsSync(python)) return false;
  try {
    execFileSync(python, ["-c", "import sys, httpx; sys.exit(sys.version_info < (3, 10))"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
