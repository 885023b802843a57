/** `spolia serve` as it is asked for: what each option takes. A service whose signal has fired listens, says where, and ends. */
import { expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { fakeTerminal } from "../terminal.ts";

async function serve(...options: string[]) {
  const terminal = fakeTerminal({ signal: AbortSignal.abort() });
  const code = await main(["serve", "--port", "0", "--threads", "1", ...options], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

test.each([
  ["--log", "json"],
  ["--webhooks", "public"],
  ["--webhooks", "any"],
  ["--log", "none"],
  ["--host", "::1"],
  ["--trusted-proxy", "10.0.0.0/8"],
  ["--cors", "https://app.example"],
  ["--cors", "*"],
  ["--drain-delay", "0"],
])("spolia serve %s %s", async (...options) => {
  const { code, out, err } = await serve(...options);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(
      /^Listening on http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+: open it in a browser\. Ctrl-C stops\.\n$/,
    ),
  ]);
  expect(err).toContain("Anyone on this machine can call the service without a key");
});

test("under --json prints its address and the address of its metrics", async () => {
  const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(JSON.parse((await serve("--json")).out)).toEqual({ url });
  expect(JSON.parse((await serve("--json", "--metrics-port", "0")).out)).toEqual({
    ...{ url, metrics_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/) },
  });
});

test.each([
  ["--webhooks", "everywhere", "Allowed choices are public, any."],
  ["--log", "xml", "Allowed choices are json, none."],
  ["--metrics-port", "65536", "A port is a number from 0 to 65535."],
  ["--trusted-proxy", "proxy", "Write each like 192.0.2.7, 10.0.0.0/8 or fd00::/8."],
  ["--cors", "app.example", "Write each like https://app.example"],
  ["--cors", "https://app.example/", "without a slash at the end"],
  ["--base-path", "spolia", "Write it like"],
  ["--base-path", "/spolia/", "none at the end"],
  ["--drain-delay", "901", "from 0 to 900"],
  ["--drain-delay", "-1", "from 0 to 900"],
  ["--threads", "0", "It must be a whole number from 1 to 999,999,999."],
])("is refused: %s %s", async (option, value, message) => {
  const { code, out, err } = await serve(option, value);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(message);
});
