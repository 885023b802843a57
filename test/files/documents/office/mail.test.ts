/** Messages, mailboxes and saved pages: their text is read whatever it was packed in, and what is not is told. */
import { describe, expect, test } from "vitest";
import { bytesInMemory, chunksOf } from "../../../../src/files/documents/bytes/byteSource.ts";
import { readDataset } from "../../../../src/files/documents/datasets/dataset.ts";
import { plainUnreadPages } from "../../../../src/files/documents/pdf/unreadPages.ts";
import { readBytes } from "../../../../src/files/index.ts";

const TEXT = "Der Wärter schrieb die Träume auf, und er fand das Buch in der Nacht. Über allem 灯台 lag es.";
const base64 = (text: string) => Buffer.from(text).toString("base64").replace(/.{60}/g, "$&\r\n");
const quoted = (text: string) =>
  Buffer.from(text)
    .toString("latin1")
    .replace(/[^ -<>-~]/g, (sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/.{50}(?![0-9A-F])/g, "$&=\r\n");
const bytes = (message: string) => new Uint8Array(Buffer.from(message, "latin1"));
const utf8 = "charset=utf-8";
const read = async (message: string, name = "a.eml") => {
  const { content, title, author, unread_pages = [] } = await readBytes(bytes(message), { name });
  return { content, title, author, unread: unread_pages.map(plainUnreadPages) };
};
const part = (type: string, way: string, body: string, more = "") =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${way}\r\n${more}\r\n${body}\r\n`;
const multipart = (kind: string, parts: readonly string[], mark = `=_${kind}`) =>
  `Content-Type: multipart/${kind};\r\n boundary="${mark}"\r\n\r\npreamble\r\n${parts.map((one) => `--${mark}\r\n${one}`).join("\r\n")}\r\n--${mark}--\r\n`;
const HEAD =
  "From: =?utf-8?Q?K=C3=A4the_M?= =?utf-8?B?w7xsbGVy?= <k@example.org>\r\nSubject: =?iso-8859-1?q?Tr=E4ume?=\r\nMIME-Version: 1.0\r\n";

describe("a message", () => {
  test.each([
    ["base64", part(`text/plain; ${utf8}`, "base64", base64(TEXT))],
    ["quoted-printable", part(`text/plain; ${utf8}`, "quoted-printable", quoted(TEXT))],
    ["HTML", part(`text/html; ${utf8}`, "base64", base64(`<style>x</style><p>${TEXT}</p>`))],
    ["8 bits", part(`text/plain; ${utf8}`, "8bit", Buffer.from(TEXT).toString("latin1"))],
    [
      "of alternatives the longer",
      multipart("alternative", [
        part("text/plain", "7bit", "See the page."),
        part(`text/html; ${utf8}`, "quoted-printable", quoted(`<p>${TEXT}</p>`)),
      ]),
    ],
    [
      "parts within parts",
      multipart("mixed", [
        multipart("related", [
          part(`text/html; ${utf8}`, "base64", base64(TEXT)),
          part("image/png", "base64", "AAAA", "Content-ID: <x>\r\n"),
        ]),
      ]),
    ],
    [
      "without its end",
      multipart("mixed", [part(`text/plain; ${utf8}`, "base64", base64(TEXT))]).replace(/\r\n--[^\n]*--\r\n$/, ""),
    ],
  ])("%s", async (_, body) => {
    const right = { content: TEXT, title: "Träume", author: "Käthe Müller <k@example.org>", unread: [] };
    expect(await read(HEAD + body)).toEqual(right);
    expect(await read((HEAD + body).replaceAll("\r\n", "\n"))).toEqual(right);
  });

  test("attachments and forwarded messages", async () => {
    const inner = `Subject: Inner\r\n${part(`text/plain; ${utf8}`, "base64", base64(TEXT))}`;
    const message = multipart("mixed", [
      part(
        "text/plain; charset=koi8-r; format=flowed",
        "8bit",
        "Before \r\nthe rest.\r\n\r\n\xf3\xd4\xc1\xd2\xd9\xca \xcd\xc5\xcc\xd8\xce\xc9\xcb",
      ),
      `Content-Type: message/rfc822\r\n\r\n${inner}`,
      part(
        "application/pdf; name=x",
        "base64",
        "AAAA",
        "Content-Disposition: attachment; filename*=utf-8''B%C3%BCch.pdf\r\n",
      ),
      part("text/plain", "7bit", "Not shown.", 'Content-Disposition: attachment; filename="a b.txt"\r\n'),
    ]);
    expect(await read(HEAD + message)).toMatchObject({
      content: `Before the rest.\r\n\r\nСтарый мельник\n\nInner\n\n${TEXT}`,
      unread: [
        expect.stringContaining("its attachment Büch.pdf (application/pdf)"),
        expect.stringContaining("a b.txt"),
      ],
    });
  });

  test("a page saved as one file, and a message of another name", async () => {
    const page = multipart("related", [
      part(`text/html; ${utf8}`, "quoted-printable", quoted(`<title>T</title><p>${TEXT}</p>`)),
      part("text/css", "7bit", "p { color: red }"),
      part("image/png", "base64", "AAAA"),
    ]);
    expect(await read(page, "a.mhtml")).toMatchObject({ content: TEXT, title: "T", unread: [] });
    expect(await read(HEAD + page, "mail")).toMatchObject({ content: TEXT, title: "Träume" });
  });
});

test("a mailbox gives its messages", async () => {
  const one = (i: number, body: string) =>
    `From a@b.org Mon Jan  5 10:00:0${i} 2026\nMessage-ID: <m${i}@x>\nSubject: S${i}\n${body}\n\n`;
  const box =
    one(1, part(`text/plain; ${utf8}`, "base64", base64(TEXT))) +
    one(2, "\nFirst.\n\n>From here on.\nFrom there.\n") +
    one(3, "\n");
  const source = bytesInMemory(bytes(box));
  const how = { source, stream: () => chunksOf(source), packing: "none" as const, name: "x", onBytes: () => {} };
  const items = [];
  for await (const item of readDataset("mbox", { ...how, fields: {}, after: 0, record: 0 })) items.push(item);
  expect(items).toMatchObject([
    { id: "m1@x", title: "S1", text: TEXT },
    { id: "m2@x", title: "S2", text: "First.\n\nFrom here on.\nFrom there." },
    { line: 3, code: "empty" },
  ]);
});

test("hostile messages take little time", async () => {
  const nested = Array.from(
    { length: 3_000 },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`,
  ).join("");
  for (const message of [
    nested,
    `Subject: ${"=?utf-8?Q?a?= ".repeat(20_000)}\n\nx`,
    `Content-Type: multipart/mixed; boundary=b\n\n${"--b\n".repeat(200_000)}`,
    `Subject: ${'"; name="'.repeat(20_000)}\n\nx`,
  ])
    await readBytes(bytes(message), { name: "a.eml" }).catch(() => null);
});
