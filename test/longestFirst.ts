/** Files in the order in which they start: the longest first, so that at the end no core waits for one of them. */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that take ten seconds and more, the longest first; of the others vitest starts the largest first. */
const LONGEST = [
  "runtimes/web",
  "runtimes/runtimes",
  "runtimes/pages",
  "cluster/builds",
  "package/package",
  "clients/go",
  "cli/resume",
  "security/bodies",
  "cluster/faults",
  "cli/tables",
  "registry/postgres.failing",
  "package/types",
  "runtimes/embedding",
  "runtimes/workers",
  "clients/python",
  "cluster/cluster",
  "registry/postgres",
  "service/service",
  "architecture",
  "package/files",
  "storage/s3",
  "deploy/cluster",
  "corpus/kill",
  "registry/processes",
  "corpus/life",
  "kernels/wasm",
  "corpus/damage",
  "corpus/crash",
  "engine/extract",
  "engine/verdicts",
  "corpus/power",
  "documents/pdf.malformed",
  "registry/store",
  "engine/calibrate",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const { root } = this.ctx.config;
    const placeOf = ({ moduleId, project }: TestSpecification): number => {
      const name = relative(root, moduleId).replaceAll("\\", "/");
      const place = LONGEST.findIndex((longest) => name === `test/${longest}.test.ts`);
      // After all others those that share a process: it is kept for the next file only if that shares it too.
      const before = project.config.isolate ? 0 : LONGEST.length + 1;
      return before + (place === -1 ? LONGEST.length : place);
    };
    return others.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
