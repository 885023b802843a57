/** What `spolia serve --data` of 0.1.0 keeps, and what it answers about it: all through HTTP, as users do. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Folder, OTHER, WORK } from "./commands.ts";
import { words } from "./texts.ts";

const MODEL = "eleutherai/pythia";
const READ = "/api/v1";

interface Service {
  url: string;
  child: ChildProcess;
  ended: Promise<unknown>;
}

// biome-ignore lint/suspicious/noExplicitAny: documents of a service, looked at field by field
type Document = any;

function start(folder: Folder, base: string, data: string): Promise<Service> {
  const flags = [
    "--port",
    "0",
    "--json",
    "--data",
    data,
    "--corpus",
    "corpora/books.spolia",
    "--threads",
    "1",
    "--log",
    "none",
  ];
  const more = ["--webhooks", "any", "--oauth-issuer", "https://spolia.example"];
  const child = spawn(process.execPath, [join(base, "build", "cli.js"), "serve", ...flags, ...more], {
    ...{ cwd: folder.path, stdio: ["ignore", "pipe", "inherit"], timeout: 120_000 },
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  let told = "";
  return new Promise((resolve) => {
    child.stdout!.on("data", (part) => {
      told += part;
      if (told.trimEnd().endsWith("}")) resolve({ url: JSON.parse(told).url, child, ended });
    });
  });
}

export async function writeByService(folder: Folder, base: string): Promise<void> {
  const keys = ["keys", "create", "--data", "records", "--tenant", "archive"];
  folder.run("service/key.json", ...keys, "--plan", "pro", "--label", "operator");
  const { key } = folder.read("service/key.json");
  const receiver = createServer((_, outgoing) => outgoing.writeHead(204).end());
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const service = await start(folder, base, "records");
  const ids = await live(folder, clientOf(service.url, key), hook);
  await keepAnswers(folder, clientOf(service.url, key), ids);
  // Killed while it runs: what lies in the folder then is what a crash leaves, the write-ahead log included.
  cpSync(join(folder.path, "records"), join(folder.path, "killed"), { recursive: true });
  service.child.kill("SIGTERM");
  await service.ended;
  receiver.close();
  receiver.closeAllConnections();
}

type Ask = (path: string, body?: object | null, more?: { method?: string; headers?: object }) => Promise<Document>;

function clientOf(url: string, key: string): Ask {
  return async (path, body = null, { method = body === null ? "GET" : "POST", headers = {} } = {}) => {
    const response = await fetch(url + READ + path, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      ...(body !== null && { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`${path}: ${response.status} ${bytes}`);
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return isJson ? JSON.parse(bytes.toString("utf8")) : new Uint8Array(bytes);
  };
}

/** A user's life. @returns paths whose answers are kept */
async function live(folder: Folder, ask: Ask, hook: string): Promise<string[]> {
  const registration = { content: WORK, title: "The work", author: "A. Nonymous" };
  const once = { headers: { "idempotency-key": "registered-once" } };
  const work = await ask("/content/register", registration, once);
  folder.write("service/receipt.json", work);
  folder.write("service/idempotent.json", { body: registration, headers: once.headers, answer: work });
  const other = await ask("/content/register", { content: OTHER, title: "Another \u0000 \ud800 one" });
  const about = { work_hash: work.work_hash };
  const analysis = await ask(`/works/${work.work_id}/analyze`, {});
  const score = await ask("/attribution/score", { ...about, target_model: MODEL, jurisdiction: "NL" });
  const { probe, extraction } = await observed(ask, about);
  const canary = await ask("/canaries", { strings: 20, ...about });
  folder.write("service/canary.json", canary);
  const monitor = await ask("/monitors", { work_id: work.work_id, schedule: null, on: ["corpus"], webhook_url: hook });
  folder.write("service/monitor.json", monitor);
  const dead = await ask("/webhooks", { url: "http://127.0.0.1:9/nobody" });
  folder.write("service/webhook.json", dead);
  await ask(`/webhooks/${dead.webhook_id}/test`, {});
  const daily = await ask("/monitors", { ...about, schedule: "daily", webhook_id: dead.webhook_id });
  const job = await ask("/corpora/books/verify", {});
  const reader = await ask("/keys", { label: "reader", scopes: ["read"], expires_at: "2099-01-01T00:00:00Z" });
  folder.write("service/reader.json", reader);
  const revoked = await ask("/keys", { label: "revoked" });
  await ask(`/keys/${revoked.key_id}`, null, { method: "DELETE" });
  await settled(ask, `/jobs/${job.job_id}`, ({ status }) => status === "done");
  await settled(ask, `/monitors/${monitor.monitor_id}/runs`, ({ items }) => items[0]?.status === "changed");
  await settled(ask, `/monitors/${daily.monitor_id}/runs`, ({ items }) => items[0]?.status === "changed");
  const named = {
    analyses: [analysis.analysis_id],
    scores: [score.score_id],
    probes: [probe],
    extractions: [extraction],
  };
  const report = await writeReports(folder, ask, work.work_id, named);
  folder.write("service/history.json", await ask(`/works/${work.work_id}/history`));
  folder.write("service/signing-keys.json", await ask("/signing-keys"));
  return [
    ...[
      `/works/${work.work_id}`,
      `/works/${other.work_id}`,
      "/works",
      `/works/${work.work_id}/history`,
      "/keys",
      "/signing-keys",
    ],
    ...["/analyses", "/scores", "/probes", "/extractions", "/canaries", "/monitors", "/webhooks", "/jobs", "/reports"],
    ...[
      `/analyses/${analysis.analysis_id}`,
      `/scores/${score.score_id}`,
      `/probes/${probe}`,
      `/extractions/${extraction}`,
    ],
    ...[
      `/canaries/${canary.canary_id}`,
      `/reports/${report}`,
      `/jobs/${job.job_id}`,
      `/monitors/${monitor.monitor_id}/runs`,
    ],
    ...[`/webhooks/${dead.webhook_id}/deliveries`, `/webhooks/${monitor.webhook.webhook_id}/deliveries`],
  ];
}

