/** The service in a container and under systemd: its options are those of this version, and the real tools accept the files. */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, type TestContext, test } from "vitest";
import { serveCommand } from "../../src/cli/commands/service/serve.ts";
import { ROUTES } from "../../src/service/http/routes.ts";
import { notEmpty } from "../support/notEmpty.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-deploy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string) => join(import.meta.dirname, name);
const containerfile = readFileSync(path("Containerfile"), "utf8");
const unit = readFileSync(path("spolia.service"), "utf8");

function run(program: string, args: string[]): { said: string; isFound: boolean; isWell: boolean } {
  try {
    return { said: execFileSync(program, args, { encoding: "utf8", stdio: "pipe" }), isFound: true, isWell: true };
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as { code?: string; stdout?: string; stderr?: string };
    return { said: `${stdout}${stderr}`, isFound: code !== "ENOENT", isWell: false };
  }
}

/** What `spolia serve` makes of these arguments: every one of them is an option that it has. */
function served(args: string[]) {
  const serve = serveCommand(async () => {});
  expect(serve.parseOptions(args)).toEqual({ operands: [], unknown: [] });
  return serve.opts();
}

test("the container serves as a user without rights, and asks itself whether it is ready", () => {
  const entry: string[] = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(containerfile)![1]!);
  expect(entry.slice(0, 3)).toEqual(["node", "node_modules/spolia/build/cli.js", "serve"]);
  expect(served(entry.slice(3))).toMatchObject({ host: "0.0.0.0", data: "/records", port: 8787 });
  const last = containerfile.split(/^FROM /m).at(-1)!;
  expect(last.indexOf("\nUSER node\n")).toBeGreaterThan(0);
  expect(last).toContain(`EXPOSE ${serveCommand(async () => {}).opts()["port"]}\n`);
  const [, asked] = /127\.0\.0\.1:8787(\/\w+)/.exec(last)!;
  expect(ROUTES.map((route) => route.path)).toContain(asked);
  for (const [, image] of notEmpty([...containerfile.matchAll(/^FROM (\S+)/gm)])) expect(image).toMatch(/:\d+-slim$/);
});

test("the container is built by an engine, and its command answers", (context: TestContext) => {
  const engine = ["podman", "docker"].find((name) => run(name, ["info"]).isWell);
  if (engine === undefined) return context.skip("no engine for containers runs here");
  const [packed] = globSync("spolia-*.tgz", { cwd: folder });
  if (packed === undefined)
    execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
      cwd: path("../.."),
      stdio: "pipe",
    });
  cpSync(path("Containerfile"), join(folder, "Containerfile"));
  const built = run(engine, ["build", "--file", join(folder, "Containerfile"), "--tag", "spolia-test", folder]);
  if (!built.isWell && /pull|manifest|registry|resolve|lookup/i.test(built.said))
    return context.skip("the base image cannot be fetched here");
  expect(built.isWell, built.said).toBe(true);
  const help = run(engine, ["run", "--rm", "--read-only", "--cap-drop", "all", "spolia-test", "--help"]);
  expect(help.said).toContain("Runs the HTTP service");
});

test("the unit serves on this machine alone, with records and answers in folders of its own", () => {
  const [, command] = /^ExecStart=\/usr\/bin\/env spolia serve (.+)$/m.exec(unit)!;
  const options = served(command!.split(" "));
  expect(options).toMatchObject({ host: "127.0.0.1", port: 8787 });
  expect(options["data"]).toMatch(/STATE_DIRECTORY/);
  for (const folder of ["State", "Cache"]) expect(unit).toMatch(new RegExp(`^${folder}Directory=spolia$`, "m"));
});

test("systemd accepts the unit, and finds little that it could reach", (context: TestContext) => {
  const verified = run("systemd-analyze", ["verify", path("spolia.service")]);
  if (!verified.isFound) return context.skip("there is no systemd here");
  expect(verified.said).not.toMatch(/spolia\.service/);
  const { said } = run("systemd-analyze", ["security", "--offline=true", path("spolia.service")]);
  const [, exposure] =
    /exposure level for spolia\.service: ([\d.]+)/.exec(said) ?? context.skip("it is of an older systemd");
  expect(Number(exposure)).toBeLessThanOrEqual(2);
});
