/**
 * Documents whose texts are UTF-8 until somebody asks for a string. A build that reads in threads needs the bytes
 * alone, and strings of texts are what it would collect as garbage most.
 */
import type { CorpusDocument } from "../../base/contract/resources/corpus.ts";

const utf8Texts = new WeakMap<object, Uint8Array>();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A document with this text, which its field decodes when it is first read. The bytes must not change. */
export function withUtf8Text(fields: Omit<CorpusDocument, "text">, utf8: Uint8Array): CorpusDocument {
  const document = { ...fields };
  const become = (value: string) => {
    utf8Texts.delete(document);
    Object.defineProperty(document, "text", { value, writable: true, enumerable: true, configurable: true });
  };
  const get = () => {
    const text = decoder.decode(utf8);
    become(text);
    return text;
  };
  utf8Texts.set(document, utf8);
  return Object.defineProperty(document, "text", {
    get,
    set: become,
    enumerable: true,
    configurable: true,
  }) as CorpusDocument;
}

/** The text of a document that has it as UTF-8, and was not asked for a string yet. */
export function utf8TextOf(document: CorpusDocument): Uint8Array | undefined {
  return utf8Texts.get(document);
}
