/** The Go that runs the client's tests. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

export const GO_SOURCES = join(import.meta.dirname, "../../../../src/faces/client/go");

/** Nothing is fetched: neither another Go nor a module. */
export const GO_ENVIRONMENT = { GOTOOLCHAIN: "local", GOFLAGS: "-mod=readonly -buildvcs=false", GOPROXY: "off" };

/** A Go of 1.24 or later; `null` where there is none. */
export const GO: string | null = ["go", "/usr/local/go/bin/go"].find(isNewEnough) ?? null;

function isNewEnough(go: string): boolean {
  const { stdout } = spawnSync(go, ["env", "GOVERSION"], {
    encoding: "utf8",
    env: { ...process.env, ...GO_ENVIRONMENT },
  });
  const [, minor = "0"] = /^go1\.(\d+)/.exec(stdout ?? "") ?? [];
  return Number(minor) >= 24;
}
