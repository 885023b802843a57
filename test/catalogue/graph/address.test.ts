/** Where a source can be read: an address for what is on the web, and for nothing else. */
import { expect, test } from "vitest";
import { sourceAddress } from "../../../src/catalogue/graph/address.ts";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";

test.each([
  ["arXiv:2505.12546v4", "https://arxiv.org/abs/2505.12546v4"],
  ["hf:datasets/LLM360/CrystalCoderDatasets", "https://huggingface.co/datasets/LLM360/CrystalCoderDatasets"],
  ["github:allenai/OLMo README.md", "https://github.com/allenai/OLMo/blob/HEAD/README.md"],
  ["github:owner/name README.md and other.py", "https://github.com/owner/name"],
  ["github:owner/name", "https://github.com/owner/name"],
  ["vercel.com/ai-gateway/models/kimi-k2", "https://vercel.com/ai-gateway/models/kimi-k2"],
  ["Directive (EU) 2019/790", null],
  ["3:24-cv-05417 (N.D. Cal.) Dkt 231", null],
  ['example.org/"><script>', null],
  ["javascript:alert(1)", null],
  ["", null],
])("%s", (locator, address) => {
  expect(sourceAddress({ locator })).toBe(address);
});

test("most sources that are shipped have one, and each is a plain https address", async () => {
  const addresses = (await loadCatalogue()).sources.map(sourceAddress).filter((one) => one !== null);
  expect(addresses.length).toBeGreaterThan(250);
  for (const address of notEmpty(addresses)) expect(address).toMatch(/^https:\/\/[a-z0-9.-]+\/?[^\s"'<>]*$/i);
});
