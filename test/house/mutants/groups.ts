/** Which files are judged, and the groups of rooms that are told apart. */

/** The share of its mutants that each group has to catch. */
export const BAR = 0.9;

/** In the order of src/README.md. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "base and core": ["base", "core"],
  "corpus and catalogue": ["corpus", "catalogue"],
  "files and models": ["files", "models"],
  "engine and report": ["engine", "report"],
  "remote and service": ["remote", "service"],
  "command line and clients": ["cli", "faces"],
};

export const GROUP_NAMES = Object.keys(GROUPS);

/** What nobody wrote by hand, what runs only in a build or a browser, and samples and style sheets, which are for the eye. */
const LEFT_OUT = [
  /\.generated\.|\/index\.ts$|\.d\.ts$/,
  /^src\/engine\/evidence\/calibration\/shipped\w*\.ts$/,
  /^src\/service\/http\/(?:pages\/docs|openapi\/examples)\.ts$/,
  /^src\/report\/layout\/style\.ts$/,
  /^src\/(?:build|faces\/web)\//,
];

/** `corpus` of `src/corpus/format/page.ts`. */
export const roomOf = (file: string): string => file.split("/")[1]!;

/** The group of a file, or `undefined` where the file is not judged. */
export function groupOf(file: string): string | undefined {
  if (LEFT_OUT.some((pattern) => pattern.test(file))) return undefined;
  return GROUP_NAMES.find((name) => GROUPS[name]!.includes(roomOf(file)));
}
