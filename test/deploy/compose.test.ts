/** The examples of deployments: what they name is there, and their command lines are those of this version. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { serveCommand } from "../../src/cli/commands/service/serve.ts";
import { notAlwaysEmpty } from "../support/notAlwaysEmpty.ts";
import { notEmpty } from "../support/notEmpty.ts";

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
  healthcheck?: object;
}

interface Composition {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}

const text = readFileSync(new URL("compose.postgres.yaml", import.meta.url), "utf8");
const { services, volumes }: Composition = parse(text);

test("services, volumes and conditions that are named exist, and nothing else is declared", () => {
  const mounted = Object.values(services).flatMap((one) => (one.volumes ?? []).map((volume) => volume.split(":")[0]!));
  expect(mounted.filter((name) => !name.startsWith("./")).sort()).toEqual(Object.keys(volumes).sort());
  for (const { depends_on = [] } of notEmpty(Object.values(services))) {
    const names = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    for (const name of notAlwaysEmpty(names)) expect(services[name], name).toBeDefined();
    const conditions = Array.isArray(depends_on) ? [] : Object.entries(depends_on);
    for (const [name, { condition }] of notAlwaysEmpty(conditions))
      if (condition === "service_healthy") expect(services[name]!.healthcheck, name).toBeDefined();
  }
});

test("no password is written down: variables are asked for, or may be absent", () => {
  const values = Object.values(services).flatMap((one) => Object.entries(one.environment ?? {}));
  const secrets = notEmpty(values.filter(([name]) => /PASSWORD|KEY/.test(name)));
  for (const [, value] of secrets) expect(value).toMatch(/^\$\{[A-Z_]+:[?-]/);
});

test("the service is of this version, with its peer, and each of its options exists", () => {
  const command = services["spolia"]!.command!.at(-1)!;
  const { version, peerDependencies } = manifest;
  expect(command).toContain(`spolia@${version.split(".").slice(0, 2).join(".")} `);
  expect(command).toContain(`pg@${/\d+/.exec(peerDependencies.pg)![0]} `);
  const words = command.split("spolia serve ")[1]!.split(" ");
  const serve = serveCommand(async () => {});
  expect(serve.parseOptions(words)).toEqual({ operands: [], unknown: [] });
  expect(serve.opts()).toMatchObject({ host: "0.0.0.0", data: "postgres://spolia@postgres/spolia", pruneAfter: 90 });
});
