/** Time stamps without the package that they need. */
import { expect, test, vi } from "vitest";
import { requestTimestamp, verifyTimestamp } from "../../../src/service/index.ts";

vi.mock("pkijs", () => {
  throw new Error("Cannot find package 'pkijs'");
});

test("without pkijs, the error has the line that installs it", async () => {
  const missing = { code: "unsupported_runtime", hint: "Install it: npm install pkijs@4 asn1js@4" };
  const digest = `sha256:${"0".repeat(64)}`;
  const document = { format: "spolia-timestamp-1", digest, nonce: "0".repeat(32), authority: "", token: "AA==" };
  await expect(verifyTimestamp(document)).rejects.toMatchObject(missing);
  await expect(requestTimestamp(digest, { url: "http://127.0.0.1:9" })).rejects.toMatchObject(missing);
});
