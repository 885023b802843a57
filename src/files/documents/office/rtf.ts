/**
 * Reads RTF (Rich Text Format 1.9.1): paragraphs in order, each note after the paragraph that refers to it. Hidden and
 * deleted text, codes of fields, comments, running heads and feet, numbers of lists and pictures are not part of it.
 */
import { decodePage, pageOfCharset } from "../bytes/codePages.ts";
import { isMostlyRight, replacedBytes, type TextEncoding } from "../bytes/decode.ts";
import { damaged, NotRead } from "../bytes/notRead.ts";
import { type DocumentText, withUnread } from "../documentText.ts";
import { TextFlow } from "../markup/flow.ts";
import { restAfter, unreadText, whatEndsIt } from "../unreadText.ts";

const RTF_DEPTH_MAX = 512;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const QUOTE = 0x27;
const WORD_LETTERS_MAX = 32;

/** Words that stand for characters. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["tab", "\t"],
  ["line", "\n"],
  ["lbr", "\n"],
  ["emdash", "—"],
  ["endash", "–"],
  ["emspace", "\u2003"],
  ["enspace", "\u2002"],
  ["qmspace", "\u2005"],
  ["lquote", "‘"],
  ["rquote", "’"],
  ["ldblquote", "“"],
  ["rdblquote", "”"],
  ["bullet", "•"],
  ["~", "\u00a0"],
  ["-", "\u00ad"],
  ["_", "\u2011"],
  ["zwj", "\u200d"],
  ["zwnj", "\u200c"],
  ["\\", "\\"],
  ["{", "{"],
  ["}", "}"],
]);
const PARAGRAPH_ENDS: ReadonlySet<string> = new Set("par sect cell nestcell row nestrow page \n \r".split(" "));

const PICTURES = "pict objdata nonshppict shprslt sp";
const RUNNING: ReadonlySet<string> = new Set(
  "header headerl headerr headerf footer footerl footerr footerf".split(" "),
);
const MARKS_OF_NOTES = "ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn";
const OF_COMMENTS = "atnid atnauthor atndate atnref atnicn";
const INDEXES = "xe tc tcn rxe txe";
/** Groups that hold no text of the document; so do those after `\*` that are not in `STARRED`. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set(
  `colortbl filetbl listtext pntext fldinst ${PICTURES} ${MARKS_OF_NOTES} ${OF_COMMENTS} ${INDEXES}`.split(" "),
);
const STARRED: ReadonlySet<string> = new Set(["shpinst", "shptxt", "footnote", "ud", "annotation", "objclass"]);
const HEADING = /^(heading [1-9]|title)$/i;

/** What a group is read as. */
type Destination = "text" | "nothing" | "fonts" | "styles" | "information" | "title" | "author" | RtfApart;

/** Text that is told: of comments, of every page, and the classes of objects. */
type RtfApart = "comments" | "running" | "objects";
/** Objects that are documents; others are formulas and pictures. */
const DOCUMENTS = /word|excel|powerpoint|acro|document|package|visio/i;

/** What ends with the group. */
interface RtfGroup {
  into: Destination;
  /** The same for a second form of the text, in Unicode. */
  alternative: Destination;
  /** Whether it is the group of a note. */
  isNote: boolean;
  isHidden: boolean;
  isDeleted: boolean;
  isHeading: boolean;
  /** Signs that follow `\u` for readers that do not know it. */
  fallbackSigns: number;
  font: number;
  style: number;
}

const INSERTED = { code: "format_not_read" as const, pages: [], reason: "a document that is inserted in it" };

/** @throws NotRead where it was cut, nests too deep, or states a code page that is not read */
export function readRtf(bytes: Uint8Array, stated?: TextEncoding): DocumentText {
  return new RtfReader(bytes, stated).read();
}

