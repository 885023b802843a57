/** Forms of messages that are rare and right, or common and wrong: what a reader of mail shows is what is read. */
import { describe, expect, test } from "vitest";
import { bytesInMemory, chunksOf } from "../../../../src/files/documents/bytes/byteSource.ts";
import { readDataset } from "../../../../src/files/documents/datasets/dataset.ts";
import { plainUnreadPages } from "../../../../src/files/documents/pdf/unreadPages.ts";
import { readBytes } from "../../../../src/files/index.ts";

const read = async (message: string, name = "a.eml") => {
  const bytes = new Uint8Array(Buffer.from(message, "utf8"));
  const { content, unread_pages = [] } = await readBytes(bytes, { name });
  return { content, unread: unread_pages.map(plainUnreadPages) };
};
const HEAD = "From: a@b.org\nSubject: S\nMIME-Version: 1.0\n";
const PLAIN = "Content-Type: text/plain; charset=utf-8\n";
const parts = (mark: string, bodies: readonly string[]) =>
  `${bodies.map((body) => `--${mark}\n${body}\n`).join("")}--${mark}--\n`;

test("uuencode is unpacked where a header says it, and told within text", async () => {
  const [line, rest] = [`M${"5&AE(&ME97!E<B!L969T".padEnd(60, '(&%N9"!L969T')}`, "`\nend\n"];
  const packed = `begin 644 a.txt\n${line}\n${rest}`;
  const { content } = await read(`${HEAD}${PLAIN}Content-Transfer-Encoding: x-uuencode\n\n${packed}`);
  expect(content).toMatch(/^The keeper left/);
  expect((await read(`${HEAD}${PLAIN}\nSee:\n\n${packed}`)).unread).toEqual([
    expect.stringContaining("a file in its text, packed by uuencode"),
  ]);
});

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

describe("parameters are read one by one", () => {
  const mixed = (parameters: string) =>
    `${HEAD}Content-Type: multipart/mixed; ${parameters}\n\n${parts("abcd", [`${PLAIN}\nRead.`])}`;

  test.each([
    'boundary*0="ab";\n boundary*1="cd"',
    'boundary*1="cd"; boundary*0=ab',
    "boundary*0*=us-ascii'en'a%62; boundary*1=cd",
    "boundary*=utf-8''%61bcd",
    'name="a; boundary=zz"; boundary="abcd"',
    'name="a \\"; boundary=zz"; boundary=abcd',
    "(one; boundary=zz (two)) ; boundary = abcd (three)",
    'x-boundary=zz; BOUNDARY="abcd"',
    "name=(; boundary=abcd",
    'name="open; boundary=abcd',
    "boundary=abcd; boundary=zz",
    'boundary="ab\\cd"',
  ])("%s", async (parameters) => {
    expect(await read(mixed(parameters))).toEqual({ content: "Read.", unread: [] });
  });

  test("a charset in quotes of another parameter is none", async () => {
    const message = `${HEAD}Content-Type: text/plain; name="x; charset=koi8-r"; charset=utf-8 (Unicode)\n\nТекст`;
    expect((await read(message)).content).toBe("Текст");
  });

  test.each([
    ["filename*0*=utf-8''B%C3; filename*1*=%BCch; filename*2=\" %41.pdf\"", "Büch %41.pdf"],
    ["filename*=''B%C3%BCch=3D.pdf; filename=other.pdf", "Büch=3D.pdf"],
    ['filename="=?utf-8?Q?B=C3=BCch?=.pdf"', "Büch.pdf"],
  ])("the name %s", async (parameters, name) => {
    const message = `${HEAD}Content-Type: application/pdf\nContent-Disposition: attachment; ${parameters}\n\nx`;
    expect((await read(message)).unread).toEqual([expect.stringContaining(`its attachment ${name} (application/pdf)`)]);
  });
});

