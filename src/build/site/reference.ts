/** The pages of the library: one for each entry of the package, made from its types by TypeDoc. */
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { ENTRIES as BUILT } from "../package/bundle.ts";

/** Entries of the package, by the name of the import, in their order. */
const ENTRIES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(BUILT).map(([name, source]) => [name === "index" ? "spolia" : `spolia/${name}`, source]),
);

/**
 * @param tools the folder of installed packages that has TypeDoc
 * @throws where TypeDoc fails
 */
export function referencePages({ root, tools }: { root: string; tools: string }): Record<string, string> {
  const out = mkdtempSync(join(tmpdir(), "spolia-types-"));
  try {
    writeMarkdown({ root, tools, out });
    const files = globSync("**/*.md", { cwd: out, exclude: ["README.md"] }).map((path) => {
      const text = readFileSync(join(out, path), "utf8");
      const title = /^# (.*)/.exec(text)?.[1] ?? "";
      const [, outer] = /^(.+)[/\\]namespaces[/\\]/.exec(path) ?? [];
      const entry = outer === undefined ? entryOf(title) : `${entryOf(outer)}.${title}`;
      return { path: path.replaceAll("\\", "/"), entry, text };
    });
    const entries = new Map(files.map(({ path, entry }) => [path, entry]));
    const pages = files.map(({ path, entry, text }) => {
      const order = Object.keys(ENTRIES).indexOf(entry.split(".")[0]!) + 1;
      return [`library/${slug(entry)}/index.md`, page(entry, order, linked(text, path, entries))] as const;
    });
    return Object.fromEntries(pages);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

const slug = (entry: string): string => entry.replaceAll("/", "-");

/** The entry that TypeDoc's title means: its own name, else the path of its source below `src`. */
function entryOf(title: string): string {
  const sources = [`src/${title}.ts`, `src/${title}/index.ts`];
  const entry = Object.keys(ENTRIES).find((name) => name === title || sources.includes(ENTRIES[name]!));
  if (entry === undefined) throw new Error(`TypeDoc wrote a page of ${title}, which is no entry.`);
  return entry;
}

function writeMarkdown({ root, tools, out }: { root: string; tools: string; out: string }): void {
  const typedoc = join(tools, "typedoc/bin/typedoc");
  const settings = {
    tsconfig: join(root, "tsconfig.json"),
    plugin: join(tools, "typedoc-plugin-markdown/dist/index.js"),
    readme: "none",
    outputFileStrategy: "modules",
    logLevel: "Error",
    out,
  };
  const flags = [
    "--skipErrorChecking",
    "--excludeExternals",
    "--disableSources",
    "--hidePageHeader",
    "--hideBreadcrumbs",
    "--useHTMLAnchors",
  ];
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const sources = Object.values(ENTRIES).map((source) => join(root, source));
  const { status, stdout, stderr } = spawnSync(process.execPath, [typedoc, ...options, ...flags, ...sources], {
    encoding: "utf8",
    cwd: root,
  });
  if (status !== 0) throw new Error(`TypeDoc failed: ${stdout}${stderr}`);
}

/** Links of TypeDoc between its files become links between the pages of entries. */
function linked(markdown: string, path: string, entries: ReadonlyMap<string, string>): string {
  return markdown.replaceAll(/\]\(([^)#\s]+\.md)(#[^)]*)?\)/g, (link, file: string, anchor = "") => {
    const entry = entries.get(posix.join(posix.dirname(path), file));
    return entry === undefined ? link : `](/library/${slug(entry)}/index.html${anchor})`;
  });
}

function page(entry: string, order: number, markdown: string): string {
  // The names that TypeDoc's links use become those of the headings.
  const named = markdown.replaceAll(/<a id="([^"]*)"><\/a>\s*\n+(#+ .*)/g, "$2 {#$1}");
  const body = withExamples(named.replace(/^# .*\n/, ""), entry);
  return `---\ntitle: ${entry}\ngroup: Library\norder: ${order}\n---\n# ${entry}\n\n${body}`;
}

const EXAMPLES = join(import.meta.dirname, "../../faces/site/examples");

/** Examples stand at the end of the section of their function or class. @throws where an example is of none */
function withExamples(markdown: string, entry: string): string {
  const [file] = globSync(`**/${slug(entry)}.md`, { cwd: EXAMPLES });
  if (file === undefined) return markdown;
  const path = join(EXAMPLES, file);
  const examples = readFileSync(path, "utf8")
    .split(/^## (?=\w+$)/m)
    .slice(1);
  return examples.reduce((page, example) => {
    const name = /^\w+/.exec(example)![0];
    // TypeDoc writes underscores with a backslash, and strikes through what is deprecated.
    const heading = new RegExp(`^(#+) (?:~~)?${name.replaceAll("_", "\\\\?_")}(?:\\(\\).*| \\{#.*)?$`, "m").exec(page);
    if (heading === null) throw new Error(`${path}: ${entry} has no function or class ${name}.`);
    const from = heading.index + heading[0].length;
    const rest = page.slice(from);
    const next = new RegExp(`^#{1,${heading[1]!.length}} |^\\*{3}$`, "m").exec(rest);
    const end = next === null ? page.length : from + next.index;
    const shown = `\n${heading[1]}# Example\n${example.slice(name.length)}\n`;
    return page.slice(0, end) + shown + page.slice(end);
  }, markdown);
}
