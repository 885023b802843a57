/**
 * The page in a real browser: from a static host, and from the service. Goes through what readers do, and writes to stdout
 * as JSON what they saw and which requests the browser made; `{ lacking }` where there is no browser.
 *
 *   node test/house/runtimes/web/web.js chromium|firefox whole|start [FOLDER FOR PICTURES]
 *
 * `start` ends where the reader has seen the passages beside their sources, and is not judged by axe.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as ask, createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Spolia } from "../../../../build/client.js";
import { readBytes } from "../../../../build/documents.js";
import { buildCorpus } from "../../../../build/index.js";
import { createFileStorage } from "../../../../build/storage.js";
import { gzipMembers, httpResponse, tarOf, warcRecord } from "../../../files/documents/datasets/datasetFiles.ts";
import {
  archiveOf,
  epubParts,
  openDocumentOf,
  openDocumentParts,
  wordParagraph,
  wordParts,
} from "../../../files/documents/office/archives.ts";
import { rtfAround, rtfText } from "../../../files/documents/office/rtfs.ts";
import { column, pdfOf } from "../../../files/documents/pdf/pdfs.ts";
import { NaiveInfiniGram } from "../../../remote/publicIndexes/naive/infiniGram.ts";
import { NaiveServer } from "../../../remote/publicIndexes/naive/server.ts";
import { serveFile } from "../../../support/servers/static.ts";
import { browser } from "../browsers/browser.js";
import { openChromium } from "../browsers/chromiumReader.js";
import { firefox, openFirefox } from "../browsers/firefox.js";
import { prose, SCRIPTS } from "../suite/samples.js";
import { encoderVisit } from "./encoder.js";
import { startProxy } from "./proxy.js";
import { visit } from "./visit.js";

const [program, extent, shots] = process.argv.slice(2);
/** A visit takes a minute on two cores. */
const VISIT_MS_MAX = 420_000;
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "spolia-web-"));

/** Texts of the reader: two sources, and a text that takes over a part of each, one of them with other words in between. */
const novel = prose(11, 6_000);
const letters = prose(12, 3_000);
const taken = novel.split(" ").slice(900, 1_150).join(" ");
const changed = letters
  .split(" ")
  .slice(400, 520)
  .map((word, i) => (i % 15 === 7 ? "otherwise" : word))
  .join(" ");
const mine = `${prose(13, 120)}\n\n${taken}\n\n${prose(14, 80)}\n\n${changed}\n\n${prose(15, 60)}\n`;

mkdirSync(join(folder, "shelf"));
const path = (name) => join(folder, name);
writeFileSync(path("shelf/novel.txt"), novel);
writeFileSync(path("shelf/letters.md"), `# Letters\n\n${letters}`);
writeFileSync(path("shelf/picture.png"), Buffer.from("89504e470d0a1a0a", "hex"));
writeFileSync(path("mine.txt"), mine);
if (extent === "whole")
  writeFileSync(
    path("large.jsonl"),
    Array.from({ length: 600 }, (_, i) => JSON.stringify({ id: `${i}`, text: prose(1_000 + i, 4_000) })).join("\n"),
  );
const documents = [
  {
    id: "novel",
    text: novel,
    title: "A novel",
    author: "Nobody",
    year: 1901,
    licence: "CC0-1.0",
    url: "https://example.org/novel",
  },
  { id: "letters", text: letters, title: "Letters <b>& more</b>", licence: "CC BY 4.0" },
  { id: "rtl", text: SCRIPTS.rightToLeft.repeat(3), title: "رسالة" },
];
await (
  await buildCorpus(documents, { name: "shelf", dataset: "books3", storage: createFileStorage(path("corpus")) })
).close();

/** An index of the two sources, which the host of the page passes questions on to: another host would have to allow pages to ask it. */
const index = await NaiveServer.start({ v4_own: new NaiveInfiniGram([novel, letters]) });

