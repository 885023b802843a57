/** RSL 1.0 (Recommendation of 2025-11-06): what `permits`, `prohibits` and `payment` of a licence say of each use. */
import type { RightsUse } from "../../../base/contract/resources/rights.ts";
import { NotRead } from "../../documents/bytes/notRead.ts";
import { scanXml, type XmlAttributes, type XmlHandler } from "../../documents/markup/xml.ts";
import type { StatementLog } from "./statements.ts";

const AI = ["ai-train", "ai-input", "ai-index"] as const satisfies RightsUse[];
/** The vocabulary of usage. `train-ai` is the spelling of a guide, and `ai-include` that of drafts for `ai-input`. */
const USAGE: Readonly<Record<string, readonly RightsUse[]>> = {
  all: ["tdm", ...AI, "search"],
  "ai-all": AI,
  "ai-train": ["ai-train"],
  "train-ai": ["ai-train"],
  "ai-input": ["ai-input"],
  "ai-include": ["ai-input"],
  "ai-index": ["ai-index"],
  search: ["search"],
};
/** What a list of permitted usages leaves out, it does not permit. */
const SPOKEN_OF = ["ai-train", "ai-input", "ai-index", "search"] as const satisfies RightsUse[];
const FREE = new Set(["free", "attribution", "contribution"]);

interface Licence {
  permits: Map<string, string[]>;
  prohibits: Map<string, string[]>;
  payments: string[];
  amounts: string[];
  terms: string[];
}

export function readRsl(content: string, log: StatementLog): void {
  const reader = new RslReader(log);
  try {
    scanXml(content, reader);
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    log.fault(`is no whole XML: ${error.reason}`);
  }
  if (!reader.hasContent) log.fault("has no content element of RSL");
}

class RslReader implements XmlHandler {
  readonly #log: StatementLog;
  hasContent = false;
  #scope = "";
  #server: string | null = null;
  #licence: Licence | null = null;
  #type = "";
  #text = "";

  constructor(log: StatementLog) {
    this.#log = log;
  }

  open(name: string, attributes: XmlAttributes): void {
    this.#text = "";
    if (name === "content") {
      this.hasContent = true;
      this.#scope = attributes.get("url") ?? "";
      this.#server = attributes.get("server") ?? null;
      if (!attributes.has("url")) this.#log.fault("has a content element without url");
    } else if (name === "license") {
      this.#licence = { permits: new Map(), prohibits: new Map(), payments: [], amounts: [], terms: [] };
    } else if (name === "permits" || name === "prohibits") this.#type = attributes.get("type") ?? "usage";
    else if (name === "payment") this.#licence?.payments.push(attributes.get("type") ?? "free");
    else if (name === "amount") this.#type = attributes.get("currency") ?? "";
  }

  text(text: string): void {
    if (this.#text.length < 10_000) this.#text += text;
  }

  close(name: string): void {
    const licence = this.#licence;
    const text = this.#text.trim();
    this.#text = "";
    if (licence === null) return;
    if (name === "permits" || name === "prohibits") {
      const words = text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean);
      licence[name].set(this.#type, [...(licence[name].get(this.#type) ?? []), ...words]);
    } else if (name === "amount") licence.amounts.push(`${text} ${this.#type}`);
    else if (name === "custom" || name === "standard" || name === "terms") licence.terms.push(text);
    else if (name === "license") {
      this.#conclude(licence);
      this.#licence = null;
    }
  }

  #conclude(licence: Licence): void {
    const { permits, prohibits, payments, amounts, terms } = licence;
    const [permitted, prohibited] = [permits, prohibits].map((one) => this.#usesOf(one.get("usage") ?? [])) as [
      ReadonlySet<RightsUse>,
      ReadonlySet<RightsUse>,
    ];
    const isClosed = permits.has("usage");
    const hasPrice = payments.some((type) => !FREE.has(type)) || payments.includes("attribution");
    const isForSome = [permits, prohibits].some((one) => one.has("user") || one.has("geo"));
    const isConditional = hasPrice || isForSome || this.#server !== null;
    const uses = new Set<RightsUse>([...SPOKEN_OF, ...permitted, ...prohibited]);
    const url = terms.find((one) => /^https?:/i.test(one)) ?? this.#server;
    const payment = payments.length === 0 ? "" : `; payment ${[...payments, ...amounts].join(" ")}`;
    for (const says of ["reserved", "conditional", "allowed"] as const) {
      const of = [...uses].filter((use) => {
        if (prohibited.has(use) || (isClosed && !permitted.has(use))) return says === "reserved";
        return says === (isConditional ? "conditional" : "allowed");
      });
      if (of.length === 0) continue;
      const value = `${says === "reserved" ? "not permitted" : "permitted"}: ${of.join(" ")}${says === "reserved" ? "" : payment}`;
      this.#log.add({ kind: "rsl", uses: of, says, value, scope: this.#scope, url });
    }
  }

  #usesOf(words: readonly string[]): ReadonlySet<RightsUse> {
    for (const word of words)
      if (!Object.hasOwn(USAGE, word)) this.#log.fault("has a usage that RSL 1.0 does not define");
    return new Set(words.flatMap((word) => (Object.hasOwn(USAGE, word) ? USAGE[word]! : [])));
  }
}
