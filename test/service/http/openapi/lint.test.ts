/** The published document against the rules of a linter (`recommended` of Redocly), with every exception named here. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { documentText } from "../openApiDocument.ts";

/** What the rules do not fit, and why. */
const EXCEPTIONS: readonly (readonly [rule: string, pointer: RegExp, because: string])[] = [
  ["operation-4xx-response", /\/responses$/, "`default` is the response of every status that has none of its own"],
  [
    "no-unused-components",
    /^#\/components\/examples\/[a-z_]+$/,
    "every code of an error is explained, where the type of its problems leads",
  ],
  [
    "no-required-schema-properties-undefined",
    /\/(?:not|if\/oneOf\/\d+)\/required\/\d+$/,
    "a condition stands beside the properties that it speaks of, which the rule does not see",
  ],
];

const RULES = {
  extends: ["recommended"],
  // Answers may gain fields, so that an example may have more than a schema names.
  rules: {
    "no-invalid-media-type-examples": { severity: "error" as const, allowAdditionalProperties: true },
    "no-invalid-schema-examples": { severity: "error" as const, allowAdditionalProperties: true },
  },
};

async function faultsOf(source: string): Promise<string[]> {
  const config = await createConfig(RULES);
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  return problems
    .map(({ ruleId, message, location }) => ({ ruleId, message, pointer: pointerOf(location[0]) }))
    .filter(({ ruleId, pointer }) => !EXCEPTIONS.some(([rule, at]) => rule === ruleId && at.test(pointer)))
    .map(({ ruleId, message, pointer }) => `${ruleId} ${pointer} ${message}`);
}

const pointerOf = (place: unknown): string => ((place as { pointer?: string })?.pointer ?? "").replaceAll("~1", "/");

describe.each([
  ["with a registry", true],
  ["without", false],
] as const)("a service %s", (_, isWhole) => {
  test("has a document without a fault or a warning", async () => {
    expect(await faultsOf(await documentText(isWhole))).toEqual([]);
  });
});

test("the linter sees what it looks for", async () => {
  const document = JSON.parse(await documentText(false));
  delete document.paths["/livez"].get.operationId;
  document.paths["/livez"].get.responses["200"].content["application/health+json"].schema.$ref =
    "#/components/schemas/Nothing";
  document.tags.push({ name: "Nothing" });
  const rules = new Set((await faultsOf(JSON.stringify(document))).map((fault) => fault.split(" ")[0]));
  expect([...rules]).toEqual(
    expect.arrayContaining(["no-unresolved-refs", "tag-description", "operation-operationId"]),
  );
});
