/**
 * Which text a record has: one field, several, or the turns of a conversation. Turns and fields are paragraphs of one
 * text, in the order of the record.
 */
import { isRecord } from "../../../base/arguments.ts";
import { LIST_DEPTH_MAX, valueAt } from "./records/valueAt.ts";

/** What models gave back, several of them too. */
const CHOICES = ["choices[].message.content", "choices[].message.tool_calls[].function.arguments", "choices[].text"];
const SEVERAL = ["completions", "responses", "outputs", "answers", "generations"];
const GIVEN = [
  ...["completion", "output", "response", "answer"],
  ...SEVERAL.flatMap((name) => [name, `${name}[].content`, `${name}[].message.content`]),
  ...[
    "completions[].completion",
    "completions[].response",
    "responses[].response",
    "outputs[].output",
    "answers[].answer",
    "answers.text",
  ],
  ...CHOICES,
];

/** Of two answers, which one was preferred. */
const PREFERRED = ["chosen", "chosen[].content", "rejected", "rejected[].content"];

/** What datasets of instructions and conversations call their texts: that of which a record has the first field. */
export const SHAPES: readonly (readonly string[])[] = [
  ["text"],
  ["messages[].content", "messages[].tool_calls[].function.arguments", "system", ...CHOICES],
  ["conversations[].value", "system"],
  ["conversations[].content"],
  ["conversation[].content"],
  ["messages[].text"],
  ["chat_messages[].text"],
  ["chat_messages[].content"],
  ["mapping.*.message.content.parts"],
  ["contents[].parts[].text"],
  ["instruction", "input", "context", ...GIVEN],
  ["prompt", "prompt[].content", ...PREFERRED, ...GIVEN],
  ["question", "context", ...PREFERRED, ...GIVEN],
  PREFERRED,
  CHOICES,
  ["choices[].text"],
  ["dialog"],
  ["dialogue"],
  ["content"],
];

