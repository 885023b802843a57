/**
 * The visible text of an HTML document. It uses the tokenizer of htmlparser2, not the parser: text needs no tree, and
 * without a tree the time stays linear for any nesting of tags.
 */
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import type { ReadText } from "../contract/engine.ts";
import { TextPieces } from "./pieces.ts";

/** Elements whose content is not shown. */
const HIDDEN = new Set(["script", "style", "title", "template", "noscript", "iframe", "noembed", "noframes"]);

/** Elements that can stand inside a word or a line without separating it. Every other tag separates words. */
const INLINE = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q s samp small span strike strong
   sub sup time tt u var wbr`.split(/\s+/),
);

/** Whether a tag with this lower-case name separates the words on its two sides. */
export function separatesWords(name: string): boolean {
  return !INLINE.has(name);
}

/** Whether the content of an element of this lower-case name is never shown. */
export function isHidden(name: string): boolean {
  return HIDDEN.has(name);
}

/**
 * The text outside tags, comments and hidden elements, with character references decoded and a line break where a block
 * begins or ends.
 */
export function readHtml(content: string): ReadText {
  const pieces = new TextPieces(content);
  let hidden = ""; // name of the outermost hidden element we are in
  let depth = 0; // how many elements of that name are open

  const tag = (start: number, end: number, opens: boolean) => {
    const name = content.slice(start, end).toLowerCase();
    if (hidden !== "") {
      if (name === hidden) depth += opens ? 1 : -1;
      if (depth === 0) hidden = "";
    } else if (opens && HIDDEN.has(name)) {
      hidden = name;
      depth = 1;
    } else if (separatesWords(name)) {
      pieces.put("\n", start - (opens ? 1 : 2), end);
    }
  };

  tokenize(content, {
    onopentagname: (start, end) => tag(start, end, true),
    onclosetag: (start, end) => tag(start, end, false),
    ontext: (start, end) => {
      if (hidden === "") pieces.keep(start, end);
    },
    ontextentity: (codePoint, end) => {
      // A reference begins with the only `&` in it; the tokenizer gives only its end.
      if (hidden === "") pieces.put(String.fromCodePoint(codePoint), content.lastIndexOf("&", end - 1), end);
    },
  });
  return pieces.finish();
}

/** The text of one HTML character reference, or the reference itself where it is unknown. */
export function decodeReference(reference: string): string {
  let text = "";
  tokenize(reference, {
    ontext: (start, end) => {
      text += reference.slice(start, end);
    },
    ontextentity: (codePoint) => {
      text += String.fromCodePoint(codePoint);
    },
  });
  return text;
}

function tokenize(content: string, callbacks: Partial<TokenizerCallbacks>): void {
  const nothing = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      onclosetag: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onopentagname: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
      ontext: nothing,
      ontextentity: nothing,
      ...callbacks,
    },
  );
  tokenizer.write(content);
  tokenizer.end();
}
