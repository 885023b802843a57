/** Where a source can be read, from its locator. */
import type { Source } from "../ledger/records.ts";

/** An https address, or `null` where the locator names no place on the web: a statute, a case. */
export function sourceAddress({ locator }: Pick<Source, "locator">): string | null {
  const [, arxiv] = /^arXiv:([\w./-]+)/.exec(locator) ?? [];
  if (arxiv !== undefined) return `https://arxiv.org/abs/${arxiv}`;
  const [, hub] = /^hf:([\w./-]+)/.exec(locator) ?? [];
  if (hub !== undefined) return `https://huggingface.co/${hub}`;
  const [, repository, path = ""] = /^github:([\w.-]+\/[\w.-]+)(?: (.*))?$/.exec(locator) ?? [];
  if (repository !== undefined) {
    const isFile = /^[\w./-]+$/.test(path);
    return `https://github.com/${repository}${isFile ? `/blob/HEAD/${path}` : ""}`;
  }
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+){0,126}\.[a-z]{2,}(?:\/[^\s"'<>]*)?$/i.test(locator) ? `https://${locator}` : null;
}
