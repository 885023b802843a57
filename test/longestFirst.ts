/** Files in the order in which they start: the longest first, so that at the end no core waits for one of them. */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that take longest, the longest first; of the others vitest starts the largest first. A new one belongs here if it takes 10 s. */
const LONGEST = [
  "runtimes/web",
  "runtimes/runtimes",
  "runtimes/pages",
  "runtimes/embedding",
  "runtimes/workers",
  "package/types",
  "package/package",
  "package/files",
  "clients/together",
  "clients/go",
  "clients/python",
  "registry/processes",
  "registry/postgres",
  "service/service",
  "cluster/cluster",
  "storage/s3",
  "deploy/cluster",
  "corpus/kill",
  "corpus/life",
  "kernels/wasm",
  "engine/calibrate",
  "documents/pdf.malformed",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const { root } = this.ctx.config;
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const name = relative(root, moduleId).replaceAll("\\", "/");
      const place = LONGEST.findIndex((longest) => name === `test/${longest}.test.ts`);
      return place === -1 ? LONGEST.length : place;
    };
    return others.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
