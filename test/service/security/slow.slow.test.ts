/** Clients that take their time, by the hundred: they are let go, and others are answered meanwhile. */
import { expect, test } from "vitest";
import { BODY_TIMEOUT_MS, HEADERS_TIMEOUT_MS } from "../../../src/service/http/request/limits.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { Costs, expectAnswering } from "./process/measured.ts";
import { raw } from "./process/raw.ts";
import { makePlace, startService } from "./process/service.ts";

const folder = temporaryFolder();
const CONNECTIONS = 300;
/** On a machine that does other things too. */
const SLACK_MS = 15_000;

test(`${CONNECTIONS} slow heads, slow bodies, and slow bodies of strangers`, async () => {
  const { place, made } = await makePlace(folder, async (registry) => {
    await registry.createTenant({ id: "one", plan: "large" });
    return registry.createKey("one");
  });
  const service = await startService(place);
  const costs = new Costs();
  for (let i = 0; i < 20; i++) await expectAnswering(service, made.key);
  const many = (pieces: string[], waitMs: number) =>
    Promise.all(Array.from({ length: CONNECTIONS }, () => raw(service.port, pieces, { waitMs, pauseMs: 2_000 })));
  const others = async (untilMs: number): Promise<void> => {
    for (const started = performance.now(); performance.now() - started < untilMs; ) {
      await expectAnswering(service, made.key);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };

  const lines = ["GET /livez HTTP/1.1\r\nHost: x\r\n", ...Array.from({ length: 40 }, (_, i) => `X-${i}: 1\r\n`)];
  const heads = await costs.of("slow heads", service, async () => {
    const [answers] = await Promise.all([many(lines, HEADERS_TIMEOUT_MS + SLACK_MS), others(HEADERS_TIMEOUT_MS)]);
    expect(answers.every(({ isClosed }) => isClosed)).toBe(true);
    return answers.flatMap(({ statuses }) => statuses);
  });
  expect(new Set(heads.statuses)).toEqual(new Set([408]));

  const head = [
    ...["POST /api/v1/attribution/analyze HTTP/1.1", "Host: x", `Authorization: Bearer ${made.key}`],
    ...["Content-Type: application/json", "Content-Length: 1000"],
  ];
  const body = [`${head.join("\r\n")}\r\n\r\n{`, ...Array.from({ length: 60 }, () => " ")];
  const bodies = await costs.of("slow bodies", service, async () => {
    const [answers] = await Promise.all([many(body, BODY_TIMEOUT_MS + SLACK_MS), others(BODY_TIMEOUT_MS)]);
    expect(answers.every(({ isClosed }) => isClosed)).toBe(true);
    return answers.flatMap(({ statuses }) => statuses);
  });
  for (const status of notEmpty(new Set(bodies.statuses))) expect([400, 408]).toContain(status);

  const stranger = [body[0]!.replace(made.key, "sp_live_none"), ...body.slice(1, 20)];
  const refused = await costs.of("slow bodies of strangers", service, async () =>
    (await many(stranger, 8_000)).flatMap(({ statuses }) => statuses),
  );
  expect(new Set(refused.statuses)).toEqual(new Set([401]));

  await expectAnswering(service, made.key);
  costs.print();
  expect(await service.stop()).toBe(0);
}, 300_000);
