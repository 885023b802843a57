/**
 * A contender in a process of its own: says its answer, then for each line `go MS` runs for so many milliseconds and says the median
 * of nanoseconds a run. The programs in C speak the same lines (rivals/native/prelude.h).
 *
 *   node bench/harness/contender.ts CASE CONTENDER
 */
import { createInterface } from "node:readline";
import { kernelCases } from "../cases/core/kernels.ts";

const [caseName, contenderName] = process.argv.slice(2);
const found = kernelCases.find(({ name }) => name === caseName);
const make = found?.contenders[contenderName ?? ""];
if (found === undefined || make === undefined)
  throw new Error(`There is no contender ${contenderName} of ${caseName}.`);
const { run, answer } = await make(found.input());

run();
console.log(JSON.stringify({ answer: answer === undefined ? null : answer() }));
for await (const line of createInterface({ input: process.stdin })) {
  const ms = Number(line.replace("go ", ""));
  const warm = performance.now() + ms / 5;
  do run();
  while (performance.now() < warm);
  const before = performance.now();
  run();
  const batch = Math.max(1, Math.ceil(0.02 / Math.max(1e-6, performance.now() - before)));
  const samples: number[] = [];
  const end = performance.now() + ms;
  do {
    const start = performance.now();
    for (let i = 0; i < batch; i++) run();
    samples.push((1e6 * (performance.now() - start)) / batch);
  } while (performance.now() < end);
  samples.sort((a, b) => a - b);
  console.log(JSON.stringify({ ns: samples[samples.length >> 1], runs: samples.length * batch }));
}