/** The files of the page and the corpus, as any static host has them. */
async function startHost() {
  const roots = [join(ROOT, "build/web"), folder];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname.startsWith("/index"))
      return void request.pipe(
        ask(index.url, { method: request.method, headers: request.headers }, (answer) => answer.pipe(response)),
      );
    const name = pathname === "/" ? "index.html" : decodeURIComponent(pathname.slice(1));
    const type = { html: "text/html", js: "text/javascript", css: "text/css" }[name.split(".").at(-1)];
    if (type !== undefined) response.setHeader("content-type", type);
    const read = (root) => {
      try {
        return readFileSync(join(root, name));
      } catch {
        return undefined;
      }
    };
    serveFile(
      roots.map(read).find((file) => file !== undefined),
      request.headers.range,
      response,
    );
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close().closeAllConnections() };
}

/** The real service over the same corpus. */
async function startService() {
  const cli = join(ROOT, "build/cli.js");
  const args = [
    cli,
    "serve",
    "--port",
    "0",
    "--corpus",
    path("corpus"),
    "--log",
    "none",
    "--base-path",
    "/texts",
    "--json",
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (text) => {
      said += text;
      const found = /"url":\s*"([^"]+)"/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("close", (code) => reject(new Error(`the service ended: ${code}`)));
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  return { url: `${url}/`, close: () => ended, stop: () => child.kill() };
}

const sentences = (seed) => prose(seed, 90).split("\n").join(" ");
const pdf = (seed) => pdfOf([column(sentences(seed).match(/.{1,70}(?: |$)/g), 72, 90)]);
const chapter = (seed) => ({ title: `Chapter ${seed}`, paragraphs: [sentences(seed)] });

/** A file of each format that holds one text. */
const SINGLE = {
  "one.txt": sentences(201),
  "one.md": `# One\n\n${sentences(202)}`,
  "one.html": `<title>One</title><p>${sentences(203)}</p>`,
  "one.pdf": pdf(204),
  "one.epub": archiveOf(epubParts([`<p>${sentences(205)}</p>`])),
  "one.docx": archiveOf(wordParts(wordParagraph(sentences(206)))),
  "one.odt": archiveOf(openDocumentParts(openDocumentOf(chapter(207)))),
  "one.rtf": rtfAround(rtfText(sentences(208))),
  "one.tei": `<TEI><text><body><p>${sentences(209)}</p></body></text></TEI>`,
};
const lines = (seed) => `${JSON.stringify({ id: `a${seed}`, text: sentences(seed) })}\n`.repeat(1);
const web = (seed) =>
  warcRecord(
    "response",
    { "WARC-Target-URI": `https://example.org/${seed}`, "WARC-Record-ID": `<urn:uuid:${seed}>` },
    httpResponse(`<p>${sentences(seed)}</p>`, { "Content-Type": "text/html" }),
  );
/** A file of each format that holds several. */
const DATASETS = {
  "many.jsonl": lines(211),
  "many.jsonl.gz": gzipSync(lines(212)),
  "many.warc.gz": gzipMembers([web(213), web(214)]),
  "many.tar": tarOf({ "in.txt": sentences(215), "in.pdf": pdf(216) }),
};

