/** Each exhibit of a report says how far it was checked, and a report that says more than holds does not verify. */
import { describe, expect, test } from "vitest";
import type { EvidenceBundle } from "../../src/base/contract/resources/report.ts";
import { type ChannelObservation, createEngine, type ScoreRequest } from "../../src/index.ts";
import { digestOfDocument, evidenceBundle } from "../../src/report/bundle/bundle.ts";
import { htmlReport, plainReport } from "../../src/report/index.ts";
import { NO_COLOURS } from "../../src/report/layout/terminal.ts";
import { verifyDocument } from "../../src/service/index.ts";
import { openFixture } from "../engine/fixtures.ts";
import { ofTexts, TARGET, VALID, WORK } from "../engine/steps/custody/evidence.ts";
import { notEmpty } from "../support/notEmpty.ts";
import { signed } from "./given/signed.ts";

const { catalogue, engine: searching } = await openFixture();
const engine = await createEngine({ corpora: [], catalogue });

async function bundleOf(observations: ChannelObservation[], secrets?: ScoreRequest["secrets"]) {
  const request = { content: WORK, target_model: TARGET, jurisdiction: "US", observations, secrets };
  return evidenceBundle({ results: [{ kind: "score", request, result: await engine.score(request) }] });
}
const custodies = ({ exhibits }: EvidenceBundle) => exhibits.map(({ observation, custody }) => [observation, custody]);

describe("observations that a score was given", () => {
  test.each(Object.entries(VALID))("%s: as the score took it, and verify says the same", async (_, valid) => {
    const bundle = await bundleOf([valid.observation], valid.secrets);
    expect(custodies(bundle)).toEqual([
      [null, "received"],
      [0, valid.custody],
    ]);
    expect(await verifyDocument(await signed(bundle))).toMatchObject({ kind: "report", exhibits: bundle.exhibits });
    const shown = plainReport(bundle, { columns: 400, colours: NO_COLOURS }).replace(/\s+/g, " ");
    expect(shown).toMatch(/Custody of the exhibits/);
    expect(shown).toContain(bundle.exhibits[1]!.reason);
    expect(htmlReport(bundle)).toContain("Custody of the exhibits");
  });

  test.each(Object.entries(VALID))("%s: only received where it is altered", async (_, { observation, secrets }) => {
    const bundle = await bundleOf([{ ...observation, reason: "It is certain." }], secrets);
    expect(custodies(bundle)).toEqual([
      [null, "received"],
      [0, "received"],
    ]);
  });

  test.each(Object.entries(VALID))("%s: altered in the report, it does not verify", async (_, valid) => {
    const bundle = structuredClone(await bundleOf([valid.observation], valid.secrets));
    const [{ request }] = bundle.results as unknown as [{ request: { observations: ChannelObservation[] } }];
    request.observations[0]!.p = 1e-9;
    await expect(verifyDocument(await signed(bundle))).rejects.toMatchObject({
      code: "report_invalid",
      fields: [{ pointer: "/bundle/exhibits/1/custody" }],
    });
  });

  test("of 0.1.0, whose scores list none, are received, and their report verifies", async () => {
    const { custody: _, ...typed } = VALID["a canary"]!.observation;
    const bundle = structuredClone(await bundleOf([typed]));
    const [one] = bundle.results as unknown as [{ result: { observations?: unknown }; digest: string }];
    delete one.result.observations;
    one.digest = await digestOfDocument(one.result);
    const { exhibits: __, ...before } = bundle;
    const verification = await verifyDocument(await signed(before as EvidenceBundle));
    expect(verification).toMatchObject({ exhibits: [{ custody: "received" }, { custody: "received" }] });
    expect(plainReport(before as EvidenceBundle, { columns: 80, colours: NO_COLOURS })).not.toContain("Custody of the");
  });
});

