/** Tables about folders: a row a text, rows of earlier runs, and runs that are killed, stopped and started twice. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { parseLine, tableColumns } from "../../../src/report/layout/table.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const CLI = fileURLToPath(new URL("../../../src/cli/index.ts", import.meta.url));
const here = process.cwd();
let random = seeded(17);
const works = Array.from({ length: 12 }, () => zipfText(random, 3_000));

async function spolia(words: string[], signal?: AbortSignal) {
  const terminal = fakeTerminal(signal === undefined ? {} : { signal });
  const code = await main(words, terminal);
  return { code, stdout: terminal.out(), stderr: terminal.err(), json: () => JSON.parse(terminal.out()) };
}

type Row = Record<string, string>;

function rowsOf(csv: string): Row[] {
  const columns = tableColumns("analyze");
  const [header = "", ...lines] = csv.split(/(?<=\n)/);
  expect(header).toBe(`${columns.join(",")}\r\n`);
  return lines.map((line) => {
    const cells = parseLine("csv", columns, line)!;
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]!]));
  });
}
const rowsIn = (path: string): Row[] => rowsOf(readFileSync(path, "utf8"));
const digest = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
const excerpt = (work: number, begin: number, words: number) =>
  works[work]!.split(" ")
    .slice(begin, begin + words)
    .join(" ");

const CORPUS = ["--corpus", "works.spolia"];
const table = (output: string, ...more: string[]) => spolia(["analyze", "texts", ...CORPUS, "-o", output, ...more]);

beforeAll(async () => {
  process.chdir(mkdtempSync(join(tmpdir(), "spolia-tables-")));
  mkdirSync("works");
  for (const [i, work] of works.entries()) writeFileSync(`works/${i}.txt`, work);
  const built = await spolia(["corpus", "build", "-o", "works.spolia", "--dataset", "mine", "works", "--jobs", "1"]);
  expect(built.code, built.stderr).toBe(0);
});
afterAll(() => {
  const folder = process.cwd();
  process.chdir(here);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  // The same texts for each test.
  random = seeded(18);
  rmSync("texts", { recursive: true, force: true });
  for (const name of readdirSync(".")) if (/^t\./.test(name)) rmSync(name, { recursive: true });
  mkdirSync("texts/more", { recursive: true });
  for (let i = 0; i < 40; i++) {
    const own = zipfText(random, 200);
    const taken = i % 4 === 0 ? excerpt(i % 12, i * 20, 150) : "";
    writeFileSync(`texts/${i % 2 ? "more/" : ""}${String(i).padStart(2, "0")}.txt`, `${own} ${taken}`);
  }
  writeFileSync("texts/short.txt", "Too short.");
});

describe("the rows", () => {
  test("say what the command says of each text alone, in the order of the files", async () => {
    writeFileSync("texts/page.html", `<title>A &amp; B</title><p>${excerpt(3, 100, 300)}</p>`);
    writeFileSync("texts/note.md", `# A note\n\n> ${excerpt(4, 100, 300)}\n`);
    const { code, stderr, stdout } = await table("t.csv");
    expect([code, stdout], stderr).toEqual([0, ""]);
    const rows = notEmpty(rowsIn("t.csv"));
    expect(rows.map(({ id }) => id)).toEqual([
      ...readdirSync("texts")
        .filter((name) => name !== "more")
        .sort(),
      ...readdirSync("texts/more")
        .sort()
        .map((name) => `more/${name}`),
    ]);
    for (const row of notEmpty(rows)) {
      const alone = (await spolia(["analyze", `texts/${row["id"]}`, ...CORPUS, "--json"])).json();
      const [best] = alone.documents;
      expect(row).toMatchObject({
        ...{ file: row["id"], line: "", error: "", verdict: alone.verdict, relation: alone.relation ?? "" },
        ...{ confidence: String(alone.confidence), words: String(alone.coverage.words) },
        confidence_ci_95_low: String(alone.confidence_ci_95[0]),
        confidence_ci_95_high: String(alone.confidence_ci_95[1]),
        ...{ share: String(alone.coverage.share), longest_run_words: String(alone.coverage.longest_run_words) },
        ...{ document_id: best?.document.id ?? "", analysis_id: alone.analysis_id, work_hash: alone.work_hash },
      });
    }
    expect(rows.find(({ id }) => id === "page.html")).toMatchObject({ title: "A & B", verdict: "match" });
    expect(rows.find(({ id }) => id === "note.md")).toMatchObject({ title: "A note" });
    expect(stderr).toMatch(
      /^spolia: 43 texts: \d+ match, (\d+ partial, )?\d+ none found, 1 insufficient evidence\.\n$/,
    );
  });

  test("are the same on stdout, and in either format", async () => {
    await table("t.csv");
    await table("t.jsonl");
    const streamed = await spolia(["analyze", "texts", ...CORPUS]);
    expect(streamed.stdout).toBe(readFileSync("t.csv", "utf8"));
    const lines = await spolia(["analyze", "texts", ...CORPUS, "--format", "jsonl"]);
    expect(lines.stdout).toBe(readFileSync("t.jsonl", "utf8"));
    const parsed = lines.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(parsed.map(({ verdict }) => verdict)).toEqual(rowsIn("t.csv").map(({ verdict }) => verdict));
    expect(parsed[0]).toMatchObject({ line: null, attribution_sources: [], complete: expect.any(Boolean) });
  });

  test("name what could not be read, after the others, each with its code", async () => {
    writeFileSync("texts/latin.txt", Uint8Array.of(0x63, 0xe9, 0x41));
    writeFileSync("texts/empty.txt", "");
    writeFileSync("texts/paper.mobi", "BOOKMOBI");
    writeFileSync("texts/cut.docx", Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0));
    const { code, stderr } = await table("t.csv");
    const errors = rowsIn("t.csv").slice(41);
    expect(code).toBe(0);
    expect(errors.map(({ id, error, verdict, input_digest }) => [id, error, verdict, input_digest])).toEqual([
      ["paper.mobi", "format_not_read", "", ""],
      ["cut.docx", "damaged", "", ""],
      ["empty.txt", "empty", "", ""],
      ["latin.txt", "not_utf8", "", ""],
    ]);
    expect(stderr).toContain("skipped texts/latin.txt: not UTF-8");
    expect(stderr).toMatch(/41 texts: .*; 4 inputs were not read, see above and the last rows\.\n$/);
    const sums = (await table("t.csv", "--json")).json();
    expect(sums).toMatchObject({ table: "t.csv", rows: 45, reused: 41, skipped_count: 4, errors: {} });
    expect(Object.values<number>(sums.outcomes).reduce((a, b) => a + b)).toBe(41);
    const read = await table("t.csv", "--encoding", "windows-1252");
    expect(read.code).toBe(0);
    expect(rowsIn("t.csv").find(({ id }) => id === "latin.txt")).toMatchObject({ error: "", words: "1" });
  });

  test("end there under --strict, and the rows so far stay", async () => {
    writeFileSync("texts/zz.txt", Uint8Array.of(0x63, 0xe9, 0x41));
    const { code, stderr } = await table("t.csv", "--strict");
    expect(code).toBe(3);
    expect(stderr).toContain("A document cannot be read (texts/zz.txt): not UTF-8.");
    rmSync("texts/zz.txt");
    expect((await table("t.csv", "--strict")).code).toBe(0);
    expect(rowsIn("t.csv")).toHaveLength(41);
  });

  test("of JSON Lines have ids, lines, titles, years and languages of their own", async () => {
    const records = [
      { id: "=1+1", title: '-1|"x";=2', text: excerpt(1, 0, 300), year: 1850, lang: "de" },
      { text: excerpt(2, 0, 300), lang: "a language", year: -5 },
      { id: "=1+1", text: "again" },
    ];
    const lines = `${records.map((one) => JSON.stringify(one)).join("\n")}\n{oops\n`;
    writeFileSync("t.lines.jsonl", lines);
    writeFileSync("t.lines.jsonl.gz", gzipSync(lines));
    const { stdout, stderr } = await spolia(["analyze", "t.lines.jsonl", ...CORPUS]);
    expect(stderr).toContain("skipped t.lines.jsonl, line 4: not JSON");
    const rows = rowsOf(stdout);
    expect(rows.map(({ id, file, line, title, error }) => [id, file, line, title, error])).toEqual([
      ["'=1+1", "t.lines.jsonl", "1", "'-1|\"x\";'=2", ""],
      ["t.lines.jsonl#2", "t.lines.jsonl", "2", "", ""],
      ["'=1+1~2", "t.lines.jsonl", "3", "", ""],
      ["t.lines.jsonl", "t.lines.jsonl", "4", "", "invalid_record"],
    ]);
    expect(rows.map(({ content_language }) => content_language).slice(0, 2)).toEqual(["de", "und"]);
    const packed = rowsOf((await spolia(["analyze", "t.lines.jsonl.gz", ...CORPUS, "--language", "fr"])).stdout);
    expect(packed.map(({ content_language }) => content_language)).toEqual(["fr", "fr", "fr", ""]);
  });

  test("of several paths with the same names differ in their ids", async () => {
    mkdirSync("t.other");
    copyFileSync("texts/00.txt", "t.other/00.txt");
    const { stdout } = await spolia(["analyze", "texts", "t.other", "texts/00.txt", ...CORPUS]);
    const same = rowsOf(stdout).filter(({ id }) => /(^|\/)00\.txt/.test(id!));
    expect(same.map(({ id }) => id)).toEqual(["00.txt", "t.other/00.txt", "texts/00.txt"]);
    expect(new Set(same.map(({ analysis_id }) => analysis_id)).size).toBe(1);
  });

  test("of score and assess are one mechanism", async () => {
    const model = ["--model", "eleutherai/pythia", ...CORPUS, "-o"];
    expect((await spolia(["score", "texts", "--jurisdiction", "DE", ...model, "t.csv"])).code).toBe(0);
    expect((await spolia(["assess", "texts", ...model, "t.jsonl"])).code).toBe(0);
    expect(readFileSync("t.csv", "utf8").split("\r\n")).toHaveLength(43);
    const assessed = readFileSync("t.jsonl", "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(assessed.map(({ id }) => id)).toHaveLength(41);
    const alone = (await spolia(["assess", "texts/00.txt", ...model.slice(0, -1), "--json"])).json();
    expect(assessed[0]).toMatchObject({ level: alone.level, because: alone.because, assess_id: alone.assess_id });
    const wrong = await spolia(["score", "texts", "--jurisdiction", "Atlantis", ...model, "t.2.csv"]);
    expect([wrong.code, existsSync("t.2.csv"), existsSync("t.2.csv.partial")]).toEqual([3, false, false]);
    expect(wrong.stderr).toContain("jurisdiction");
  });

  test("that match are told by the exit code", async () => {
    expect((await table("t.csv", "--exit-code")).code).toBe(1);
    const none = await spolia(["analyze", "texts/more/01.txt", "texts/short.txt", ...CORPUS, "--exit-code"]);
    expect(none.code).toBe(0);
  });
});

describe("an earlier table", () => {
  test("gives the rows of what has not changed, and only those", async () => {
    await table("t.csv");
    const before = digest("t.csv");
    expect((await table("t.csv")).stderr).toContain("41 rows are of an earlier run.");
    expect(digest("t.csv")).toBe(before);
    // Changed, gone, new, renamed, and swapped with another.
    writeFileSync("texts/00.txt", excerpt(5, 0, 200));
    rmSync("texts/02.txt");
    writeFileSync("texts/aa.txt", excerpt(6, 0, 200));
    renameSync("texts/04.txt", "texts/zz.txt");
    const changed = await table("t.csv");
    expect(changed.stderr).toContain("38 rows are of an earlier run.");
    await table("t.fresh.csv");
    expect(digest("t.csv")).toBe(digest("t.fresh.csv"));
  });

  test("gives none of another corpus, option or operation", async () => {
    const reused = async (...more: string[]) => (await table("t.csv", "--json", ...more)).json().reused;
    expect(await reused()).toBe(0);
    expect(await reused("--published", "1990")).toBe(0);
    expect(await reused("--published", "1990")).toBe(41);
    expect(await reused("--depth", "coarse")).toBe(0);
    mkdirSync("t.works");
    writeFileSync("t.works/more.txt", zipfText(random, 2_000));
    await spolia(["corpus", "build", "-o", "t.spolia", "--dataset", "mine", "t.works", "--jobs", "1"]);
    const other = () => spolia(["analyze", "texts", "--corpus", "t.spolia", "-o", "t.csv", "--json"]);
    expect((await other()).json().reused).toBe(0);
    expect((await other()).json().reused).toBe(41);
    writeFileSync("t.works/yet.txt", zipfText(random, 2_000));
    await spolia(["corpus", "append", "t.spolia", "t.works/yet.txt", "--jobs", "1"]);
    expect((await other()).json().reused).toBe(0);
  });

  test("whose lines were torn or changed by others is completed", async () => {
    await table("t.csv");
    const before = digest("t.csv");
    truncateSync("t.csv", statSync("t.csv").size - 40);
    expect((await table("t.csv", "--json")).json().reused).toBe(40);
    expect(digest("t.csv")).toBe(before);
    appendFileSync("t.csv", `${"\0".repeat(5_000)}\r\nrubbish,"\r\n`);
    expect((await table("t.csv", "--json")).json().reused).toBe(41);
    expect(digest("t.csv")).toBe(before);
    writeFileSync("t.csv", "");
    expect((await table("t.csv", "--json")).json().reused).toBe(0);
    expect(digest("t.csv")).toBe(before);
  });

  test("that is none of this command is not overwritten", async () => {
    for (const [name, content] of [
      ["t.csv", "name,price\r\nbread,3\r\n"],
      ["t.jsonl", '{"id":1}\n'],
    ] as const) {
      writeFileSync(name, content);
      const { code, stderr } = await table(name);
      expect([code, readFileSync(name, "utf8"), existsSync(`${name}.partial`)]).toEqual([3, content, false]);
      expect(stderr).toContain(`${name} exists, and is no table of spolia analyze of this version.`);
    }
    mkdirSync("t.dir.csv");
    expect((await table("t.dir.csv")).stderr).toContain("is no table");
  });
});

/** The same command as a process of its own. `written` waits for so many bytes of rows, or for its end. */
function started(output: string) {
  const child = spawn(process.execPath, [CLI, "analyze", "texts", ...CORPUS, "-o", output], { stdio: "pipe" });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const rows = () => statSync(`${output}.partial/rows`, { throwIfNoEntry: false })?.size ?? 0;
  const written = (bytes: number) =>
    expect.poll(() => (child.exitCode === null ? rows() : Number.POSITIVE_INFINITY)).toBeGreaterThan(bytes);
  return { child, ended, written, stderr: () => stderr };
}

