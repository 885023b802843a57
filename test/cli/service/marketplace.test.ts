/** `spolia marketplace` with files that are not what they should be. */

import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { openSqliteStore } from "../../../src/service/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-marketplace-"));
const QUOTE = JSON.stringify({ quote_id: "qu_1", quote_digest: "sha256:1" });

async function marketplace(operation: string, request: string, ...more: string[]) {
  const terminal = fakeTerminal();
  const path = join(folder, "request.json");
  writeFileSync(path, request);
  const code = await main(["marketplace", operation, path, "--data", folder, ...more], terminal);
  return { code, err: terminal.err() };
}

beforeAll(async () => (await openSqliteStore(join(folder, "registry.sqlite"))).close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(["{}", "null", "[1]", '{"id":1}'])("get needs an id, and %s has none", async (request) => {
  expect(await marketplace("get", request)).toMatchObject({ err: expect.stringContaining("needs the id of a deal") });
});

test.each([
  ["no JSON", "is not an Ed25519 key"],
  ["{no JSON", "is not an Ed25519 key"],
  ["null", "is not an Ed25519 key"],
  ["{}", "is not an Ed25519 key"],
  ['{"kty":"OKP"}', "is not an Ed25519 key"],
])("the key %s does not sign", async (key, said) => {
  const path = join(folder, "key.json");
  writeFileSync(path, key);
  const { code, err } = await marketplace("accept", QUOTE, "--sign", path);
  expect(err).toContain(said);
  expect(code).toBeGreaterThan(1);
});

test("a key signs in each of its forms, and one of another curve in none", async () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const other = generateKeyPairSync("ed448").privateKey;
  const path = join(folder, "own.key");
  for (const key of notEmpty([
    privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    JSON.stringify(privateKey.export({ format: "jwk" })),
  ])) {
    writeFileSync(path, key);
    // It is signed, and of no quote that is known here.
    expect(await marketplace("accept", QUOTE, "--sign", path)).toMatchObject({
      err: expect.stringContaining("nothing under this id"),
    });
  }
  writeFileSync(path, other.export({ type: "pkcs8", format: "pem" }).toString());
  expect((await marketplace("accept", QUOTE, "--sign", path)).err).toContain("is not an Ed25519 key");
});
