/** What the page says. */
import { expect, test } from "vitest";
import { words } from "../../../src/faces/web/words.ts";

test("a service gets the decisions and the texts that do not count beside the text, and the line says so", () => {
  expect(words.leaves.all("example.org", 0, 0)).toBe("Your whole text is sent to example.org.");
  expect(words.leaves.all("example.org", 2, 0)).toBe(
    "Your whole text, with 2 decisions of yours and their reasons, is sent to example.org.",
  );
  expect(words.leaves.allHere("localhost:1", 1, 0)).toBe(
    "Your text, with 1 decision of yours and their reasons, goes to the service on this machine (localhost:1).",
  );
  expect(words.leaves.all("example.org", 0, 1)).toBe(
    "Your whole text, with 1 text that does not count, is sent to example.org.",
  );
  expect(words.leaves.all("example.org", 1, 2)).toBe(
    "Your whole text, with 2 texts that do not count and 1 decision of yours and their reasons, is sent to example.org.",
  );
});

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test("its words are English, and no names of the program", () => {
  const texts = textsIn(words);
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter((text) => /[a-z][A-Z]|_/.test(text))).toEqual([]);
});
