/** What a run keeps in its folder, so that it can be stopped and taken up again: the draw, the unchanged tests, the verdicts. */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export class Kept {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** The value of a file, or what `make` gives, which is then kept. */
  async once<Value>(name: string, make: () => Promise<Value> | Value): Promise<Value> {
    const path = join(this.#folder, name);
    if (!existsSync(path)) writeFileSync(path, JSON.stringify(await make(), null, 1));
    return JSON.parse(readFileSync(path, "utf8")) as Value;
  }

  append(name: string, row: unknown): void {
    appendFileSync(join(this.#folder, name), `${JSON.stringify(row)}\n`);
  }

  rows<Row>(name: string): Row[] {
    const path = join(this.#folder, name);
    if (!existsSync(path)) return [];
    return readFileSync(path, "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Row);
  }
}

/** Sixteen hexadecimal digits of what `files` hold. */
export function fingerprintOf(root: string, files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex").slice(0, 16);
}
