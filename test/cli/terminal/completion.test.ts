/** Completions, as the shells that are here compute them; and what `spolia admin doctor` says of this machine. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, type TestContext, test } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { spolia } from "./goldenWorld.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-completion-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Shell = "bash" | "zsh" | "fish";

/** Words that a shell offers at the end of a line. */
const ASK: Readonly<Record<Shell, (script: string, line: string) => string[]>> = {
  bash: (script, line) => [
    "-c",
    `source ${script}; COMP_WORDS=(${line.replace(/ $/, ' ""')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _spolia; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (script, line) => [
    "-fc",
    `compdef() { :; }; compadd() { shift; print -l -- "$@"; }; _files() { print FILES; }; source ${script}; words=(${line.replace(/ $/, ' ""')}); CURRENT=$#words; _spolia`,
  ],
  fish: (script, line) => ["--no-config", "-c", `source ${script}; complete -C ${JSON.stringify(line)}`],
};

async function offered(shell: Shell, line: string, context: TestContext): Promise<string[]> {
  if (spawnSync(shell, ["--version"]).error !== undefined) {
    console.log(`skipped: no ${shell} is installed`);
    return context.skip(`no ${shell} is installed`);
  }
  const script = join(folder, `spolia.${shell}`);
  writeFileSync(script, (await spolia("completion", shell)).stdout);
  const { stdout, stderr } = spawnSync(shell, ASK[shell](script, line), { encoding: "utf8", cwd: folder });
  expect(stderr).toBe("");
  return stdout
    .split("\n")
    .map((word) => word.split("\t")[0]!)
    .filter((word) => word !== "");
}

test.each(["bash", "zsh", "fish"] as const)(
  "the script of %s has all commands and options, whether or not that shell is here",
  async (shell) => {
    const [help, script] = await Promise.all([spolia("--help"), spolia("completion", shell)]);
    expect([script.code, script.stderr]).toEqual([0, ""]);
    const commands = [...help.stdout.matchAll(/^ {2,4}([a-z]+) /gm)]
      .map(([, name]) => name!)
      .filter((name) => name !== "help");
    expect(commands.length).toBeGreaterThan(10);
    for (const word of notEmpty([...commands, "corpus", "calibrate", "keys", "revoke", "markdown"]))
      expect(script.stdout).toMatch(new RegExp(`(?<![\\w-])${word}(?![\\w-])`));
    for (const option of notEmpty(["corpus", "type", "scope", "help", "json"])) {
      const flag = shell === "fish" ? `-l ${option} ` : `--${option}`;
      expect(script.stdout).toContain(flag);
    }
    expect(script.stdout).toContain({ bash: "complete -", zsh: "#compdef spolia", fish: "complete -c spolia" }[shell]);
  },
);

describe.each(["bash", "zsh", "fish"] as const)("%s", (shell) => {
  test("offers commands, commands of groups, options and their choices", async (context) => {
    const commands = await offered(shell, "spolia ", context);
    expect(commands).toEqual(expect.arrayContaining(["analyze", "corpus", "admin"]));
    expect(commands).not.toContain("pipe");
    expect(await offered(shell, "spolia admin ", context)).toEqual(expect.arrayContaining(["doctor", "keys"]));
    expect(await offered(shell, "spolia admin keys ", context)).toEqual(expect.arrayContaining(["create", "revoke"]));
    expect(await offered(shell, "spolia corpus ", context)).toEqual(expect.arrayContaining(["build", "verify"]));
    const options = await offered(shell, "spolia analyze --", context);
    expect(options).toEqual(expect.arrayContaining(["--corpus", "--html", "--json", "--help"]));
    expect(options).not.toContain("--base-path");
    expect(await offered(shell, "spolia analyze --type ", context)).toEqual(
      expect.arrayContaining(["text", "markdown", "html", "code"]),
    );
  });
});

test("another shell is refused, with those that there are", async () => {
  const { code, stderr } = await spolia("completion", "powershell");
  expect(code).toBe(2);
  for (const shell of notEmpty(["bash", "zsh", "fish"])) expect(stderr).toContain(shell);
});

describe("doctor", () => {
  test("finds that this machine works, and says how to install what is missing", async () => {
    const { code, stdout } = await spolia("doctor", "--json");
    const { works, findings }: { works: boolean; findings: { name: string; state: string; detail: string }[] } =
      JSON.parse(stdout);
    expect([code, works]).toEqual([0, true]);
    const states = new Map(findings.map(({ name, state }) => [name, state]));
    for (const name of notEmpty(["node", "kernels", "catalogue", "temporary files"]))
      expect(states.get(name)).toBe("ok");
    for (const { state, detail } of notEmpty(findings))
      if (state === "missing") expect(detail).toMatch(/npm (?:install|run)|Node \d/);
  });

  test("says of the models and the records of a service whether they are there", async () => {
    const host = createServer((_, response) => response.writeHead(401).end());
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    const { port } = host.address() as AddressInfo;
    const own = {
      kind: "chat",
      name: "lab/own",
      model: "own",
      retrieval: "absent",
      url: `http://127.0.0.1:${port}/v1`,
    };
    const [models, data] = [join(folder, "models.json"), join(folder, "records")];
    writeFileSync(models, JSON.stringify({ own }));
    const examined = async () => {
      const { code, stdout } = await spolia("doctor", "--models", models, "--data", data, "--json");
      const findings: { name: string; state: string }[] = JSON.parse(stdout).findings;
      const stateOf = (name: string) => findings.find((one) => one.name === name)?.state;
      return [code, stateOf("model own"), stateOf("records of a service")];
    };
    expect(await examined()).toEqual([1, "ok", "fault"]);
    mkdirSync(data);
    await spolia("keys", "create", "--data", data, "--tenant", "a");
    expect(await examined()).toEqual([0, "ok", "ok"]);
    await new Promise((resolve) => host.close(resolve));
    expect(await examined()).toEqual([1, "fault", "ok"]);
  });

  test("ends with 1 where a corpus is not what it should be", async () => {
    const { code, stdout } = await spolia("doctor", join(folder, "nowhere.spolia"));
    expect(code).toBe(1);
    expect(stdout).toContain("DOES NOT WORK");
    expect(stdout).toContain("nowhere.spolia");
  });
});
