/**
 * Which text a record has: one field, several, or the turns of a conversation. Turns and fields are paragraphs of one
 * text, in the order of the record.
 */
import { isRecord } from "../../../base/arguments.ts";

/** What datasets of instructions and conversations call their texts: that of which a record has the first field. */
export const SHAPES: readonly (readonly string[])[] = [
  ["text"],
  ["messages[].content"],
  ["conversations[].value"],
  ["conversations[].content"],
  ["conversation[].content"],
  ["messages[].text"],
  ["chat_messages[].text"],
  ["chat_messages[].content"],
  ["mapping.*.message.content.parts"],
  ["contents[].parts[].text"],
  ["instruction", "input", "output", "response"],
  [
    ...["prompt", "prompt[].content", "chosen", "chosen[].content", "rejected", "rejected[].content"],
    ...["completion", "response", "answer"],
  ],
  ["chosen", "chosen[].content", "rejected", "rejected[].content"],
  ["question", "answer", "response"],
  ["dialog"],
  ["dialogue"],
  ["content"],
];

const WORDS_MIN = 6;
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Words, or signs of scripts that write without spaces. */
export const isSentence = (text: string): boolean =>
  text.split(/\s+/, WORDS_MIN).length >= WORDS_MIN || (text.match(SIGNS)?.length ?? 0) >= WORDS_MIN * 2;

/** Whether a table has the first column of one of them. */
export function hasShape(columns: readonly string[]): boolean {
  return SHAPES.some(([first]) => columns.includes(columnOf(first!)));
}

/** The columns of a table that its texts are made of. */
export function columnsOfText(columns: readonly string[]): string[] {
  const shape = SHAPES.find(([first]) => columns.includes(columnOf(first!))) ?? [];
  return shape.map(columnOf);
}

const columnOf = (path: string): string => path.replace(/\[\].*/, "");

/** Whether a field is a list in which a record has its text itself. */
export function isListOfTurns(field: string): boolean {
  return SHAPES.some((paths) => paths.some((path) => path === field || path.startsWith(`${field}[]`)));
}

/** Whether datasets call a field of text so. */
export const isNameOfText = (name: string): boolean => SHAPES.some((paths) => paths.map(columnOf).includes(name));

const BETWEEN = "\n\n";

/** The paths that an option names, `instruction,output`. */
export const pathsOf = (textField: string): string[] => textField.split(",").map((path) => path.trim());

/**
 * The text of a record, or `undefined` where it has none.
 *
 * @param fieldOf value of a path
 * @param textField paths as a user names them, `messages[].content` or `instruction,output`; absent: found by itself
 */
export function textOfRecord(fieldOf: (path: string) => unknown, textField: string | undefined): string | undefined {
  return textWithPaths(fieldOf, textField)?.text;
}

/** The same, with the paths of the fields that it is of. */
export function textWithPaths(
  fieldOf: (path: string) => unknown,
  textField: string | undefined,
): { text: string; paths: readonly string[] } | undefined {
  const shapes =
    textField === undefined
      ? SHAPES.filter(([first]) => fieldOf(first!) !== undefined)
      : [fieldOf(textField) === undefined ? pathsOf(textField) : [textField]];
  for (const paths of shapes) {
    const parts = paths.flatMap((path) => textsIn(fieldOf(path))).filter((part) => part.trim() !== "");
    if (parts.length > 0) return { text: parts.join(BETWEEN), paths };
  }
  return undefined;
}

/** The texts of a value: of a list those of its parts, of a part of a message its `text`. Lists nest in any depth. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === "string") texts.push(one);
    else if (Array.isArray(one)) for (let i = one.length - 1; i >= 0; i -= 1) left.push(one[i]);
    else if (isRecord(one) && typeof one["text"] === "string") texts.push(one["text"]);
  }
  return texts;
}