/** Every format, from the service and from a host that has no pdf.js beside the page: what is read, and what is said of the rest. */
async function formats(page, host, service, settled) {
  mkdirSync(path("formats"));
  for (const [name, bytes] of Object.entries({ ...SINGLE, ...DATASETS })) writeFileSync(path(`formats/${name}`), bytes);
  const read = {};
  for (const [name, bytes] of Object.entries(SINGLE)) {
    await page.open(service.url);
    await page.choose("form input[type=file]", [path(`formats/${name}`)]);
    await page.until(`${settled} && document.querySelector('textarea').value !== ''`);
    const { content } = await readBytes(new Uint8Array(Buffer.from(bytes)), { name });
    // Of Markdown and HTML the page shows the text, without its marks.
    const isMarked = /[.](?:md|html)$/.test(name);
    const shown = await page.evaluate("document.querySelector('textarea').value");
    read[name] = isMarked ? shown.includes(content.match(/[\w ,.]{60,}/)[0]) : shown === content;
  }
  const indexed = async (url, names) => {
    await page.open(url);
    await page.evaluate("document.querySelector('.places .choice input:checked')?.click()");
    await page.until("document.querySelector('.places input[type=file]')");
    await page.choose(
      ".places input[type=file]",
      names.map((name) => path(`formats/${name}`)),
    );
    await page.until("document.querySelector('.places form input[required]')");
    await page.write(".places form input[required]", "formats");
    await page.click("Index them");
    await page.until(
      `${settled} && [...document.querySelectorAll('.places li')].some((one) => one.innerText.includes('formats'))`,
    );
    return {
      listed: (await page.texts(".places li")).find((one) => one.startsWith("formats")),
      skipped: await page.evaluate("document.querySelector('.places > div:nth-of-type(2) details')?.textContent ?? ''"),
    };
  };
  const all = [...Object.keys(SINGLE), ...Object.keys(DATASETS)];
  const served = await indexed(service.url, all);
  const elsewhere = await indexed(host.url, ["one.txt", "one.pdf"]);
  // A corpus in the place of another one.
  await indexed(host.url, ["one.txt", "one.md"]);
  await page.until("document.querySelector('.places').innerText.includes('2 documents, 181 words')");
  const folders = await page.evaluate(
    "navigator.storage.getDirectory().then(async (root) => { const names = []; for await (const name of root.keys()) names.push(decodeURIComponent(name)); return names.sort(); })",
  );
  return { read, served, elsewhere, folders };
}

/** The texts of the guides as README shows them: what the page says there, and the picture. */
async function pictured(page, host, check) {
  const samples = join(ROOT, "src/faces/site/samples");
  const books = readdirSync(join(samples, "books")).map((name) => join(samples, "books", name));
  await page.open(host.url);
  await page.until("document.querySelector('.places input[type=file]')");
  await page.choose(".places input[type=file]", books);
  await page.until("document.querySelector('.places form input[required]')");
  await page.write(".places form input[required]", "my books");
  await page.click("Index them");
  await page.until(
    "document.querySelector('.working') === null && [...document.querySelectorAll('.places li')].some((one) => one.innerText.includes('my books'))",
  );
  await page.evaluate(
    "document.querySelectorAll('.places li input:checked').forEach((one) => one.parentElement.innerText.includes('my books') || one.click())",
  );
  await page.choose("form input[type=file]", [join(samples, "chapter.txt")]);
  await page.until("document.querySelector('textarea').value.length > 1000");
  await check();
  await page.click("Passage 1", ".reading");
  await page.until("document.querySelector('.beside')");
  const said = await page.texts(".verdict > *, .reading mark, .panel h2, .panel h3, .panel .note, .beside mark");
  return { words: said.map((text) => text.trim()).join("\n"), webp: await page.picture() };
}

/** Firefox asks its makers, whatever page is open. */
const isOfPage = ({ method, url }) =>
  !(
    program === "firefox" &&
    method === "CONNECT" &&
    /^[\w.-]+\.(?:mozilla\.(?:com|net|org)|firefox\.com):443$/.test(url)
  );

