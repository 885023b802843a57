/** Which files are judged, and the groups of rooms that are told apart. */

/** The share of its mutants that each group has to catch. */
export const BAR = 0.9;

/** In the order of src/README.md; files of `src` itself, which every room may use, stand with the first. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "base to statistics": ["base", "kernels", "contract", "text", "statistics"],
  "fingerprint to catalogue": [
    ...["fingerprint", "commonplace", "sketch", "passages", "storage", "corpus", "audit", "catalogue"],
  ],
  "memorisation to engine": ["memorisation", "evidence", "engine"],
  "documents, connectors and registry": [
    ...[
      "documents",
      "rights",
      "cleaning",
      "cluster",
      "connectors",
      "publicIndexes",
      "timestamp",
      "registry",
      "takedown",
    ],
  ],
  "command line, HTTP and report": ["cli", "http", "client", "report"],
};

export const GROUP_NAMES = Object.keys(GROUPS);

/** What nobody wrote by hand, what runs only in a build or a browser, and samples and style sheets, which are for the eye. */
const LEFT_OUT = [
  /\.generated\.|\.build\.ts$|\/index\.ts$|\.d\.ts$/,
  /^src\/evidence\/calibration\/shipped\.ts$/,
  /^src\/http\/(docs|examples)\.ts$/,
  /^src\/report\/style\.ts$/,
  /^src\/(web|site)\//,
];

/** `corpus` of `src/corpus/format/page.ts`, `errors.ts` of `src/base/errors.ts`. */
export const roomOf = (file: string): string => file.split("/")[1]!;

/** The group of a file, or `undefined` where the file is not judged. */
export function groupOf(file: string): string | undefined {
  if (LEFT_OUT.some((pattern) => pattern.test(file))) return undefined;
  if (roomOf(file).endsWith(".ts")) return GROUP_NAMES[0];
  return GROUP_NAMES.find((name) => GROUPS[name]!.includes(roomOf(file)));
}
