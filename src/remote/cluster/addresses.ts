/** How is it written where nodes are? */
import { isPostgresAddress } from "../../base/postgres.ts";

const DNS_NAME = /^dns:([A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_.])?):(\d{1,5})$/;
const DNS_SERVER = /^\?server=([\d.]+|\[[\da-fA-F:.]+\])(?::(\d{1,5}))?$/;

/** A name whose addresses are those of nodes, and who is asked for them where it is not the resolver of the machine. */
interface NodesInDns {
  name: string;
  port: number;
  /** Address and port of a server. */
  server?: string;
}

/** Reads `dns:NAME:PORT[?server=ADDRESS[:PORT]]`. */
export function nodesInDns(where: string): NodesInDns | undefined {
  const at = where.indexOf("?");
  const [named, asked] = at < 0 ? [where, ""] : [where.slice(0, at), where.slice(at)];
  const [, name, port] = DNS_NAME.exec(named) ?? [];
  if (name === undefined || !isPort(port!)) return undefined;
  if (asked === "") return { name, port: Number(port) };
  const [, address, serverPort = "53"] = DNS_SERVER.exec(asked) ?? [];
  return address === undefined || !isPort(serverPort)
    ? undefined
    : { name, port: Number(port), server: `${address}:${serverPort}` };
}

const isPort = (digits: string): boolean => Number(digits) > 0 && Number(digits) < 65_536;

/** Whether it is the address of one node, without a path. */
export function isNodeAddress(url: unknown): url is string {
  return typeof url === "string" && /^https?:\/\/[^\s/?#@]+$/.test(url) && URL.canParse(url);
}

/** Whether it says where nodes are: an address, a name in DNS, or a database with a table of nodes. */
export function saysWhereNodesAre(where: unknown): where is string {
  if (typeof where !== "string") return false;
  return isNodeAddress(where) || nodesInDns(where) !== undefined || isPostgresAddress(where);
}
