/** What the page says of what leaves the machine. */
import { expect, test } from "vitest";
import { words } from "../../src/web/words.ts";

test("a service gets the decisions beside the text, and the line says so", () => {
  expect(words.leaves.all("example.org", 0)).toBe("Your whole text is sent to example.org.");
  expect(words.leaves.all("example.org", 2)).toBe(
    "Your whole text, with 2 decisions of yours and their reasons, is sent to example.org.",
  );
  expect(words.leaves.allHere("localhost:1", 1)).toBe(
    "Your text, with 1 decision of yours and their reasons, goes to the service on this machine (localhost:1).",
  );
});
