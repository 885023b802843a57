/**
 * Texts as tokens of BERT, where `tokenizer.json` asks for its normaliser and word pieces:
 *
 *   special tokens stand alone ─▶ controls out, white space one kind ─▶ small letters without accents ─▶ words, each mark its own
 *   ─▶ the longest piece that a word begins with, then of the rest
 *
 * As `BertNormalizer`, `BertPreTokenizer` and `WordPiece` of huggingface/tokenizers do.
 */
import { isRecord } from "../../../base/arguments.ts";

/** Numbers of the tokens of a text, special ones at its ends included. */
type Tokenize = (text: string) => number[];

/** What is used of `tokenizer.json`, once it is checked. */
interface BertTokenizer {
  added_tokens: ({ id: number; content: string } & Record<(typeof FLAGS)[number], boolean>)[];
  normalizer: Record<string, unknown>;
  pre_tokenizer: { type: string };
  post_processor: { type: string; single: { SpecialToken?: { id: string }; Sequence?: object }[] };
  model: Record<"type" | "unk_token" | "continuing_subword_prefix", string> & {
    vocab: Record<string, number>;
    max_input_chars_per_word: number;
  };
}

const FLAGS = ["single_word", "lstrip", "rstrip", "normalized"] as const;
const CONTROL = /[\0\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
/** Han as BERT has it, without the later extensions. */
const HAN =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
/** Also marks of ASCII that Unicode counts as symbols. */
const WORD_OR_MARK = /[!-/:-@[-`{-~]|\p{P}|[^!-/:-@[-`{-~\p{P}\p{White_Space}]+/gu;

/** `null` where the file asks for another tokenizer. */
export function wordPieces(file: unknown): Tokenize | null {
  if (!isBert(file)) return null;
  const { added_tokens, model, post_processor } = file;
  const special = new Map(added_tokens.map(({ content, id }) => [content, id]));
  const [start, , end] = post_processor.single.map((one) => special.get(one.SpecialToken?.id ?? ""));
  if (start === undefined || end === undefined) return null;
  const between = new RegExp(
    `(${[...special.keys()].map((content) => content.replace(/\W/g, "\\$&")).join("|")})`,
    "u",
  );
  const piecesOf = piecesIn(model);
  const tokensOf = (part: string) => {
    const id = special.get(part);
    return id === undefined ? wordsOf(part).flatMap(piecesOf) : [id];
  };
  return (text) => [start, ...text.split(between).flatMap(tokensOf), end];
}

function isBert(file: unknown): file is BertTokenizer {
  if (!isRecord(file)) return false;
  const { added_tokens, normalizer, pre_tokenizer, post_processor, model } = file as Partial<BertTokenizer>;
  const normal = { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true };
  return (
    Object.entries(normal).every(([name, value]) => normalizer?.[name] === value) &&
    normalizer?.["strip_accents"] !== false &&
    pre_tokenizer?.type === "BertPreTokenizer" &&
    post_processor?.type === "TemplateProcessing" &&
    Array.isArray(post_processor.single) &&
    post_processor.single.length === 3 &&
    post_processor.single.every((one, i) => isRecord(one) && (one.Sequence !== undefined) === (i === 1)) &&
    model?.type === "WordPiece" &&
    isRecord(model.vocab) &&
    Array.isArray(added_tokens) &&
    added_tokens.every((token) => isRecord(token) && FLAGS.every((flag) => !token[flag]))
  );
}

/** Each code point gets its small form alone: no letter looks at its neighbours. */
function wordsOf(text: string): string[] {
  const plain = text
    .replace(CONTROL, "")
    .replace(HAN, " $& ")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "");
  return plain.replace(/\p{L}/gu, (letter) => letter.toLowerCase()).match(WORD_OR_MARK) ?? [];
}

function piecesIn(model: BertTokenizer["model"]): (word: string) => number[] {
  const vocabulary = new Map(Object.entries(model.vocab));
  const unknown = [vocabulary.get(model.unk_token)!];
  return (word) => {
    const characters = [...word];
    if (characters.length > model.max_input_chars_per_word) return unknown;
    const pieces: number[] = [];
    for (let at = 0; at < characters.length; ) {
      const prefix = at > 0 ? model.continuing_subword_prefix : "";
      const pieceTo = (end: number) => vocabulary.get(prefix + characters.slice(at, end).join(""));
      let end = characters.length;
      while (end > at && pieceTo(end) === undefined) end -= 1;
      if (end === at) return unknown;
      pieces.push(pieceTo(end)!);
      at = end;
    }
    return pieces;
  };
}
