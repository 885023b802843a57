/** `spolia catalogue update`: what is taken, what is refused, and what a replay uses afterwards. */
import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-feed-"));
const file = (name: string) => join(folder, name);
const PROGRAM = join(import.meta.dirname, "../../../src/build/tables/feed.ts");
const before = process.env["XDG_CACHE_HOME"];
process.env["XDG_CACHE_HOME"] = file("cache");
afterAll(() => {
  if (before === undefined) delete process.env["XDG_CACHE_HOME"];
  else process.env["XDG_CACHE_HOME"] = before;
  rmSync(folder, { recursive: true, force: true });
});

async function spolia(argv: readonly string[], stdin: readonly string[] = [], isTTY = false) {
  const terminal = fakeTerminal({ stdin: stdin.map((text) => new TextEncoder().encode(text)) });
  const given = { ...terminal, stdin: Object.assign(terminal.stdin, { isTTY }) };
  const code = await main(argv, given);
  return { code, out: terminal.out(), err: terminal.err() };
}

let key = "";
/** Made by the program, as its users make them. */
function make(name: string, ledger: object, created: string): string {
  writeFileSync(file("ledger.json"), JSON.stringify(ledger));
  const options = ["--key", file("key.pem"), "--ledger", file("ledger.json"), "--created", created, "-o", file(name)];
  return execFileSync(process.execPath, [PROGRAM, ...options], { encoding: "utf8" });
}

const ACME = {
  providers: [{ id: "acme", name: "Acme" }],
  models: [{ id: "acme/one", provider: "acme", name: "One", scope: "release" }],
};
const inUse = async () =>
  JSON.parse((await spolia(["catalogue", "models", "gpt-4", "--json"])).out).catalogue as string;
const revisionOf = (name: string) => JSON.parse(readFileSync(file(name), "utf8")).revision as string;
const update = (...argv: string[]) => spolia(["catalogue", "update", ...argv, "--key", key]);
let shipped = "";

beforeAll(async () => {
  const pair = generateKeyPairSync("ed25519");
  writeFileSync(file("key.pem"), pair.privateKey.export({ format: "pem", type: "pkcs8" }));
  key = pair.publicKey.export({ format: "jwk" }).x!;
  expect(make("old.json", ACME, "2026-12-01T00:00:00Z")).toContain(`signed by ${key}`);
  make("new.json", { providers: [{ id: "acme", name: "Acme Ltd" }], models: ACME.models }, "2026-12-02T00:00:00Z");
  make("ancient.json", { providers: [{ id: "acme", name: "Old Acme" }] }, "2026-01-01T00:00:00Z");
  shipped = await inUse();
});

beforeEach(async () => {
  await spolia(["catalogue", "update", "--shipped"]);
});