async function readers(page, host, asked, service) {
  const seen = {};
  const isWhole = extent === "whole";
  const judge = async (name) => (isWhole ? page.judge(name) : undefined);
  const since = () =>
    asked
      .splice(0)
      .filter(isOfPage)
      .map(({ method, url, range, body }) => ({
        method,
        url: url.replace(host.url, "/"),
        range: range !== null,
        body,
      }));
  const settled = "document.querySelector('.working') === null";
  const check = async () => {
    await page.click("Check this text");
    await page.until(`${settled} && document.querySelector('.verdict')`);
    await page.until("document.querySelector('.reading[aria-busy=true]') === null");
  };

  // A file of one's own, searched in files of one's own.
  await page.open(host.url);
  seen.start = {
    title: await page.text("h1"),
    leaves: await page.text(".leaves"),
    disabled: await page.evaluate("document.querySelector('button.main').disabled"),
    axe: await judge("start"),
  };
  await page.choose("form input[type=file]", [path("mine.txt")]);
  await page.until("document.querySelector('textarea').value.length > 1000");
  await page.choose(
    ".places input[type=file]",
    ["novel.txt", "letters.md", "picture.png"].map((name) => path(`shelf/${name}`)),
  );
  await page.until("document.querySelector('.places form input[required]')");
  await page.write(".places form input[required]", "my shelf");
  await page.click("Index them");
  await page.until(`${settled} && document.querySelector('.places li input:checked')`);
  seen.indexed = {
    listed: await page.texts(".places li"),
    skipped: await page.evaluate("document.querySelector('.places details').textContent"),
    axe: await judge("indexed"),
  };
  await check();
  seen.own = {
    word: await page.text("h1"),
    lede: await page.text(".lede"),
    text: await page.evaluate(
      "[...document.querySelector('.reading').childNodes].map((one) => one.cloneNode(true)).map((one) => (one.querySelectorAll('button').forEach((it) => it.remove()), one.textContent)).join('')",
    ),
    marks: await page.texts(".reading mark"),
    documents: await page.texts(".panel h3"),
    map: await page.evaluate("document.querySelectorAll('.map rect').length"),
    axe: await judge("result"),
  };
  seen.requestsOfOwn = since();

  // From passage to source and back, by keyboard alone.
  await page.evaluate("document.activeElement.blur()");
  await page.press("j");
  await page.until("document.querySelector('.beside')");
  const chosen = async () => ({
    position: await page.text(".bar .note"),
    panel: await page.text(".panel h3"),
    quoted: await page.text(".beside mark"),
    on: await page.texts(".reading mark.on"),
  });
  seen.first = await chosen();
  await page.press("j");
  await page.until("document.querySelector('.bar .note').innerText.includes('2 of')");
  await page.until("document.querySelector('.beside .other, .reading .other')");
  seen.second = {
    ...(await chosen()),
    differing: await page.texts(".reading .other"),
    inSource: await page.texts(".beside .other"),
    axe: await judge("passage"),
  };
  if (!isWhole) return { ...seen, requestsOfView: since(), complaints: page.complaints() };
  await page.press("Escape");
  await page.until("document.querySelector('.panel .share')");

  // Left out and taken in: the conclusions follow.
  const confidence = () => page.text(".estimate b");
  const before = { word: await page.text("h1"), confidence: await confidence() };
  await page.click("Leave out", ".panel article:nth-of-type(1)");
  await page.until(`(document.querySelector('.estimate b')?.innerText ?? '') !== ${JSON.stringify(before.confidence)}`);
  const one = {
    word: await page.text("h1"),
    confidence: await confidence(),
    kept: await page.text("main > details .note"),
  };
  await page.click("Leave out", ".panel article:nth-of-type(2)");
  await page.until("document.querySelector('h1').innerText === 'NONE FOUND'");
  const none = { untested: await page.text("[aria-labelledby=part-not-tested]"), axe: await page.judge("filtered") };
  await page.click("Take all in again");
  await page.until(`document.querySelector('.estimate b')?.innerText === ${JSON.stringify(before.confidence)}`);
  await page.write("[aria-labelledby=part-how-sure] input", "-60");
  await page.until(`document.querySelector('.estimate b').innerText !== ${JSON.stringify(before.confidence)}`);
  seen.filters = {
    before,
    one,
    none,
    sceptical: await confidence(),
    prior: await page.text("[aria-labelledby=part-how-sure] label"),
  };

  // A link to the view, opened anew.
  await page.press("j");
  await page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')))");
  await page.click("Copy a link");
  await page.until("document.querySelector('.tools [role=status]').innerText !== ''");
  seen.copied = await page.text(".tools [role=status]");
  const address = await page.evaluate("location.href");
  await page.open(address);
  await page.until("document.querySelector('.beside')");
  seen.linked = { ...(await chosen()), sceptical: await confidence() };
  seen.longestMs = await page.longestMs();
  seen.printed = await page.pagesPrinted();

  // A decision by a click.
  await page.click("Decide about", ".panel");
  await page.write(".panel .stack label:nth-of-type(2) input", "The reader");
  await page.click("My own text", ".panel");
  await page.until("document.querySelector('[aria-labelledby=part-decisions]')");
  seen.decided = { said: await page.text("[aria-labelledby=part-decisions]"), axe: await page.judge("decided") };
  seen.requestsOfView = since();

  // A second decision, made in another tab.
  await page.evaluate(`(() => {
    const [one] = JSON.parse(localStorage.getItem("spolia decisions"));
    const newValue = JSON.stringify([{ ...one, reason: "Of another tab" }, one]);
    dispatchEvent(new StorageEvent("storage", { key: "spolia decisions", newValue }));
  })()`);
  await page.until("document.querySelector('[aria-labelledby=part-decisions]').innerText.includes('2 decisions')");
  seen.keptDecisions = await page.evaluate("JSON.parse(localStorage.getItem('spolia decisions')).length");

  // Taken back is the one that is shown, not what stands in its place by now; of two clicks at once, both count.
  await page.click("Take back", "[aria-labelledby=part-decisions]");
  await page.until("JSON.parse(localStorage.getItem('spolia decisions')).length === 1");
  seen.leftDecision = await page.evaluate("JSON.parse(localStorage.getItem('spolia decisions'))[0].reason");
  await page.until(
    `${settled} && document.querySelector('[aria-labelledby=part-decisions] li').innerText.includes('Of another tab')`,
  );
  await page.press("j");
  await page.until("document.querySelector('.beside')");
  await page.evaluate(
    `["Licensed", "A quotation"].forEach((name) => [...document.querySelectorAll('.panel button')].find((one) => one.textContent === name).click())`,
  );
  await page.until(`${settled} && document.querySelectorAll('[aria-labelledby=part-decisions] li').length === 3`);

  // Other links in the same tab: what nobody's page has written is no view, and no result stays beside another view.
  const follow = (linked) =>
    page.evaluate(`location.hash = new URLSearchParams({ v: ${JSON.stringify(JSON.stringify(linked))} })`);
  await follow(null);
  await follow({ view: "check", own: ["my shelf"] });
  await page.until("document.querySelector('.verdict') === null");
  seen.followed = {
    title: await page.text("h1"),
    text: await page.evaluate("document.querySelector('textarea').value"),
  };

  // A corpus by its address: ranges alone.
  await page.open(host.url);
  await page.write("textarea", mine);
  await page.write(".places input[type=url]", `${host.url}corpus`);
  await page.click("Add", ".places > div:nth-of-type(3)");
  await page.until("document.querySelector('.leaves.some')");
  // The worker has come when it has said what this browser keeps.
  await page.until("document.querySelector('.places').innerText.includes('my shelf')");
  seen.leavesOfAddress = await page.text(".leaves");
  since();
  await check();
  seen.address = {
    word: await page.text("h1"),
    documents: await page.texts(".panel h3"),
    models: await page.text("[aria-labelledby=part-models]"),
    links: await page.evaluate(
      "[...document.querySelectorAll('[aria-labelledby=part-models] a[target]')].map(({ href }) => href)",
    ),
    markup: await page.evaluate("document.querySelectorAll('.panel h3 b').length"),
  };
  seen.requestsOfAddress = since();

  // From the result to a record, by keyboard along its graph to another, and back.
  await page.evaluate("document.querySelector('[aria-labelledby=part-models] a[href=\"#datasets/books3\"]').click()");
  await page.until("document.querySelector('.drawn svg')");
  seen.record = {
    titles: [await page.text("h1")],
    columns: await page.texts(".columns h3"),
    search: await page.texts("[aria-labelledby=part-to-search-it] button"),
    axe: await page.judge("record"),
  };
  await page.evaluate("document.querySelector('.drawn a[href=\"#datasets/the-pile\"]').focus()");
  await page.press("Enter");
  await page.until("document.querySelector('h1').innerText === 'The Pile'");
  await page.evaluate("history.go(-2)");
  await page.until("document.querySelector('.verdict')");
  seen.record.titles.push(await page.text("h1"));
  await page.open(`${host.url}#catalogue`);
  await page.until("document.querySelector('.items li')");
  await page.write("input[type=search]", "opt meta 66");
  await page.until("document.querySelectorAll('.items li').length === 1");
  seen.record.found = { names: await page.texts(".items li"), axe: await page.judge("records-found") };
  seen.requestsOfRecord = since();

  // An index: chosen by name, and what is sent is listed before.
  await page.open(host.url);
  await page.until("document.querySelector('.places').innerText.includes('my shelf')");
  await page.write("textarea", mine);
  since();
  await page.evaluate("document.querySelector('.places > details').open = true");
  await page.until("document.querySelectorAll('.places select option').length > 5");
  const options = await page.texts(".places select option");
  await page.pick(".places select", "own");
  await page.until("document.querySelectorAll('.places > details [required]').length === 4");
  await page.write(".places > details label:nth-of-type(2) input", "infini-gram:v4_own");
  await page.write(".places > details label:nth-of-type(3) input", `${host.url}index/`);
  await page.write(".places > details label:nth-of-type(4) input", "the-pile");
  await page.click("Add", ".places > details");
  await page.until("document.querySelector('.leaves .strings li')");
  seen.index = {
    options,
    leaves: await page.text(".leaves p"),
    summary: await page.text(".leaves summary"),
    planned: await page.texts(".leaves .strings li"),
    askedBefore: since(),
    axe: await page.judge("index"),
  };
  await check();
  Object.assign(seen.index, {
    word: await page.text("h1"),
    marks: await page.texts(".reading mark"),
    asked: since(),
    sent: index.queries,
  });

  // Cancelled: nothing half-made is left.
  await page.open(host.url);
  await page.choose(".places input[type=file]", [path("large.jsonl")]);
  await page.until("document.querySelector('.places form input[required]')");
  await page.write(".places form input[required]", "my shelf");
  await page.click("Index them");
  await page.until("document.querySelector('.working progress')");
  const again = "document.querySelector('.places form button').disabled";
  const disabled = await page.evaluate(again);
  await page.click("Cancel");
  await page.until(settled);
  seen.cancelled = {
    said: await page.text("main form [role=status]"),
    listed: await page.texts(".places li"),
    disabled: [disabled, await page.evaluate(again)],
  };

  // Two texts side by side; right to left.
  await page.open(`${host.url}#compare`);
  await page.until("document.querySelector('.pair')");
  await page.write(".pair > :nth-child(1) textarea", mine);
  await page.write(".pair > :nth-child(2) textarea", letters);
  await page.click("Compare");
  const compared = "document.querySelectorAll('.pair .reading mark').length > 0";
  await page.click("Compare", "main form");
  await page.until(compared);
  await page.click("Passage 1", "main");
  seen.compared = {
    said: await page.text("h2.lede"),
    marks: await page.texts(".pair mark.on"),
    differing: await page.texts(".pair .other"),
    axe: await page.judge("compare"),
  };
  // A set of texts, items in documents.
  const shelf = ["novel.txt", "letters.md"].map((name) => path(`shelf/${name}`));
  await page.open(`${host.url}#set`);
  await page.until("document.querySelector('.go input[type=file]')");
  await page.choose(".go input[type=file]", [...shelf, path("mine.txt")]);
  await page.until(`${settled} && document.querySelector('.graph')`);
  seen.set = {
    said: await page.text("main [aria-live]"),
    pairs: await page.texts(".items button"),
    lines: await page.evaluate("document.querySelectorAll('.graph line').length"),
    axe: await page.judge("set"),
  };
  await page.open(`${host.url}#audit`);
  await page.until("document.querySelector('.under input[type=file]')");
  await page.write(
    "textarea",
    `${taken.slice(0, 500).replaceAll("\n", " ")}\n${prose(99, 60).replaceAll("\n", " ")}\n`,
  );
  await page.choose(".under input[type=file]", shelf);
  await page.click("Look for them");
  await page.until(`${settled} && document.querySelector('.audit .lede')`);
  seen.audit = { said: await page.text(".audit .lede"), axe: await page.judge("audit") };
  await page.open(host.url);
  await page.write("textarea", SCRIPTS.rightToLeft.repeat(2));
  await page.evaluate(
    "[...document.querySelectorAll('.places li')].find((one) => one.innerText.includes('/corpus')).querySelector('input').click()",
  );
  await check();
  seen.rightToLeft = {
    word: await page.text("h1"),
    direction: await page.evaluate("getComputedStyle(document.querySelector('.reading p')).direction"),
    axe: await page.judge("right-to-left"),
  };
  since();

  // The service behind the page.
  await page.open(service.url);
  await page.until("document.querySelector('.places .stack li')");
  seen.servedCorpora = await page.texts(".places .stack li");
  seen.leavesOfService = await page.text(".leaves");
  await page.write("textarea", mine);
  await check();
  await page.press("j");
  await page.until("document.querySelector('.beside')");
  seen.service = { word: await page.text("h1"), ...(await chosen()), axe: await page.judge("service") };
  seen.requestsOfService = since().map((one) => ({
    ...one,
    url: one.url.replace(service.url, "/texts/"),
    body: one.body.length,
  }));
  const client = new Spolia({ baseURL: service.url });
  const { work_hash, work_id } = await client.works.register({ content: novel, title: "A novel", author: "Nobody" });
  await client.monitors.create({ work_id });
  const [permits, payment] = [{ usage: ["ai-train"] }, { type: "use", amount: "0.015", currency: "EUR", unit: "use" }];
  await client.marketplace.offers({ work_hash, licensor: "The archive", permits, payment });
  since();
  await page.click("Service", "nav");
  await page.until("document.querySelector('form.narrow')");
  await page.click("Show them");
  await page.until(`${settled} && document.querySelector('[aria-labelledby=part-works]')`);
  seen.records = {
    said: await page.texts("section h2"),
    rows: await page.texts("tbody tr"),
    axe: await page.judge("records"),
  };
  await page.open(service.url);
  await page.until("document.querySelector('.places .stack li')");
  since();
  await page.click("Try a sample");
  await page.until(`${settled} && document.querySelector('.verdict')`);
  seen.sample = { word: await page.text("h1"), marks: await page.texts(".reading mark"), asked: since() };
  seen.encoder = await encoderVisit(page, host, folder, { isFolderGiven: program === "chromium", check, since });
  seen.formats = await formats(page, host, service, settled);
  seen.kept = readdirSync(folder);
  if (program === "chromium") seen.picture = await pictured(page, host, check);
  seen.complaints = page.complaints();
  return seen;
}

const found = program === "firefox" ? firefox() : await browser();
const opened = (proxy) =>
  program === "firefox"
    ? openFirefox(found, proxy.port)
    : openChromium({ ...found, flags: [...found.flags, ...proxy.flags] });
if (found.lacking !== undefined) {
  await index[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
  console.log(JSON.stringify(found));
} else {
  const [host, service, proxy] = await Promise.all([startHost(), startService(), startProxy()]);
  const page = await visit(await opened(proxy), shots);
  const overdue = Promise.withResolvers();
  const timer = setTimeout(() => overdue.reject(new Error("never came: the end of the visit")), VISIT_MS_MAX);
  try {
    const seen = await Promise.race([readers(page, host, proxy.asked, service), overdue.promise]);
    console.log(JSON.stringify({ mine, taken, host: host.url, seen }));
  } finally {
    clearTimeout(timer);
    await page.close();
    proxy.close();
    host.close();
    await index[Symbol.asyncDispose]();
    service.stop();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
