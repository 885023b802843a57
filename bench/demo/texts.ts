/** The texts of the demonstration: documents that are on every machine after `npm ci`, and one text that reuses two of them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CorpusDocument } from "spolia";

const MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));
const DOCUMENT = /^(readme|licen[cs]e|changelog|notice|history)[^/]*$/i;
const TEXT_ENDINGS = /(^[^.]*|\.(md|markdown|txt|mit|bsd))$/i;

/** The Markdown and licence files of the installed packages, by package and name. */
export function installedDocuments(): CorpusDocument[] {
  return packages().flatMap((name) =>
    readdirSync(join(MODULES, name), { withFileTypes: true })
      .filter((entry) => entry.isFile() && DOCUMENT.test(entry.name) && TEXT_ENDINGS.test(entry.name))
      .map((entry) => ({
        id: `${name}/${entry.name}`,
        title: `${entry.name} of ${name}`,
        text: readFileSync(join(MODULES, name, entry.name), "utf8"),
      })),
  );
}

function packages(): string[] {
  const inside = (folder: string) =>
    readdirSync(join(MODULES, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ name }) => (folder === "" ? name : `${folder}/${name}`));
  return inside("")
    .flatMap((name) => (name.startsWith("@") ? inside(name) : [name]))
    .sort();
}

/** Words that stand in for others. */
const SUBSTITUTES = ["indeed", "lantern", "quiet", "seven", "river", "perhaps", "copper", "window"];

/**
 * A text of our own around two borrowed passages: prose of one package with every tenth word changed, and a paragraph of a licence
 * that many packages carry.
 */
export function textThatReuses(documents: readonly CorpusDocument[]): string {
  const prose = paragraphs(documents, "@msgpack/msgpack/README.md").filter((one) => !/^[#|>[-]|```|[{};]/m.test(one));
  const licence =
    paragraphs(documents, "typescript/LICENSE.txt").find((one) => /Grant of Copyright License/.test(one)) ?? "";
  return [
    "I was asked to write a page about the tools on my desk, and I began, as everyone does, with the one I use without thinking.",
    edited(prose.slice(1, 6).join("\n\n")),
    "So much for the tool. Its neighbours on the shelf come with terms, and one of them says this, which I copy as it stands.",
    licence.trim(),
    "After that I closed the drawer, made tea, and wrote to the printer that the page was done.",
  ].join("\n\n");
}

function paragraphs(documents: readonly CorpusDocument[], id: string): string[] {
  const text = documents.find((document) => document.id === id)?.text ?? "";
  return text.split(/\r?\n\s*\r?\n/).filter((paragraph) => paragraph.trim().split(/\s+/).length > 8);
}

function edited(text: string): string {
  let word = 0;
  return text.replace(/\S+/g, (original) => (++word % 10 === 0 ? SUBSTITUTES[word % SUBSTITUTES.length]! : original));
}
