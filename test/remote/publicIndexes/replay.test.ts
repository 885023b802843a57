/** A result over a public index, replayed on the command line when both the index and the service that asked it have ended. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import type { AnalyzeResult } from "../../../src/index.ts";
import { fakeTerminal } from "../../cli/terminal.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { NaiveServer } from "./naive/server.ts";
import { DOCUMENTS, excerpt, HALF_COPIED, INDEX, indexOf } from "./world.ts";

const CLI = fileURLToPath(new URL("../../../src/cli/index.ts", import.meta.url));
const NAME = `infini-gram:${INDEX}`;
const folder = mkdtempSync(join(tmpdir(), "spolia-index-replay-"));
const file = (name: string) => join(folder, name);
let live: string;
let report: { bundle: { replay: string[]; results: { result: AnalyzeResult }[] } };

async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(argv, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

const index = (address: string) => ["--index-address", address, "--index-dataset", "the-pile", "--no-index-cache"];

/** Everything that needs the index; it and the service have ended when the tests begin. */
beforeAll(async () => {
  const server = await NaiveServer.start({ [INDEX]: indexOf("infini-gram", DOCUMENTS) });
  writeFileSync(file("text.txt"), HALF_COPIED);
  const asked = [file("text.txt"), "--corpus", NAME, ...index(server.url), "--answers", file("answers.json"), "--json"];
  live = (await spolia("analyze", ...asked)).out;
  const { key } = JSON.parse(
    (await spolia("keys", "create", "--data", file("records"), "--tenant", "a", "--json")).out,
  );
  const kept = ["--data", file("records"), "--index-answers", file("kept"), "--threads", "1", "--log", "none"];
  const serve = ["serve", "--port", "0", "--json", ...kept, "--corpus", NAME, ...index(server.url)];
  const service = spawn(process.execPath, [CLI, ...serve], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const url = await urlOf(service);
    const post = async (path: string, body: object) => {
      const response = await fetch(`${url}/api/v1/${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return response.json() as Promise<never>;
    };
    const { work_id } = await post("content/register", { content: HALF_COPIED, title: "A work" });
    await post(`works/${work_id}/analyze`, { options: { corpora: [NAME] } });
    report = await post("report", { work_id, include_content: true });
    writeFileSync(file("report.json"), JSON.stringify(report));
  } finally {
    const ended = new Promise((resolve) => service.once("exit", resolve));
    service.kill("SIGTERM");
    await ended;
    await server[Symbol.asyncDispose]();
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function urlOf(service: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    service.stdout!.on("data", (chunk) => {
      text += chunk;
      const [, found] = /"url": "([^"]+)"/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
}

test("analyze with recorded answers gives the same bytes, and says that nothing was asked", async () => {
  expect(JSON.parse(live)).toMatchObject({
    verdict: "match",
    method: { calibration: expect.stringContaining("index") },
  });
  const { code, out, err } = await spolia(
    ...["analyze", file("text.txt"), "--corpus", NAME, "--recorded", file("answers.json"), "--json"],
  );
  expect(code).toBe(0);
  expect(out).toBe(live);
  expect(err).toContain(`${NAME} is not asked: the result rests on its recorded answers.`);
  const other = join(folder, "other.txt");
  writeFileSync(other, excerpt(DOCUMENTS[2]!, 0, 300));
  const more = await spolia("analyze", other, "--corpus", NAME, "--recorded", file("answers.json"), "--json");
  expect(JSON.parse(more.out)).toMatchObject({ verdict: "insufficient_evidence" });
});

test("verify replays a signed report from the kept answers, byte for byte, and says what it rests on", async () => {
  expect(report.bundle.results[0]!.result.verdict).toBe("match");
  const revision = report.bundle.results[0]!.result.method.corpora[0]!.revision;
  expect(readdirSync(file("kept"))).toEqual([`${revision}.json`]);
  expect(statSync(file(`kept/${revision}.json`)).mode & 0o777).toBe(0o600);
  expect(report.bundle.replay[1]).toContain(`--corpus ${NAME} --recorded <${revision}.json>`);
  for (const recorded of notEmpty([file("kept"), file(`kept/${revision}.json`)])) {
    const replay = ["verify", file("report.json"), "--replay", "--corpus", NAME, "--recorded", recorded];
    const { code, out } = await spolia(...replay);
    expect(code, out).toBe(0);
    const words = out.replaceAll(/\s+/g, " ");
    expect(words).toContain("the same, byte for byte.");
    expect(words).toContain(`It rests on recorded answers of ${NAME}; no index was asked again.`);
    expect(JSON.parse((await spolia(...replay, "--json")).out)).toMatchObject({
      verified: true,
      replayed: [{ outcome: "same", rests_on: [`recorded answers of ${NAME}`] }],
    });
  }
});

test("one changed answer, and a record of another search, do not pass for it", async () => {
  const [kept] = readdirSync(file("kept"));
  const answers = JSON.parse(readFileSync(file(`kept/${kept}`), "utf8"));
  const counted = answers.answers.find(({ answer }: { answer: { count?: number } }) => (answer.count ?? 0) > 0);
  counted.answer.count++;
  writeFileSync(file("changed.json"), JSON.stringify(answers));
  const { code, out } = await spolia(
    ...["verify", file("report.json"), "--replay", "--corpus", NAME, "--recorded", file("changed.json"), "--json"],
  );
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ verified: false, replayed: [{ outcome: "cannot" }] });
  const folderOnly = await spolia("analyze", file("text.txt"), "--corpus", NAME, "--recorded", file("kept"));
  expect(folderOnly.code).not.toBe(0);
  expect(folderOnly.err).toContain("Name one file of it.");
});
