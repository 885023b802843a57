/** A proxy of TCP on a free loopback port, which delays, holds or cuts what goes through it. */
import { connect, createServer, type Socket } from "node:net";

/** What happens to bytes of a client: passed on; the connection cut before; passed on, and cut in place of the answer. */
export type Fate = "pass" | "cut before" | "cut after";

export interface Proxy {
  readonly port: number;
  /** Asked for each piece that a client sends. */
  fate: (bytes: Buffer) => Fate;
  /** How long each piece takes, each way. */
  delayMs: number;
  /** Whether nothing goes through, as where a cable is out: connections stay open. */
  isHeld: boolean;
  close(): Promise<void>;
}

export async function openProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const later = (send: () => void) => {
    if (proxy.isHeld) return;
    if (proxy.delayMs > 0) setTimeout(send, proxy.delayMs);
    else send();
  };
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    let isCut = false;
    for (const socket of [client, upstream]) sockets.add(socket.on("error", () => {}).setNoDelay(true));
    client.on("data", (bytes) => {
      const fate = proxy.fate(bytes);
      if (fate === "cut before") {
        client.destroy();
        upstream.destroy();
        return;
      }
      isCut ||= fate === "cut after";
      later(() => upstream.write(bytes));
    });
    upstream.on("data", (bytes) => {
      if (isCut) client.destroy();
      else later(() => client.write(bytes));
    });
    client.on("close", () => later(() => upstream.end()));
    upstream.on("close", () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: Proxy = {
    port: (server.address() as { port: number }).port,
    fate: () => "pass",
    delayMs: 0,
    isHeld: false,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
