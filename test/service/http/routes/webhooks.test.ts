/** Messages that a running service sends are those that its document describes. */
import { afterEach, expect, test } from "vitest";
import { SpoliaError } from "../../../../src/base/errors.ts";
import { createMemoryStore, guardedOutgoing } from "../../../../src/service/index.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { openReceiver } from "../../fixtures/receiver.ts";
import { resolverOf, violations } from "../jsonSchema.ts";
import { type DocumentedParameter, type OpenApi, parametersOf } from "../openApiDocument.ts";
import { CONTENT, openServed, type Served } from "../served.ts";

let served: Served;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
afterEach(async () => {
  await served.close();
  await receiver.close();
});

const readAs = ({ schema }: DocumentedParameter, text: string) => (schema["type"] === "integer" ? Number(text) : text);

test("every message is as the document describes it", async () => {
  [served, receiver] = [
    await openServed(createMemoryStore(), { outgoing: guardedOutgoing({ reach: "any" }) }),
    await openReceiver(),
  ];
  await served.registry.createTenant({ id: "t" });
  const { key } = await served.registry.createKey("t");
  const work = await served.ask(key, "/content/register", { body: { content: CONTENT } });
  const request = { work_id: work.body.work_id, webhook_url: receiver.url };
  const monitor = await served.ask(key, "/monitors", { body: request });
  expect((await served.ask(key, `/webhooks/${monitor.body.webhook.webhook_id}/test`, { method: "POST" })).status).toBe(
    202,
  );
  await served.scheduler.round();
  const gone = () => Promise.reject(new SpoliaError("search_incomplete", "A node is gone."));
  Object.assign(served.engine, { analyze: gone });
  for (let failed = 0; failed < 3; failed++) {
    await served.ask(key, `/monitors/${monitor.body.monitor_id}/run`, { method: "POST" });
    await served.scheduler.round();
  }
  await served.scheduler.round();

  const document = (await served.ask(key, "/openapi.json")).body as OpenApi;
  const resolve = resolverOf(document);
  const sent = new Set<string>();
  for (const { headers, event } of notEmpty(receiver.received)) {
    sent.add(event.type);
    const { post } = document.webhooks[event.type]!;
    const { schema } = post.requestBody!.content["application/json"]!;
    expect(violations(event, schema, resolve)).toEqual([]);
    expect(violations({ ...event, data: {} }, schema, resolve)).not.toEqual([]);
    for (const parameter of notEmpty(parametersOf(post, document))) {
      const value = readAs(parameter, headers[parameter.name] as string);
      expect([parameter.name, violations(value, parameter.schema, resolve)]).toEqual([parameter.name, []]);
    }
  }
  expect([...sent].sort()).toEqual(Object.keys(document.webhooks).sort());
});
