/** What the metadata of a card of Hugging Face names: YAML between two lines of dashes, where the file begins. */
import { checkArguments } from "../../base/arguments.ts";
import { SpoliaError } from "../../base/errors.ts";

/** A text that stands in the metadata. */
export interface CardEntry {
  /** The field, with its number in a list: `datasets[2]`. */
  readonly field: string;
  /** Line of the file, from 1 on. */
  readonly line: number;
  readonly text: string;
}

/** Maximum of bytes of a card. */
export const HUB_CARD_BYTES_MAX = 2_000_000;
const FENCE = "---";
const INSTALL = "Install it: npm install yaml@2";

/**
 * Texts of all fields that hold one or a list of them, in the order of the file.
 *
 * @throws invalid_request where there is no metadata, or where it is no YAML; unsupported_runtime without the package
 *   `yaml`
 */
export async function readCard(text: string): Promise<CardEntry[]> {
  checkArguments("readCard", [["/text", typeof text === "string", "the text of a card"]]);
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end = lines[0]?.trimEnd() === FENCE ? lines.findIndex((line, i) => i > 0 && line.trimEnd() === FENCE) : -1;
  if (end < 0)
    throw new SpoliaError("invalid_request", "The card has no metadata.", {
      hint: "Metadata stands between two lines of three dashes, and the first of them is the first line of the file.",
    });
  const { LineCounter, isMap, isScalar, isSeq, parseDocument } = await loadYaml();
  const counter = new LineCounter();
  const document = parseDocument(lines.slice(1, end).join("\n"), { lineCounter: counter, merge: false });
  const [fault] = document.errors;
  if (fault !== undefined || !isMap(document.contents))
    throw new SpoliaError("invalid_request", "The metadata of the card is no YAML with fields.", {
      hint:
        fault === undefined ? "It has a field a line." : `Line ${(fault.linePos?.[0].line ?? 0) + 1}: ${fault.code}.`,
    });
  return document.contents.items.flatMap(({ key, value }) => {
    const name = isScalar(key) ? String(key.value) : "";
    const nodes = isSeq(value)
      ? value.items.map((node, i) => [node, `${name}[${i}]`] as const)
      : [[value, name] as const];
    return nodes.flatMap(([node, field]): CardEntry[] => {
      if (!isScalar(node) || typeof node.value !== "string" || node.value.trim() === "") return [];
      // The line of dashes stands above.
      return [{ field, line: counter.linePos(node.range?.[0] ?? 0).line + 1, text: node.value.trim() }];
    });
  });
}

/** The package `yaml`, an optional peer. */
async function loadYaml(): Promise<typeof import("yaml")> {
  try {
    return await import("yaml");
  } catch (cause) {
    throw new SpoliaError("unsupported_runtime", "Cards need the package yaml.", { hint: INSTALL, cause });
  }
}