describe("base64", () => {
  const footers = [
    "\n_______________________________________________\nList, to unsubscribe write to the owner\n",
    "_______________________________________________\nList\n",
    "\n-- \nname",
    "\nSent from here: the list of friends\n",
    "\nhttps://lists.example.org/options\n",
  ];
  const texts = ["The keeper lit it", "The keeper lit it.", "The keeper lit it at"];
  const body = (packed: string) => `${HEAD}${PLAIN}Content-Transfer-Encoding: base64\n\n${packed}\n`;

  test.each(texts.flatMap((text) => footers.map((footer) => [text, footer] as const)))(
    "%s: a footer that was added in plain text is not decoded: %j",
    async (text, footer) => {
      const packed = Buffer.from(text).toString("base64");
      for (const message of [body(`${packed}\n${footer}`), body(`${packed}\n${footer}`).replaceAll("\n", "\r\n")])
        expect((await read(message)).content).toBe(text);
    },
  );

  test("a footer of more than a label is told", async () => {
    const footer = "To leave this list of friends of lighthouses write to its owner, who reads mail once a week.";
    expect(await read(body(`${Buffer.from(texts[1]!).toString("base64")}\n\n${footer}`))).toEqual({
      content: texts[1],
      unread: [expect.stringContaining("text added behind its base64 (18 words)")],
    });
  });

  test("pieces with padding of their own, empty lines, other signs", async () => {
    const [a, b] = ["The keeper lit it", " and slept."].map((text) => Buffer.from(text).toString("base64"));
    const whole = { content: "The keeper lit it and slept.", unread: [] };
    expect(await read(body(`${a}\n${b}`))).toEqual(whole);
    expect(await read(body(`\n${a}${b}\n`))).toEqual(whole);
    expect(
      await read(body(`${a!.slice(0, 8)}\n\n ${a!.slice(8, 12)}\n!${a!.slice(12, 13)}\n${a!.slice(13)}${b}`)),
    ).toEqual(whole);
  });
});

test("a part of a digest is a message, if nothing else is said", async () => {
  const packed = `${PLAIN}Content-Transfer-Encoding: base64\n\n${Buffer.from("The first.").toString("base64")}`;
  const message = `${HEAD}Content-Type: multipart/digest; boundary=zz\n\n${parts("zz", [
    `\nFrom: x@y.z\nSubject: One\n${packed}`,
    `Content-Description: second\n\nSubject: Two\n\nThe second.`,
    `Subject: Three\nFrom: x@y.z\n\nThe third.`,
    `${PLAIN}\nA note.`,
    `\nSubject: Four\nContent-Type: multipart/mixed; boundary=in\n\n${parts("in", ["\nThe fourth."])}`,
  ])}`;
  const content = "One\n\nThe first.\n\nTwo\n\nThe second.\n\nThree\n\nThe third.\n\nA note.\n\nFour\n\nThe fourth.";
  expect(await read(message)).toEqual({ content, unread: [] });
  expect((await read(message.replaceAll("\n", "\r\n"))).content).toBe(content);
});

test("text without headers is read", async () => {
  const text = "The keeper kept a logbook.\nHe wrote: nothing of ships.\n\nAnother paragraph.";
  expect((await read(text)).content).toBe(text);
  const mixed = `${HEAD}Content-Type: multipart/mixed; boundary=b\n\n${parts("b", ["No header at all"])}`;
  expect((await read(mixed)).content).toBe("No header at all");
});

test.each([
  ["delsp=yes", "The lighthouse stood."],
  ["delsp=no", "The light house stood."],
])("flowed text, %s", async (parameter, content) => {
  const message = `${HEAD}Content-Type: text/plain; charset=utf-8; format=flowed; ${parameter}\n\nThe light \nhouse stood.`;
  expect((await read(message)).content).toBe(content);
});

test("an alternative that says something else is told", async () => {
  const notice =
    "This message must be opened in another program, which shows pages, or asked for on paper at our office.";
  const both = (page: string) =>
    `${HEAD}Content-Type: multipart/alternative; boundary=b\n\n${parts("b", [
      `${PLAIN}\n${notice}`,
      `Content-Type: text/html\n\n<p>${page}</p>`,
    ])}`;
  const told = [expect.stringContaining("another version of its text")];
  const page = "A keeper wrote down what villagers below had dreamt, night by night.";
  expect(await read(both(page))).toEqual({ content: notice, unread: told });
  expect((await read(both(`<b>${notice}</b> Bye.`))).unread).toEqual([]);
});

test("a message of a mailbox begins without an empty line before it, where its date is whole", async () => {
  const box =
    "From a@b.c Mon Jan  1 00:00:00 2024\nMessage-ID: <1@x>\n\nFirst.\nFrom 2024 on.\nFrom c@d.e Tue Jan  2 00:00:00 2024\nMessage-ID: <2@x>\n\nSecond.\n";
  const source = bytesInMemory(new TextEncoder().encode(box));
  const how = { source, stream: () => chunksOf(source), packing: "none" as const, name: "x", onBytes: () => {} };
  const items = [];
  for await (const item of readDataset("mbox", { ...how, fields: {}, after: 0, record: 0 })) items.push(item);
  expect(items).toMatchObject([
    { id: "1@x", text: "First.\nFrom 2024 on." },
    { id: "2@x", text: "Second." },
  ]);
});
