/** Compiles rivals in C on the spot, with every compiler there is; where there is none, it says so and there are no such rivals. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { translated } from "./translate.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** 128-bit vectors are the yardstick: WebAssembly has no others. What the machine has beyond stands beside. */
export const TARGETS = { "128-bit": ["-msse4.2", "-mpopcnt"], native: ["-march=native"] } as const;
export type Target = keyof typeof TARGETS;

export interface Native {
  compiler: string;
  target: Target;
  path: string;
}

let folder: string | undefined;

export function compilers(): string[] {
  return ["gcc", "clang"].filter((name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0);
}

/** One program a compiler and target of `NAME.c`, whose first line may name kernels to translate into `kernels.h`. */
export function compiled(name: string): Native[] {
  folder ??= mkdtempSync(join(tmpdir(), "bench-native-"));
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  const kernels = /^\/\/ kernels: (.*)\n/.exec(readFileSync(join(here, `${name}.c`), "utf8"));
  if (kernels !== null) writeFileSync(join(own, "kernels.h"), translated(kernels[1]!.split(" ")));
  return compilers().flatMap((compiler) =>
    (Object.keys(TARGETS) as Target[]).map((target) => {
      const path = join(own, `${compiler}-${target}`);
      // WebAssembly does not fuse a multiplication and an addition either: answers are the same bit for bit.
      const options = [
        "-O3",
        "-ffp-contract=off",
        ...TARGETS[target],
        "-w",
        "-I",
        own,
        "-I",
        here,
        "-o",
        path,
        join(here, `${name}.c`),
      ];
      if (!existsSync(path)) execFileSync(compiler, options, { stdio: ["ignore", "inherit", "inherit"] });
      return { compiler, target, path };
    }),
  );
}
