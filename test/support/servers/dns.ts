/** A server of DNS on a free loopback port: it has A records of one name, and answers that others do not exist (RFC 1035). */
import { createSocket } from "node:dgram";

export interface DnsServer {
  port: number;
  /** IPv4 addresses of the name. */
  addresses: string[];
  /** Whether it answers SERVFAIL to everything. */
  isBroken: boolean;
  close(): Promise<void>;
}

const [TYPE_A, CLASS_IN] = [1, 1];
const [FLAGS_ANSWER, SERVFAIL, NXDOMAIN] = [0x8180, 2, 3];
const HEADER_BYTES = 12;

export async function startDnsServer(name: string): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const server: DnsServer = {
    port: 0,
    addresses: [],
    isBroken: false,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
  socket.on("message", (query, { address, port }) => socket.send(answered(query, name, server), port, address));
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  server.port = socket.address().port;
  return server;
}

function answered(query: Buffer, name: string, { addresses, isBroken }: DnsServer): Buffer {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(HEADER_BYTES, at + 5);
  const isKnown = labels.join(".").toLowerCase() === name;
  const records = isKnown && !isBroken && query.readUInt16BE(at + 1) === TYPE_A ? addresses : [];
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(FLAGS_ANSWER | (isBroken ? SERVFAIL : isKnown ? 0 : NXDOMAIN), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records.map(record)]);
}

/** A record of the name that was asked about, which the first two bytes point to, with a time to live of 0. */
function record(address: string): Buffer {
  const bytes = Buffer.alloc(16);
  for (const [i, value] of [0xc00c, TYPE_A, CLASS_IN, 0, 0, 4].entries()) bytes.writeUInt16BE(value, 2 * i);
  bytes.set(address.split(".").map(Number), 12);
  return bytes;
}