class RtfReader {
  readonly #bytes: Uint8Array;
  readonly #stated: TextEncoding | undefined;
  /** Places with bytes that are no characters of their code page, and its encoding. */
  readonly #wrong = { replaced: 0, encoding: "" };
  readonly #flow = new TextFlow();
  readonly #outer: RtfGroup[] = [];
  /** Code pages of fonts by their numbers; `null` for signs that are no letters. */
  readonly #fonts = new Map<number, number | null>();
  readonly #headings = new Set<number>();
  readonly #about = { title: "", author: "" };
  readonly #apart = { hidden: "", deleted: "", comments: "", running: "", objects: "" };
  /** Whether a paragraph is open: of the text, and of each note in which this is. */
  readonly #isOpen = [false];
  /** Bytes of text that are not decoded yet, and how many they are. */
  #held = new Uint8Array(256);
  #heldBytes = 0;
  #page = 1252;
  #defaultFont = -1;
  #styleName = "";
  #skippedSigns = 0;
  #isStarred = false;
  #at = 0;
  #group: RtfGroup = {
    into: "text",
    alternative: "nothing",
    isNote: false,
    isHidden: false,
    isDeleted: false,
    isHeading: false,
    fallbackSigns: 1,
    font: -1,
    style: 0,
  };

  constructor(bytes: Uint8Array, stated: TextEncoding | undefined) {
    this.#bytes = bytes;
    this.#stated = stated;
  }

  read(): DocumentText {
    const unread = whatEndsIt(() => this.#readGroups());
    this.#flush();
    this.#endParagraph();
    const { title, author } = this.#about;
    const metadata = { ...(title.trim() && { title: title.trim() }), ...(author.trim() && { author: author.trim() }) };
    const read: DocumentText = { ...metadata, ...this.#flow.finish() };
    const wrong = { text: read.text, ...this.#wrong };
    if (!isMostlyRight(wrong, true))
      throw new NotRead("not_utf8", `its bytes are not of its encoding ${wrong.encoding}`);
    if (read.text === "" && unread !== undefined) throw unread;
    return withUnread(read, [
      ...replacedBytes(wrong),
      ...unreadText("its hidden text", this.#apart.hidden),
      ...unreadText("its deleted text", this.#apart.deleted),
      ...unreadText("its comments", this.#apart.comments),
      ...unreadText("a running head or foot", this.#apart.running),
      ...(DOCUMENTS.test(this.#apart.objects) ? [INSERTED] : []),
      ...unreadText("text behind its end", new TextDecoder("latin1").decode(this.#bytes.subarray(this.#at))),
      ...restAfter(unread),
    ]);
  }

  #readGroups(): void {
    const bytes = this.#bytes;
    do {
      const byte = bytes[this.#at];
      if (byte === undefined) throw damaged("it was cut");
      this.#at += 1;
      if (byte === BACKSLASH) this.#control();
      else if (byte === OPEN) this.#openGroup();
      else if (byte === CLOSE) this.#closeGroup();
      // Line ends of the file are none of the text.
      else if (byte !== 10 && byte !== 13 && byte !== 0) this.#sign(byte);
    } while (this.#outer.length > 0);
  }

  #openGroup(): void {
    this.#flush();
    if (this.#outer.length === RTF_DEPTH_MAX) throw new NotRead("too_large", "nested deeper than 512 groups");
    this.#outer.push(this.#group);
    this.#group = { ...this.#group, isNote: false };
    this.#isStarred = false;
    this.#skippedSigns = 0;
    if (this.#group.into === "styles") this.#styleName = "";
  }

  #closeGroup(): void {
    this.#flush();
    const { into, isNote, style, isHeading } = this.#group;
    if (into === "styles" && (isHeading || HEADING.test(this.#styleName.replace(/;.*$/s, "").trim())))
      this.#headings.add(style);
    if (isNote) {
      this.#endParagraph();
      this.#isOpen.pop();
    }
    this.#group = this.#outer.pop()!;
    this.#isStarred = false;
    this.#skippedSigns = 0;
  }

  /** A control word with its number, or a control symbol. */
  #control(): void {
    const bytes = this.#bytes;
    const from = this.#at;
    while (isLetter(bytes[this.#at]) && this.#at - from < WORD_LETTERS_MAX) this.#at += 1;
    if (this.#at === from) {
      this.#symbol();
      return;
    }
    const word = String.fromCharCode(...bytes.subarray(from, this.#at));
    const digits = this.#at;
    if (bytes[this.#at] === 0x2d) this.#at += 1;
    while (isDigit(bytes[this.#at]) && this.#at - digits < 11) this.#at += 1;
    const number = this.#at === digits ? undefined : Number(String.fromCharCode(...bytes.subarray(digits, this.#at)));
    if (bytes[this.#at] === SPACE) this.#at += 1;
    this.#word(word, Number.isNaN(number) ? undefined : number);
  }

  #symbol(): void {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw damaged("it was cut");
    this.#at += 1;
    if (byte !== QUOTE) {
      this.#word(String.fromCharCode(byte), undefined);
      return;
    }
    const digits = String.fromCharCode(...this.#bytes.subarray(this.#at, this.#at + 2));
    if (!/^[0-9a-f]{2}$/i.test(digits)) throw damaged("a byte in it is none");
    this.#at += 2;
    this.#sign(Number.parseInt(digits, 16));
  }

  #word(word: string, number: number | undefined): void {
    const character = CHARACTERS.get(word);
    // Any word counts as a sign. Only those that are no characters are obeyed: some writers leave the signs out.
    const isCounted = this.#skippedSigns > 0;
    if (isCounted) this.#skippedSigns -= 1;
    if (word === "bin") this.#passOver(number ?? 0);
    else if (word !== "*" && !(isCounted && character !== undefined)) {
      this.#flush();
      if (word === "u" && number !== undefined) this.#unit(number);
      else if (character !== undefined) this.#write(character);
      else if (PARAGRAPH_ENDS.has(word)) this.#write("\n", true);
      else this.#setting(word, number);
    }
    this.#isStarred = word === "*";
  }

  #passOver(bytes: number): void {
    if (bytes < 0 || this.#at + bytes > this.#bytes.length) throw damaged("it was cut");
    this.#at += bytes;
  }

  #setting(word: string, number: number | undefined): void {
    const group = this.#group;
    const isOn = number !== 0;
    if (this.#isStarred && !STARRED.has(word)) group.into = "nothing";
    else if (word === "upr") Object.assign(group, { into: "nothing", alternative: group.into });
    else if (word === "ud") group.into = group.alternative;
    else if (word === "annotation") group.into = "comments";
    else if (word === "objclass") group.into = "objects";
    else if (RUNNING.has(word)) group.into = "running";
    else if (WITHOUT_TEXT.has(word)) group.into = "nothing";
    else if (word === "fonttbl") group.into = "fonts";
    else if (word === "stylesheet") group.into = "styles";
    else if (word === "info") group.into = "information";
    else if (group.into === "information" && (word === "title" || word === "author")) group.into = word;
    else if (word === "footnote" || word === "shptxt") this.#beginNote();
    else if (word === "uc") group.fallbackSigns = Math.max(0, number ?? 1);
    else if (word === "ansicpg") this.#page = number ?? 1252;
    else if (word === "mac") this.#page = 10_000;
    else if (word === "pc" || word === "pca") this.#page = word === "pc" ? 437 : 850;
    else if (word === "deff") this.#defaultFont = number ?? 0;
    else if (word === "f") group.font = number ?? 0;
    else if (word === "fcharset" && group.into === "fonts")
      this.#fonts.set(group.font, pageOfCharset(number ?? 0, this.#page));
    else if (word === "cpg" && group.into === "fonts") this.#fonts.set(group.font, number ?? this.#page);
    else if (word === "v") group.isHidden = isOn;
    else if (word === "deleted") group.isDeleted = isOn;
    else if (word === "plain") Object.assign(group, { isHidden: false, isDeleted: false, font: -1 });
    else if (word === "s") Object.assign(group, { style: number ?? 0, isHeading: this.#headings.has(number ?? 0) });
    else if (word === "outlinelevel") group.isHeading = (number ?? 9) < 9;
    else if (word === "pard") Object.assign(group, { style: 0, isHeading: false });
  }

  #beginNote(): void {
    if (this.#group.into !== "text") return;
    // The note comes after this paragraph, also where the paragraph begins with it.
    if (this.#isOpen.at(-1) === false) this.#openParagraph();
    this.#isOpen.push(false);
    Object.assign(this.#group, { isNote: true, isHeading: false, style: 0 });
  }

  /** A UTF-16 unit, which is written as a number with a sign. */
  #unit(number: number): void {
    this.#write(String.fromCharCode(number & 0xffff));
    this.#skippedSigns = this.#group.fallbackSigns;
  }

  #sign(byte: number): void {
    if (this.#skippedSigns > 0) this.#skippedSigns -= 1;
    else if (this.#group.into !== "nothing" && this.#group.into !== "fonts") this.#hold(byte);
    this.#isStarred = false;
  }

  #hold(byte: number): void {
    if (this.#heldBytes === this.#held.length) {
      const held = new Uint8Array(2 * this.#held.length);
      held.set(this.#held);
      this.#held = held;
    }
    this.#held[this.#heldBytes++] = byte;
  }

  /** Decodes what is held. */
  #flush(): void {
    if (this.#heldBytes === 0) return;
    const held = this.#held.subarray(0, this.#heldBytes);
    this.#heldBytes = 0;
    const { font } = this.#group;
    // Letters of a default font of signs are letters: nobody chose it for them.
    const page = font === -1 ? (this.#fonts.get(this.#defaultFont) ?? undefined) : this.#fonts.get(font);
    if (page === null) return;
    const { text, replaced, encoding } = decodePage(held, page ?? this.#page, this.#stated);
    if (replaced > 0) {
      this.#wrong.replaced += replaced;
      this.#wrong.encoding = encoding;
    }
    this.#write(text);
  }

  #write(text: string, isEnd = false): void {
    const { into, isHidden, isDeleted } = this.#group;
    if (into === "title" || into === "author") this.#about[into] += text;
    else if (into === "styles") this.#styleName += text;
    else if (into === "comments" || into === "running" || into === "objects") this.#apart[into] += text;
    if (into === "text" && (isHidden || isDeleted)) this.#apart[isDeleted ? "deleted" : "hidden"] += text;
    if (into !== "text" || isHidden || isDeleted) return;
    if (isEnd) {
      this.#endParagraph();
      return;
    }
    if (this.#isOpen.at(-1) === false) this.#openParagraph();
    this.#flow.write(text);
  }

  #openParagraph(): void {
    this.#flow.open();
    this.#isOpen[this.#isOpen.length - 1] = true;
  }

  #endParagraph(): void {
    if (this.#isOpen.at(-1) !== true) return;
    if (this.#group.isHeading) this.#flow.markHeading();
    this.#flow.close();
    this.#isOpen[this.#isOpen.length - 1] = false;
  }
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a));
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
