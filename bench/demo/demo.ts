/**
 * `npm run demo [-- FILE]`: the main job on documents that are on any machine after `npm ci`. Builds a corpus, analyses a text that
 * reuses some of it and one that does not, and says in plain words what was found. Its ledger is FICTIONAL: no real model is claimed.
 */
import { readFileSync } from "node:fs";
import picocolors from "picocolors";
import { buildCorpus, type CorpusDocument, createEngine, isSpoliaError } from "spolia";
import { type Catalogue, loadCatalogue, parseLedger } from "spolia/catalogue";
import { readers } from "spolia/documents";
import { plainAnalysis } from "spolia/report";
import { modelOfOneFolder, whichFolder } from "./model.ts";
import { installedDocuments, textThatReuses } from "./texts.ts";

const colours = picocolors;
const columns = Math.min(100, process.stdout.columns ?? 100);
const beside = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

function heading(text: string): void {
  console.log(`\n${colours.bold(colours.cyan(`── ${text} ${"─".repeat(Math.max(0, columns - text.length - 4))}`))}\n`);
}

async function askTinyModel(documents: readonly CorpusDocument[], catalogue: Catalogue): Promise<void> {
  heading("A model that learnt one of two folders");
  const started = performance.now();
  const { folders, connector, truth } = await modelOfOneFolder(documents);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${folders.A.length + folders.B.length} texts of these packages were dealt into folders A and B by chance; a tiny language model learnt one of them, compiled kernels and all, in ${seconds} s. The engine is asked of each folder: was the model trained on it, rather than on the other?\n`,
  );
  const asked = performance.now();
  for (const { folder, gate, p, score } of await whichFolder(connector, folders, catalogue)) {
    const [value, lo, hi] = [score.score, ...score.ci_95].map((figure) => figure.toFixed(0));
    const tier = `${score.tier.replaceAll("_", " ")}${score.tier === "no_support" ? "" : " support"}`;
    console.log(
      `  folder ${colours.bold(folder)}: score ${colours.bold(value!)} of 100, ${colours.bold(tier)}, 95 % interval ${lo} to ${hi}   (exact p ${p?.toPrecision(2) ?? "none"}, blind gate ${gate.outcome.replaceAll("_", " ")})`,
    );
  }
  console.log(
    `\nThe truth: it learnt folder ${colours.bold(truth)}. Asked in ${((performance.now() - asked) / 1000).toFixed(1)} s.`,
  );
  console.log("What a tiny model shows is that the test works, not what a large model was trained on.");
}

async function run(): Promise<void> {
  heading("1. A corpus from the documents of the installed packages");
  const documents = installedDocuments();
  const started = performance.now();
  await using corpus = await buildCorpus(documents, { name: "installed packages", dataset: "fictional-package-docs" });
  const { info } = corpus;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${info.documents} documents, ${info.words.toLocaleString("en")} words, ${info.fingerprints.toLocaleString("en")} fingerprints in ${seconds} s`,
  );
  console.log(colours.yellow("The ledger of this demonstration is FICTIONAL: it names a model that does not exist."));

  const catalogue = await loadCatalogue(parseLedger(JSON.parse(beside("fictional-ledger.json"))));
  const engine = await createEngine({ corpora: [corpus], catalogue, readers });
  const analyse = async (title: string, content: string) => {
    heading(title);
    const result = await engine.analyze({ content, content_type: "text" });
    console.log(plainAnalysis(result, { content, colours, columns }));
  };

  const file = process.argv[2];
  if (file === undefined) {
    await analyse("2. A text that reuses two of them, one with every tenth word changed", textThatReuses(documents));
    await analyse("3. The control: a text that reuses none", beside("control.txt"));
  } else {
    await analyse(`2. ${file}`, readFileSync(file, "utf8"));
  }

  await askTinyModel(documents, catalogue);

  heading("Now with your own files");
  console.log(`  npx spolia corpus build -o mine.spolia FOLDER --dataset my-texts
  npx spolia analyze TEXT.txt --corpus mine.spolia
  npx spolia serve --corpus mine.spolia
  npx spolia extract TEXT.txt --model NAME --models models.json --control CONTROLS --dry-run`);
}

try {
  await run();
} catch (error) {
  console.error(isSpoliaError(error) ? `demo: ${error.message} ${error.hint ?? ""}` : `demo: ${(error as Error).message}`);
  process.exitCode = 3;
}
