/** Rivals in processes of their own: a wrong answer is never timed, and what is in C is what is in WebAssembly. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { kernelCases } from "../../../bench/cases/core/kernels.ts";
import { compareAnswers } from "../../../bench/harness/race.ts";
import { compiled, compilers } from "../../../bench/rivals/native/compile.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { skippable } from "../../support/skippable.ts";

test("one answer that is not ours ends the race before it begins; another question has no answer", async () => {
  const racer = (name: string, answer: number | null) => ({ name, answer: async () => answer });
  await expect(compareAnswers([racer("ours", 7), racer("rival", 8)])).rejects.toThrow("rival answered otherwise");
  await compareAnswers([racer("ours", 7), racer("rival", 7), racer("of another kind", null)]);
});

test("names are told apart, and every case has a contender of ours", () => {
  expect(new Set(kernelCases.map(({ name }) => name)).size).toBe(kernelCases.length);
  for (const { contenders } of notEmpty(kernelCases)) expect(Object.keys(contenders)[0]).toBe("wasm");
});

const hasNoCompiler = compilers().length === 0;
describe.skipIf(hasNoCompiler)(skippable("in C", hasNoCompiler, "there is no gcc or clang"), () => {
  const quick = ["select, Arabic", "edit distance", "MinHash of 256", "moments of vocabulary rows"];
  test.each(quick)("%s: the answer of WebAssembly", async (name) => {
    const found = kernelCases.find((one) => one.name === name)!;
    const input = found.input();
    const ours = await found.contenders["wasm"]!(input);
    ours.run();
    const file = join(mkdtempSync(join(tmpdir(), "bench-test-")), "input");
    writeFileSync(file, input);
    const [native] = compiled(found.native!.name);
    const { stdout } = spawnSync(native!.path, [file, ...found.native!.arguments()], { input: "", encoding: "utf8" });
    expect(JSON.parse(stdout)).toEqual({ answer: ours.answer!() });
  });
});
