/**
 * Recognises formats that are not read here, by the first bytes of a file or by the ending of its name. A file of
 * another format must be reported as such: read as text, its markup or compressed bytes would be compared with words.
 */
/** A format that is not read, and how to get its text. */
interface ForeignFormat {
  name: string;
  /** What to do, as a sentence. */
  advice: string;
}

/** Bytes at the beginning of a file that `formatOfBytes` examines. */
export const HEAD_BYTES = 512;
/** The same of `isPackedMail`: servers write many headers before those that count. */
export const HEADERS_BYTES = 16_384;

const CONVERT = "Convert it to text first";
const UNPACK = "Unpack it first.";
const NO_TEXT = "It holds no text that could be read.";

const WORD = { name: "Word document", advice: `${CONVERT}, for example with pandoc.` };
const OFFICE = { name: "office document", advice: `${CONVERT}: save it as plain text in an office program.` };
const MOBI = { name: "Kindle book", advice: `${CONVERT}, for example with Calibre.` };
const IMAGE = { name: "image", advice: `${NO_TEXT} A scan needs text recognition first.` };
const DRAWING = { name: "drawing (SVG)", advice: `${CONVERT}: its labels are no running text.` };
const SOUND = { name: "sound or film", advice: NO_TEXT };
const PROGRAM = { name: "program", advice: NO_TEXT };
const DATABASE = { name: "database", advice: "Export its texts as JSON Lines first." };
const PARQUET = { name: "Parquet", advice: "Give it a name that ends in .parquet, unpacked." };
const ARROW = { name: "Arrow", advice: "Give it a name that ends in .arrow." };
const WARC = { name: "WARC", advice: "Give it a name that ends in .warc." };
export const JSON_LINES = { name: "JSON Lines", advice: "Give it a name that ends in .jsonl, or .json." };
const MAIL = { name: "e-mail", advice: "Save its text or its HTML first." };
const TAR = { name: "tar archive", advice: "Give it a name that ends in .tar, or .tar.gz where it is packed." };
/** Packed otherwise than is unpacked here. */
const packedBy = (name: string, program: string) => ({ name, advice: `Unpack it first: ${program}.` });
export const ARCHIVE = packedBy("zip archive", "unzip");
const SEVEN_ZIP = packedBy("7z archive", "7z x");
const RAR = packedBy("RAR archive", "unrar x");
const COMPRESSED = { name: "compressed file", advice: UNPACK };
const BZIP2 = packedBy("bzip2 file", "bunzip2");
const XZ = packedBy("xz file", "unxz");
const LZMA = packedBy("lzma file", "unlzma");
const LZ4 = packedBy("lz4 file", "unlz4");
const LZIP = packedBy("lzip file", "lzip -d");
const COMPRESS = packedBy("file of compress", "uncompress");
const CABINET = packedBy("cabinet archive", "cabextract");
const BROTLI = packedBy("Brotli file", "brotli -d");

/** First bytes, as characters of one byte each. Sources: the formats' specifications, and the table of file(1). */
const BEGINNINGS: readonly (readonly [beginning: string, format: ForeignFormat])[] = [
  ["ARROW1\0\0", ARROW],
  ["WARC/1.0\r\n", WARC],
  ["WARC/1.1\r\n", WARC],
  ["SQLite format 3\0", DATABASE],
  ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OFFICE],
  ["\x1f\x8b", COMPRESSED],
  ["\x28\xb5\x2f\xfd", COMPRESSED],
  ["\xfd7zXZ\0", XZ],
  ["\x04\x22\x4d\x18", LZ4],
  ["BZh91AY&SY", BZIP2],
  ["7z\xbc\xaf\x27\x1c", SEVEN_ZIP],
  ["Rar!\x1a\x07", RAR],
  ["LZIP\x01", LZIP],
  ["\x1f\x9d", COMPRESS],
  ["MSCF\0\0\0\0", CABINET],
  ["\x89PNG\r\n\x1a\n", IMAGE],
  ["\xff\xd8\xff", IMAGE],
  ["II*\0", IMAGE],
  ["MM\0*", IMAGE],
  ["AT&TFORM", { name: "DjVu", advice: `${CONVERT}, for example with djvutxt.` }],
  ["%!PS", { name: "PostScript", advice: `${CONVERT}, for example with ps2txt.` }],
  ["\x7fELF", PROGRAM],
];

