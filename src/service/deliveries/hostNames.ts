/**
 * The addresses of hosts that users name. A name server that never answers must delay nobody else, so names of the
 * internet are asked of it directly (c-ares), with a limit of time: `getaddrinfo` has none, and Node runs two at once
 * for the whole process. What only the machine knows stays with the machine: its hosts file, the loopback names, and,
 * where private networks may be called, names that its resolver completes. These have two places, in turns of their
 * tenants.
 */
import { SpoliaError } from "../../base/errors.ts";
import { FairQueue } from "../../base/queues/fairQueue.ts";
import { within } from "../../base/queues/within.ts";
import { builtin } from "../../corpus/storage/builtin.ts";

export interface HostAddress {
  address: string;
  family: number;
}

/** Resolves a name; none where it has no address that is known in time. @param tenant who waits for it */
export type ResolveHost = (hostname: string, tenant?: string) => Promise<readonly HostAddress[]>;

interface HostNamesOptions {
  /** Whether names that only the machine's resolver completes are looked up too: it may take long. */
  isLocal: boolean;
  /** Name servers; those of the machine when absent. */
  servers?: readonly string[];
  /** Longest wait for an answer. */
  limitMs?: number;
}

const LIMIT_MS = 5_000;
/** As many as libuv runs at once. */
const LOCAL_PLACES = 2;
const LOCAL_WAITING_MAX = 256;
const HOSTS = { linux: "/etc/hosts", win32: "\\Windows\\System32\\drivers\\etc\\hosts" };
/** RFC 6761, 6.3: they never leave the machine. */
const LOOPBACK: readonly HostAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** Names of one purpose: lookups of the same name at once share one answer. */
export function hostNames({ isLocal, servers, limitMs = LIMIT_MS }: HostNamesOptions): ResolveHost {
  const { Resolver, lookup } = builtin("node:dns").promises;
  // Each try waits longer than the one before: two end within the limit.
  const resolver = new Resolver({ timeout: Math.ceil(limitMs / 4), tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const local = new FairQueue({
    places: LOCAL_PLACES,
    longCostMax: Number.POSITIVE_INFINITY,
    waitingMax: LOCAL_WAITING_MAX,
    full: () => new SpoliaError("overloaded", "Too many names of this caller wait.", { hint: "Retry in a moment." }),
  });
  const asked = async (hostname: string, tenant: string): Promise<readonly HostAddress[]> => {
    const own = await ofMachine(hostname);
    if (own.length > 0) return own;
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = answers.flatMap((answer, at) =>
      answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
    );
    const isUnanswered = answers.some((answer) => answer.status === "rejected" && answer.reason.code === "ETIMEOUT");
    if (found.length > 0 || isUnanswered || !isLocal) return found;
    const task = { tenant, cost: 1, isLong: false };
    return local.run(task, () => lookup(hostname, { all: true, verbatim: true }));
  };
  const underWay = new Map<string, Promise<readonly HostAddress[]>>();
  return (hostname, tenant = "") => {
    const waiting = underWay.get(hostname);
    if (waiting !== undefined) return waiting;
    const answer = within(limitMs, asked(hostname, tenant), []).finally(() => underWay.delete(hostname));
    underWay.set(hostname, answer);
    return answer;
  };
}

/** What the machine knows without asking: its hosts file, and its loopback names. */
async function ofMachine(hostname: string): Promise<readonly HostAddress[]> {
  const name = hostname.replace(/\.$/, "").toLowerCase();
  const file = HOSTS[globalThis.process.platform === "win32" ? "win32" : "linux"];
  const hosts = await builtin("node:fs/promises")
    .readFile(file, "utf8")
    .catch(() => "");
  const { isIP } = builtin("node:net");
  const found = hosts.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.split("#", 1)[0]!.trim().split(/\s+/);
    const isOfName = isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name);
    return isOfName ? [{ address, family: isIP(address) }] : [];
  });
  return found.length === 0 && (name === "localhost" || name.endsWith(".localhost")) ? LOOPBACK : found;
}
