/** Files in the order in which they start: the longest first, so that at the end no core waits for one of them. */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that take ten seconds of the processor and more, the longest first; of the others vitest starts the largest first. */
const LONGEST = [
  "house/runtimes/web",
  "house/runtimes/runtimes",
  "cli/terminal/process",
  "cli/texts/tables",
  "faces/client/go/go",
  "service/security/bodies",
  "corpus/failures/kill",
  "house/package/package",
  "corpus/build/life",
  "service/store/failingPostgres",
  "corpus/failures/crash",
  "corpus/failures/damage",
  "cli/models/asking",
  "faces/client/python/python",
  "cli/corpus/resume",
  "engine/extract/asked",
  "house/package/types",
  "service/process/service",
  "cli/corpus/jobs",
  "house/package/build",
  "service/process/operating",
  "house/bench/demo",
  "service/security/greedy",
  "core/kernels/wasm",
  "service/security/tenants",
  "corpus/storage/copies",
  "files/documents/pdf/malformed",
  "corpus/storage/s3",
  "engine/extract/extract",
  "service/security/texts",
  "service/security/exact",
  "faces/client/scenarios/typescript",
  "service/store/processes",
  "engine/meaning/verdicts",
  "cli/terminal/golden",
  "house/architecture",
  "engine/calibrate",
  "service/store/store",
  "corpus/build/build",
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
