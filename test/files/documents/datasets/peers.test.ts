/** Without the packages that some datasets need, the error has the line that installs them. */
import { expect, test, vi } from "vitest";
import { loadArrow, loadParquet, loadZstd } from "../../../../src/files/documents/datasets/peers.ts";

vi.mock("hyparquet", () => {
  throw new Error("Cannot find package 'hyparquet'");
});
vi.mock("@uwdata/flechette", () => {
  throw new Error("Cannot find package '@uwdata/flechette'");
});
vi.mock("fzstd", () => {
  throw new Error("Cannot find package 'fzstd'");
});

test("Parquet, Arrow and Zstandard", async () => {
  await expect(loadParquet()).rejects.toMatchObject({
    code: "unsupported_runtime",
    hint: "Install it: npm install hyparquet@1 hyparquet-compressors@1",
  });
  await expect(loadArrow()).rejects.toMatchObject({
    code: "unsupported_runtime",
    hint: "Install it: npm install @uwdata/flechette@2.6",
  });
  await expect(loadZstd()).rejects.toMatchObject({
    code: "unsupported_runtime",
    hint: "Install it: npm install fzstd@0.1",
  });
});
