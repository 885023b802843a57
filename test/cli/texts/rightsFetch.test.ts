/** `spolia rights --fetch` against real servers of this machine: what is asked, in which order and pace, and what is never called. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Progress } from "../../../src/base/contract/resources/corpus.ts";
import { fetchRights } from "../../../src/cli/actions/rightsFetch.ts";
import { main } from "../../../src/cli/program.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-fetch-"));
const signal = new AbortController().signal;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let server: Server;
let origin: string;
let asked: { path: string; host: string; agent: string; at: number }[] = [];
let answers: Record<string, Answer> = {};

const text =
  (body: string, type = "text/plain", headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(200, { "content-type": type, ...headers }).end(body);
const to =
  (location: string): Answer =>
  (_, response) =>
    response.writeHead(302, { location }).end();

beforeAll(async () => {
  server = createServer((request, response) => {
    const { host, "user-agent": agent } = request.headers;
    asked.push({ path: request.url!, host: host!, agent: agent!, at: performance.now() });
    const answer = answers[request.url!];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  asked = [];
  answers = {};
});

const fetched = (...paths: string[]) =>
  fetchRights(
    paths.map((path) => `${origin}${path}`),
    { reach: "any", signal, pauseMs: 0 },
  );
const trainingOf = ({ result }: Awaited<ReturnType<typeof fetched>>[number]) =>
  result?.uses.find(({ use }) => use === "ai-train")?.says;

describe("an address", () => {
  test("is asked after the files of its origin, which are asked once", async () => {
    answers = {
      "/robots.txt": text("User-agent: GPTBot\nDisallow: /\n"),
      "/.well-known/tdmrep.json": text('[{"location":"/","tdm-reservation":1}]', "application/json"),
      "/a": text("<html><head><title>A</title></head></html>", "text/html", { "tdm-reservation": "0" }),
      "/b": text('<meta name="robots" content="noai">', "text/html"),
    };
    const [a, b] = await fetched("/a", "/b");
    expect(asked.map(({ path }) => path)).toEqual(["/robots.txt", "/.well-known/tdmrep.json", "/a", "/b"]);
    for (const { agent } of notEmpty(asked)) expect(agent).toMatch(/^spolia\/\d/);
    expect([a!.state, trainingOf(a!), b!.state, trainingOf(b!)]).toEqual(["read", "reserved", "read", "reserved"]);
    const tdm = a!.result!.statements.filter(({ kind }) => kind === "tdmrep");
    expect(tdm.map(({ says, applies }) => [says, applies])).toEqual([
      ["reserved", false],
      ["allowed", true],
    ]);
    for (const { status, sha256, at } of notEmpty(a!.requests)) {
      expect([status, sha256]).toEqual([200, expect.stringMatching(/^[0-9a-f]{64}$/)]);
      expect(Number.isNaN(Date.parse(at))).toBe(false);
    }
  });

  test("is not asked once the command was stopped, and each that was is counted", async () => {
    answers = { "/a": text("x"), "/b": text("x"), "/c": text("x") };
    const [stop, told] = [new AbortController(), [] as unknown[]];
    const onProgress = ({ done, total }: Progress) => {
      told.push([done, total]);
      if (done === 2) stop.abort();
    };
    const how = { reach: "any", signal: stop.signal, pauseMs: 0, onProgress } as const;
    const read = fetchRights(
      ["/a", "/b", "/c"].map((path) => `${origin}${path}`),
      how,
    );
    await expect(read).rejects.toMatchObject({ code: "aborted" });
    expect(asked.map(({ path }) => path)).toEqual(["/robots.txt", "/.well-known/tdmrep.json", "/a", "/b"]);
    expect(told).toEqual([
      [1, 3],
      [2, 3],
    ]);
  });

  test("is left alone where robots.txt says so, by name or to all, also at the end of a redirect", async () => {
    answers = {
      "/robots.txt": text("User-agent: *\nDisallow: /closed\n\nUser-agent: spolia\nDisallow: /other\n"),
      "/other": text("never"),
      "/closed": text("for all but this program"),
      "/leads": to("/other"),
    };
    const [other, closed, leads] = await fetched("/other", "/closed", "/leads");
    expect([other!.state, closed!.state, leads!.state]).toEqual(["kept_out", "read", "not_read"]);
    expect(asked.map(({ path }) => path)).not.toContain("/other");
    expect(leads!.requests.at(-1)!.reason).toContain("keeps this program out");
  });

  test("is not asked where robots.txt fails, and is where there is none", async () => {
    answers = { "/robots.txt": (_, response) => response.writeHead(503).end(), "/a": text("x") };
    expect((await fetched("/a"))[0]).toMatchObject({ state: "not_read", result: null });
    expect(asked.map(({ path }) => path)).toEqual(["/robots.txt"]);
    answers = { "/a": text("Copyright 2026. No part may be used to train AI models.") };
    const [found] = await fetched("/a");
    expect([found!.state, trainingOf(found!)]).toEqual(["read", "reserved"]);
  });

  test("is read to a megabyte, and through five redirects", async () => {
    answers = { "/long": text(`${"x".repeat(3_000_000)}`) };
    for (let hop = 0; hop < 7; hop++) answers[`/r${hop}`] = to(`/r${hop + 1}`);
    answers["/r7"] = text("end");
    const [long, six, five] = await fetched("/long", "/r1", "/r2");
    expect([long!.state, long!.requests.at(-1)!.reason]).toEqual(["read", "Only the first 1000000 bytes were read."]);
    expect([six!.state, six!.requests.at(-1)!.reason]).toEqual(["not_read", "It redirects more than 5 times."]);
    expect(five!.state).toBe("read");
  });

  test("at another origin is asked by the robots.txt there, which then speaks for it too, in the pace of that host", async () => {
    const other = origin.replace("127.0.0.1", "localhost");
    answers = { "/leads": to(`${other}/kept/out`), "/moved": to(`${other}/open`), "/open": text("x") };
    answers["/robots.txt"] = (request, response) =>
      request.headers.host!.startsWith("localhost")
        ? response.end("User-agent: *\nDisallow: /kept\n\nUser-agent: GPTBot\nDisallow: /open\n")
        : response.writeHead(404).end();
    const [leads, moved] = await fetched("/leads", "/moved");
    expect(leads!.requests.at(-1)!.reason).toContain("keeps this program out");
    expect(asked.map(({ path }) => path)).not.toContain("/kept/out");
    expect([moved!.state, trainingOf(moved!)]).toEqual(["read", "reserved"]);
    for (const { requests } of notEmpty([leads!, moved!]))
      expect(requests.map(({ url }) => url)).toContain(`${other}/robots.txt`);
    expect(asked.filter(({ path }) => path === "/robots.txt")).toHaveLength(2);
    // Hosts side by side that lead to one host share its pace.
    asked = [];
    await fetchRights([`${origin}/moved`, `${other}/open`], { reach: "any", signal, pauseMs: 900 });
    // Arrivals are later than requests, on a busy machine by some hundred milliseconds: without a pace there is no gap at all.
    const there = asked.filter(({ host }) => host.startsWith("localhost")).map(({ at }) => at);
    expect(there.length).toBeGreaterThan(2);
    for (const gap of notEmpty(there.slice(1).map((at, i) => at - there[i]!))) expect(gap).toBeGreaterThan(450);
  });

  test("is asked once a second with the others of its host", async () => {
    answers = { "/a": text("a"), "/b": text("b") };
    await fetchRights([`${origin}/a`, `${origin}/b`], { reach: "any", signal });
    const gaps = asked.slice(1).map(({ at }, place) => at - asked[place]!.at);
    expect(gaps).toHaveLength(3);
    for (const gap of notEmpty(gaps)) expect(gap).toBeGreaterThan(990);
  });
});

describe("what is not public", () => {
  test("is not called, and is no fault of the command", async () => {
    const terminal = fakeTerminal();
    const list = join(folder, "list.txt");
    writeFileSync(list, `# own machine\n${origin}/a\n\nhttp://10.0.0.1/\nhttps://[::1]/x#part\n`);
    expect(await main(["rights", list, "--fetch", "--json"], terminal)).toBe(0);
    const { addresses } = JSON.parse(terminal.out());
    for (const { state, requests } of notEmpty(addresses as { state: string; requests: { reason: string }[] }[])) {
      expect(state).toBe("not_read");
      expect(requests[0]!.reason).toMatch(/open internet|usual port/);
    }
    expect(addresses).toHaveLength(3);
    expect(asked).toEqual([]);
    answers = { "/a": text("All rights reserved. This text may not be used to train AI.") };
    const allowed = fakeTerminal();
    expect(await main(["rights", `${origin}/a`, "--fetch", "--private", "--exit-code"], allowed)).toBe(1);
    expect(allowed.out()).toContain("Training is reserved at 1 of 1 address");
  });

  test("a redirect there is not followed", async () => {
    answers = { "/robots.txt": text(""), "/a": to("file:///etc/passwd"), "/b": to("http://user:word@127.0.0.1/") };
    for (const one of notEmpty(await fetched("/a", "/b"))) expect(one.state).toBe("not_read");
  });

  test.each([
    [["--fetch", "--url", "https://a.example"], "asks the addresses of its list"],
    [["--private"], "is for --fetch"],
  ])("%j is refused", async (flags, said) => {
    const terminal = fakeTerminal();
    const list = join(folder, "one.txt");
    writeFileSync(list, "https://a.example/\n");
    expect(await main(["rights", list, ...flags], terminal)).toBe(2);
    expect(terminal.err()).toContain(said);
  });

  test("a list with a line that is no address, or with none, is refused", async () => {
    for (const [content, said] of notEmpty([
      ["https://a.example/\nftp://a.example/\n", "is no address of the web"],
      ["# none\n", "There are 0 addresses"],
      [`${"https://a.example/\n".repeat(10_001)}`, "There are 10001 addresses"],
    ] as const)) {
      const terminal = fakeTerminal();
      const list = join(folder, "bad.txt");
      writeFileSync(list, content);
      expect(await main(["rights", list, "--fetch"], terminal)).toBe(2);
      expect(terminal.err()).toContain(said);
    }
  });
});
