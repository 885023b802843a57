/** The guarded way out. Each form of an address that must not be called is a case by name; none of them makes a connection. */
import { createServer } from "node:http";
import { type AddressInfo, createServer as createListener, type Server } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isGlobalAddress } from "../../../src/service/deliveries/addresses.ts";
import { guardedOutgoing } from "../../../src/service/deliveries/guardedFetch.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const message = (url: string) => ({ url, headers: { "content-type": "application/json" }, body: "{}" });

/** Counts connections to this machine: to a port that every case would reach if it were called. */
let connections = 0;
let port = 0;
const listener: Server = createListener((socket) => {
  connections++;
  socket.destroy();
});
beforeAll(
  () =>
    new Promise<void>((resolve) => {
      listener.listen(0, "127.0.0.1", () => {
        port = (listener.address() as AddressInfo).port;
        resolve();
      });
    }),
);
afterAll(() => new Promise((resolve) => listener.close(resolve)));

const HOSTS: readonly (readonly [name: string, host: string])[] = [
  ["loopback", "127.0.0.1"],
  ["loopback, another of its addresses", "127.8.9.10"],
  ["loopback without zeros", "127.1"],
  ["loopback in one number", "2130706433"],
  ["loopback in hexadecimal", "0x7f000001"],
  ["loopback in mixed hexadecimal", "0x7f.1"],
  ["loopback in octal", "0177.0.0.1"],
  ["loopback in octal, long", "017700000001"],
  ["loopback in circled digits", "①②⑦.⓪.⓪.①"],
  ["loopback in full width", "１２７.０.０.１"],
  ["loopback with an ideographic full stop", "127。0。0。1"],
  ["loopback with a dot at its end", "127.0.0.1."],
  ["this host", "0.0.0.0"],
  ["this host, short", "0"],
  ["this network", "0.1.2.3"],
  ["private 10", "10.0.0.1"],
  ["private 172", "172.16.0.1"],
  ["private 172, last", "172.31.255.255"],
  ["private 192", "192.168.1.1"],
  ["shared by carriers", "100.64.0.1"],
  ["shared by carriers, last", "100.127.255.255"],
  ["link local", "169.254.1.1"],
  ["metadata service", "169.254.169.254"],
  ["metadata service in one number", "2852039166"],
  ["metadata service in octal", "0251.0376.0251.0376"],
  ["protocol assignments", "192.0.0.192"],
  ["documentation 1", "192.0.2.1"],
  ["documentation 2", "198.51.100.1"],
  ["documentation 3", "203.0.113.1"],
  ["benchmarking", "198.18.0.1"],
  ["6to4 relay", "192.88.99.1"],
  ["multicast", "224.0.0.1"],
  ["multicast, last", "239.255.255.255"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["IPv6 loopback", "[::1]"],
  ["IPv6 loopback, long", "[0:0:0:0:0:0:0:1]"],
  ["IPv6 unspecified", "[::]"],
  ["IPv4 mapped", "[::ffff:127.0.0.1]"],
  ["IPv4 mapped in hexadecimal", "[::ffff:7f00:1]"],
  ["IPv4 mapped, private", "[::ffff:10.0.0.1]"],
  ["IPv4 mapped, open", "[::ffff:93.184.216.34]"],
  ["IPv4 compatible", "[::127.0.0.1]"],
  ["IPv4 translated", "[::ffff:0:127.0.0.1]"],
  ["NAT64", "[64:ff9b::127.0.0.1]"],
  ["NAT64, local", "[64:ff9b:1::127.0.0.1]"],
  ["6to4", "[2002:7f00:1::]"],
  ["6to4, metadata service", "[2002:a9fe:a9fe::1]"],
  ["Teredo", "[2001:0:7f00:1::]"],
  ["ORCHID", "[2001:10::1]"],
  ["IPv6 documentation", "[2001:db8::1]"],
  ["IPv6 documentation, new", "[3fff::1]"],
  ["unique local", "[fc00::1]"],
  ["unique local, metadata service", "[fd00:ec2::254]"],
  ["IPv6 link local", "[fe80::1]"],
  ["site local", "[fec0::1]"],
  ["IPv6 multicast", "[ff02::1]"],
  ["discard only", "[100::1]"],
  ["segment routing", "[5f00::1]"],
];

/** Names that lead where they should not, as a resolver would answer. */
const NAMES: readonly (readonly [name: string, addresses: readonly string[]])[] = [
  ["localhost", ["127.0.0.1"]],
  ["localhost, both", ["::1", "127.0.0.1"]],
  ["a name for a private address", ["10.1.2.3"]],
  ["a name for the metadata service", ["169.254.169.254"]],
  ["a name with one open and one closed address", ["93.184.216.34", "127.0.0.1"]],
  ["a name with one open and one closed address of IPv6", ["2606:2800:220:1::1", "::ffff:127.0.0.1"]],
  ["a name for a mapped address", ["::ffff:127.0.0.1"]],
  ["a name for nothing", []],
  ["a name for something that is no address", ["not-an-address"]],
];

const URLS: readonly (readonly [name: string, url: string])[] = [
  ["http", "http://93.184.216.34/"],
  ["another port", "https://93.184.216.34:8443/"],
  ["a file", "file:///etc/passwd"],
  ["gopher", "gopher://127.0.0.1:6379/_INFO"],
  ["ftp", "ftp://93.184.216.34/"],
  ["data", "data:text/plain,hello"],
  ["javascript", "javascript:alert(1)"],
  ["a name and a password", "https://user:secret@93.184.216.34/"],
  ["a name that looks like a host", "https://93.184.216.34@127.0.0.1/"],
  ["no URL", "example.org/hook"],
  ["nothing", ""],
  ["a zone", "https://[fe80::1%25eth0]/"],
  ["too long", `https://example.org/${"a".repeat(5000)}`],
];

test("the addresses before and after each special network belong to the public internet", () => {
  const beside = [
    ...["9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"],
    ...["169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0"],
    ...["192.0.3.0", "192.31.195.255", "192.31.197.0", "192.52.192.255", "192.52.194.0", "192.88.98.255"],
    ...["192.88.100.0", "192.167.255.255", "192.169.0.0", "192.175.47.255", "192.175.49.0", "198.17.255.255"],
    ...["198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255"],
    ...["2001:200::", "2001:db7:ffff::1", "2001:db9::", "2003::", "2620:4f:7fff::1", "2620:4f:8001::", "3ffe::1"],
  ];
  expect(notEmpty(beside).filter((address) => !isGlobalAddress(address))).toEqual([]);
});

describe("what must not be called is refused, and no connection is made", () => {
  const open = guardedOutgoing({ reach: "public" }, async () => {
    throw new Error("a literal address needs no name service");
  });

  test.each(HOSTS)("%s: %s", async (_, host) => {
    for (const url of [`https://${host}/`, `https://${host}:${port}/`, `http://${host}:${port}/`]) {
      await expect(open.post(message(url)), url).rejects.toMatchObject({ code: "webhook_refused" });
    }
  });

  test.each(NAMES)("%s: %j", async (_, addresses) => {
    const outgoing = guardedOutgoing({ reach: "public" }, async () =>
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
    await expect(outgoing.post(message("https://hooks.example/"))).rejects.toMatchObject({ code: "webhook_refused" });
  });

  test.each(URLS)("%s", async (_, url) => {
    await expect(open.post(message(url))).rejects.toMatchObject({ code: "webhook_refused" });
    expect(() => open.check(url)).toThrow(expect.objectContaining({ code: "webhook_refused" }));
  });

  test("there are as many cases as are asked for, and nobody was called", () => {
    expect(HOSTS.length + NAMES.length + URLS.length).toBeGreaterThanOrEqual(60);
    expect(connections).toBe(0);
  });
});

test("addresses of the open internet are, and those that carry or neighbour others are not", () => {
  for (const address of [
    "1.1.1.1",
    "93.184.216.34",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.255.255",
    "2606:4700::1111",
    "2a00::1",
  ]) {
    expect(isGlobalAddress(address), address).toBe(true);
  }
  fc.assert(fc.property(fc.ipV4(), (address) => isGlobalAddress(`::ffff:${address}`) === false));
  fc.assert(fc.property(fc.string(), (text) => isGlobalAddress(`x${text}`) === false));
});

test("a name is asked once, and the connection goes where it led then", async () => {
  let asked = 0;
  const outgoing = guardedOutgoing({ reach: "any" }, async () => {
    asked++;
    // Whoever asks again is led elsewhere.
    return [{ address: asked === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 }];
  });
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: open } = server.address() as AddressInfo;
  expect(await outgoing.post(message(`http://rebinding.example:${open}/`))).toMatchObject({ status: 200 });
  expect(asked).toBe(1);
  await new Promise((resolve) => server.close(resolve));
});