describe("taking", () => {
  test("asks for a key before it reads anything, as long as the makers have none", async () => {
    const refused = await spolia(["catalogue", "update"]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("--key KEY");
  });

  test("shows what changes, and takes nothing without a yes", async () => {
    const shown = await update(file("old.json"));
    expect(shown.code).toBe(1);
    expect(shown.out).toContain(`made 2026-12-01T00:00:00Z, in place of\n${shipped}`);
    expect(shown.out).toContain("Providers\n  - 1 new: acme\n");
    expect(shown.err).toContain("It was not taken: --accept takes it.");
    expect(await inUse()).toBe(shipped);
    const argv = ["catalogue", "update", file("old.json"), "--key", key];
    expect((await spolia(argv, ["n\n"], true)).code).toBe(1);
    expect(await inUse()).toBe(shipped);
    expect((await spolia(argv, ["y\n"], true)).code).toBe(0);
    expect(await inUse()).toBe(revisionOf("old.json"));
  });

  test("all commands use it, the same one is not taken twice, and --shipped goes back", async () => {
    const taken = JSON.parse((await update(file("old.json"), "--accept", "--json")).out);
    expect(taken).toMatchObject({ taken: true, catalogue: shipped, revision: revisionOf("old.json"), key });
    expect((await spolia(["catalogue", "models", "acme/one"])).code).toBe(0);
    expect((await spolia(["doctor", "--json"])).out).toContain(revisionOf("old.json"));
    expect((await update(file("old.json"), "--accept")).out).toContain("is in use already");
    expect((await spolia(["catalogue", "update", "--shipped"])).out).toContain(shipped);
    expect(await inUse()).toBe(shipped);
    expect((await spolia(["catalogue", "models", "acme/one"])).code).toBe(3);
  });

  test("an older one needs --older: than the shipped one, or than one that was taken", async () => {
    expect((await update(file("ancient.json"), "--accept")).err).toContain("A feed that is not newer is refused");
    await update(file("new.json"), "--accept");
    const refused = await update(file("old.json"), "--accept");
    expect([refused.code, await inUse()]).toEqual([3, revisionOf("new.json")]);
    expect(refused.err).toContain("Add --older to take it.");
    expect((await update(file("old.json"), "--accept", "--older")).code).toBe(0);
    expect(await inUse()).toBe(revisionOf("old.json"));
  });
});

describe("what is refused", () => {
  test.each([
    ["a key that nobody trusts", (text: string) => text, false, "A key that is not trusted signed this feed."],
    ["a forged record", (text: string) => text.replace('"Acme"', '"Acne"'), true, "it was changed or cut"],
    ["one that was cut off", (text: string) => text.slice(0, -200), true, "is not JSON, or was cut off"],
    ["one that is too large", (text: string) => text + " ".repeat(10_000_000), true, "is over 10 MB"],
  ])("%s", async (_, change, isTrusted, message) => {
    writeFileSync(file("changed.json"), change(readFileSync(file("old.json"), "utf8")));
    const { code, err } = await spolia([
      "catalogue",
      "update",
      file("changed.json"),
      "--accept",
      ...["--key", isTrusted ? key : "A".repeat(43)],
    ]);
    expect(code).toBe(3);
    expect(err).toContain(message);
    expect(await inUse()).toBe(shipped);
  });
});

describe("from an address", () => {
  test("under the guard: private networks only where allowed, no redirects, whole answers", async () => {
    const text = readFileSync(file("new.json"), "utf8");
    const server = createServer((request, response) => {
      if (request.url === "/moved") response.writeHead(302, { location: "/feed.json" }).end();
      else if (request.url === "/cut") {
        response.writeHead(200, { "content-length": text.length });
        response.write(text.slice(0, 1000), () => response.destroy());
      } else if (request.url === "/large") response.end("x".repeat(11_000_000));
      else response.end(text);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    try {
      expect((await update(at("/feed.json"), "--accept")).err).toContain("Only the usual port is called.");
      expect((await update(at("/moved"), "--accept", "--private")).err).toContain("answers with status 302");
      expect((await update(at("/cut"), "--accept", "--private")).err).toContain("could not be reached");
      expect((await update(at("/large"), "--accept", "--private")).err).toContain("is over 10 MB");
      expect(await inUse()).toBe(shipped);
      expect((await update(at("/feed.json"), "--accept", "--private")).code).toBe(0);
      expect(await inUse()).toBe(revisionOf("new.json"));
    } finally {
      await new Promise((done) => server.close(done));
    }
  });
});

test("a replay uses the catalogue that the result names, and says where it is not at hand", async () => {
  writeFileSync(file("book.txt"), zipfText(seeded(3), 900));
  const corpus = ["--corpus", file("books.spolia")];
  await spolia(["corpus", "build", "-o", file("books.spolia"), "--dataset", "books3", file("book.txt")]);
  await update(file("old.json"), "--accept");
  writeFileSync(file("result.json"), (await spolia(["analyze", file("book.txt"), ...corpus, "--json"])).out);
  expect(JSON.parse(readFileSync(file("result.json"), "utf8")).method.catalogue).toBe(revisionOf("old.json"));
  const verify = ["evidence", "verify", file("result.json"), "--replay", "--content", file("book.txt"), ...corpus];
  await update(file("new.json"), "--accept");
  expect((await spolia(verify)).out).toContain("the same, byte for byte");
  rmSync(file(`cache/spolia/catalogues/${revisionOf("old.json")}.json`));
  const gone = await spolia(verify);
  expect(gone.code).toBe(1);
  expect(gone.out).toMatch(new RegExp(`used the catalogue\\s+${revisionOf("old.json")};\\s+with the given ledgers`));
});
