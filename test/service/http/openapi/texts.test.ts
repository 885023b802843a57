/** Whoever reads the document alone knows what every field of every request and answer means. */
import { describe, expect, test } from "vitest";
import { isObject } from "../jsonSchema.ts";
import { documentText } from "../openApiDocument.ts";

/** Every property with its description, by its place. What a choice only names, to say that it has to be there, is none. */
function propertiesOf(node: unknown, place = ""): [place: string, description: unknown][] {
  if (Array.isArray(node)) return node.flatMap((one, at) => propertiesOf(one, `${place}/${at}`));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, part]) => {
    if (["examples", "value", "not"].includes(name)) return [];
    if (name !== "properties" || !isObject(part)) return propertiesOf(part, `${place}/${name}`);
    return Object.entries(part).flatMap(([field, schema]) => {
      if (!isObject(schema) || Object.keys(schema).length === 0) return [];
      const at = `${place}.${field}`;
      return [[at, schema["description"]] as [string, unknown], ...propertiesOf(schema, at)];
    });
  });
}

describe.each([
  ["with a registry", true, 1_200],
  ["without", false, 600],
] as const)("a service %s", (what, isWhole, least) => {
  test("describes every property", async () => {
    const properties = propertiesOf(JSON.parse(await documentText(isWhole)));
    const silent = properties.filter(([, text]) => typeof text !== "string" || text.trim() === "");
    console.log(
      `openapi ${what}: ${properties.length - silent.length} of ${properties.length} properties are described`,
    );
    expect(silent).toEqual([]);
    expect(properties.length).toBeGreaterThan(least);
  });

  test("begins each with a capital, a name or a formula, and ends it with a full stop", async () => {
    const texts = new Set(propertiesOf(JSON.parse(await documentText(isWhole))).map(([, text]) => String(text)));
    const sentence = /^(?:[A-Z0-9`]|(?:power|p-value|rank|log2|ln|matched_words) ).*[.?]$/su;
    expect([...texts].filter((text) => !sentence.test(text))).toEqual([]);
  });
});
