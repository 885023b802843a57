/** Whom a forwarded header is believed from, and what it says. */
import { request } from "node:http";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { Exchange } from "../../../../src/service/http/serve/exchange.ts";
import { createClientLookup, oneClient } from "../../../../src/service/http/serve/forwarded.ts";
import { type RunningServer, serve } from "../../../../src/service/http/serve/serve.ts";
import { createFakeEngine } from "../fakeEngine.ts";
import { handlerOver, ORIGIN } from "../requests.ts";

const PROXY = "10.0.0.1";
const TRUSTED = ["10.0.0.0/8", "fd00::/8", "192.0.2.7"];
const lookup = createClientLookup(TRUSTED);
const clientOf = (headers: Record<string, string>, remoteAddress: string | undefined = PROXY) =>
  lookup({ headers: new Headers(headers), url: ORIGIN }, { remoteAddress });

describe("a trusted proxy", () => {
  test.each<[string, string]>([
    ["203.0.113.5", "203.0.113.5"],
    ["203.0.113.5:4711", "203.0.113.5"],
    ["2001:DB8::5", "2001:db8::5"],
    ["2001:db8:0:0::5", "2001:db8::5"],
    ["[2001:db8::5]:4711", "2001:db8::5"],
    ["::ffff:203.0.113.5", "203.0.113.5"],
    // Written by the client itself, to the left of what the proxy saw.
    ["198.51.100.1, 203.0.113.5", "203.0.113.5"],
    // Two proxies, both trusted.
    ["198.51.100.1, 203.0.113.5, 10.9.9.9", "203.0.113.5"],
    ["203.0.113.5, 192.0.2.7", "203.0.113.5"],
    // A trusted proxy that does not know whom it was called by.
    ["198.51.100.1, unknown, 10.9.9.9", "10.9.9.9"],
    ["unknown", PROXY],
    ["", PROXY],
    ["203.0.113.256", PROXY],
    ["203.0.113.5.evil", PROXY],
    ["_hidden", PROXY],
  ])("states X-Forwarded-For: %s", (header, address) => {
    expect(clientOf({ "x-forwarded-for": header }).address).toBe(address);
  });

  test.each<[string, string, "http" | "https"]>([
    ["for=203.0.113.5;proto=https;by=10.0.0.1", "203.0.113.5", "https"],
    ['For="[2001:db8::5]:4711"; Proto=HTTPS', "2001:db8::5", "https"],
    ["for=198.51.100.1;proto=https, for=203.0.113.5;proto=http", "203.0.113.5", "http"],
    ["for=203.0.113.5;proto=https, for=10.1.1.1;proto=http", "203.0.113.5", "https"],
    ['for="a, for=198.51.100.1", for=203.0.113.5', "203.0.113.5", "http"],
    ['for="_x;for=\\"198.51.100.1\\""', PROXY, "http"],
    ["proto=https", PROXY, "https"],
    ["for=203.0.113.5;proto=gopher", "203.0.113.5", "http"],
  ])("states Forwarded: %s", (header, address, scheme) => {
    expect(clientOf({ forwarded: header })).toEqual({ address, scheme });
  });

  test("states the scheme in X-Forwarded-Proto, whose last value is its own", () => {
    const headers = { "x-forwarded-for": "203.0.113.5", "x-forwarded-proto": "http, https" };
    expect(clientOf(headers)).toEqual({ address: "203.0.113.5", scheme: "https" });
  });

  test("that passes on one header of the client beside its own is not believed where they differ", () => {
    const spoofed = { forwarded: "for=198.51.100.1", "x-forwarded-for": "203.0.113.5" };
    expect(clientOf(spoofed).address).toBe(PROXY);
    expect(clientOf({ ...spoofed, forwarded: "for=203.0.113.5" }).address).toBe("203.0.113.5");
  });
});

test("nobody else is believed", () => {
  const headers = { "x-forwarded-for": "203.0.113.5", "x-forwarded-proto": "https", forwarded: "for=203.0.113.5" };
  for (const address of ["203.0.113.9", "2001:db8::9", "11.0.0.1", "192.0.2.8"])
    expect(clientOf(headers, address)).toEqual({ address, scheme: "http" });
  expect(clientOf(headers, "::ffff:203.0.113.9").address).toBe("203.0.113.9");
  const bare = createClientLookup([]);
  expect(bare({ headers: new Headers(headers), url: ORIGIN }, { remoteAddress: PROXY }).address).toBe(PROXY);
  expect(bare({ headers: new Headers(headers), url: ORIGIN }).address).toBe(null);
});

test("any header gives an address or the proxy's own, and no error", () => {
  const node = fc.constantFrom("203.0.113.5", "[::1]:80", "unknown", "for=", '"', "\\", ",", ";", "=", "proto=", "%");
  const header = fc.array(node, { maxLength: 12 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(header, fc.constantFrom("forwarded", "x-forwarded-for"), (value, name) => {
      expect(clientOf({ [name]: value }).address).toMatch(/^(?:[\d.]+|[\da-f:]+)$/);
    }),
  );
});

test.each(["", "proxy.internal", "10.0.0.0/33", "fd00::/129", "10.0.0/8", "::1/", "10.0.0.1/8/8"])(
  "a proxy %j is refused",
  (written) => {
    expect(() => createClientLookup([PROXY, written])).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        fields: [expect.objectContaining({ pointer: "/trustedProxies/1" })],
      }),
    );
  },
);

test("the widest and the narrowest networks are accepted", () => {
  const [all, one] = [createClientLookup(["0.0.0.0/0", "::/0"]), createClientLookup(["10.0.0.1/32", "fd00::1/128"])];
  const asked = { headers: new Headers({ "x-forwarded-for": "203.0.113.5" }), url: ORIGIN };
  for (const remoteAddress of ["10.0.0.1", "fd00::1", "::ffff:10.0.0.1"])
    for (const lookupOf of [all, one]) expect(lookupOf(asked, { remoteAddress }).address).toBe("203.0.113.5");
  expect(one(asked, { remoteAddress: "10.0.0.2" }).address).toBe("10.0.0.2");
});

describe("over a socket", () => {
  const running: RunningServer[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) await server.close();
  });

  test.each([
    [["127.0.0.1"], "203.0.113.5"],
    [[], "127.0.0.1"],
  ])("trusting %j the exchange has the address %s", async (trustedProxies, address) => {
    const seen: Exchange[] = [];
    const handler = handlerOver(createFakeEngine(), { trustedProxies, observe: (exchange) => seen.push(exchange) });
    const server = await serve({ handler, port: 0 });
    running.push(server);
    await new Promise<void>((resolve, reject) => {
      const asked = request(`${server.url}/livez`, { headers: { "x-forwarded-for": "203.0.113.5" } }, (response) =>
        response.resume().on("end", resolve),
      );
      asked.on("error", reject).end();
    });
    expect(seen).toMatchObject([{ address }]);
  });
});

test.each([
  ["203.0.113.5", "203.0.113.5"],
  ["::ffff:203.0.113.5", "::ffff:203.0.113.5"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8"],
])("the client at %s is told apart by %s", (address, client) => expect(oneClient(address)).toBe(client));
