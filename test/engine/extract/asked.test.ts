/** `extract` and `probe` as a library calls them, over a model behind a host on loopback that misbehaves. */
import { afterEach, describe, expect, test } from "vitest";
import type { ModelConnector } from "../../../src/base/contract/resources/model.ts";
import { createEngine, isSpoliaError } from "../../../src/index.ts";
import { dryRun, memoryJournal, type PlannedConnector } from "../../../src/models/index.ts";
import { closeAll, connect, KEY, started } from "../../models/connectors/models.ts";
import type { ServerFault } from "../../models/connectors/server.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfText } from "../../support/texts.ts";

afterEach(closeAll);

const random = seeded(55);
const work = zipfText(random, 400);
const extractRequest = {
  model: "m",
  work: { content: work },
  controls: [0, 1, 2].map((i) => ({ id: `${i}`, content: zipfText(random, 120) })),
  windows: { prefix: 10, suffix: 10, sample: fewOrAll(40, 100), per_control: 10 },
};
const probeRequest = {
  model: "m",
  suspects: Array.from({ length: 70 }, (_, i) => ({ id: `s${i}`, text: zipfText(random, 12) })),
  controls: Array.from({ length: 70 }, (_, i) => ({ id: `c${i}`, text: zipfText(random, 12) })),
};

const engineOf = (m: ModelConnector) => createEngine({ corpora: [], models: { m } });
async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  return isSpoliaError(error) ? error.code : String(error);
}

const OPERATIONS = [
  ["extract", async (m: ModelConnector, host = {}) => (await engineOf(m)).extract(extractRequest, host)],
  ["probe", async (m: ModelConnector, host = {}) => (await engineOf(m)).probe(probeRequest, host)],
] as const;

describe.each(OPERATIONS)("%s", (_, run) => {
  test("a dry run lists the queries and sends none", async () => {
    const server = await started();
    const { connector } = connect("vllm", server);
    const dry = dryRun(connector);
    expect(await codeOf(run(dry.model))).toBe("budget_exhausted");
    expect(server.requests).toEqual([]);
    await run(connector);
    expect(connector.spent.requests).toBe(dry.planned.requests);
    expect(connector.spent.tokens).toBeGreaterThan(0);
  });

  const passing: ServerFault[] = [
    { kind: "status", status: 429, headers: { "retry-after": "1" } },
    { kind: "status", status: 500 },
    { kind: "text", change: (text) => text.slice(0, -5) },
    { kind: "broken" },
  ];
  test("temporary faults do not change the result", async () => {
    const quiet = await run(connect("vllm", await started()).connector);
    const { connector } = connect("vllm", await started({ fault: (n) => passing[n % 16] }), { retries: 8 });
    expect(await run(connector)).toEqual(quiet);
  });

  const nonsense: [string, ServerFault][] = [
    ["fields are missing", { kind: "changed", change: () => ({ choices: [{}] }) }],
    [
      "numbers are none",
      { kind: "text", change: (text) => text.replaceAll(/"logprob":-[\d.e-]+/g, '"logprob":"NaN"') },
    ],
    ["scores are above zero", { kind: "text", change: (text) => text.replaceAll('"logprob":-', '"logprob":') }],
  ];
  test.each(nonsense)(
    "where %s in some answers, the rest is an incomplete result; in all, an error",
    async (_, fault) => {
      const some = connect("vllm", await started({ fault: (n) => (n % 3 === 0 ? fault : undefined) }));
      expect((await run(some.connector)).completeness.complete).toBe(false);
      const all = connect("vllm", await started({ fault: () => fault }));
      expect(["observations_invalid", "model_failed"]).toContain(await codeOf(run(all.connector)));
    },
  );

  test("an interruption keeps the replies so far, and the journal contains no key", async () => {
    const journal = memoryJournal();
    const server = await started();
    const abort = new AbortController();
    const first = connect("vllm", server, {}, { journal });
    const onProgress = () => abort.abort();
    expect(await codeOf(run(first.connector, { signal: abort.signal, onProgress }))).toBe("aborted");
    const paid = server.requests.length;
    expect(paid).toBeGreaterThan(0);
    expect(journal.content()).not.toContain(KEY);
    const second: PlannedConnector = connect(
      "vllm",
      server,
      {},
      { journal: memoryJournal(journal.content()) },
    ).connector;
    const resumed = await run(second);
    expect(resumed).toEqual(await run(connect("vllm", await started()).connector));
    expect(second.spent.requests).toBeGreaterThan(0);
    expect(server.requests.length).toBe(paid + second.spent.requests);
  });

  test("after the time limit, the result covers the replies so far and states this", async () => {
    const { connector } = connect("vllm", await started());
    const over = new AbortController();
    const onProgress = () => over.abort();
    const result = await run(connector, { askUntil: over.signal, onProgress });
    expect(result.completeness.complete).toBe(false);
    const [bounded] = result.completeness.stages.filter(({ status }) => status === "bounded");
    expect(bounded!.reason).toMatch(/not (asked|answered)/);
    const asked = connector.spent.requests;
    expect(asked).toBeGreaterThan(0);
    expect(await codeOf(run(connector, { askUntil: AbortSignal.abort() }))).toBe("budget_exhausted");
    expect(connector.spent.requests).toBe(asked);
  });
});
