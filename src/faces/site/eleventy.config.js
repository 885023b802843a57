/** How Eleventy makes the documentation: Markdown in `pages` and what `src/build/site/site.ts` writes beside it, into plain HTML. */
import { copyFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import MiniSearch from "minisearch";

/** The order of the groups in the navigation. */
const GROUPS = ["Start", "Guides", "Commands", "Interface", "Library", "Catalogue", "Formats", "Help"];

/** Links from the root of the site become relative ones, so that the site works below any address, and from a folder. */
function relative(content) {
  if (!this.page.outputPath?.endsWith(".html")) return content;
  const depth = this.page.url.split("/").length - 2;
  const up = depth === 0 ? "./" : "../".repeat(depth);
  return content.replaceAll(/\b(href|src)="\/(?!\/)/g, `$1="${up}`);
}

const words = (html) =>
  html
    .replaceAll(/<(script|style|nav)\b.*?<\/\1>/gs, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/&(?:lt|gt|quot|amp|#39);/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** A page, and each of its headings with what stands below, can be found. */
function entriesOf({ url, content }) {
  const main = /<main\b[^>]*>(.*)<\/main>/s.exec(content)?.[1] ?? "";
  const title = words(/<h1\b[^>]*>(.*?)<\/h1>/s.exec(main)?.[1] ?? "");
  return main.split(/(?=<h[23]\b[^>]*\bid="|<article\b[^>]*\bid=")/).flatMap((part, i) => {
    const id = i === 0 ? "" : `#${/\bid="([^"]*)"/.exec(part)[1]}`;
    const heading = words(/<h[123]\b[^>]*>(.*?)<\/h[123]>/s.exec(part)?.[1] ?? title);
    const text = words(part);
    return text === "" ? [] : [{ id: url.slice(1) + id, page: title, heading, text: text.slice(0, 4_000) }];
  });
}

/** As on GitHub, which TypeDoc follows. */
const slug = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

/** Headings get names that links and the search can use. */
function named(markdown) {
  markdown.core.ruler.push("named_headings", ({ tokens }) => {
    const seen = new Map();
    for (const [i, token] of tokens.entries()) {
      if (token.type !== "heading_open") continue;
      const { children } = tokens[i + 1];
      const given = / \{#([^}]*)\}$/.exec(children.at(-1)?.content ?? "");
      if (given) {
        children.at(-1).content = children.at(-1).content.slice(0, given.index);
        token.attrSet("id", given[1]);
        continue;
      }
      const id = slug(tokens[i + 1].content);
      const before = seen.get(id) ?? 0;
      seen.set(id, before + 1);
      token.attrSet("id", before === 0 ? id : `${id}-${before}`);
    }
  });
}

export default function site(eleventy) {
  eleventy.amendLibrary("md", (markdown) => markdown.set({ html: true }).use(named));
  eleventy.addPassthroughCopy({ "layout/style.css": "style.css", "layout/search.js": "search.js", samples: "samples" });
  eleventy.addTransform("relative", relative);
  eleventy.addCollection("navigation", (all) => {
    const pages = all.getAll().filter(({ data }) => data.group !== undefined);
    const of = (group) =>
      pages
        .filter(({ data }) => data.group === group)
        .sort((a, b) => (a.data.order ?? 99) - (b.data.order ?? 99) || (a.data.title < b.data.title ? -1 : 1));
    return GROUPS.map((name) => ({ name, pages: of(name) })).filter(({ pages: own }) => own.length > 0);
  });
  eleventy.on("eleventy.after", ({ directories, results }) => {
    const index = new MiniSearch({ fields: ["heading", "page", "text"], storeFields: ["heading", "page"] });
    index.addAll(results.filter(({ outputPath }) => outputPath?.endsWith(".html")).flatMap(entriesOf));
    writeFileSync(`${directories.output}search.json`, JSON.stringify(index));
    copyFileSync(
      fileURLToPath(import.meta.resolve("minisearch")).replace(/dist.*/, "dist/es/index.js"),
      `${directories.output}minisearch.js`,
    );
  });
  eleventy.addGlobalData("layout", "page.njk");
  eleventy.addGlobalData("version", process.env.SPOLIA_VERSION);
  return {
    dir: { input: "pages", includes: "../layout", layouts: "../layout" },
    markdownTemplateEngine: false,
    htmlTemplateEngine: false,
  };
}
