/** What a file is, by its name and its first characters. */
import type { RightsFile, RightsFileKind } from "../../../base/contract/resources/rights.ts";

const HEAD_CHARACTERS = 4_000;

const NAMES: readonly (readonly [pattern: RegExp, kind: RightsFileKind])[] = [
  [/(?:^|[/\\])robots\.txt$/i, "robots"],
  [/(?:^|[/\\])tdmrep\.json$/i, "tdmrep"],
  [/\.(?:headers|http)$/i, "headers"],
  [/\.(?:rsl|rslx)$/i, "rsl"],
  [/\.opf$/i, "epub"],
  [/\.x?html?$/i, "html"],
];

const BEGINNINGS: readonly (readonly [pattern: RegExp, kind: RightsFileKind])[] = [
  [/^HTTP\/\d/i, "headers"],
  [/^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:\w+:)?rsl[\s>]/i, "rsl"],
  [/^(?:<\?xml[^>]*>\s*)?<package[\s>]/i, "epub"],
  [/^(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html)[\s>]/i, "html"],
  [/^\[?\s*\{[^}]*"tdm-reservation"/i, "tdmrep"],
  [/^[{[].*"(?:cawg|c2pa)[.:_]/is, "c2pa"],
  [/^(?:#[^\n]*\n|\s)*user-agent\s*:/i, "robots"],
];

export function kindOf({ name, content, kind }: RightsFile): RightsFileKind {
  if (kind !== undefined) return kind;
  const head = content
    .slice(0, HEAD_CHARACTERS)
    .replace(/^\ufeff/, "")
    .trimStart();
  const byName = NAMES.find(([pattern]) => pattern.test(name));
  return (byName ?? BEGINNINGS.find(([pattern]) => pattern.test(head)))?.[1] ?? "text";
}
