/** Mistakes that people make: each is named, with the way out, and without JSON pointers on a terminal. */
import { cpSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { loadCatalogue, parseLedger } from "../../../src/catalogue/index.ts";
import { main } from "../../../src/cli/program.ts";
import { appendDocuments, syncDocuments } from "../../../src/corpus/index.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { checkQuotation, readBytes, readDocuments, scanRights } from "../../../src/files/index.ts";
import { buildCorpus, createEngine, fingerprint, openCorpus } from "../../../src/index.ts";
import { plainAnalysis } from "../../../src/report/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const elsewhere = process.cwd();
const root = temporaryFolder();
const text = zipfText(seeded(5), 120);

async function spolia(line: string) {
  const terminal = fakeTerminal({ isTTY: true, env: { NO_COLOR: "1" } });
  const code = await main(line.split(" "), terminal);
  return { code, stdout: terminal.out(), stderr: terminal.err() };
}

beforeAll(async () => {
  process.chdir(root);
  mkdirSync("books");
  mkdirSync("empty");
  mkdirSync("begun/resume", { recursive: true });
  writeFileSync("begun/resume/0.part", "half");
  writeFileSync("books/a.txt", text);
  writeFileSync("body.jsonl", `${JSON.stringify({ id: "a", body: text })}\n`);
  writeFileSync("bare.jsonl", `${JSON.stringify({ id: "a", label: "few words" })}\n`);
  writeFileSync("list.csv", "Werk;Autor\n");
  writeFileSync("fake.pdf", text);
  writeFileSync("ledger.json", JSON.stringify({ model: [] }));
  writeFileSync("kind.json", JSON.stringify({ x: { type: "openai" } }));
  writeFileSync("order.json", JSON.stringify({ randomization: "x", secret: "y" }));
  writeFileSync("text.json", JSON.stringify({ some: "thing" }));
  writeFileSync("latin1.txt", Buffer.from(`caf\u00e9 ${text}`, "latin1"));
  writeFileSync("fake.txt", zipfText(seeded(6), 120));
  const one = { name: "a/b", kind: "vllm", url: "http://127.0.0.1:9/v1", model: "b", retrieval: "absent" };
  writeFileSync("one.json", JSON.stringify({ x: one }));
  writeFileSync("dead.json", JSON.stringify({ x: { ...one, retries: 0 } }));
  writeFileSync("keyed.json", JSON.stringify({ x: { ...one, key_env: "NO_SUCH_KEY" } }));
  await spolia("canary create -o secret.json");
  await spolia("keys create --data records");
  await spolia("corpus build -o c.spolia --dataset mine books --jobs 1");
  cpSync("c.spolia", "cut.spolia", { recursive: true });
  const [segment] = readdirSync("cut.spolia/segments").filter((name) => name.endsWith(".segment"));
  truncateSync(`cut.spolia/segments/${segment}`, 2_000);
  writeFileSync("result.json", (await spolia("analyze books/a.txt --corpus c.spolia --json")).stdout);
});
afterAll(() => process.chdir(elsewhere));

/** A line, its exit code, and what it must say. */
const LINES: readonly (readonly [line: string, code: number, ...says: string[]])[] = [
  ["corpus build -o d.spolia --dataset mine empty", 3, "There is no file under empty."],
  ["audit --items empty --corpus c.spolia", 3, "There is no file under empty."],
  ["corpus append books/a.txt c.spolia", 2, "c.spolia is the corpus, and stands first.", "append c.spolia books/a.txt"],
  ["corpus append books c.spolia", 2, "c.spolia is the corpus", "Write: spolia corpus append c.spolia books"],
  ["corpus verify cut.spolia", 1, "bytes, and should have", "Copy the corpus again"],
  [
    "analyze books/a.txt --corpus infini-gram:v4_pile",
    3,
    "does not know infini-gram:v4_pile (did you mean infini-gram:v4_pile",
  ],
  [
    "analyze books/a.txt --corpus infini-gram:v4_piletrain_llama --index-address http://127.0.0.1:18777",
    3,
    "The index infini-gram:v4_piletrain_llama was not searched whole: a request got no answer.",
    "http://127.0.0.1:18777 could not be reached",
  ],
  ["analyze books/a.txt --corpus example.org/books.spolia", 3, "begins with its scheme: https://example.org/books"],
  ["analyze books/a.txt --corpus c.spolia --ledger one.json", 3, "one.json (--ledger) is no ledger that can be used"],
  ["extract books/a.txt --model x --models keyed.json --control fake.txt", 3, "is not set: export NO_SUCH_KEY=KEY"],
  [
    "extract books/a.txt --model x --models dead.json --control fake.txt --per-control 2 --protocol continuations",
    3,
    "First question: http://127.0.0.1:9 could not be reached",
  ],
  ["analyze books/a.txt --corpora c.spolia", 2, "Unknown option '--corpora'.", "Did you mean --corpus?"],
  ["analyze books/a.txt --corpus=c.spolia --exitcode", 2, "Unknown option '--exitcode'.", "Did you mean --exit-code?"],
  ["analyze books/a.txt --corpsu c.spolia", 2, "Did you mean --corpus?"],
  ["analyze books/a.txt --corpus c.spolia --lang de", 2, "Unknown option '--lang'.", "Did you mean --language?"],
  ["analyze books/a.txt --corpus c.spolia --jsno", 2, "Unknown option '--jsno'.", "Did you mean --json?"],
  ["analyze books/a.txt --corpus c.spolia --nonsense", 2, "Unknown option '--nonsense'.", "analyze --help"],
  ["analyze books/a.txt", 2, "Required option '--corpus <path>' not specified"],
  [
    "corpus build -o d.spolia --datset mine books",
    2,
    "Unknown option '--datset'.",
    "Did you mean --dataset?",
    "corpus build --help",
  ],
  ["corpus build --out d.spolia --dataset mine books", 2, "Unknown option '--out'.", "Did you mean --output?"],
  [
    "corpus build -o d.spolia --dataset mine books --threads 2",
    2,
    "Unknown option '--threads'.",
    "Did you mean --jobs?",
  ],
  ["corpus build -o d.spolia books", 2, "Required option '--dataset <slug>' not specified"],
  ["corpus build -o d.spolia --dataset mine", 2, "There is nothing to read.", "--files-from"],
  ["corpus build -o d.spolia --dataset mine nowhere", 3, "nowhere", "does not exist"],
  ["corpus build -o d.spolia --dataset mine bare.jsonl", 3, "no `text` string", "--text-field", "--fields"],
  ["corpus build -o d.spolia --dataset mine body.jsonl --text-field bdy", 3, "--text-field", "id, body"],
  ["corpus build -o c.spolia --dataset mine books", 3, "There are files in c.spolia already: a corpus", "corpus sync"],
  ["corpus build -o books --dataset mine books", 3, "There are files in books already: a.txt", "another name"],
  ["corpus build -o d.spolia --dataset mine books --memory much", 2, "--memory", "whole number"],
  ["corpus build -o d.spolia --dataset mine books --shard 3/2", 2, "such as 2/8"],
  ["corpus append books books", 3, "books is a folder of other files, and no corpus", "corpus build -o books.spolia"],
  ["corpus append c.spolia books", 3, "a.txt already", "--skip-existing"],
  ["corpus sync c.spolia empty", 3, "There is no file to read in empty", "--allow-deletions"],
  ["corpus delete c.spolia b.txt", 3, "no document “b.txt”", "Nothing was deleted", "results name them"],
  ["corpus merge -o d.spolia c.spolia", 2, "--dataset is missing"],
  ["corpus info begun", 3, "begun is an unfinished corpus", "corpus build` again"],
  ["analyze books/a.txt --corpus c.spolia --html gone/x.html", 3, "gone/x.html cannot be written", "make it"],
  ["analyze books/a.txt --corpus c.spolia --html books", 3, "books cannot be written", "name a file in it"],
  [`analyze ${"long".repeat(100)} --corpus c.spolia`, 3, "There is no file “long", "standard input"],
  ["analyze https://example.org/a --corpus c.spolia", 3, "is an address of the web, and no file", "Save"],
  ["rights https://example.org/a", 3, "is an address of the web, and no file", "--fetch"],
  ["rights example.org --fetch", 2, "neither a file nor an address", "https://"],
  ["audit --items books --corpus c.spolia --clean out", 2, "spolia corpus delete"],
  ["serve --config none.json", 2, "none.json does not exist", "spelling"],
  ["serve --oauth-issuer example.org", 2, "--oauth-issuer", "http or https address"],
  ["serve --corpus c.spolia --data mysql://x", 2, "--data is not a valid address of a database", "postgres://"],
  ["serve --corpus c.spolia --data text.json", 2, "text.json is a file, and no folder", "Give a folder"],
  ["keys create --data r --expires tomorrow", 2, "--expires is not a valid time", "2027-01-01T00:00:00Z"],
  ["marketplace get --data r", 2, "get needs a request", "a file of JSON"],
  [
    "analyze books/a.txt --corpus c.spolia --calibration result.json",
    3,
    "and no calibration",
    "spolia corpus calibrate",
  ],
  [
    "analyze books/a.txt --corpus c.spolia --decisions result.json",
    3,
    "and no file of decisions",
    "spolia evidence decide",
  ],
  ["canary commit result.json", 3, "result.json is the result of an analysis, and no secret of a canary"],
  ["canary test result.json --secret a --commitment b", 3, "a does not exist"],
  ["extract books/a.txt --model x", 2, "No file of models was given", '"kind": "vllm"'],
  ["extract books/a.txt --model x --models result.json", 3, "and no file of models", '"kind": "vllm"'],
  ["score books/a.txt --model eleutherai/pythia --jurisdiction DE --order text.json", 3, "secrets.order"],
  ["score books/a.txt --model eleutherai/pythia --jurisdiction DE --order order.json", 3, "not an order", "commitment"],
  [
    "decide result.json --passage 9 --as mine --reason r --author a --decisions d",
    2,
    "no passage 9",
    "spolia evidence report",
  ],
  ["decide result.json --document b --as mine --reason r --author a --decisions d", 2, "no document b", "a.txt"],
  ["leads captures x --dry-run", 3, "This cannot be done: url must be the address of a page"],
  ["timestamp books/a.txt --timestamp-authority https://example.org", 3, "is not JSON", "of a canary"],
  ["models --ledger ledger.json", 3, "has a field that does not belong here (did you mean models?)"],
  ["extract books/a.txt --model x --models kind.json", 3, 'x.kind is required: one of "openai", "vllm"'],
  ["analyze books/a.txt --corpus c.spolia --whole-text", 2, "--whole-text does nothing without --html", "leave out"],
  [
    "analyze books/a.txt --corpus c.spolia --recorded result.json",
    2,
    "--recorded does nothing without --corpus infini",
  ],
  ["report result.json --whole-text", 2, "--whole-text does nothing without --html"],
  ["dedup books --ledger l.jsonl", 2, "--ledger does nothing without --output", "Add --output"],
  ["audit --items books --corpus c.spolia --ledger l.jsonl", 2, "--ledger does nothing without --clean"],
  ["audit --items books --corpus c.spolia --to x", 2, "--to does nothing without --restore"],
  ["corpus build -o d.spolia --dataset mine books --shards 4", 2, "--shards does nothing without --jobs-from"],
  ["verify c.spolia --key k", 2, "--key does nothing without a signed document"],
  ["audit --items bare.jsonl --corpus c.spolia", 3, "no `text` string", "`audit` has --fields"],
  ["analyze books/a.txt --corpus htp://example.org/c", 3, "not from an address that begins with htp:", "http:"],
  ["analyze books/a.txt --corpus https://", 3, "after https:// comes no host", "Write https://HOST/FOLDER"],
  ["analyze books/a.txt --corpus http:/c.spolia", 3, "http:/c.spolia does not exist", "An address has two slashes"],
  ["analyze fake.pdf --corpus c.spolia", 3, "its beginning is of another format", "rename it"],
  ["leads titles list.csv", 2, "There is no work to look for", "--isbn"],
  ["leads titles list.csv --title x", 3, "no column of titles", "“Werk;Autor”", "with commas in CSV"],
  ["probe --model x --models kind.json", 2, "There is nothing to ask about", "--secret"],
  ["extract books/a.txt --model x --models kind.json --opening 9", 2, "--opening does nothing without --protocol"],
  ["compare books/a.txt result.json", 3, "the result of an analysis, which spolia has written, is no text"],
  ["analyze result.json --corpus c.spolia", 3, "the result of an analysis, which spolia has written, is no text"],
  ["corpus bild", 2, "Unknown command 'bild'", "Did you mean build?"],
  ["corpus remove c.spolia a.txt", 2, "Unknown command 'remove'", "`spolia corpus --help` lists the commands"],
  [
    "analyze books/a.txt --corpus books",
    3,
    "books is a folder of other files",
    "-o books.spolia --dataset my-texts books",
  ],
  ["analyze books/a.txt --corpus books/", 3, "-o books.spolia --dataset my-texts books\n"],
  ["analyze books/a.txt --corpus books/a.txt", 3, "books/a.txt is a file, and no corpus", "-o books/a.spolia"],
  ["analyze books/a.txt --corpus c.spoila", 3, "c.spoila does not exist", "Check the path"],
  ["corpus append d.spolia books", 3, "There is no corpus in d.spolia", "build the corpus first"],
  ["corpus purge d.spolia", 3, "There is no corpus in d.spolia", "build the corpus first"],
  ["corpus info empty", 3, "There is no corpus in empty: nothing is there"],
  ["corpus sync books c.spolia", 3, "books is a folder of other files, and no corpus"],
  ["analyze books/b.txt --corpus c.spolia", 3, "books/b.txt does not exist", "spelling"],
  ["analyze books/a.txt --corpus c.spolia --html x.html -o y.csv", 2, "--html is about one text", "without -o"],
  ["analyze books/a.txt --corpus c.spolia -o y.txt", 2, "The format of the table is not known", ".csv or .jsonl"],
  [
    "analyze books/a.txt --corpus c.spolia --ledger result.json",
    3,
    "result.json is the result of an analysis, and no ledger",
  ],
  ["analyze books/a.txt --corpus c.spolia --ledger books/a.txt", 3, "books/a.txt is not JSON"],
  ["analyze books/a.txt --corpus c.spolia --published yesterday", 2, "YYYY-MM-DD"],
  ["verify result.json", 2, "result.json is a result, not a signed report", "`--replay` computes it again"],
  ["verify result.json --replay --corpus c.spolia", 2, "Give the file with --content"],
  ["verify text.json", 3, "text.json is nothing that is signed", "The page of a report is not signed"],
  ["analyze books/a.txt -c c.spolia", 2, "Unknown option '-c'.", "Did you mean --corpus?"],
  ["analyze books/a.txt -corpus c.spolia", 2, "Unknown option '-corpus'.", "Did you mean --corpus?"],
  ["analyze books/a.txt --corpus c.spolia --model x", 2, "Unknown option '--model'.", "option of `spolia score`"],
  ["compare books/a.txt books/a.txt --corpus c.spolia", 2, "Unknown option '--corpus'.", "option of `spolia analyze`"],
  ["report result.json -o x.html", 2, "Unknown option '-o'.", "Did you mean --html?"],
  ["audit body.jsonl --corpus c.spolia", 2, "Too many arguments", "Did you mean --items body.jsonl?"],
  ["serve c.spolia", 2, "Too many arguments", "Did you mean --corpus c.spolia?"],
  ["compare books/a.txt books/a.txt books/a.txt", 2, "books/a.txt is named twice.", "Name each file and folder once."],
  ["build -o d.spolia books", 2, "Unknown command 'build'", "Did you mean corpus build?"],
  ["search books/a.txt", 2, "Unknown command 'search'", "Did you mean analyze?"],
  ["version", 2, "Unknown command 'version'", "Did you mean --version?"],
  ["corpus create -o d.spolia books", 2, "Unknown command 'create'", "Did you mean build?"],
  ["analyze c.spolia --corpus books/a.txt", 2, "c.spolia is a corpus, and no text", "TEXT --corpus c.spolia"],
  ["compare books/a.txt c.spolia", 2, "c.spolia is a corpus, and no text", "--corpus c.spolia"],
  ["compare books/a.txt books", 2, "books/a.txt is in books, which is named too.", "Leave out one of the two."],
  ["analyze file:///books/b.txt --corpus c.spolia", 3, "is an address, and no path", "/books/b.txt"],
  ["analyze books/a.txt --corpus c.spolia/manifest.json", 3, "is a file of a corpus", "Name its folder: c.spolia"],
  [
    "analyze books/a.txt --corpus infinigram:x",
    3,
    "infinigram:x is no public index",
    "infini-gram:NAME",
    "--searchable",
  ],
  ["analyze books/a.txt --corpus c.spolia,d.spolia", 3, "does not exist", "Commas do not divide corpora"],
  ["analyze books/a.txt --corpus the-pile", 3, "the-pile does not exist", "`spolia catalogue datasets --searchable`"],
  ["analyze books/a.txt --corpus c.spolia --corpus ./c.spolia", 3, "the same corpus, given twice: give it once"],
  [
    "corpus merge -o d.spolia --dataset mine c.spolia ./c.spolia",
    2,
    "./c.spolia is given twice",
    "Give each corpus once",
  ],
  ["corpus build -o d.spolia --dataset mine https://example.org/a", 3, "is an address of the web, and no file", "Save"],
  [
    "corpus delete c.spolia books/a.txt",
    3,
    "no document “books/a.txt”",
    "`spolia corpus info CORPUS --ids` lists them",
  ],
  ["corpus list empty", 0, "0 corpora: None is in these folders", "`spolia corpus build --help`"],
  ["audit --items books --dataset c.spolia", 3, "c.spolia: a corpus, and no documents", "take it with --corpus"],
  ["analyze list.csv --corpus c.spolia", 3, "no column of it holds text; its columns are Werk, Autor", "--text-field"],
  ["audit --items text.json --corpus c.spolia", 3, "the fields are some", "--text-field"],
  ["analyze latin1.txt --corpus c.spolia", 0, "wrong bytes of UTF-8", "--encoding LABEL"],
  ["analyze books/a.txt --corpus c.spolia --private", 2, "--private does nothing without --corpus infini-gram"],
  ["models --as-of 2026-01", 2, "--as-of does nothing without --older-than", "Add --older-than"],
  ["datasets --as-of 2026-01", 2, "--as-of does nothing without --older-than"],
  [
    "canary test secret.json --secret secret.json --commitment b",
    3,
    "is the secret of a canary, and no file of scores",
  ],
  [
    "score books/a.txt --model eleutherai/pythia --jurisdiction DE --observations result.json",
    3,
    "result.json is the result of an analysis, and holds no observations",
    "`spolia probe`",
  ],
  ["verify secret.json", 3, "secret.json is the secret of a canary, and nothing that is signed", "Give a report"],
  ["verify books/a.txt", 3, "books/a.txt is not JSON, and nothing that is signed"],
  ["verify books/a.txt --timestamp secret.json", 3, "books/a.txt is not JSON, and nothing that is signed"],
  [
    "verify result.json --replay --corpus c.spolia --content fake.txt",
    1,
    "fake.txt is not the",
    "its fingerprint is another",
    "with --content",
  ],
  ["audit --restore body.jsonl", 2, "body.jsonl is not named as --clean names its lists", "--from"],
  ["keys retire-signing --data records x", 3, "There is no signing key x", "list-signing"],
  ["records remove --data records nobody", 3, "There is no account nobody", "--tenant"],
  ["records copy --data records --to postgresql//x", 2, "--to is not a valid address of a database", "postgres://"],
  ["extract books/a.txt --model x --models one.json --prefix 450 --dry-run", 3, "too short", "--prefix and --suffix"],
  ["keys list --data records --tenant nobody", 0, "There is no account nobody", "check --tenant"],
  ["analyze books/a.txt --corpus c.spolia --published 2999", 0, "--published 2999 lies in the future"],
  ["analyze books/a.txt --corpus=", 3, "The path of the corpus is empty", "Check the path"],
  ["help analyse", 2, "There is no command analyse.", "Did you mean analyze?"],
  ["help corpsu", 2, "There is no command corpsu.", "Did you mean corpus?"],
  ["help corpus biuld", 2, "There is no command corpus biuld.", "Did you mean build?"],
  ["analyse books/a.txt", 2, "Unknown command 'analyse'", "Did you mean analyze?"],
  ["audit --items books --dataset books --cut passage", 2, "--cut does nothing without --clean."],
  ["compare books fake.txt --type html", 2, "leave out --type"],
  [
    "corpus build -o d.spolia --dataset mine bare.jsonl --text-field body",
    3,
    "no text in body",
    "fields are id, label",
  ],
  ["analyze body.jsonl --corpus c.spolia --text-field text.body", 3, "no text in text.body", "fields are id, body"],
];

test("places are named as people write them, also where no terminal is", async () => {
  for (const [line, says] of notEmpty([
    ["analyze books/a.txt --corpus c.spolia --language english", "metadata.language must be"],
    ["dedup nowhere", ": nowhere does not exist"],
  ] as const)) {
    const terminal = fakeTerminal({ env: { NO_COLOR: "1" } });
    await main(line.split(" "), terminal);
    expect(terminal.err()).toContain(says);
  }
});

test("words in the place of a file that holds a quotation", async () => {
  const terminal = fakeTerminal({ isTTY: true, env: { NO_COLOR: "1" } });
  const words = ["quote-check", "--quotation", "some words", "--in", "books/a.txt"];
  expect(await main(words, terminal)).toBe(2);
  expect(terminal.err()).toContain("There is no file “some words”.");
  expect(terminal.err()).toContain("without --quotation");
});

describe("a wrong line", () => {
  test.each(LINES.map(([line, code, ...says]) => ({ line, code, says })))("$line", async ({ line, code, says }) => {
    const ended = await spolia(line);
    const told = ended.stderr + ended.stdout;
    expect(ended.code, told).toBe(code);
    for (const one of notEmpty(says)) expect(told).toContain(one);
    expect(told, "a JSON pointer").not.toMatch(/(^|[\s:])\/[a-z_]+[/ ](must|is|has|does)/m);
  });

  test("is none where a result is computed again", async () => {
    const ended = await spolia("verify result.json --replay --content books/a.txt --corpus c.spolia");
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("THE SAME") });
  });
});

