/**
 * `npm run demo [-- [--full | --page] [FILE]]`: the main job on documents that are on any machine after `npm ci`. Builds a corpus, analyses a
 * text that borrows from it and one that does not, and says on one screen what was found; `--full` adds all that the results say. Its
 * ledger is FICTIONAL: no real model is claimed.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import picocolors from "picocolors";
import { buildCorpus, type CorpusDocument, createEngine, isSpoliaError } from "spolia";
import { type Catalogue, loadCatalogue, parseLedger } from "spolia/catalogue";
import { type FileContent, plainUnreadPages, readBytes, readers } from "spolia/documents";
import { plainAnalysis } from "spolia/report";
import { createFileStorage } from "spolia/storage";
import { modelOfOneFolder, whichFolder } from "./model.ts";
import { reworded } from "./reworded.ts";
import { answer, askedModel, headline, wrapped } from "./screen.ts";
import { installedDocuments, textThatReuses } from "./texts.ts";

const beside = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/** What takes its time is told beside the answer; on a terminal the line goes when its work is done. */
async function told<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const { stderr } = process;
  stderr.write(stderr.isTTY ? `${what} …` : `${what} …\n`);
  const result = await work();
  if (stderr.isTTY) stderr.write("\r\u001b[K");
  return result;
}

async function askTinyModel(documents: readonly CorpusDocument[], catalogue: Catalogue): Promise<string> {
  const { folders, connector, truth } = await told("Trains a tiny model, some seconds", () =>
    modelOfOneFolder(documents),
  );
  const answers = await told("Asks it of 800 texts, some seconds", () => whichFolder(connector, folders, catalogue));
  return askedModel(answers, truth);
}

/** Serves the page over the documents until it is stopped. */
async function showPage(documents: readonly CorpusDocument[], named: { name: string; dataset: string }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "spolia-demo-"));
  const corpus = join(folder, "installed.spolia");
  try {
    const storage = createFileStorage(corpus);
    await (
      await told(`Indexes ${documents.length} documents`, () => buildCorpus(documents, { ...named, storage }))
    ).close();
    writeFileSync(join(folder, "text.txt"), textThatReuses(documents));
    console.log(
      `Open the address below in a browser, and there the file ${join(folder, "text.txt")}, or any text of yours.`,
    );
    const cli = fileURLToPath(new URL("../../build/cli.js", import.meta.url));
    const served = spawn(process.execPath, [cli, "serve", "--corpus", corpus, "--port", "0", "--log", "none"], {
      stdio: "inherit",
    });
    for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => served.kill(name));
    await new Promise((resolve) => served.once("close", resolve));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(): Promise<void> {
  const options = { full: { type: "boolean" }, page: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const file = positionals[0];
  const documents = installedDocuments();
  const dataset = { name: "installed packages", dataset: "fictional-package-docs" };
  if (values.page === true) return showPage(documents, dataset);
  await using corpus = await told(`Indexes ${documents.length} documents`, () => buildCorpus(documents, dataset));
  const catalogue = await loadCatalogue(parseLedger(JSON.parse(beside("fictional-ledger.json"))));
  const engine = await createEngine({ corpora: [corpus], catalogue, readers });
  const analyse = ({ content, content_type, sections }: FileContent) =>
    engine.analyze({ content, content_type, sections });
  const asText = (content: string): FileContent => ({ content, content_type: "text" });

  const read =
    file === undefined ? asText(textThatReuses(documents)) : await readBytes(readFileSync(file), { name: file });
  for (const pages of read.unread_pages ?? []) console.error(`Not read: ${plainUnreadPages(pages)}.`);
  const { content } = read;
  const result = await analyse(read);
  const colours = picocolors.createColors(process.stdout.isTTY === true && picocolors.isColorSupported);
  console.log(colours.bold(headline(result)));
  const written = "written for this demonstration around two borrowings, one with every tenth word changed.";
  const text = `${result.coverage.words.toLocaleString("en")} words, ${file === undefined ? written : file}`;
  const size = `${corpus.info.documents} documents, ${corpus.info.words.toLocaleString("en")} words`;
  const corpusIs = `${size}: the READMEs and licences of the packages that npm installed here.`;
  console.log(`\n${answer({ result, content, text, corpus: corpusIs })}`);

  const control = beside("control.txt");
  const ofControl = await analyse(asText(control));
  if (file === undefined) {
    console.log(["", ...wrapped(`The control, a text that borrows nothing: ${headline(ofControl)}`)].join("\n"));
    console.log(`\n${await askTinyModel(documents, catalogue)}`);
  }
  const otherwise = await reworded();
  if (values.full === true) {
    const columns = Math.min(100, process.stdout.columns ?? 100);
    console.log(`\n${plainAnalysis(result, { content, colours: picocolors, columns })}`);
    console.log(otherwise.whole);
    if (file === undefined) console.log(plainAnalysis(ofControl, { content: control, colours: picocolors, columns }));
  }
  console.log(`
In other words:            ${otherwise.line}
All that the results say:  npm run demo -- --full
A text of your own:        npm run demo -- FILE
Documents of your own:     npx spolia corpus build -o mine.spolia FOLDER --dataset my-texts
                           npx spolia analyze TEXT.txt --corpus mine.spolia
To read it in a browser:   npm run demo -- --page`);
}

try {
  await run();
} catch (error) {
  console.error(
    isSpoliaError(error) ? `demo: ${error.message} ${error.hint ?? ""}` : `demo: ${(error as Error).message}`,
  );
  process.exitCode = 3;
}
