/**
 * The visible text of an HTML document. The tokenizer of htmlparser2 is used, not its parser: text needs no tree, and without one
 * the time stays linear however deep the tags nest.
 */
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import type { ReadText } from "../contract/engine.ts";
import { TextPieces } from "./pieces.ts";

/** Elements whose content is not shown. */
const HIDDEN = new Set(["script", "style", "title", "template", "noscript", "iframe", "noembed", "noframes"]);

/** Elements that stand inside a word or a line without parting it. Every other tag parts words. */
const INLINE = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q s samp small span strike strong
   sub sup time tt u var wbr`.split(/\s+/),
);

/** Whether a tag of this lower-case name parts the words on its two sides. */
export function partsWords(name: string): boolean {
  return !INLINE.has(name);
}

/** Whether the content of an element of this lower-case name is never shown. */
export function isHidden(name: string): boolean {
  return HIDDEN.has(name);
}

/** Text outside tags, comments and hidden elements; character references decoded; a line break where a block begins or ends. */
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
    } else if (partsWords(name)) {
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
      // A reference begins with the only `&` in it, and the tokenizer tells no more than its end.
      if (hidden === "") pieces.put(String.fromCodePoint(codePoint), content.lastIndexOf("&", end - 1), end);
    },
  });
  return pieces.finish();
}

/** The text that one HTML character reference stands for, or the reference itself where it stands for none. */
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