async function refusal(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    if (isSpoliaError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "not refused";
}

/** Options as callers without types write them. */
const wrong = (options: object): never => options as never;
const documents = [{ id: "a", text: "some words" }];

const CALLS: readonly (readonly [name: string, call: () => unknown, says: string])[] = [
  [
    "createEngine",
    () => createEngine(wrong({ corpora: [], catalog: {} })),
    "/catalog must be absent, since there is no such option (did you mean catalogue?)",
  ],
  ["openCorpus", () => openCorpus("c.spolia", wrong({ dept: "full" })), "(did you mean depth?)"],
  ["buildCorpus", () => buildCorpus(documents, wrong({ name: "c", dataset: "d", store: {} })), "/store must be absent"],
  [
    "buildCorpus",
    () => buildCorpus(documents, wrong({ name: "c", dataset: "d", memory: 5 })),
    "/memory must be absent",
  ],
  [
    "appendDocuments",
    () => appendDocuments(createMemoryStorage(), documents, wrong({ onExist: 1 })),
    "(did you mean onExisting?)",
  ],
  [
    "syncDocuments",
    () => syncDocuments(createMemoryStorage(), documents, wrong({ dryrun: true })),
    "(did you mean dryRun?)",
  ],
  ["fingerprint", () => fingerprint("text", wrong({ wsam: "twin" })), "(did you mean wasm?)"],
  ["readBytes", () => readBytes(new Uint8Array(), wrong({ encodng: "utf-8" })), "(did you mean encoding?)"],
  [
    "readDocuments",
    async () => await readDocuments(["books"], wrong({ textfield: "x" })).next(),
    "(did you mean textField?)",
  ],
  [
    "analyze",
    async () => (await createEngine({ corpora: [] })).analyze(wrong({ text: "x" })),
    "/text is not a known field (did you mean content?)",
  ],
  [
    "analyze, two arguments",
    async () => (await createEngine({ corpora: [] })).compare(wrong(text as never), wrong(text as never)),
    "The first one is the whole request, as in { a: …, b: … }",
  ],
  [
    "analyze, JSON",
    async () => (await createEngine({ corpora: [] })).analyze(JSON.stringify({ content: text }) as never),
    "must be an object: it is the text of one, encoded twice",
  ],
  ["checkQuotation, a path", () => checkQuotation("a mill is a clock", "books/a.txt"), "not its path"],
  ["appendDocuments, a path", () => appendDocuments(wrong("c" as never), documents), "createFileStorage(path)"],
  ["parseLedger", () => parseLedger("{"), "a ledger, not its text or path: JSON.parse(…)"],
  ["scanRights", () => scanRights(wrong(["books"])), "a document with `id` and `text`, no path"],
  ["plainAnalysis", () => plainAnalysis(wrong("{}" as never), wrong({})), "not its text: JSON.parse(…)"],
  ["plainAnalysis", () => plainAnalysis(wrong(Promise.resolve({})), wrong({})), "not the promise of one: await"],
  [
    "extract",
    async () => (await createEngine({ corpora: [] })).extract({ model: "x", work: { content: text } }),
    "No model of that name is configured here",
  ],
  ["buildCorpus", () => buildCorpus(wrong([{ id: 1, text }]), { name: "c", dataset: "d" }), "The id of document 1"],
  ["loadCatalogue", () => loadCatalogue(wrong("ledger.json" as never)), "a ledger, not its path"],
  [
    "analyze, a field of another object",
    async () => (await createEngine({ corpora: [] })).analyze(wrong({ content: "x", maxMatches: 3 })),
    "/maxMatches is not a known field (known: content, content_type,",
  ],
  [
    "analyze, deeper",
    async () => (await createEngine({ corpora: [] })).analyze(wrong({ content: "x", options: { priro: 0.5 } })),
    "/options/priro is not a known field (did you mean prior?)",
  ],
  [
    "analyze, host",
    async () => (await createEngine({ corpora: [] })).analyze({ content: "x" }, wrong({ singal: 1 })),
    "(did you mean signal?)",
  ],
];

describe("an option that does not exist", () => {
  test.each(CALLS)("%s", async (_name, call, says) => {
    const told = await refusal(call);
    expect(told).toMatch(/^(invalid_request|catalogue_invalid|document_invalid|model_not_configured): /);
    expect(told).toContain(says);
  });

  test("is no fault where it is undefined", async () => {
    await createEngine(wrong({ corpora: [], catalog: undefined }));
  });
});
