/** Commands of LaTeX that stand for characters. */

const table = (list: string): ReadonlyMap<string, string> =>
  new Map(
    list
      .trim()
      .split(/\s+/)
      .map((row) => [row.slice(0, row.indexOf("=")), row.slice(row.indexOf("=") + 1)] as const),
  );

/** Marks that are set on the next character, as combining characters. */
export const ACCENTS: ReadonlyMap<string, string> = new Map([
  ["`", "\u0300"],
  ["'", "\u0301"],
  ["^", "\u0302"],
  ["~", "\u0303"],
  ["=", "\u0304"],
  ["u", "\u0306"],
  [".", "\u0307"],
  ['"', "\u0308"],
  ["r", "\u030a"],
  ["H", "\u030b"],
  ["v", "\u030c"],
  ["C", "\u030f"],
  ["G", "\u030f"],
  ["d", "\u0323"],
  ["c", "\u0327"],
  ["k", "\u0328"],
  ["b", "\u0331"],
  ["t", "\u0361"],
  ["textcommabelow", "\u0326"],
]);

export const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...table(`
    ss=ß SS=ẞ ae=æ AE=Æ oe=œ OE=Œ o=ø O=Ø l=ł L=Ł aa=å AA=Å i=ı j=ȷ dh=ð DH=Ð dj=đ DJ=Đ th=þ TH=Þ ng=ŋ NG=Ŋ
    S=§ P=¶ dag=† ddag=‡ copyright=© pounds=£ euro=€ EUR=€ texteuro=€ textsterling=£ textyen=¥ textcent=¢ No=№
    dots=… ldots=… textellipsis=… lq=‘ rq=’ textquoteleft=‘ textquoteright=’ textquotedblleft=“ textquotedblright=”
    quotedblbase=„ quotesinglbase=‚ textquotesingle=' textquotedbl=" guillemotleft=« guillemotright=» guillemetleft=«
    guillemetright=» guilsinglleft=‹ guilsinglright=› og=« fg=» flqq=« frqq=» glqq=„ grqq=“ glq=‚ grq=‘ flq=‹ frq=›
    textendash=– textemdash=— textbar=| textless=< textgreater=> textbackslash=\\ textasciitilde=~ textasciicircum=^
    textunderscore=_ textbraceleft={ textbraceright=} textdollar=$ textdegree=° degree=° texttimes=× textdiv=÷ textpm=±
    textmu=µ textonehalf=½ textonequarter=¼ textthreequarters=¾ textregistered=® texttrademark=™ textordfeminine=ª
    textordmasculine=º textexclamdown=¡ textquestiondown=¿ textbullet=• textperiodcentered=· textdagger=†
    textdaggerdbl=‡ textsection=§ textparagraph=¶ textcopyright=© textnumero=№ slash=/ textschwa=ə
    TeX=TeX LaTeX=LaTeX LaTeXe=LaTeX2ε BibTeX=BibTeX XeTeX=XeTeX XeLaTeX=XeLaTeX LuaTeX=LuaTeX LuaLaTeX=LuaLaTeX
    pdfTeX=pdfTeX pdfLaTeX=pdfLaTeX AmS=AMS AmSTeX=AMSTeX MF=METAFONT MP=METAPOST eTeX=eTeX ConTeXt=ConTeXt
    %=% $=$ &=& #=# _=_ {={ }=}
  `),
  ...[
    " ",
    ",",
    ";",
    ":",
    ">",
    "quad",
    "qquad",
    "enspace",
    "enskip",
    "thinspace",
    "space",
    "hfill",
    "hfil",
    "dotfill",
  ].map((name) => [name, " "] as const),
  ["nobreakspace", "\u00a0"],
  ["\n", " "],
  ["\r", " "],
  ["\t", " "],
]);

/** Signs of the text that stand for others, the longest first. */
export const LIGATURES: readonly (readonly [signs: string, text: string])[] = [
  ["---", "—"],
  ["--", "–"],
  ["``", "“"],
  ["''", "”"],
  ["?`", "¿"],
  ["!`", "¡"],
  [",,", "„"],
  ["`", "‘"],
  ["'", "’"],
];

/** What follows a quotation mark in German texts, as babel and the packages before it read it. */
export const GERMAN: ReadonlyMap<string, string> = new Map([
  ...table("a=ä o=ö u=ü A=Ä O=Ö U=Ü s=ß z=ß S=SS Z=SZ e=ë i=ï E=Ë I=Ï `=„ '=“ <=« >=» ~=- == -"),
  ["=", "-"],
  ["-", ""],
  ["|", ""],
  ['"', ""],
  ["c", "c"],
  ["f", "f"],
  ["l", "l"],
  ["m", "m"],
  ["n", "n"],
  ["p", "p"],
  ["r", "r"],
  ["t", "t"],
]);
