/** `spolia serve --issuers`: which files are lists of issuers, and whose tokens are then accepted. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openRegistry } from "../../../src/cli/service/records.ts";
import { createMemoryStore } from "../../../src/service/index.ts";
import { createFakeEngine } from "../../service/http/fakeEngine.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-issuers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ISSUER = {
  issuer: "https://login.example",
  jwks_url: "https://login.example/keys.json",
  audience: "spolia",
  tenant_claim: "org",
};

function openWith(text: string) {
  const issuers = join(folder, "issuers.json");
  writeFileSync(issuers, text);
  return openRegistry(createFakeEngine(), createMemoryStore(), { issuers });
}

/** A token of this issuer, whose signature nobody gets as far as to check. */
function tokenOf(issuer: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `Bearer ${part({ alg: "EdDSA", kid: "k" })}.${part({ iss: issuer, aud: "spolia", org: "one" })}.AAAA`;
}

test("an issuer of the list is asked for its keys, and no other is", async () => {
  const asked: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (url) => {
    asked.push(String(url));
    return new Response('{"keys":[]}', { headers: { "content-type": "application/json" } });
  };
  try {
    const registry = await openWith(JSON.stringify([ISSUER]));
    const elsewhere = registry.authenticate(tokenOf("https://elsewhere.example"));
    await expect(elsewhere).rejects.toMatchObject({ code: "unauthorized" });
    expect(asked).toEqual([]);
    await expect(registry.authenticate(tokenOf(ISSUER.issuer))).rejects.toThrow();
  } finally {
    globalThis.fetch = fetch;
  }
  expect(asked).toEqual([ISSUER.jwks_url]);
});

test.each([
  "",
  "{}",
  JSON.stringify(ISSUER),
  JSON.stringify([null]),
  JSON.stringify([ISSUER, { ...ISSUER, jwks_url: "no address" }]),
  ...Object.keys(ISSUER).flatMap((field) => [
    JSON.stringify([{ ...ISSUER, [field]: undefined }]),
    JSON.stringify([{ ...ISSUER, [field]: 7 }]),
  ]),
])("%s is refused", async (text) => {
  await expect(openWith(text)).rejects.toMatchObject({ code: "invalid_request" });
});
