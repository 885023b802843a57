/** Time stamps on the command line: of a canary, of observations, of a report; kept, verified, refused. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { type ChannelObservation, createEngine, createOrder } from "../../../src/index.ts";
import { sealed } from "../../../src/models/canaries/custody.ts";
import { createMemoryStore, createRegistry } from "../../../src/service/index.ts";
import { CONTENT, openServed } from "../../service/http/served.ts";
import {
  type Certificates,
  hasOpenssl,
  makeCertificates,
  openAuthority,
  replying,
} from "../../service/timestamp/authority.ts";
import { skippable } from "../../support/skippable.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = temporaryFolder();
const file = (name: string) => join(folder, name);
async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(argv, terminal);
  return { code, out: terminal.out().replaceAll(/\s+/g, " "), err: terminal.err().replaceAll(/\s+/g, " ") };
}
const json = async (...argv: string[]) => {
  const { code, out, err } = await spolia(...argv, "--json");
  return { code, err, ...(out === "" ? {} : JSON.parse(out)) };
};
const write = (name: string, document: unknown) => {
  writeFileSync(file(name), JSON.stringify(document));
  return file(name);
};

const observationOf = (text: string): Promise<ChannelObservation> =>
  sealed(
    {
      ...{
        channel: "membership",
        model: "lab/m",
        p: 0.5,
        exactness: "exploratory",
        tests: 1,
        controls: 200,
        power: null,
      },
      ...{ gate: "passed", rates: null, retrieval: "absent", statistic: { difference: 0.5 }, reason: null },
    },
    { connector: "own", texts: [text], controls: ["a control"], answersSha256: "0".repeat(64) },
  );

describe.skipIf(!hasOpenssl)(skippable("with openssl ts", !hasOpenssl, "there is no openssl"), () => {
  let certificates: Certificates;
  let authority: Awaited<ReturnType<typeof openAuthority>>;
  let root: string[];
  let by: string[];
  beforeAll(async () => {
    certificates = makeCertificates(file("certificates"));
    authority = await openAuthority(replying(certificates));
    root = ["--tsa-ca", join(certificates.folder, "root.pem")];
    by = ["--timestamp-authority", authority.url];
  });
  afterAll(async () => authority?.close());

  test("a canary is created with a time stamp of its commitment, which verifies later", async () => {
    const secret = file("canary.secret.json");
    const made = await json("canary", "create", "-o", secret, "--strings", "10", ...by, ...root);
    expect(made).toMatchObject({
      ...{ code: 0, commitment: expect.stringMatching(/^sha256:/), timestamp_file: `${secret}.timestamp.json` },
      timestamp: { digest: made.commitment, chain: 2, signer: "Authority of tests" },
    });
    expect(authority.queries.at(-1)!.body.toString("hex")).toContain(made.commitment.slice(7));
    const kept = readFileSync(made.timestamp_file, "utf8");
    expect(kept).not.toContain(made.publish);
    const told = await spolia("verify", made.timestamp_file, ...root);
    expect([told.code, told.out]).toEqual([0, expect.stringMatching(/stamp this hash existed at 20\d\d-/)]);
    expect(told.out.replaceAll(" ", "")).toContain(made.commitment);
    expect((await spolia("verify", made.timestamp_file)).out).toContain("Who that is was not checked");
    const again = await spolia("canary", "commit", secret, ...by);
    expect([again.code, again.err]).toEqual([3, expect.stringContaining("exists already")]);
    // Nothing is made where the file of the time stamp is there already.
    writeFileSync(file("other.json.timestamp.json"), "");
    expect((await spolia("canary", "create", "-o", file("other.json"), ...by)).code).toBe(3);
    expect(existsSync(file("other.json"))).toBe(false);
  });

  test("a commitment, an order and observations are stamped by their hashes", async () => {
    const commitment = `sha256:${"a".repeat(64)}`;
    const observations = [await observationOf("one text"), await observationOf("another text")];
    const seals = observations.map(({ custody }) => custody!.seal_sha256);
    const order = await createOrder({ seed: "0".repeat(64), items: ["one", "two", "three"] });
    for (const [name, document, digests] of [
      ["commitment.json", { format: "spolia-canary-1", commitment }, [commitment]],
      ["observations.json", { observations }, seals],
      ["order.json", order, [expect.stringMatching(/^sha256:/)]],
    ] as const) {
      const made = await json("timestamp", write(name, document), ...by);
      expect(made.code, made.err).toBe(0);
      expect(made.timestamps.map(({ digest }: { digest: string }) => digest)).toEqual(digests);
      expect((await json("verify", made.file, ...root)).timestamps).toHaveLength(digests.length);
      const bound = await spolia("verify", file(name), "--timestamp", made.file, ...root);
      expect([bound.code, bound.out]).toEqual([0, expect.stringContaining("VERIFIED")]);
    }
    const changed = [{ ...observations[0]!, p: 1e-9 }];
    for (const [name, document, message] of [
      ["nothing.json", {}, "nothing that can be stamped"],
      ["half.json", [observations[0], {}], "channel"],
      ["changed.json", changed, "must have the seal of this observation"],
      ["invented.json", { format: "spolia-report-1", digest: commitment }, "does not have the form of a report"],
    ] as const)
      expect((await spolia("timestamp", write(name, document), ...by)).err).toContain(message);
  });

  test("of a secret that states another commitment its own is stamped, and no file without a time stamp verifies", async () => {
    const secret = await createOrder({ seed: "1".repeat(64), items: ["one", "two", "three"] });
    const own = await json("timestamp", write("own.json", secret), ...by);
    const stating = { ...secret, commitment: `sha256:${"c".repeat(64)}` };
    const made = await json("timestamp", write("stating.json", stating), ...by);
    if (made.code === 0) expect(made.timestamps[0].digest).toBe(own.timestamps[0].digest);
    else expect(made.err).toContain("commitment");
    const empty = write("empty.json", { format: "spolia-timestamps-1", timestamps: [] });
    expect((await spolia("verify", empty)).code).toBe(1);
    expect((await spolia("verify", own.file, "--replay")).code).toBe(2);
    expect((await spolia("verify", file("own.json"), "--timestamp", made.file ?? own.file, "--key", "k")).code).toBe(2);
  });

  test("a report shows its time stamp in one line, and refuses that of another", async () => {
    const { registry, ask, close } = await openServed(createMemoryStore());
    const { key } = await registry.createKey((await registry.createTenant({})).id);
    const { work_id } = (await ask(key, "/content/register", { body: { content: CONTENT } })).body;
    await ask(key, `/works/${work_id}/analyze`, { body: {} });
    const report = write("report.json", (await ask(key, "/report", { body: { work_id } })).body);
    await close();
    const made = await json("timestamp", report, ...by, ...root);
    const html = file("report.html");
    const shown = await spolia("report", report, "--timestamp", made.file, ...root, "--html", html);
    expect([shown.code, shown.err]).toEqual([0, `spolia: The page is written to ${html}: open it in a browser. `]);
    for (const text of [shown.out, readFileSync(html, "utf8")])
      expect(text.split("Time stamp of the digest: this hash existed at 20")).toHaveLength(2);
    expect((await spolia("report", report)).out).not.toContain("Time stamp of the digest");
    expect((await json("verify", report, "--timestamp", made.file, ...root)).timestamps).toHaveLength(1);
    const other = await spolia("report", report, "--timestamp", file("observations.json.timestamp.json"), ...root);
    expect([other.code, other.err]).toEqual([3, expect.stringContaining("the hash of this document")]);
  });

  test("a history is verified together with its time stamp, and not with that of another", async () => {
    const registry = await createRegistry(await createEngine({ corpora: [] }), createMemoryStore());
    const { id } = await registry.createTenant({});
    const receipt = async (content: string) => (await registry.works.register(id, { content })).receipt;
    const [one, other] = [write("one.json", await receipt("one work")), write("two.json", await receipt("another"))];
    const stamps = file("stamps.json");
    expect((await spolia("timestamp", one, ...by, "-o", stamps)).code).toBe(0);
    const verified = await json("verify", one, "--timestamp", stamps, ...root, "--key", registry.signingKey.id);
    expect(verified).toMatchObject({ code: 0, verified: true, timestamps: [{ chain: 2 }] });
    const crossed = await json("verify", other, "--timestamp", stamps, ...root);
    expect(crossed).toMatchObject({ code: 1, verified: false, fault: { pointer: "/timestamps" } });
    const wrong = makeCertificates(file("wrong"));
    const untrusted = await json("verify", one, "--timestamp", stamps, "--tsa-ca", join(wrong.folder, "root.pem"));
    expect(untrusted).toMatchObject({ code: 1, fault: { pointer: "/timestamps/0/token" } });
    const altered = JSON.parse(readFileSync(stamps, "utf8"));
    altered.timestamps[0].nonce = "4".repeat(32);
    expect(await json("verify", write("altered.json", altered), ...root)).toMatchObject({
      ...{ code: 1, verified: false, fault: { pointer: "/timestamps/0/nonce" } },
    });
    // The answer of a service, which has the receipt in a field.
    const answered = write("answered.json", { receipt: JSON.parse(readFileSync(one, "utf8")) });
    expect((await json("verify", answered, "--timestamp", stamps, ...root)).verified).toBe(true);
    expect((await spolia("verify", one, "--timestamp", one)).code).toBe(3);
    expect((await spolia("verify", one, "--timestamp", stamps, "--tsa-ca", stamps)).code).toBe(3);
  });
});