const WORDS_MIN = 6;
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** How far a text is looked at. */
const SENTENCE_UNITS = 4_096;
const PLACEHOLDER = /\{\{|\{%/;
/** A tag, as it is no word; a word, which letters make: no number, address, identifier or code. */
const MARKUP = /<[^<>]{0,500}>/g;
const WORD = /^[\p{P}\p{S}]{0,9}[\p{L}\p{M}]{1,64}(?:['’.-][\p{L}\p{M}]{1,64}){0,9}[\p{P}\p{S}]{0,9}$/u;

/** Words, or signs of scripts that write without spaces; not numbers, addresses, identifiers, or a template to fill. */
export function isSentence(text: string): boolean {
  const head = text.slice(0, SENTENCE_UNITS).replace(MARKUP, " ");
  if (PLACEHOLDER.test(head)) return false;
  if ((head.match(SIGNS)?.length ?? 0) >= WORDS_MIN * 2) return true;
  const tokens = head.split(/\s+/).filter((token) => token !== "");
  const words = tokens.filter((token) => token.length <= WORD_UNITS && WORD.test(token)).length;
  return words >= WORDS_MIN && 2 * words > tokens.length;
}

const WORD_UNITS = 64;

/** Whether a table has the first column of one of them. */
export function hasShape(columns: readonly string[]): boolean {
  return SHAPES.some(([first]) => columns.includes(columnOf(first!)));
}

/** The columns of a table that its texts are made of. */
export function columnsOfText(columns: readonly string[]): string[] {
  const shape = SHAPES.find(([first]) => columns.includes(columnOf(first!))) ?? [];
  return [...new Set(shape.map(columnOf))];
}

const columnOf = (path: string): string => path.replace(/\[\].*/, "");

/** Whether a field is a list in which a record has its text itself. */
export function isListOfTurns(field: string): boolean {
  return SHAPES.some((paths) => paths.some((path) => path === field || path.startsWith(`${field}[]`)));
}

/** Whether datasets call a field of text so. */
export const isNameOfText = (name: string): boolean => SHAPES.some((paths) => paths.map(columnOf).includes(name));

export const BETWEEN = "\n\n";

/** The paths that an option names, `instruction,output`; a comma in a name stands behind a backslash. */
export const pathsOf = (textField: string): string[] =>
  textField.split(/(?<!\\),/).map((path) => path.trim().replaceAll("\\,", ","));

/** The option that names paths. */
export const optionOf = (paths: readonly string[]): string =>
  paths.map((path) => path.replaceAll(",", "\\,")).join(",");

/**
 * The text of a record, or `undefined` where it has none.
 *
 * @param fieldOf value of a path
 * @param textField paths as a user names them, `messages[].content` or `instruction,output`; absent: found by itself
 */
export function textOfRecord(fieldOf: (path: string) => unknown, textField: string | undefined): string | undefined {
  return textWithPaths(fieldOf, textField)?.text;
}

/** The same, with its parts and the paths of the fields that they are of. */
export function textWithPaths(
  fieldOf: (path: string) => unknown,
  textField: string | undefined,
): { text: string; parts: readonly string[]; paths: readonly string[] } | undefined {
  const shapes =
    textField === undefined
      ? SHAPES.filter(([first]) => fieldOf(first!) !== undefined)
      : [fieldOf(textField) === undefined ? pathsOf(textField) : [textField]];
  for (const paths of shapes) {
    const texts = paths.map((path) => textsOf(fieldOf(path), path, textField !== undefined));
    const all = texts.flat();
    const parts = all.length > 1 ? byEntries(fieldOf, paths, textField !== undefined, all) : all;
    if (parts.length > 0)
      return { text: parts.join(BETWEEN), parts, paths: paths.filter((_, i) => texts[i]!.length > 0) };
  }
  return undefined;
}

/** The texts of paths in the same list entry by entry: a call stands in its turn. @param all the same, path by path */
function byEntries(
  fieldOf: (path: string) => unknown,
  paths: readonly string[],
  isNamed: boolean,
  all: readonly string[],
): readonly string[] {
  const inner = new Map<string, string[]>();
  for (const path of paths) {
    const [list, rest] = path.split(/\[\]\.(.*)/s, 2);
    if (rest === undefined) inner.set(path, []);
    else inner.set(list!, [...(inner.get(list!) ?? []), rest]);
  }
  if (![...inner.values()].some((rests) => rests.length > 1)) return all;
  const parts = [...inner].flatMap(([list, rests]) => {
    const value = fieldOf(list);
    if (rests.length === 0) return textsOf(value, list, isNamed);
    const entries = Array.isArray(value) ? (value.flat(LIST_DEPTH_MAX) as unknown[]) : [];
    return entries.flatMap((entry) =>
      isRecord(entry) ? rests.flatMap((rest) => textsOf(valueAt(entry, rest), rest, isNamed)) : [],
    );
  });
  // Names that a record has otherwise, and lists that are read column by column.
  return parts.length === all.length ? parts : all;
}

function textsOf(value: unknown, path: string, isNamed: boolean): string[] {
  // An object of such a name has fields of its own: what they hold is found as in any record.
  if (isRecord(value) && !isNamed) return [];
  const texts = textsIn(value).filter((part) => part.trim() !== "");
  return path.endsWith("arguments") ? texts.flatMap(argumentsIn) : texts;
}

/** The texts of the arguments of a call, which are written as JSON. */
function argumentsIn(json: string): string[] {
  const value = parsedArguments(json);
  return value === undefined ? [json] : stringsIn(value);
}

/** What the arguments of a call hold; `undefined` where they are no JSON of an object. */
export function parsedArguments(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** All strings in a value that are not blank, in their order. */
function stringsIn(value: unknown): string[] {
  const texts: string[] = [];
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === "string" && one.trim() !== "") texts.push(one);
    else if (typeof one === "object" && one !== null) for (const part of Object.values(one).reverse()) left.push(part);
  }
  return texts;
}

/** What a part of a message may hold, which its `type` names: text, thoughts, results, calls and what they give. */
const OF_PARTS = ["output", "refusal", "content", "thinking"];

/** The texts of a value: of lists, at any depth, those of their parts; of a part `text`, or what its `type` has. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === "string") texts.push(one);
    else if (Array.isArray(one)) for (let i = one.length - 1; i >= 0; i -= 1) left.push(one[i]);
    else if (isRecord(one) && typeof one["text"] === "string") texts.push(one["text"]);
    else if (isRecord(one) && typeof one["type"] === "string") {
      const { input, arguments: given } = one;
      for (const name of OF_PARTS) left.push(one[name]);
      if (typeof given === "string") texts.push(...argumentsIn(given));
      if (/(?:use|call)$/.test(one["type"])) texts.push(...stringsIn(input));
    }
  }
  return texts;
}
