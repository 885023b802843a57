/**
 * Which nodes are there? Each is an address, all addresses of a name in DNS, or the rows of a table in PostgreSQL that
 * nodes write themselves into (`table.ts`). Names and tables are asked again whenever the corpus is refreshed; where
 * one does not answer, its nodes of before stay.
 */
import { builtinIfAny } from "../../base/bytes/builtin.ts";
import { SpoliaError } from "../../base/errors.ts";
import { isNodeAddress, nodesInDns } from "./addresses.ts";
import { nodesInTable } from "./table.ts";

/** More are not believed: a name that resolves to so many is a mistake. */
const NODES_MAX = 1_024;
const DNS_TIMEOUT_MS = 5_000;

export class Members {
  readonly #places: readonly string[];
  /** Nodes of each place when it last answered. */
  readonly #known = new Map<string, readonly string[]>();

  constructor(places: readonly string[]) {
    this.#places = places;
  }

  /** @throws storage_failed where no place has named any node yet */
  async now(): Promise<readonly string[]> {
    const failures: unknown[] = [];
    await Promise.all(
      this.#places.map(async (place) => {
        try {
          const nodes = await nodesAt(place);
          // An empty list keeps the former one: nodes that are gone for good are passed over when they are asked.
          if (nodes.length > 0) this.#known.set(place, nodes);
        } catch (error) {
          failures.push(error);
        }
      }),
    );
    const nodes = [...new Set([...this.#known.values()].flat())].sort();
    if (nodes.length > 0) return nodes.slice(0, NODES_MAX);
    throw new SpoliaError("storage_failed", `No node is named by ${this.#places.map(withoutPassword).join(", ")}.`, {
      hint: "Start nodes first, and check the name, or the address of the database.",
      cause: failures[0],
    });
  }
}

async function nodesAt(place: string): Promise<readonly string[]> {
  const named = nodesInDns(place);
  if (named === undefined) return isNodeAddress(place) ? [place] : (await nodesInTable(place)).filter(isNodeAddress);
  const { name, port, server } = named;
  const addresses = server === undefined ? await lookedUp(name) : await resolved(name, server);
  return addresses.map((address) => `http://${address.includes(":") ? `[${address}]` : address}:${port}`);
}

function dns() {
  const module = builtinIfAny("node:dns");
  if (module !== undefined) return module;
  throw new SpoliaError("unsupported_runtime", "This runtime cannot ask DNS for nodes.", { hint: "List addresses." });
}

/** As every program of this machine does it, by its files and its resolver. */
async function lookedUp(name: string): Promise<string[]> {
  return (await dns().promises.lookup(name, { all: true })).map(({ address }) => address);
}

async function resolved(name: string, server: string): Promise<string[]> {
  const resolver = new (dns().promises.Resolver)({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  resolver.setServers([server]);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = answers.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const [first] = answers;
  if (found.length === 0 && first.status === "rejected") throw first.reason;
  return found;
}

const withoutPassword = (place: string): string => place.replace(/^(postgres(?:ql)?:\/\/)[^@/]*@/, "$1");
