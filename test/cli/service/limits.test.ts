/** Keys and plans of a service, told before a caller meets them; and what an older Node can do without records. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-limits-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(argv, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

/** What a service says of itself until it has said `last`. */
async function servedUntil(last: string, argv: string[], env: Record<string, string> = {}): Promise<string> {
  const stop = new AbortController();
  const terminal = fakeTerminal({ signal: stop.signal, env });
  const ended = main(["serve", "--port", "0", ...argv], terminal);
  let code: number | undefined;
  ended.then((with_) => {
    code = with_;
  });
  while (!terminal.err().includes(last) && code === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort("SIGTERM");
  expect(await ended, terminal.err()).toBe(0);
  return terminal.err();
}

const FREE =
  "100 calls a UTC day, bursts of up to 10 calls, renewed within 1 second; 2,000,000 words a UTC day; room for 100 works, 100,000,000 bytes, 5 monitors, 5 webhooks, 20 keys, 1,000 decisions, 1,000 results";
const PRO =
  "10,000 calls a UTC day, bursts of up to 50 calls, renewed within 1 second; 200,000,000 words a UTC day; room for 10,000 works, 10,000,000,000 bytes, 500 monitors, 50 webhooks, 200 keys, 100,000 results";

describe("spolia admin keys", () => {
  test("create shows the plan of the key's account and its limits", async () => {
    const made = await spolia("keys", "create", "--data", file("records"));
    expect(made.code).toBe(0);
    expect(made.out).toMatch(/^sp_live_[0-9A-Za-z]{36}\n$/);
    expect(made.err).toContain(`The account has the plan free: ${FREE}. \`spolia admin keys plan\` changes it.`);
    const document = JSON.parse((await spolia("keys", "create", "--data", file("records"), "--json")).out);
    expect(document.plan).toBe("free");
  });

  test("create takes --plan for the operator's account too, as long as it has no key", async () => {
    const made = await spolia("keys", "create", "--data", file("fresh"), "--plan", "pro");
    expect([made.code, made.err]).toEqual([0, expect.stringContaining(`has the plan pro: ${PRO}.`)]);
    const refused = await spolia("keys", "create", "--data", file("fresh"), "--plan", "free");
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("`spolia admin keys plan`")]);
    expect((await spolia("keys", "create", "--data", file("other"), "--plan", "none")).code).toBe(2);
  });

  test("plan changes the plan of an account, to a shipped or a custom one", async () => {
    const at = ["--data", file("planned")];
    await spolia("keys", "create", ...at, "--tenant", "archive");
    expect(await spolia("keys", "plan", ...at, "--tenant", "archive", "pro")).toEqual({
      ...{ code: 0, err: "" },
      out: `archive has the plan pro: ${PRO}.\n`,
    });
    writeFileSync(
      file("plans.json"),
      JSON.stringify({ own: { calls_per_day: null, burst: { calls: 1, seconds: 2 } } }),
    );
    const own = await spolia("keys", "plan", ...at, "--tenant", "archive", "--plans", file("plans.json"), "own");
    expect(own.out).toBe(
      "archive has the plan own: no limit of calls a day, bursts of up to 1 call, renewed within 2 seconds.\n",
    );
    // A key of an account whose plan is not among those given here is made all the same.
    const made = await spolia("keys", "create", ...at, "--tenant", "archive");
    expect([made.code, made.err]).toEqual([0, expect.stringContaining("has the plan own. ")]);
    expect((await spolia("keys", "plan", ...at, "--tenant", "nobody", "pro")).code).toBe(3);
    expect((await spolia("keys", "plan", ...at, "huge")).err).toContain("The plans are free, pro");
    expect((await spolia("keys", "plan", "--data", file("nowhere"), "pro")).code).toBe(3);
  });
});

describe("spolia serve", () => {
  test("shows the limits: of its accounts, of the one key, or none", async () => {
    await spolia("keys", "create", "--data", file("served"));
    const kept = await servedUntil("keys plan", ["--data", file("served")]);
    expect(kept).toContain(`Plan free, of 1 account: ${FREE}.`);
    expect(kept).toContain("`spolia admin keys plan` gives an account another plan");
    await spolia("keys", "plan", "--data", file("served"), "pro");
    expect(await servedUntil("keys plan", ["--data", file("served")])).toContain(`Plan pro, of 1 account: ${PRO}.`);
    expect(await servedUntil("limit of calls", [])).toContain(
      "Anyone on this machine can call the service without a key and without a limit of calls",
    );
    const one = await servedUntil("limit of calls", [], { SPOLIA_API_KEY: "a key" });
    expect(one).toContain("Callers must send the key of SPOLIA_API_KEY, without a limit of calls.");
    expect(one).not.toContain("a key.");
  });
});

describe("on a Node without SQLite", () => {
  const withoutSqlite = () => {
    const original = process.getBuiltinModule.bind(process);
    vi.spyOn(process, "getBuiltinModule").mockImplementation(((name: string) =>
      name === "node:sqlite" ? undefined : original(name)) as typeof process.getBuiltinModule);
  };

  test.each([
    ["keys", "create"],
    ["serve", "--port", "0"],
  ])("%s %s names the version that is needed, the one that runs, and what works instead", async (...words) => {
    withoutSqlite();
    const { code, out, err } = await spolia(...words, "--data", file("old"), "--json");
    const { error } = JSON.parse(out);
    expect([code, error.code]).toEqual([3, "unsupported_runtime"]);
    expect(error.message).toBe(
      `Records in a file need the SQLite of Node 22.13 or later, which Node ${process.versions.node} does not have.`,
    );
    expect(err).toContain("`SPOLIA_API_KEY=… spolia serve`");
    expect(existsSync(file("old"))).toBe(false);
  });

  test("the suggested alternative works", async () => {
    withoutSqlite();
    expect(await servedUntil("limit of calls", [], { SPOLIA_API_KEY: "a key" })).toContain("SPOLIA_API_KEY");
  });
});
