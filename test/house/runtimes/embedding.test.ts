/** The examples of `embedding/`, each started as it stands: the handler answers where it was mounted, the server everywhere else. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { decode, encode } from "@msgpack/msgpack";
import { beforeAll, describe, expect, type TestContext, test } from "vitest";
import { type Binary, binaryOf } from "./binaries.ts";

const FOLDER = join(import.meta.dirname, "embedding");
const CONTENT = "He said: it was the best of times, it was the worst of times, it was the age of wisdom, and left.";
const here: Binary = { path: process.execPath };
/** Nothing is downloaded, asked for or written on the side. */
const DENO = ["run", "--no-prompt", "--no-remote", "--no-lock", "--allow-net=127.0.0.1"];

/** Frameworks that npm puts beside the runtimes. */
function withPackage(name: string): Binary {
  try {
    createRequire(join(FOLDER, "x.js")).resolve(name);
    return here;
  } catch {
    return { lacking: `${name} is not installed: npm ci --prefix test/house/runtimes` };
  }
}

const EXAMPLES: readonly [name: string, binary: () => Binary, args?: readonly string[]][] = [
  ["node", () => here],
  ["hono", () => here],
  ["express", () => withPackage("express")],
  ["fastify", () => withPackage("fastify")],
  ["deno", () => binaryOf("deno"), DENO],
  ["bun", () => binaryOf("bun")],
];

async function started(path: string, args: readonly string[]): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(path, args, { cwd: FOLDER, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr!.on("data", (text) => (said += text));
  const ended = new Promise<never>((_, reject) => child.once("close", () => reject(new Error(`It ended: ${said}`))));
  const line = new Promise<string>((resolve) => createInterface(child.stdout!).once("line", resolve));
  ended.catch(() => {});
  return { url: await Promise.race([line, ended]), child };
}

beforeAll(() => {
  if (!existsSync(join(FOLDER, "../../../../build/service.js")))
    throw new Error("The library is not built: npm run build");
});

describe.each(EXAMPLES)("%s", (name, binary, args = []) => {
  test("answers where it is mounted, in every form, and leaves the rest alone", async (context: TestContext) => {
    const found = binary();
    if ("lacking" in found) {
      console.log(`skipped: ${found.lacking}`);
      return context.skip(found.lacking);
    }
    const { url, child } = await started(found.path, [...args, `${name}.js`]);
    try {
      expect(await (await fetch(`${url}/`)).text()).toBe("mine");
      expect((await fetch(`${url}/spolia/livez`)).status).toBe(200);
      expect((await fetch(`${url}/spolia/docs`)).headers.get("content-security-policy")).toContain(
        "default-src 'none'",
      );
      const analyze = (body: string | Uint8Array, headers: Record<string, string>) =>
        fetch(`${url}/spolia/api/v1/attribution/analyze`, { method: "POST", body: body as BodyInit, headers });
      const request = { content: CONTENT, content_type: "text" };
      const json = { "content-type": "application/json" };
      const answered = await analyze(JSON.stringify(request), json);
      expect(answered.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      const result = (await answered.json()) as { matches: object[]; next_steps: object };
      expect(result.matches).toMatchObject([{ document: { id: "tale" }, kind: "verbatim" }]);
      expect(result.next_steps).toMatchObject({ register_content: "/spolia/api/v1/content/register" });
      const packed = { "content-type": "application/msgpack", accept: "application/msgpack" };
      expect(decode(await (await analyze(encode(request), packed)).arrayBuffer())).toEqual(result);
      const zipped = await analyze(gzipSync(JSON.stringify(request)), { ...json, "content-encoding": "gzip" });
      expect(await zipped.json()).toEqual(result);
      const refused = await analyze("{", json);
      expect([refused.status, refused.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
      expect((await fetch(`${url}/spolia/nothing`)).status).toBe(404);
    } finally {
      child.kill("SIGKILL");
    }
  });
});
