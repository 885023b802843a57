/** Requests that a client sends without waiting for answers: one at a time is worked on, in order, and none of a client that is gone. */
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { type RunningServer, serve } from "../../../../src/service/http/serve/serve.ts";
import { notEmpty } from "../../../support/notEmpty.ts";

let server: RunningServer;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await server.close();
});

function connected(text = ""): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () =>
      socket.write(text, () => resolve(socket)),
    );
    sockets.push(socket.on("error", reject));
  });
}

const GET = "GET /one HTTP/1.1\r\nHost: x\r\n\r\n";
const LAST = "GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

/** All that the server says on a connection until it ends it. */
const saidTo = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = "";
    socket
      .setEncoding("latin1")
      .on("data", (part) => {
        text += part;
      })
      .once("close", () => resolve(text));
  });

test("of thousands that were sent at once, one is begun before the first is answered, and none once their client is gone", async () => {
  const begun: string[] = [];
  let answer = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const handler = async ({ url }: Request) => {
    begun.push(new URL(url).pathname);
    if (url.endsWith("/one")) await gate;
    return new Response("done");
  };
  server = await serve({ handler: handler as never, port: 0 });
  const leaving = await connected(GET.repeat(3_000));
  await vi.waitUntil(() => begun.length > 0, { timeout: 300_000 });
  const other = saidTo(await connected(LAST));
  expect(await other).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  leaving.destroy();
  answer();
  // Whoever comes later is answered, after all that might have been begun.
  for (let i = 0; i < 20; i++) expect(await saidTo(await connected(LAST))).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  // The client may have been found gone with the first response, or with the second.
  expect(begun.filter((path) => path === "/one").length).toBeLessThan(5);
});

test("all are answered in order, whatever bodies they have, also more than one read of a socket brings", async () => {
  let [now, atOnce] = [0, 0];
  const handler = async (request: Request) => {
    atOnce = Math.max(atOnce, ++now);
    const { length } = await request.text();
    await sleep(length % 3);
    now--;
    return new Response(`<${new URL(request.url).pathname} ${length}>`);
  };
  server = await serve({ handler: handler as never, port: 0 });
  const lengths = Array.from({ length: 60 }, (_, i) => (i % 7 === 0 ? 100_000 + i : i % 2 ? 0 : 37 * i));
  const posts = lengths.map(
    (length, i) => `POST /${i} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${"b".repeat(length)}`,
  );
  const gets = Array.from({ length: 3_000 }, (_, i) => `GET /g${i} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const text = await saidTo(await connected([...posts, ...gets, LAST].join("")));
  const answers = [...text.matchAll(/<(\S+) (\d+)>/g)].map(([, path, length]) => [path, Number(length)]);
  expect(answers).toEqual([
    ...lengths.map((length, i) => [`/${i}`, length]),
    ...gets.map((_, i) => [`/g${i}`, 0]),
    ["/last", 0],
  ]);
  expect(atOnce).toBe(1);
});

test("the places of those who left are free again", async () => {
  server = await serve({ handler: (async () => new Response("done")) as never, port: 0 });
  const crowd = await Promise.all(Array.from({ length: 40 }, () => connected(GET.repeat(1_000)).catch(() => null)));
  for (const socket of crowd) socket?.destroy();
  const text = await vi.waitUntil(
    async () => {
      const said = await saidTo(await connected(GET.repeat(300) + LAST));
      return said.match(/HTTP\/1\.1 200 OK/g)?.length === 301 && said;
    },
    { timeout: 300_000 },
  );
  for (const part of notEmpty(text.split("HTTP/1.1 ").slice(1))) expect(part).toMatch(/^200 OK/);
});