/** So many that a run takes a while. */
const MANY = fewOrAll(150, 250);
function manyTexts(): void {
  for (let i = 0; i < MANY; i++)
    writeFileSync(`texts/many-${i}.txt`, `${excerpt(i % 12, i, 900)} ${zipfText(random, 50)}`);
}

/** Of the table over all of these, made once. */
let ofMany: string | undefined;
async function digestOfMany(): Promise<string> {
  if (ofMany === undefined) {
    expect((await table("t.whole.csv")).code).toBe(0);
    ofMany = digest("t.whole.csv");
  }
  return ofMany;
}

/** A folder that takes no files, whoever writes. */
const CLOSED = existsSync("/proc/self") ? "/proc/self" : "/dev/null";

describe("a run", () => {
  test("that was killed goes on where it was, and the table is the same to the byte", async () => {
    manyTexts();
    const whole = await digestOfMany();
    const { child, ended, written } = started("t.csv");
    await written(10_000);
    child.kill("SIGKILL");
    await ended;
    expect(existsSync("t.csv")).toBe(false);
    const rows = readFileSync("t.csv.partial/rows", "utf8").split("\r\n").length - 1;
    appendFileSync("t.csv.partial/rows", 'torn.txt,torn.txt,,"a title that was');
    const resumed = (await table("t.csv", "--json")).json();
    expect(resumed.reused).toBe(rows);
    expect(rows).toBeLessThan(MANY + 41);
    expect(digest("t.csv")).toBe(whole);
    expect(readdirSync(".").filter((name) => name.startsWith("t.csv"))).toEqual(["t.csv"]);
  });

  test("that was killed while it replaced an older table loses neither", async () => {
    await table("t.csv");
    const old = digest("t.csv");
    manyTexts();
    const { child, ended, written } = started("t.csv");
    await written(10_000);
    child.kill("SIGKILL");
    await ended;
    expect(digest("t.csv")).toBe(old);
    expect((await table("t.csv", "--json")).json().reused).toBeGreaterThan(41);
    expect(digest("t.csv")).toBe(await digestOfMany());
  });

  test("that is stopped leaves a table of whole rows, and goes on from there", async () => {
    manyTexts();
    const { child, ended, written, stderr } = started("t.csv");
    await written(10_000);
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(stderr()).toMatch(
      /t\.csv has [\d,]+ rows so far\. The same command goes on from there\.\n(.*\n)*spolia: Interrupted\./,
    );
    const rows = rowsIn("t.csv");
    expect(rows.length).toBeGreaterThan(0);
    expect((await table("t.csv", "--json")).json().reused).toBe(rows.length);
    expect(rowsIn("t.csv").slice(0, rows.length)).toEqual(rows);
  });

  test("is not disturbed by a second one, which is refused, and reports a file that vanishes meanwhile", async () => {
    manyTexts();
    const { ended, written } = started("t.csv");
    await written(0);
    rmSync("texts/short.txt");
    const second = await table("t.csv");
    expect(second.code).toBe(3);
    expect(second.stderr).toMatch(/Another run writes t\.csv: .* process \d+ on/);
    expect(await ended).toBe(0);
    const rows = rowsIn("t.csv");
    expect(rows).toHaveLength(MANY + 41);
    expect(rows.at(-1)).toMatchObject({ id: "short.txt", error: "unreadable" });
  });

  test.each(["t.nowhere", CLOSED])("without a place to write in %s says so", async (folder) => {
    const { code, stderr } = await table(`${folder}/t.csv`);
    expect([code, stderr]).toEqual([3, expect.stringContaining("The table could not be written.")]);
    expect(stderr).toContain("Give -o in a folder that exists and where you may write.");
  });

  test("over nothing is an error, and over files that are all unread a table and an error", async () => {
    mkdirSync("t.empty");
    const empty = await spolia(["analyze", "t.empty", ...CORPUS, "-o", "t.csv", "--json"]);
    expect([empty.code, empty.json().error.code, existsSync("t.csv")]).toEqual([3, "no_documents", false]);
    writeFileSync("t.empty/a.mobi", "BOOKMOBI");
    const unread = await spolia(["analyze", "t.empty", ...CORPUS, "-o", "t.csv"]);
    expect(unread.code).toBe(3);
    expect(unread.stderr).toContain("No document was found");
    expect(rowsIn("t.csv").map(({ id, error }) => [id, error])).toEqual([["a.mobi", "format_not_read"]]);
  });
});

test.each([
  [["texts", "--html", "t.html"], "--html is about one text, and the answer here is a table of several."],
  [["texts", "--title", "A"], "--title is about one text, and the answer here is a table of several."],
  [["texts", "--iscc"], "--iscc is about one text, and the answer here is a table of several."],
  [["texts", "-"], "Standard input is one text."],
  [["-", "-o", "t.csv"], "Standard input is one text."],
  [["texts", "-o", "t.xlsx"], "The format of the table is not known."],
  [["texts", "--json"], "A table is not one JSON document."],
  [["texts", "--corpus", "infini-gram:v4_piletrain_llama"], "Public indexes are asked about one text."],
] as const)("analyze %j is refused", async (words, message) => {
  const { code, stderr } = await spolia(["analyze", ...words, ...CORPUS]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