/** Beginnings that a text may have too: a file that has one and a NUL byte soon after is not text. */
const BEGINNINGS_BEFORE_NUL: typeof BEGINNINGS = [
  ["PAR1", PARQUET],
  // A stream: the files in the cache of the library datasets.
  ["\xff\xff\xff\xff", ARROW],
  ["GIF87a", IMAGE],
  ["GIF89a", IMAGE],
  ["MZ", PROGRAM],
];

/** Its usual parameters, the size of a dictionary, and a size that is not known or under 4 GiB. */
const isLzma = (head: string): boolean =>
  head.startsWith("]\0\0") &&
  head.slice(3, 5) !== "\0\0" &&
  (head.slice(5, 13) === "\xff".repeat(8) || head.slice(9, 13) === "\0".repeat(4));

/** Endings of names of known formats; for other endings the ending itself is the format's name. */
const ENDINGS: readonly (readonly [format: ForeignFormat, endings: string])[] = [
  [WORD, "doc dot"],
  [OFFICE, "xls xlsx ods ppt odp pages numbers key"],
  [MOBI, "mobi azw azw3"],
  [MAIL, "msg"],
  [DATABASE, "sqlite sqlite3 db mdb"],
  [ARCHIVE, "zip"],
  [SEVEN_ZIP, "7z"],
  [RAR, "rar"],
  [COMPRESSED, "gz zst"],
  [BZIP2, "bz2 tbz tbz2"],
  [XZ, "xz txz"],
  [LZMA, "lzma tlz"],
  [LZ4, "lz4"],
  [LZIP, "lz"],
  [COMPRESS, "z"],
  [CABINET, "cab"],
  [BROTLI, "br"],
  [IMAGE, "png jpg jpeg gif tif tiff webp bmp heic"],
  [DRAWING, "svg"],
  [SOUND, "mp3 wav flac ogg m4a mp4 mkv mov avi webm"],
  [PROGRAM, "exe dll so dylib o a class jar wasm"],
];

const BY_ENDING = new Map(ENDINGS.flatMap(([format, endings]) => endings.split(" ").map((ending) => [ending, format])));

