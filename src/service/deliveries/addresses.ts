/**
 * Which addresses belong to the public internet? The lists follow IANA's registries of special-purpose addresses
 * (iana-ipv4-special-registry and iana-ipv6-special-registry, with RFC 6890): networks that are not globally reachable,
 * and networks whose addresses embed another address.
 */
import { builtin } from "../../corpus/storage/builtin.ts";

const SPECIAL_IPV4: readonly (readonly [network: string, prefixBits: number])[] = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // shared by carriers
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link local, with the metadata services of clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarking
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
];

/** Special networks inside 2000::/3, the only block of global unicast; all other IPv6 addresses are refused anyway. */
const SPECIAL_IPV6: readonly (readonly [network: string, prefixBits: number])[] = [
  ["2001::", 23], // protocol assignments, with Teredo, which carries an IPv4 address
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4, which carries an IPv4 address
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20], // documentation
];

let lists: { special: import("node:net").BlockList; unicast: import("node:net").BlockList } | undefined;

/**
 * Whether an IP address, as text and without a zone, belongs to the public internet. `false` for a text that is not an
 * address.
 */
export function isGlobalAddress(address: string): boolean {
  const { BlockList, isIPv4, isIPv6 } = builtin("node:net");
  if (lists === undefined) {
    lists = { special: new BlockList(), unicast: new BlockList() };
    for (const [network, prefixBits] of SPECIAL_IPV4) lists.special.addSubnet(network, prefixBits, "ipv4");
    for (const [network, prefixBits] of SPECIAL_IPV6) lists.special.addSubnet(network, prefixBits, "ipv6");
    lists.unicast.addSubnet("2000::", 3, "ipv6");
  }
  if (isIPv4(address)) return !lists.special.check(address, "ipv4");
  return isIPv6(address) && lists.unicast.check(address, "ipv6") && !lists.special.check(address, "ipv6");
}