async function observed(ask: Ask, about: object): Promise<{ probe: string; extraction: string }> {
  const elsewhere = { model: MODEL, retrieval: "absent" };
  const said = { prefix: words(WORK, 0, 12), temperature: 0 };
  const extraction = await ask("/extract?keep=true", {
    ...{ work: about, windows: { unit: "words", prefix: 12, suffix: 12, select: "census" }, protocol: "continuations" },
    observations: {
      ...elsewhere,
      continued: [{ ...said, continuations: [{ text: ` ${words(WORK, 12, 24)}`, finish: "length" }] }],
    },
  });
  const suspects = [{ id: "beginning", text: words(WORK, 0, 60) }];
  const tokens = [...suspects[0]!.text].map((_, at) => ({ start: at, end: at + 1, logprob: -1.5 }));
  const texts = { beginning: { text: { tokens, vocabulary_size: null } } };
  const probe = await ask("/probe?keep=true", { suspects, observations: { ...elsewhere, texts } });
  return { probe: probe.probe_id, extraction: extraction.extract_id };
}

async function writeReports(folder: Folder, ask: Ask, work_id: string, named: object): Promise<string> {
  const report = await ask("/report", { work_id, ...named, include_content: true });
  folder.write("service/report.json", report);
  const packed = await ask(`/reports/${report.report_id}`, null, { headers: { accept: "application/msgpack" } });
  folder.write("service/report.msgpack", packed);
  folder.write("service/report-without-texts.json", await ask("/report", { work_id, ...named }));
  return report.report_id;
}

async function settled(ask: Ask, path: string, isReached: (document: Document) => boolean): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (isReached(await ask(path))) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${path} did not settle`);
}

/** What it said of each path, to be said again by whoever opens its records. */
async function keepAnswers(folder: Folder, ask: Ask, paths: readonly string[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_500)); // deliveries have had their first attempt
  const answers: Record<string, Document> = {};
  for (const path of paths) answers[path] = await ask(path);
  folder.write("service/answers.json", answers);
}
