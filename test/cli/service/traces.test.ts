/** `--traces` without the package that it needs. */
import { expect, test, vi } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { fakeTerminal } from "../terminal.ts";

vi.mock("@opentelemetry/api", () => {
  throw new Error("Cannot find package '@opentelemetry/api'");
});

test("without @opentelemetry/api, the service does not start, and the error has the line that installs it", async () => {
  const terminal = fakeTerminal();
  expect(await main(["serve", "--port", "0", "--traces"], terminal)).toBe(3);
  expect(terminal.err()).toContain("Traces need the package @opentelemetry/api.");
  expect(terminal.err()).toContain("Install it: npm install @opentelemetry/api@1");
});
