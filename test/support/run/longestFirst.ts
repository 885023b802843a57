/** Files in the order in which they start: the longest first, so that at the end no core waits for one of them. */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that take ten seconds of the processor and more, the longest first; of the others vitest starts the largest first. */
const LONGEST = [
  "runtimes/web",
  "runtimes/runtimes",
  "cli/process",
  "cli/tables",
  "clients/go",
  "security/bodies",
  "corpus/kill",
  "cli/asking",
  "package/package",
  "cluster/cluster",
  "corpus/damage",
  "corpus/life",
  "clients/python",
  "cli/resume",
  "clients/goCore",
  "registry/postgres.failing",
  "corpus/crash",
  "corpus/build",
  "registry/processes",
  "package/types",
  "package/build",
  "bench/demo",
  "security/exact",
  "kernels/wasm",
  "security/tenants",
  "cluster/builds",
  "service/operating",
  "clients/typescript",
  "security/greedy",
  "documents/pdf.malformed",
  "service/service",
  "architecture",
  "service/postgres",
  "engine/extract",
  "registry/postgres",
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
