/** Signed reports and histories of released versions: they hold, and say whose version answered when they are asked again. */
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINE_VERSION } from "../../src/base/version.ts";
import { loadCatalogue } from "../../src/catalogue/index.ts";
import { main } from "../../src/cli/program.ts";
import { createEngine } from "../../src/index.ts";
import { evidenceBundle } from "../../src/report/bundle/bundle.ts";
import { verifyDocument } from "../../src/service/index.ts";
import { fakeTerminal } from "../cli/terminal.ts";
import { signed } from "../report/given/signed.ts";
import { notEmpty } from "../support/notEmpty.ts";
import { RELEASED, unpacked } from "./stored.ts";

async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(argv, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}
const json = async (...argv: string[]) => {
  const { code, out } = await spolia(...argv, "--json");
  return { code, ...JSON.parse(out) };
};

test("there are reports of released versions, and this is another version", () => {
  expect(RELEASED.length).toBeGreaterThan(0);
  for (const version of RELEASED) expect(ENGINE_VERSION).not.toBe(`spolia ${version}`);
});

describe.each(RELEASED)("reports and histories of %s", (version) => {
  const stored = unpacked(version);
  afterAll(stored.remove);
  const [{ kid }] = stored.json("service/signing-keys.json").keys;
  const report = stored.json("service/report.json");
  const engines = { answered: `spolia ${version}`, replayed: ENGINE_VERSION };
  /** The probe is of an excerpt, whose text no work has. */
  const atHand = ["--corpus", stored.path("corpora/books.spolia"), "--content", stored.path("inputs/suspect/a.txt")];
  const KINDS = ["analysis", "score", "probe", "extraction"];

  test("the report has an answer of every kind, with its texts", () => {
    expect(report.bundle.results.map(({ kind }: { kind: string }) => kind)).toEqual(KINDS);
    expect(report.bundle.method.engines).toMatchObject([{ engine: engines.answered }]);
    expect(report.bundle.inputs.length).toBeGreaterThan(0);
    for (const { content } of notEmpty<{ content: unknown }>(report.bundle.inputs.slice(0, 1)))
      expect(content).not.toBeNull();
  });

  test.each([
    ["report.json", "report"],
    ["report.msgpack", "report"],
    ["report-without-texts.json", "report"],
    ["history.json", "history"],
    ["receipt.json", "history"],
  ])("%s holds, and is the service's", async (name, kind) => {
    const { path } = stored;
    const verified = await json("verify", path(`service/${name}`), "--key", kid);
    expect(verified).toMatchObject({ code: 0, verified: true, verification: { kind, is_trusted: true, keys: [kid] } });
    const of = kind === "report" ? { engines: [engines.answered] } : {};
    expect(verified.verification).toMatchObject({ work_hash: report.bundle.work.work_hash, ...of });
    const { out } = await spolia("verify", path(`service/${name}`), "--key", kid);
    expect(out).toContain("VERIFIED");
    if (kind === "report") expect(out).toContain(`${engines.answered}; this is ${ENGINE_VERSION}`);
  });

  test("no byte of what was signed can be another", async () => {
    const { success: _, html_url: __, ...document } = report;
    const forged = structuredClone(document);
    forged.bundle.results[0].result.method.engine = ENGINE_VERSION;
    await expect(verifyDocument(forged)).rejects.toMatchObject({ code: "report_invalid" });
    const { history } = stored.json("service/history.json");
    for (let at = 0; at < history.entries.length; at++) {
      const changed = structuredClone(history);
      changed.entries[at].digest = changed.entries[at].digest.replace(/.$/, (last: string) =>
        last === "0" ? "1" : "0",
      );
      await expect(verifyDocument(changed)).rejects.toMatchObject({ code: "report_invalid" });
    }
    expect(history.entries.length).toBeGreaterThanOrEqual(5);
  });

  describe("asked again", () => {
    let replayed: Record<string, { kind: string; outcome: string; pointers?: string[]; reason?: string }>;
    let answered: Awaited<ReturnType<typeof json>>;
    beforeAll(async () => {
      answered = await json("verify", stored.path("service/report.json"), "--key", kid, "--replay", ...atHand);
      replayed = Object.fromEntries(answered.replayed.map((one: { kind: string }) => [one.kind, one]));
    });

    test("each answer says that another version gave it, and none is called forged", () => {
      expect(Object.keys(replayed)).toEqual(KINDS);
      for (const kind of KINDS) {
        expect(replayed[kind], kind).toMatchObject({ engines });
        expect(["same", "other_version"], JSON.stringify(replayed[kind])).toContain(replayed[kind]!.outcome);
      }
      expect(answered).not.toHaveProperty("fault");
      expect(answered.verification).toMatchObject({ kind: "report", is_trusted: true });
    });

    test("the words say so too", async () => {
      const { out, code } = await spolia("verify", stored.path("service/report.json"), "--replay", ...atHand);
      expect(out.replace(/\s+/g, " ")).toContain(`made by ${engines.answered}, replayed by ${engines.replayed}`);
      expect(out).toContain("as it was signed");
      expect(out).not.toContain("DOES NOT HOLD");
      expect(code).toBe(answered.code);
    });

    test("where all are the same but for the version, it is verified, in these words", async () => {
      // Whatever this version corrected differs in the stored report, so this is what both versions answer alike.
      const content = report.bundle.inputs[0].content as string;
      const engine = await createEngine({ corpora: [], catalogue: await loadCatalogue() });
      const request = { content, target_model: "eleutherai/pythia", jurisdiction: "EU-DSM" };
      const answer = await engine.score(request);
      const result = { ...answer, method: { ...answer.method, engine: engines.answered } };
      const results = [{ kind: "score" as const, request, result }];
      const bundle = await evidenceBundle({ results, contents: [content], includeContent: true });
      const name = stored.path("same.json");
      writeFileSync(name, JSON.stringify(await signed(bundle)));
      const { out, code } = await spolia("verify", name, "--replay");
      expect(code).toBe(0);
      expect(out.replace(/\s+/g, " ")).toContain("and every result is the same but for the version of the engine.");
    });

    test("a text that is not in it is named, with the version", async () => {
      const bare = ["verify", stored.path("service/report-without-texts.json"), "--replay", ...atHand];
      const [first] = (await json(...bare)).replayed;
      expect(first).toMatchObject({ outcome: "cannot", engines, missing_contents: [report.bundle.work.work_hash] });
      const given = (await json(...bare, "--content", stored.path("inputs/work.txt"))).replayed;
      expect(given.map(({ outcome }: { outcome: string }) => outcome)).not.toContain("cannot");
    });
  });

  test("a report reads as words and as a page", async () => {
    const page = stored.path("page.html");
    const { code, out } = await spolia("report", stored.path("service/report.json"), "--html", page);
    expect(code).toBe(0);
    expect(out).toContain("EVIDENCE REPORT");
    expect(readFileSync(page, "utf8")).toContain("The work");
  });

  test("where a version refuses what another answered, that is said too", async () => {
    const { success: _, html_url: __, ...document } = report;
    const { replayBundle } = await import("../../src/report/bundle/replay.ts");
    const bundle = structuredClone(document.bundle);
    const probe = bundle.results.find(({ kind }: { kind: string }) => kind === "probe");
    probe.request = { ...probe.request, suspects: "none" };
    writeFileSync(stored.path("bundle.json"), JSON.stringify(bundle));
    const engine = await createEngine({ corpora: [], catalogue: await loadCatalogue() });
    const [refused] = await replayBundle({ ...bundle, results: [probe] }, engine);
    expect(refused).toMatchObject({
      outcome: "cannot",
      engines,
      reason: expect.stringContaining("refuses the request"),
    });
    Object.assign(probe.result.method, { engine: ENGINE_VERSION, catalogue: engine.catalogue!.revision });
    await expect(replayBundle({ ...bundle, results: [probe] }, engine)).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});
