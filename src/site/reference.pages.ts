/** The pages of the library: one for each entry of the package, made from its types by TypeDoc. */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const EXAMPLES = join(HERE, "examples");

/** The sources of the entries that have types of their own, by the name of the entry. */
const ENTRIES: Readonly<Record<string, string>> = {
  spolia: "src/index.ts",
  "spolia/audit": "src/audit/index.ts",
  "spolia/catalogue": "src/catalogue/index.ts",
  "spolia/cleaning": "src/cleaning/index.ts",
  "spolia/client": "src/client/typescript/index.ts",
  "spolia/connectors": "src/connectors/index.ts",
  "spolia/corpus": "src/corpus/index.ts",
  "spolia/documents": "src/documents/index.ts",
  "spolia/http": "src/http/index.ts",
  "spolia/public-indexes": "src/publicIndexes/index.ts",
  "spolia/registry": "src/registry/index.ts",
  "spolia/report": "src/report/index.ts",
  "spolia/sketch": "src/sketch/index.ts",
  "spolia/storage/file": "src/storage/file.ts",
  "spolia/storage/http": "src/storage/http.ts",
  "spolia/storage/memory": "src/storage/memory.ts",
  "spolia/storage/opfs": "src/storage/opfs.ts",
  "spolia/takedown": "src/takedown/index.ts",
};

/**
 * @param tools the folder of installed packages that has TypeDoc
 * @throws where TypeDoc fails, or an example is of nothing
 */
export function referencePages({ root, tools }: { root: string; tools: string }): Record<string, string> {
  const out = mkdtempSync(join(tmpdir(), "spolia-types-"));
  try {
    writeMarkdown({ root, tools, out });
    const files = globSync("**/*.md", { cwd: out, exclude: ["README.md"] }).map((path) => {
      const text = readFileSync(join(out, path), "utf8");
      return { path: path.replaceAll("\\", "/"), entry: entryOf(/^# (.*)/.exec(text)?.[1] ?? ""), text };
    });
    const entries = new Map(files.map(({ path, entry }) => [path, entry]));
    const pages = files.map(({ path, entry, text }) => {
      const order = Object.keys(ENTRIES).indexOf(entry) + 1;
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
  const body = named.replace(/^# .*\n/, "");
  return `---\ntitle: ${entry}\ngroup: Library\norder: ${order}\n---\n# ${entry}\n\n${withExamples(entry, body)}`;
}

/** Puts the example of a function, a file of `examples` that a test runs, below its heading. */
function withExamples(entry: string, markdown: string): string {
  const folder = join(EXAMPLES, slug(entry));
  if (!existsSync(folder)) return markdown;
  return readdirSync(folder).reduce((text, file) => {
    const heading = new RegExp(`^### ${basename(file, ".ts")}\\(\\).*\n`, "m").exec(text)?.[0];
    if (heading === undefined) throw new Error(`${slug(entry)}/${file} is an example of nothing in ${entry}.`);
    const code = readFileSync(join(folder, file), "utf8").trimEnd();
    return text.replace(heading, () => `${heading}\n\`\`\`ts\n${code}\n\`\`\`\n`);
  }, markdown);
}
