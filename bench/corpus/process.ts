/** Steps that are measured run in processes of their own and print one line of JSON. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** @throws where the step fails; what it had to say is on the standard error */
export async function runStep<Answer>(file: string, parameters: readonly (string | number)[]): Promise<Answer> {
  const child = spawnNode(file, parameters);
  let last = "";
  for await (const line of createInterface({ input: child.stdout! })) last = line;
  const code = child.exitCode ?? (await new Promise((resolve) => child.once("exit", resolve)));
  if (code !== 0 || last === "") throw new Error(`${file} ${parameters.join(" ")} ended with ${code}.`);
  return JSON.parse(last) as Answer;
}

/** Runs the server of a folder while `use` uses its address. */
export async function withServer<Answer>(
  folder: string,
  delayMs: number,
  use: (address: string) => Promise<Answer>,
): Promise<Answer> {
  const child = spawnNode("server.ts", [folder, delayMs]);
  try {
    const { value } = await createInterface({ input: child.stdout! })[Symbol.asyncIterator]().next();
    return await use(value as string);
  } finally {
    child.kill();
  }
}

function spawnNode(file: string, parameters: readonly (string | number)[]) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  return spawn(process.execPath, ["--expose-gc", "--disable-warning=ExperimentalWarning", path, ...parameters.map(String)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
}
