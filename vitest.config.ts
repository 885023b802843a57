import { defineConfig } from "vitest/config";
import { plainSummary } from "./test/plainSummary.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/**/*.slow.test.ts", "test/runtimes/node_modules/**"],
    testTimeout: 60_000,
    reporters: ["default", plainSummary],
  },
});
