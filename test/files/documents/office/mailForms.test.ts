/** Forms of messages that are rare and right, or common and wrong: what a reader of mail shows is what is read. */
import { describe, expect, test } from "vitest";
import { readBytes } from "../../../../src/files/documents/index.ts";
import { plainUnreadPages } from "../../../../src/files/documents/pdf/unreadPages.ts";

const read = async (message: string, name = "a.eml") => {
  const bytes = new Uint8Array(Buffer.from(message, "utf8"));
  const { content, unread_pages = [] } = await readBytes(bytes, { name });
  return { content, unread: unread_pages.map(plainUnreadPages) };
};
const HEAD = "From: a@b.org\nSubject: S\nMIME-Version: 1.0\n";
const PLAIN = "Content-Type: text/plain; charset=utf-8\n";
const parts = (mark: string, bodies: readonly string[]) =>
  `${bodies.map((body) => `--${mark}\n${body}\n`).join("")}--${mark}--\n`;

describe("a boundary is a whole line", () => {
  const within = (outer: string, inner: string) =>
    `${HEAD}Content-Type: multipart/mixed; boundary="${outer}"\n\n${parts(outer, [
      `Content-Type: multipart/alternative; boundary="${inner}"\n\n${parts(inner, [
        `${PLAIN}\nBrief.`,
        "Content-Type: text/html\n\n<p>The longer one of both.</p>",
      ])}`,
      `${PLAIN}\nThe end.`,
    ])}`;

  test.each([
    ["mix", "other"],
    ["mix", "mix-alt"],
    ["mix", "mix--alt"],
    ["mix", "mixed"],
    ["mix", "mix_1"],
    ["a b", "a b c"],
  ])("%s around %s", async (outer, inner) => {
    const right = { content: "The longer one of both.\n\nThe end.", unread: [] };
    expect(await read(within(outer, inner))).toEqual(right);
    expect(await read(within(outer, inner).replaceAll("\n", "\r\n"))).toEqual(right);
  });

  test("white space behind it counts for nothing, other lines are text", async () => {
    const body = `--b \t\n${PLAIN}\nOne.\n--bc\n--b--c\n--b x\n--b--  \nnot read`;
    const message = `${HEAD}Content-Type: multipart/mixed; boundary="b "\n\n${body}`;
    expect((await read(message)).content).toBe("One.\n--bc\n--b--c\n--b x");
  });
});
