/** Steps that are measured run in processes of their own and print one line of JSON. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const STEPS = {
  analyze: new URL("analyze.ts", import.meta.url),
  audit: new URL("../steps/audit/step.ts", import.meta.url),
  ask: new URL("ask.ts", import.meta.url),
  build: new URL("build.ts", import.meta.url),
  dedup: new URL("../steps/dedup/step.ts", import.meta.url),
  evidence: new URL("evidence.ts", import.meta.url),
  rival: new URL("rival.ts", import.meta.url),
  server: new URL("server.ts", import.meta.url),
  shapes: new URL("../steps/shapes/step.ts", import.meta.url),
};
type Step = keyof typeof STEPS;

/** @throws where the step fails; what it had to say is on the standard error */
export async function runStep<Answer>(step: Step, parameters: readonly (string | number)[]): Promise<Answer> {
  const child = spawnNode(step, parameters);
  let last = "";
  for await (const line of createInterface({ input: child.stdout! })) last = line;
  const code = child.exitCode ?? (await new Promise((resolve) => child.once("exit", resolve)));
  if (code !== 0 || last === "") throw new Error(`${step} ${parameters.join(" ")} ended with ${code}.`);
  return JSON.parse(last) as Answer;
}

/** Runs the server of a folder while `use` uses its address. */
export async function withServer<Answer>(
  folder: string,
  delayMs: number,
  use: (address: string) => Promise<Answer>,
): Promise<Answer> {
  const child = spawnNode("server", [folder, delayMs]);
  try {
    const { value } = await createInterface({ input: child.stdout! })[Symbol.asyncIterator]().next();
    return await use(value as string);
  } finally {
    child.kill();
  }
}

function spawnNode(step: Step, parameters: readonly (string | number)[]) {
  const path = fileURLToPath(STEPS[step]);
  return spawn(
    process.execPath,
    ["--expose-gc", "--disable-warning=ExperimentalWarning", path, ...parameters.map(String)],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
}
