/** Time stamps of a real authority: accepted as they are, refused where anything of them is otherwise. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { fromBase64, toBase64 } from "../../../src/base/bytes/bytes.ts";
import type { TimestampDocument } from "../../../src/base/contract/resources/timestamp.ts";
import { requestTimestamp, verifyTimestamp } from "../../../src/service/index.ts";
import { loadLibrary } from "../../../src/service/timestamp/library.ts";
import { readToken } from "../../../src/service/timestamp/token.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { skippable } from "../../support/skippable.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import {
  type Answering,
  type Certificates,
  certifiedBy,
  hasOpenssl,
  makeCertificates,
  openAuthority,
  replying,
  replyOf,
  resigned,
} from "./authority.ts";

const folder = temporaryFolder();
const digestOf = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const DIGEST = digestOf("a commitment");
const OTHER = digestOf("another");
const invalid = (detail: string, pointer = "/token") => ({
  code: "timestamp_invalid",
  fields: [{ pointer, detail: expect.stringContaining(detail) }],
});

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
async function authority(answer: Answering) {
  const opened = await openAuthority(answer);
  closers.push(opened.close);
  return opened;
}

describe.skipIf(!hasOpenssl)(skippable("with openssl ts", !hasOpenssl, "there is no openssl"), () => {
  const good = hasOpenssl ? makeCertificates(join(folder, "good")) : null!;
  const wrong = hasOpenssl ? makeCertificates(join(folder, "wrong")) : null!;
  let made: Promise<TimestampDocument> | undefined;
  /** One time stamp for the tests that alter it. */
  const stamped = () => {
    made ??= (async () => {
      const { url, close } = await openAuthority(replying(good));
      const document = await requestTimestamp(DIGEST, { url });
      await close();
      return document;
    })();
    return made;
  };

  test("a time stamp is asked for, verified, and says what it says", async () => {
    const { url, queries } = await authority(replying(good));
    const before = Date.now();
    const document = await requestTimestamp(DIGEST, { url, authorities: good.root });
    expect(queries.map(({ type }) => type)).toEqual(["application/timestamp-query"]);
    expect(document).toEqual({
      ...{ format: "spolia-timestamp-1", digest: DIGEST, nonce: expect.stringMatching(/^[4-7][0-9a-f]{31}$/) },
      ...{ authority: url, token: expect.any(String) },
    });
    const said = await verifyTimestamp(document, { digest: DIGEST, authorities: good.root });
    expect(said).toEqual({
      ...{ digest: DIGEST, time: expect.any(String), accuracy_ms: 1_500, policy: "1.2.3.4.1", chain: 2 },
      ...{ serial: expect.stringMatching(/^[0-9a-f]+$/), signer: "Authority of tests" },
    });
    expect(Math.abs(Date.parse(said.time) - before)).toBeLessThan(600_000);
    expect(await verifyTimestamp(JSON.parse(JSON.stringify(document)))).toEqual({ ...said, chain: null });
    expect(await verifyTimestamp(document, { authorities: wrong.root + good.root })).toEqual(said);
    const { nonce } = await requestTimestamp(DIGEST, { url });
    expect(nonce).not.toBe(document.nonce);
  });

  test.each([
    ["RSA", ["-newkey", "rsa:2048"], "tsa_config"],
    ["P-384", ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384"], "tsa_config"],
    ["a certificate named by SHA-1", ["-newkey", "rsa:2048"], "old_ess"],
  ])("keys and forms: %s", async (name, key, section) => {
    const certificates = makeCertificates(join(folder, name.replaceAll(" ", "-")), { key });
    const { url } = await authority(replying(certificates, section));
    const document = await requestTimestamp(DIGEST, { url, authorities: certificates.root });
    expect((await verifyTimestamp(document, { authorities: certificates.root })).chain).toBe(2);
  });

  test.each([
    ["that names no purpose", "", 3],
    ["for time stamps", "extendedKeyUsage=timeStamping\n", 3],
    ["for TLS", "extendedKeyUsage=serverAuth\n", null],
  ])("an intermediate certificate %s", async (name, purpose, chain) => {
    const certificates = makeCertificates(join(folder, name.replaceAll(" ", "-")));
    certifiedBy(good, certificates, purpose);
    const { url } = await authority(replying(certificates, "tsa_config", ["-chain", "middle.pem"]));
    const asked = requestTimestamp(DIGEST, { url, authorities: good.root });
    if (chain === null)
      await expect(asked).rejects.toMatchObject(invalid("does not lead to a trusted authority", "/token"));
    else expect((await verifyTimestamp(await asked, { authorities: good.root })).chain).toBe(chain);
  });

  test("another hash, another nonce and another authority are refused", async () => {
    const document = await stamped();
    const refused = (other: object, trust = {}) => verifyTimestamp({ ...document, ...other }, trust);
    await expect(refused({}, { digest: OTHER })).rejects.toMatchObject(invalid("another hash", "/digest"));
    await expect(refused({ digest: OTHER })).rejects.toMatchObject(invalid("not the hash", "/digest"));
    await expect(refused({ nonce: "4".repeat(32) })).rejects.toMatchObject(invalid("not that of", "/nonce"));
    await expect(refused({}, { authorities: wrong.root })).rejects.toMatchObject(invalid("trusted authority"));
    for (const authorities of ["", "no certificate", wrong.root.replace(/[A-Za-z0-9]{40}/, "")])
      await expect(refused({}, { authorities })).rejects.toMatchObject({ code: "invalid_request" });
  });

  test.each([
    ["form", { format: "spolia-timestamp-2" }, "/format"],
    ["digest", { digest: "sha256:00" }, "/digest"],
    ["nonce", { nonce: "00" }, "/nonce"],
    ["token", { token: "?" }, "/token"],
    ["token of bad base64", { token: "A" }, "/token"],
    ["further field", { more: 1 }, "/more"],
  ])("a document with another %s is refused by its field", async (_, other, pointer) => {
    await expect(verifyTimestamp({ ...(await stamped()), ...other })).rejects.toMatchObject({
      code: "timestamp_invalid",
      fields: [{ pointer }],
    });
    expect(await verifyTimestamp(await stamped())).toMatchObject({ digest: DIGEST });
  });

  test("a changed byte is refused or changes nothing that is said; every cut is refused", async () => {
    const document = await stamped();
    const der = fromBase64(document.token);
    const unsigned: [byte: number, outcome: unknown][] = [];
    const outcome = async (bytes: Uint8Array) => {
      try {
        return await verifyTimestamp({ ...document, token: toBase64(bytes) }, { authorities: good.root });
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    // In `npm test` every fifth, and of the bytes that follow each other another bit.
    for (const at of notEmpty([...der.keys()].filter((at) => at % fewOrAll(5, 1) === 0))) {
      const changed = der.slice();
      changed[at]! ^= 0x01 << (at % 8);
      const code = await outcome(changed);
      // Nobody signs how a signature is written, nor the letters' case in the name that finds its certificate.
      if (code !== "timestamp_invalid") unsigned.push([at, code]);
    }
    const said = await outcome(der);
    expect(unsigned.filter(([, other]) => JSON.stringify(other) !== JSON.stringify(said))).toEqual([]);
    expect(unsigned.length).toBeLessThan(20);
    for (const length of notEmpty([0, 1, 2, 10, 100, der.length >> 1, der.length - 1]))
      expect(await outcome(der.subarray(0, length))).toBe("timestamp_invalid");
    expect(await outcome(Uint8Array.of(...der, 0))).toBe("timestamp_invalid");
  });

  /** The time stamp with another signature, by `openssl cms`. */
  async function signedAgain(certificates: Certificates, ...options: string[]): Promise<TimestampDocument> {
    const document = await stamped();
    const { content } = readToken(await loadLibrary(), fromBase64(document.token));
    return { ...document, token: toBase64(resigned(certificates, new Uint8Array(content), ...options)) };
  }

  test.each(["plain", "both", "lax"] as const)("a certificate with the usage %s is refused", async (usage) => {
    const certificates = makeCertificates(join(folder, usage), { usage });
    await expect(verifyTimestamp(await signedAgain(certificates, "-cades"))).rejects.toMatchObject(
      invalid("not for time stamps alone"),
    );
  });

  test("a signature that names no certificate is refused, the same with its name is accepted", async () => {
    expect(await verifyTimestamp(await signedAgain(good, "-cades"), { authorities: good.root })).toMatchObject({
      ...{ digest: DIGEST, chain: 2 },
    });
    await expect(verifyTimestamp(await signedAgain(good))).rejects.toMatchObject(
      invalid("not signed with the certificate that it names"),
    );
    await expect(verifyTimestamp(await signedAgain(good, "-cades", "-nocerts"))).rejects.toMatchObject(
      invalid("lacks the certificate"),
    );
    await expect(verifyTimestamp(await signedAgain(good, "-cades", "-md", "sha1"))).rejects.toMatchObject(
      invalid("hash function"),
    );
  });

  test("a certificate that was over, or not yet valid, at the stated time is refused", async () => {
    for (const [name, validity] of [
      ["over", ["20200101000000Z", "20210101000000Z"]],
      ["early", ["20900101000000Z", "20910101000000Z"]],
    ] as [string, [string, string]][]) {
      const certificates = makeCertificates(join(folder, name), { validity });
      const { url } = await authority(replying(certificates));
      await expect(requestTimestamp(DIGEST, { url })).rejects.toMatchObject(invalid("was not valid"));
    }
  });

  test("what an authority answers amiss is refused", async () => {
    const rejected = Buffer.from("30053003020102", "hex"); // PKIStatus 2: rejection
    const valid = (query: Buffer) => replyOf(good, query);
    const answers: [string, Answering, object][] = [
      ["a rejection", (_, response) => response.end(rejected), { message: expect.stringContaining("PKIStatus 2") }],
      ["a status 503", (_, response) => response.writeHead(503).end(), { message: expect.stringContaining("503") }],
      ["nothing", (_, response) => response.end(), {}],
      ["a page", (_, response) => response.end("<html>"), {}],
      ["a cut answer", (query, response) => response.end(valid(query).subarray(0, -1)), {}],
      ["more than an answer", (query, response) => response.end(Buffer.concat([valid(query), rejected])), {}],
      ["without end", (_, response) => endless(response), { message: expect.stringContaining("65536 bytes") }],
      ["no connection", (_, __, request) => request.socket.destroy(), {}],
    ];
    for (const [, answer, more] of notEmpty(answers)) {
      const { url } = await authority(answer);
      await expect(requestTimestamp(DIGEST, { url })).rejects.toMatchObject({ code: "timestamp_failed", ...more });
    }
    // An answer to another request.
    const { url: old } = await authority((_, response) => response.end(replyOf(good, lastQuery!)));
    const { url, queries } = await authority(replying(good));
    await requestTimestamp(DIGEST, { url });
    const lastQuery = queries[0]!.body;
    await expect(requestTimestamp(OTHER, { url: old })).rejects.toMatchObject(invalid("not the hash", "/digest"));
    await expect(requestTimestamp(DIGEST, { url: old })).rejects.toMatchObject(invalid("not that of", "/nonce"));
    await expect(requestTimestamp(DIGEST, { url, authorities: wrong.root })).rejects.toMatchObject(
      invalid("trusted authority"),
    );
  });

  test("a silent authority is waited for no longer than asked, and the caller can stop", async () => {
    const { url } = await authority(() => {});
    await expect(requestTimestamp(DIGEST, { url, timeout_ms: 50 })).rejects.toMatchObject({ code: "timestamp_failed" });
    const stop = new AbortController();
    const asked = requestTimestamp(DIGEST, { url, signal: stop.signal });
    stop.abort();
    await expect(asked).rejects.toMatchObject({ code: "aborted" });
  });

  test("any bytes in place of a token, alone or inside of a real one, are refused with a typed error", async () => {
    const document = await stamped();
    const der = fromBase64(document.token);
    const spliced = fc
      .tuple(fc.nat(der.length - 1), fc.uint8Array({ minLength: 1, maxLength: 40 }))
      .map(([at, bytes]) => {
        const changed = der.slice();
        changed.set(bytes.subarray(0, der.length - at), at);
        return changed;
      });
    const nested = fc
      .nat(20_000)
      .map((depth) => new Uint8Array(2 * depth).map((_, at) => (at % 2 === 0 ? 0x30 : 0x80)));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 300 }), spliced, nested), async (bytes) => {
        const token = toBase64(bytes);
        try {
          await verifyTimestamp({ ...document, token }, { authorities: good.root });
        } catch (error) {
          expect((error as { code: string }).code).toBe("timestamp_invalid");
        }
      }),
      { numRuns: 400 },
    );
    const large = toBase64(new Uint8Array(65_537));
    await expect(verifyTimestamp({ ...document, token: large })).rejects.toMatchObject({ code: "timestamp_invalid" });
  });
});

function endless(response: Parameters<Answering>[1]): void {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(16_384)));
  };
  response.on("drain", more);
  more();
}

test.each([
  ["sha256:00", { url: "https://tsa.example" }, "/digest"],
  [DIGEST, { url: "tsa.example" }, "/url"],
  [DIGEST, {}, "/url"],
])("a request with %s, %j is refused before anything is sent", async (digest, options, pointer) => {
  await expect(requestTimestamp(digest, options as never)).rejects.toMatchObject({
    code: "invalid_request",
    fields: [{ pointer }],
  });
});
