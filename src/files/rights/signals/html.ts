/** What a page says in its head: TDMRep, `robots`, links to licences, RSL inside of it, and Creative Commons marks. */
import { readHtml, tokenizeHtml } from "../../documents/markup/html.ts";
import { addDirectives } from "./headers.ts";
import { addLicence, readMarks } from "./marks.ts";
import { contentUsage } from "./preferences.ts";
import { readRsl } from "./rsl.ts";
import type { StatementLog } from "./statements.ts";
import { addTdm } from "./tdmrep.ts";

const READ = new Set(["meta", "link", "a", "script"]);
const RSL_TYPE = "application/rsl+xml";
/** Names in `meta` that are addressed to one crawler: `<meta name="googlebot" content="noai">`. */
const AGENT = /^[a-z][a-z0-9-]*bot(?:-[a-z]+)?$/;
const RIGHTS_NAMES = new Set([
  "copyright",
  "rights",
  "dc.rights",
  "dcterms.rights",
  "license",
  "dc.rights.license",
  "dcterms.license",
]);

export function readHtmlRights(content: string, log: StatementLog): void {
  const reader = new HeadReader(content, log);
  reader.read();
  readMarks(readHtml(content).text, log, null);
}

class HeadReader {
  readonly #content: string;
  readonly #log: StatementLog;
  readonly #attributes = new Map<string, string>();
  #name = "";
  #attribute = "";
  #policy: string | null = null;
  readonly #reservations: string[] = [];
  /** Where the content of a script of RSL begins; -1 outside. */
  #scriptStart = -1;

  constructor(content: string, log: StatementLog) {
    this.#content = content;
    this.#log = log;
  }

  read(): void {
    const content = this.#content;
    const extend = (text: string) => {
      if (this.#attribute !== "")
        this.#attributes.set(this.#attribute, (this.#attributes.get(this.#attribute) ?? "") + text);
    };
    tokenizeHtml(content, {
      onopentagname: (start, end) => {
        this.#name = content.slice(start, end).toLowerCase();
        this.#attributes.clear();
      },
      onattribname: (start, end) => {
        this.#attribute = READ.has(this.#name) ? content.slice(start, end).toLowerCase() : "";
        // The first of equal attributes counts.
        if (this.#attributes.has(this.#attribute)) this.#attribute = "";
      },
      onattribdata: (start, end) => extend(content.slice(start, end)),
      onattribentity: (codePoint) => extend(String.fromCodePoint(codePoint)),
      onopentagend: (end) => {
        this.#opened();
        if (this.#name === "script" && this.#attributes.get("type") === RSL_TYPE) this.#scriptStart = end + 1;
      },
      onselfclosingtag: () => this.#opened(),
      onclosetag: (start) => this.#closed(start),
    });
    for (const reservation of this.#reservations) addTdm(this.#log, reservation, this.#policy);
  }

  #opened(): void {
    if (this.#name === "meta")
      this.#meta(this.#attributes.get("name")?.trim().toLowerCase() ?? "", this.#attributes.get("content") ?? "");
    else if (this.#name === "link" || this.#name === "a") this.#link();
  }

  #meta(name: string, value: string): void {
    if (name === "tdm-reservation") this.#reservations.push(value);
    else if (name === "tdm-policy") this.#policy ??= value;
    else if (name === "robots" || AGENT.test(name))
      addDirectives(this.#log, value, name === "robots" ? [] : [name], null);
    else if (name === "content-usage")
      for (const { uses, says } of contentUsage(value) ?? [])
        this.#log.add({ kind: "content_usage", uses, says, value: `Content-Usage: ${value}` });
    else if (RIGHTS_NAMES.has(name)) readMarks(value, this.#log, null);
  }

  #link(): void {
    const url = this.#attributes.get("href") ?? "";
    const isLicence = (this.#attributes.get("rel") ?? "").toLowerCase().split(/\s+/).includes("license");
    if (!isLicence || url === "") return;
    if (this.#attributes.get("type") === RSL_TYPE || !addLicence(url, this.#log, null))
      this.#log.add({ kind: "licence_link", uses: [], says: "named", value: `rel="license" ${url}`, url });
  }

  #closed(start: number): void {
    if (this.#scriptStart === -1) return;
    // The tokenizer gives the name in the closing tag, behind `</`.
    readRsl(this.#content.slice(this.#scriptStart, start - 2), this.#log);
    this.#scriptStart = -1;
  }
}
