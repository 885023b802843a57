/** `spolia corpus purge --overlapping`, and `spolia evidence verify` of its certificate. */
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const random = seeded(45);
const folder = mkdtempSync(join(tmpdir(), "takedown-"));
const here = process.cwd();

async function spolia(...words: string[]) {
  const terminal = fakeTerminal({});
  const code = await main(words, terminal);
  return { code, stdout: terminal.out(), stderr: terminal.err(), json: () => JSON.parse(terminal.out()) };
}

beforeAll(async () => {
  process.chdir(folder);
  mkdirSync("books");
  const novel = zipfText(random, 800);
  writeFileSync("novel.txt", novel);
  writeFileSync("books/a.txt", `${zipfText(random, 200)} ${novel.slice(500, 1_500)} ${zipfText(random, 200)}`);
  writeFileSync("books/b.txt", zipfText(random, 500));
  await spolia("corpus", "build", "-o", "c.spolia", "--dataset", "d", "books", "--jobs", "1");
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync("key.pem", privateKey.export({ type: "pkcs8", format: "pem" }));
});

afterAll(() => {
  process.chdir(here);
  rmSync(folder, { recursive: true, force: true });
});

test("a work is taken out with a certificate, which is refused once a byte was changed", async () => {
  const purge = ["corpus", "purge", "c.spolia", "--overlapping", "novel.txt", "--key", "key.pem"];
  const purged = await spolia(...purge, "--json");
  expect(purged.code).toBe(0);
  const { certificate, corpus } = purged.json();
  expect(certificate.removed).toMatchObject([{ document: "a.txt", works: [{ work: "novel.txt" }] }]);
  expect(corpus.documents).toBe(1);
  expect((await spolia(...purge)).code).toBe(3);

  const verify = ["verify", "c.spolia.takedown.json", "--corpus", "c.spolia", "--key"];
  const verified = await spolia(...verify, certificate.signature.key);
  expect(verified.code).toBe(0);
  expect(verified.stdout).toContain("every file is as it was certified");
  expect((await spolia(...verify, "another")).code).toBe(1);

  const text = readFileSync("c.spolia.takedown.json", "utf8");
  writeFileSync("c.spolia.takedown.json", text.replace('"documents": 1', '"documents": 2'));
  expect((await spolia(...verify, certificate.signature.key)).code).toBe(1);
  writeFileSync("c.spolia.takedown.json", text);
  const [segment] = readdirSync("c.spolia/segments");
  const bytes = readFileSync(`c.spolia/segments/${segment}`);
  bytes[100]! ^= 1;
  writeFileSync(`c.spolia/segments/${segment}`, bytes);
  const changed = await spolia(...verify, certificate.signature.key, "--json");
  expect(changed.code).toBe(1);
  expect(changed.json()).toMatchObject({ verified: false, fault: { pointer: expect.stringMatching(/^\/files\//) } });
});

test("options of a take-down need one", async () => {
  const wrong = await spolia("corpus", "purge", "c.spolia", "--key", "key.pem");
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("--overlapping");
});
