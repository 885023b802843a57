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

interface BertTokenizer {
  added_tokens: {
    id: number;
    content: string;
    single_word: boolean;
    lstrip: boolean;
    rstrip: boolean;
    normalized: boolean;
  }[];
  normalizer: {
    type: string;
    clean_text: boolean;
    handle_chinese_chars: boolean;
    strip_accents: boolean | null;
    lowercase: boolean;
  };
  pre_tokenizer: { type: string };
  post_processor: { type: string; single: { SpecialToken?: { id: string } }[] };
  model: {
    type: string;
    vocab: Record<string, number>;
    unk_token: string;
    continuing_subword_prefix: string;
    max_input_chars_per_word: number;
  };
}

const SPECIAL = ["single_word", "lstrip", "rstrip", "normalized"] as const;
const CONTROL = /[\0\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
/** Han as BERT has it, without the later extensions. */
const HAN =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
/** Also marks of ASCII that Unicode counts as symbols. */
const WORD_OR_MARK = /[!-/:-@[-`{-~]|\p{P}|(?:(?![!-/:-@[-`{-~]|\p{P})\P{White_Space})+/gu;

/** `null` where the file asks for another tokenizer. */
export function wordPieces(file: unknown): Tokenize | null {
  if (!isBert(file)) return null;
  const { added_tokens, model, post_processor } = file;
  const vocabulary = new Map(Object.entries(model.vocab));
  const special = new Map(added_tokens.map(({ content, id }) => [content, id]));
  const [start, end] = [post_processor.single[0], post_processor.single[2]].map(
    (one) => special.get(one!.SpecialToken!.id)!,
  );
  const between = new RegExp(`(${added_tokens.map(({ content }) => content.replace(/\W/g, "\\$&")).join("|")})`, "u");
  const piecesOf = new PiecesOfWords(vocabulary, model);
  return (text) => [
    start!,
    ...text.split(between).flatMap((part) => {
      const id = special.get(part);
      return id === undefined ? wordsOf(part).flatMap((word) => piecesOf.word(word)) : [id];
    }),
    end!,
  ];
}

function isBert(file: unknown): file is BertTokenizer {
  if (!isRecord(file)) return false;
  const { added_tokens, normalizer, pre_tokenizer, post_processor, model } = file as unknown as BertTokenizer;
  return (
    normalizer?.type === "BertNormalizer" &&
    [normalizer.clean_text, normalizer.handle_chinese_chars, normalizer.lowercase].every((is) => is === true) &&
    normalizer.strip_accents !== false &&
    pre_tokenizer?.type === "BertPreTokenizer" &&
    post_processor?.type === "TemplateProcessing" &&
    post_processor.single.length === 3 &&
    model?.type === "WordPiece" &&
    added_tokens.length > 0 &&
    added_tokens.every((token) => SPECIAL.every((flag) => !token[flag]))
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

class PiecesOfWords {
  readonly #vocabulary: ReadonlyMap<string, number>;
  readonly #prefix: string;
  readonly #unknown: number[];
  readonly #charactersMax: number;

  constructor(vocabulary: ReadonlyMap<string, number>, model: BertTokenizer["model"]) {
    this.#vocabulary = vocabulary;
    this.#prefix = model.continuing_subword_prefix;
    this.#unknown = [vocabulary.get(model.unk_token)!];
    this.#charactersMax = model.max_input_chars_per_word;
  }

  word(word: string): number[] {
    const characters = [...word];
    if (characters.length > this.#charactersMax) return this.#unknown;
    const pieces: number[] = [];
    for (let at = 0; at < characters.length; ) {
      let end = characters.length;
      let piece: number | undefined;
      for (; end > at; end--) {
        piece = this.#vocabulary.get((at > 0 ? this.#prefix : "") + characters.slice(at, end).join(""));
        if (piece !== undefined) break;
      }
      if (piece === undefined) return this.#unknown;
      pieces.push(piece);
      at = end;
    }
    return pieces;
  }
}