/** A message whose text is packed in letters, or stands in parts; others are read as they are. */
const MAIL_BEGINS = /^(?:From [^\n]*\n|\d{1,9}\s*\n)?(?:[A-Za-z][A-Za-z-]*:[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*)+/;
const MAIL_PACKED = /^Content-(?:Transfer-Encoding:\s*(?:base64|quoted-printable)|Type:\s*multipart\/)/im;

/** Whether it begins as a message whose text would be read as its marks. */
export function isPackedMail(head: string): boolean {
  const headers = MAIL_BEGINS.exec(head)?.[0];
  return headers !== undefined && MAIL_PACKED.test(headers);
}

/** Twelve words in a row, or as many letters of a script without blanks; then the lines that are looked at. */
const RECORD_TEXT =
  /(?:(?:[^\s"\\]|\\[^n]){1,60} ){11}|(?:\\u[0-9a-f]{4}){12}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]{12}/i;
const RECORD_LINES = 3;
const RECORD_BYTES = 65_536;

/** Whether each line is a record of JSON that holds text: as text, names of fields and escapes would be its words. */
export function areRecords(bytes: Uint8Array): boolean {
  if (!/^\s*\{\s?"/.test(String.fromCharCode(...bytes.subarray(0, 64)))) return false;
  const head = new TextDecoder().decode(bytes.subarray(0, RECORD_BYTES));
  const lines = head.split("\n").filter((line) => line.trim() !== "");
  // The last one may have been cut.
  const whole = bytes.length > RECORD_BYTES && lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.slice(0, RECORD_LINES).every((line) => isRecord(line)) && RECORD_TEXT.test(head);
}

function isRecord(line: string): boolean {
  if (line.length > RECORD_BYTES / 2) return /^\s*\{\s?"[^"\\]{1,200}":\s?["[{\w-]/.test(line);
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** The format that has these first bytes, or `undefined` where they may be text or a zip archive. */
export function formatOfBytes(head: Uint8Array): ForeignFormat | undefined {
  const beginning = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  if (beginning.slice(60, 68) === "BOOKMOBI") return MOBI;
  if (beginning.slice(257, 262) === "ustar") return TAR;
  if (isLzma(beginning)) return LZMA;
  const known = beginning.includes("\0") ? [...BEGINNINGS, ...BEGINNINGS_BEFORE_NUL] : BEGINNINGS;
  return known.find(([bytes]) => beginning.startsWith(bytes))?.[1];
}

/** Whether a format packs others. */
export const isPackedFormat = ({ advice }: ForeignFormat): boolean => advice.startsWith(UNPACK.slice(0, -1));

/** The reason why a file of this format was not read. */
export function notRead({ name, advice }: ForeignFormat): UnreadFormat {
  return { code: "format_not_read", format: name, reason: `${name} is not read here. ${advice}`.replace(/\.$/, "") };
}

interface UnreadFormat {
  code: "format_not_read";
  format: string;
  reason: string;
}

/** The format of a zip archive that is not read, by the type that it states and whether it is of Office Open XML. */
export function formatOfArchive(type: string, isOffice: boolean): ForeignFormat {
  return isOffice || type.startsWith("application/vnd.oasis.opendocument") ? OFFICE : ARCHIVE;
}

/** Whether the ending of a name is that of a format that is no text. */
export function isForeignName(name: string): boolean {
  const dot = name.lastIndexOf(".");
  return dot > name.lastIndexOf("/") && BY_ENDING.has(name.slice(dot + 1).toLowerCase());
}

/** The format of a file that folder searches ignore: `image`, or `.xyz` where its bytes and its ending are unknown. */
export function formatOfFile(name: string, head: Uint8Array): ForeignFormat {
  const ofBytes = formatOfBytes(head);
  // A name tells more of the old formats of offices, and of zip archives.
  if (ofBytes !== undefined && (ofBytes !== OFFICE || !isForeignName(name))) return ofBytes;
  const isZip = head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
  return isZip && !isForeignName(name) ? ARCHIVE : formatOfName(name);
}

/** The same by the name alone. */
export function formatOfName(name: string): ForeignFormat {
  const base = name.slice(name.lastIndexOf("/") + 1);
  const ending = base.includes(".") ? base.slice(base.lastIndexOf(".")).toLowerCase() : "no ending";
  return BY_ENDING.get(ending.slice(1)) ?? { name: ending, advice: "Its bytes are no text." };
}

/** Hidden names that nobody misses: copies of a repository, settings of a system, packages of others. */
const OF_PROGRAMS =
  /^(?:\.git(?:ignore|attributes|modules|keep)?|\.hg|\.svn|\.DS_Store|\._.*|\.cache|\.venv|node_modules)$/;

/** Whether a name of a path is hidden: it begins with a dot, or is of packages. */
export const isHiddenName = (name: string): boolean => /^\.(?!\.?$)/.test(name) || name === "node_modules";

/** Whether only programs write and read it. */
export const isOfPrograms = (name: string): boolean => OF_PROGRAMS.test(name);

/** Why it is not read. */
export const HIDDEN_REASON = "hidden, since its name begins with a dot. Name it to read it";
