/** `spolia admin keys`: every option that it takes and every field that it tells. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { SCOPES } from "../../../src/service/accounts/keys.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-keys-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(argv, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}
const create = (data: string, ...options: string[]) =>
  spolia("keys", "create", "--data", join(folder, data), ...options);
const made = async (data: string, ...options: string[]) => {
  const { code, out, err } = await create(data, ...options, "--json");
  expect(code, err).toBe(0);
  return JSON.parse(out);
};
const list = async (data: string, ...options: string[]) => {
  const { code, out } = await spolia("keys", "list", "--data", join(folder, data), ...options, "--json");
  expect(code).toBe(0);
  return JSON.parse(out);
};
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe("a new key", () => {
  test("without options belongs to the operator, with all scopes and without expiry", async () => {
    const key = await made("plain");
    expect(key).toEqual({
      ...{
        key: expect.stringMatching(/^sp_live_[0-9A-Za-z]{36}$/),
        key_id: expect.stringMatching(/^key_\w+$/),
        mode: "live",
      },
      ...{ last_four: key.key.slice(-4), label: "", scopes: [...SCOPES], created_at: TIME, expires_at: null },
      ...{ revoked_at: null, last_used_at: null, plan: "free" },
    });
    const { key: _, plan: __, ...kept } = key;
    expect(await list("plain")).toEqual({ tenant: "default", keys: [kept] });
    expect(await list("plain", "--tenant", "default")).toEqual(await list("plain"));
  });

  test("has the label, scopes, mode and expiry of the options", async () => {
    const options = [
      "--tenant",
      "archive",
      "--label",
      "nightly run",
      "--scope",
      "read",
      "--scope",
      "analyze",
      "--test",
    ];
    const { code, out, err } = await create("full", ...options, "--expires", "2999-01-02T03:04:05Z");
    expect([code, out]).toEqual([0, expect.stringMatching(/^sp_test_[0-9A-Za-z]{36}\n$/)]);
    expect(err).toMatch(/key_\w+ of archive: read, analyze\. The key is shown only once\./);
    const [key] = (await list("full", "--tenant", "archive")).keys;
    expect(key).toMatchObject({
      label: "nightly run",
      scopes: ["read", "analyze"],
      mode: "test",
      expires_at: "2999-01-02T03:04:05.000Z",
    });
    expect((await list("full")).keys).toEqual([]);
  });

  test.each(["2001-01-01T00:00:00Z", "soon", "2999-02-30T00:00:00Z"])("does not end at %s", async (expires) => {
    const { code, out, err } = await create("full", "--tenant", "archive", "--expires", expires);
    expect([code > 0, out]).toEqual([true, ""]);
    expect(err).toMatch(/expires/);
    expect((await list("full", "--tenant", "archive")).keys).toHaveLength(1);
  });

  test("belongs to an account with a plan of the file, also later", async () => {
    const plans = join(folder, "plans.json");
    writeFileSync(plans, JSON.stringify({ library: { calls_per_day: 7, burst: { calls: 1, seconds: 1 } } }));
    expect((await create("plans", "--tenant", "a", "--plan", "library")).code).toBe(3);
    expect((await create("plans", "--tenant", "a", "--plan", "library", "--plans", plans)).code).toBe(0);
    expect((await create("plans", "--tenant", "a", "--plan", "library", "--plans", plans)).code).toBe(0);
    const other = await create("plans", "--tenant", "a", "--plan", "pro", "--plans", plans);
    expect([other.code, other.err]).toEqual([2, expect.stringContaining("The account a has the plan library.")]);
    expect((await list("plans", "--tenant", "a")).keys).toHaveLength(2);
  });
});

describe("a list of keys", () => {
  test("shows for each whether it is revoked or expires, the newest first, including revoked keys", async () => {
    const tenant = ["--tenant", "t"];
    const first = await made("list", ...tenant, "--scope", "read");
    const second = await made(
      "list",
      ...tenant,
      "--scope",
      "write",
      "--label",
      "two",
      "--expires",
      "2999-01-01T00:00:00Z",
    );
    const third = await made("list", ...tenant, "--scope", "keys", "--test");
    const revoke = (...options: string[]) =>
      spolia("keys", "revoke", third.key_id, "--data", join(folder, "list"), ...options);
    expect((await revoke()).code).toBe(3);
    expect(await revoke(...tenant)).toEqual({ code: 0, out: `${third.key_id} of t is revoked.\n`, err: "" });
    expect(JSON.parse((await revoke(...tenant, "--json")).out)).toEqual({
      tenant: "t",
      key_id: third.key_id,
      revoked: true,
    });
    const { keys } = await list("list", ...tenant);
    expect(keys.map(({ key_id }: { key_id: string }) => key_id).sort()).toEqual(
      [first, second, third].map((one) => one.key_id).sort(),
    );
    const { out } = await spolia("keys", "list", "--data", join(folder, "list"), ...tenant);
    const told = out.replaceAll(/\s+/g, " ");
    const revokedAt = keys.find((one: { key_id: string }) => one.key_id === third.key_id).revoked_at;
    for (const line of [
      `${first.key_id} sp_live_…${first.last_four}, does not expire, made ${first.created_at}: read`,
      `${second.key_id} sp_live_…${second.last_four}, expires 2999-01-01T00:00:00.000Z, made ${second.created_at}: write (two)`,
      `${third.key_id} sp_test_…${third.last_four}, revoked ${revokedAt}, made ${third.created_at}: keys`,
    ])
      expect(told).toContain(line);
    for (const { key } of [first, second, third]) expect(out).not.toContain(key);
  });

  test("states that an account has no keys", async () => {
    await made("empty");
    expect((await spolia("keys", "list", "--data", join(folder, "empty"), "--tenant", "none")).out).toBe(
      "The account none has no keys.\n",
    );
  });
});

test("an account is removed with its keys, once, and others keep theirs", async () => {
  const at = ["--data", join(folder, "removed")];
  await made("removed", "--tenant", "archive");
  await made("removed", "--tenant", "lab");
  const removed = await spolia("records", "remove", ...at, "archive");
  expect(removed).toEqual({ code: 0, out: "The account archive is removed.\n", err: "" });
  expect((await list("removed", "--tenant", "archive")).keys).toEqual([]);
  expect((await list("removed", "--tenant", "lab")).keys).toHaveLength(1);
  const again = await spolia("records", "remove", ...at, "archive");
  expect([again.code, again.err]).toEqual([3, expect.stringContaining("There is no account archive.")]);
});

describe("an account that is removed", () => {
  const remove = (data: string, account: string) =>
    spolia("records", "remove", "--data", join(folder, data), account, "--json");

  test("has no keys, and others keep theirs; removed again it is not there", async () => {
    const kept = await made("removed", "--tenant", "stays");
    await made("removed", "--tenant", "archive");
    await made("removed", "--tenant", "archive", "--test");
    expect(await remove("removed", "archive")).toMatchObject({ code: 0, err: "" });
    expect((await list("removed", "--tenant", "archive")).keys).toEqual([]);
    expect((await list("removed", "--tenant", "stays")).keys).toMatchObject([{ key_id: kept.key_id }]);
    for (const account of ["archive", "archive:test", "stays:test", "nobody", ""]) {
      const { code, err } = await remove("removed", account);
      expect(code, account).toBe(3);
      expect(err, account).toContain(`There is no account ${account}.`);
    }
    expect((await list("removed", "--tenant", "stays")).keys).toHaveLength(1);
  });
});
