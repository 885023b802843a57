/** Lists of titles: what is found by ISBN, title and author, in each format, however a file is cut into parts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { findTitles, type SoughtWork, type TitleList } from "../../../../src/remote/publicIndexes/index.ts";
import { isbn13 } from "../../../../src/remote/publicIndexes/leads/isbn.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import "../../../support/run/seeded.ts";
import { fewOrAll } from "../../../support/scale.ts";

const CSV = `\ufeffTitle,Author(s),Publisher,ISBN-13,ISBN 10
"Middlemarch: A Study of Provincial Life","Eliot, George",Blackwood,978-0-14-143954-9,
"The ""Mill"", on the Floss",George Eliot,"Black
wood",,
MIDDLEMARCH,Somebody Else,,,
Middlemarch,,,,
Silas Marner,George Eliot,,,0-306-40615-2
,,,,
`;
const list = (parts: string, format: TitleList["format"] = "csv"): TitleList => ({
  name: "books",
  parts: [parts],
  format,
});
const foundIn = async (work: SoughtWork, ...lists: TitleList[]) =>
  (await findTitles(work, lists)).found.map(({ entry, by }) => [entry, by]);

test("finds by ISBN of either form, by title and author in any order, and by title where no author is named", async () => {
  expect(await foundIn({ isbns: ["9780306406157"] }, list(CSV))).toEqual([[5, "isbn"]]);
  expect(await foundIn({ isbns: ["0-306-40615-2"] }, list(CSV))).toEqual([[5, "isbn"]]);
  // An entry with another author is another work; one without an author may be it.
  expect(await foundIn({ title: "Middlemarch", authors: ["George Eliot"] }, list(CSV))).toEqual([
    [1, "title_and_author"],
    [4, "title"],
  ]);
  expect(await foundIn({ title: "middlemarch, a study of provincial life" }, list(CSV))).toEqual([[1, "title"]]);
  expect(await foundIn({ title: "The Mill on the Floss", authors: ["Eliot"] }, list(CSV))).toEqual([
    [2, "title_and_author"],
  ]);
  expect(await foundIn({ title: "Silas Marner", authors: ["G. Eliot"] }, list(CSV))).toEqual([[5, "title_and_author"]]);
  expect(await foundIn({ title: "Silas Marner", authors: ["T. Eliot"] }, list(CSV))).toEqual([]);
  expect(await foundIn({ title: "Mill" }, list(CSV))).toEqual([]);
  const { lists } = await findTitles({ title: "Romola" }, [list(CSV)]);
  expect(lists).toEqual([{ list: "books", entries: 6, found: 0, unread: 1 }]);
});

test("of more entries than are listed, the surest are, and all are counted", async () => {
  const csv = `title,isbn\n${"Middlemarch,\n".repeat(1_200)}Middlemarch,9780306406157\n`;
  const { found, lists } = await findTitles({ title: "Middlemarch", isbns: ["9780306406157"] }, [list(csv)]);
  expect(found.length).toBe(1_000);
  expect(found.slice(0, 2)).toMatchObject([
    { entry: 1_201, by: "isbn" },
    { entry: 1, by: "title" },
  ]);
  expect(lists).toEqual([{ list: "books", entries: 1_201, found: 1_201, unread: 0 }]);
});

test("reads tab-separated lists, JSON Lines and plain lines", async () => {
  const work = { title: "Silas Marner", authors: ["George Eliot"] };
  expect(await foundIn(work, list("title\tauthor\nSilas Marner\tGeorge Eliot\n", "tsv"))).toEqual([
    [1, "title_and_author"],
  ]);
  const lines = `{"title":"Romola"}\nno JSON\n{"Title":"Silas Marner","authors":["Mary Ann Evans","George Eliot"],"isbn13":9780306406157}\n`;
  expect(await foundIn(work, list(lines, "jsonl"))).toEqual([[3, "title_and_author"]]);
  expect(await foundIn({ isbns: ["9780306406157"] }, list(lines, "jsonl"))).toEqual([[3, "isbn"]]);
  expect((await findTitles(work, [list(lines, "jsonl")])).lists[0]).toMatchObject({ entries: 3, unread: 1 });
  expect(await foundIn(work, list("Romola\r\nSilas Marner", "lines"))).toEqual([[2, "title"]]);
});

test("an ISBN of an entry may have spaces, or stand among other words", async () => {
  const csv = "title,isbn\na,978 0 306 40615 7\nb,9780306406157 (pbk.); 080442957X\n";
  expect(await foundIn({ isbns: ["0306406152"] }, list(csv))).toEqual([
    [1, "isbn"],
    [2, "isbn"],
  ]);
  expect(await foundIn({ isbns: ["080442957X"] }, list(csv))).toEqual([[2, "isbn"]]);
});

test("how a list is cut into parts changes nothing", async () => {
  const whole = await foundIn({ title: "The Mill on the Floss" }, list(CSV));
  expect(whole).toEqual([[2, "title"]]);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(CSV.length), { maxLength: 8 }), async (cuts) => {
      const places = [0, ...cuts.sort((x, y) => x - y), CSV.length];
      const parts = places.slice(1).map((end, i) => CSV.slice(places[i], end));
      expect(await foundIn({ title: "The Mill on the Floss" }, { name: "books", parts, format: "csv" })).toEqual(whole);
    }),
    { numRuns: 200 },
  );
});

test("any text is read to its end or refused by a reason", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.constantFrom("csv", "tsv", "jsonl", "lines" as const),
      async (text, format) => {
        const outcome = await findTitles({ title: "a", isbns: ["9780306406157"] }, [
          list(text, format as TitleList["format"]),
        ]).catch((error) => error.code);
        expect(typeof outcome === "object" || outcome === "document_invalid").toBe(true);
      },
    ),
    { numRuns: fewOrAll(150, 500) },
  );
});

test("a list without a column of titles, and an entry without an end, are refused", async () => {
  const refused = { code: "document_invalid" };
  await expect(findTitles({ title: "a" }, [list("year,publisher\n1871,Blackwood\n")])).rejects.toMatchObject(refused);
  await expect(findTitles({ title: "a" }, [list(`title\n"${"a".repeat(1_000_001)}`)])).rejects.toMatchObject(refused);
  await expect(findTitles({ title: "a" }, [list(`title\n${",".repeat(1_000_001)}`)])).rejects.toMatchObject(refused);
  for (const largest of [`"${"a".repeat(999_999)}`, ",".repeat(1_000_000)])
    expect((await findTitles({ title: "a" }, [list(`title\n${largest}`)])).lists[0]!.entries).toBe(1);
});

test("an ISBN is told by its check digit", () => {
  for (const right of notEmpty([
    "978-0-306-40615-7",
    "0306406152",
    "ISBN 0 8044 2957 X",
    "080442957x",
    "979-10-90636-07-1",
  ]))
    expect(isbn13(right), right).toMatch(/^97[89]\d{10}$/);
  for (const wrong of notEmpty(["978-0-306-40615-8", "0306406153", "1234567890123", "", "X306406152"]))
    expect(isbn13(wrong), wrong).toBe(null);
});

test("wrong arguments are refused by name", async () => {
  for (const [work, pointer] of notEmpty([
    [{}, "/work"],
    [{ isbns: [] }, "/work"],
    [{ isbns: ["9780306406158"] }, "/work/isbns/0"],
    [{ title: "" }, "/work/title"],
  ] as const))
    await expect(findTitles(work as SoughtWork, [list(CSV)])).rejects.toMatchObject({
      code: "invalid_request",
      fields: [{ pointer }],
    });
  await expect(findTitles({ title: "a" }, [])).rejects.toMatchObject({ fields: [{ pointer: "/lists" }] });
});
