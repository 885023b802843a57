/** As go/main.go, in JavaScript: with the package as it is built. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fingerprintAll } from "spolia";

const texts = readFileSync(process.argv[2]!, "utf8").split("\n");
const prints = await fingerprintAll(texts);
console.log(`${prints.length} ${prints.at(-1)!.id}`);
for await (const _ of createInterface({ input: process.stdin })) {
  const start = process.cpuUsage();
  await fingerprintAll(texts);
  const { user, system } = process.cpuUsage(start);
  console.log((user + system) / 1000);
}