describe("a report that says more than holds", () => {
  const claims: readonly [string, (bundle: EvidenceBundle) => void, string][] = [
    [
      "recomputed instead of received",
      ({ exhibits }) => (exhibits[0]!.custody = "recomputed"),
      "/bundle/exhibits/0/custody",
    ],
    [
      "verified instead of received",
      ({ exhibits }) => (exhibits[1]!.custody = "verified"),
      "/bundle/exhibits/1/custody",
    ],
    ["an exhibit left out", ({ exhibits }) => exhibits.pop(), "/bundle/exhibits"],
    ["an exhibit twice", ({ exhibits }) => exhibits.push(exhibits[0]!), "/bundle/exhibits"],
    ["exhibits exchanged", ({ exhibits }) => exhibits.reverse(), "/bundle/exhibits/0"],
  ];

  test.each(claims)("%s", async (_, claim, pointer) => {
    const { custody: __, ...typed } = VALID["a canary"]!.observation;
    const bundle = structuredClone(await bundleOf([typed]));
    await expect(verifyDocument(await signed(bundle))).resolves.toMatchObject({ kind: "report" });
    claim(bundle);
    await expect(verifyDocument(await signed(bundle))).rejects.toMatchObject({
      code: "report_invalid",
      fields: [{ pointer }],
    });
  });
});

describe("a report whose score was asked with what is no request", () => {
  const { custody, ...typed } = VALID["a canary"]!.observation;
  const { model: _, ...nameless } = VALID["a canary"]!.observation;
  const requests: readonly [string, object, string][] = [
    ["no list", { observations: null }, "/observations"],
    ["an empty observation", { observations: [null] }, "/observations/0"],
    ["no model", { observations: [nameless] }, "/observations/0/model"],
    ["no custody", { observations: [{ ...typed, custody: null }] }, "/observations/0/custody"],
    [
      "no hashes",
      { observations: [{ ...typed, custody: { ...custody, texts: null } }] },
      "/observations/0/custody/texts",
    ],
    ["no secrets", { secrets: null }, "/secrets"],
  ];

  test.each(requests)("%s: the error names the field", async (__, changed, pointer) => {
    const bundle = structuredClone(await bundleOf([typed]));
    Object.assign(bundle.results[0]!.request!, changed);
    await expect(verifyDocument(await signed(bundle))).rejects.toMatchObject({
      code: "report_invalid",
      fields: [{ pointer: `/bundle/results/0/request${pointer}` }],
    });
  });

  test("exhibits are computed only of a bundle that its digest names", async () => {
    const report = await signed(structuredClone(await bundleOf([typed])));
    Object.assign(report.bundle.results[0]!.request!, { observations: null });
    await expect(verifyDocument(report)).rejects.toMatchObject({
      code: "report_invalid",
      fields: [{ pointer: "/bundle", detail: "is not what the digest says" }],
    });
  });
});

describe("results", () => {
  test("are received, with or without a request: nothing was repeated", async () => {
    const request = { content: WORK };
    const result = await searching.analyze(request);
    const withRequest = await evidenceBundle({ results: [{ kind: "analysis", request, result }] });
    expect(custodies(withRequest)).toEqual([[null, "received"]]);
    expect(withRequest.exhibits[0]!.reason).toContain("Whoever signed the report states");
    const without = await evidenceBundle({ results: [{ kind: "analysis", request: null, result }] });
    expect(custodies(without)).toEqual([[null, "received"]]);
  });

  test("of models are verified where the engine asked about the texts of the request, else received", async () => {
    const suspects = [{ id: "work", text: WORK }];
    const probed = async (observation: ChannelObservation, request: object) => {
      const { method, completeness } = await engine.score({ content: WORK, target_model: TARGET, jurisdiction: "US" });
      const result = { probe_id: "pr_0", observations: [observation], method, completeness };
      return custodies(await evidenceBundle({ results: [{ kind: "probe", request, result }] }));
    };
    const { observation } = VALID["a probe of the work"]!;
    expect(await probed(observation, { model: "tiny", suspects })).toEqual([[null, "verified"]]);
    const canary = VALID["a canary"]!;
    const [secret] = canary.secrets!.canaries!;
    const revealed = { model: "tiny", canaries: [{ secret, commitment: "as the secret says" }] };
    expect(await probed(canary.observation, revealed)).toEqual([[null, "verified"]]);
    const { custody: _, ...typed } = observation;
    const received: [ChannelObservation, object][] = [
      [typed, { model: "tiny", suspects }],
      [
        { ...observation, p: 1e-9 },
        { model: "tiny", suspects },
      ],
      [
        { ...VALID["a canary"]!.observation, p: 1e-9 },
        { model: "tiny", suspects },
      ],
      [await ofTexts("membership", ["of another request"]), { model: "tiny", suspects }],
      [observation, { observations: { model: TARGET }, suspects }],
    ];
    for (const [one, request] of notEmpty(received)) expect(await probed(one, request)).toEqual([[null, "received"]]);
  });
});
