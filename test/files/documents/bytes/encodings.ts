/** The labels of the Encoding Standard (encoding.spec.whatwg.org, section 4.2), and samples that Python 3 encoded. */

const NAMES = {
  "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
  ibm866: "866 cp866 csibm866 ibm866",
  "iso-8859-2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
  "iso-8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
  "iso-8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
  "iso-8859-5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
  "iso-8859-6":
    "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
  "iso-8859-7":
    "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek",
  "iso-8859-8":
    "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual",
  "iso-8859-8-i": "csiso88598i iso-8859-8-i logical",
  "iso-8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
  "iso-8859-13": "iso-8859-13 iso8859-13 iso885913",
  "iso-8859-14": "iso-8859-14 iso8859-14 iso885914",
  "iso-8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
  "koi8-r": "cskoi8r koi koi8 koi8-r koi8_r",
  "koi8-u": "koi8-ru koi8-u",
  macintosh: "csmacintosh mac macintosh x-mac-roman",
  "windows-874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
  "windows-1250": "cp1250 windows-1250 x-cp1250",
  "windows-1251": "cp1251 windows-1251 x-cp1251",
  "windows-1252":
    "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252",
  "windows-1253": "cp1253 windows-1253 x-cp1253",
  "windows-1254":
    "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254",
  "windows-1255": "cp1255 windows-1255 x-cp1255",
  "windows-1256": "cp1256 windows-1256 x-cp1256",
  "windows-1257": "cp1257 windows-1257 x-cp1257",
  "windows-1258": "cp1258 windows-1258 x-cp1258",
  "x-mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
  gbk: "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk",
  gb18030: "gb18030",
  big5: "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
  "euc-jp": "cseucpkdfmtjapanese euc-jp x-euc-jp",
  "iso-2022-jp": "csiso2022jp iso-2022-jp",
  shift_jis: "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
  "euc-kr": "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949",
  "utf-16be": "unicodefffe utf-16be",
  "utf-16le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
};

/** Each label with the name of its encoding, in lower case. */
export const LABELS = Object.entries(NAMES).flatMap(([name, labels]) =>
  labels.split(" ").map((label) => [label, name] as const),
);

/** A text in each encoding, in hexadecimal. */
export const SAMPLES: readonly (readonly [name: string, hex: string, text: string])[] = [
  ["ibm866", "8fe0a8a2a5e220aca8e0", "Привет мир"],
  ["iso-8859-2", "5a61bff3b3e62067eab66cb1206a61bcf1", "Zażółć gęślą jaźń"],
  ["iso-8859-3", "b161bf696e20f564696420e66975bc61fd6465", "ħażin ġdid ĉiuĵaŭde"],
  ["iso-8859-4", "a9f3ba72b9b66920756e20e0f369", "Šķēršļi un āķi"],
  ["iso-8859-5", "bfe0d8d2d5e220dcd8e0", "Привет мир"],
  ["iso-8859-6", "e5d1cdc8c720c8c7e4d9c7e4e5", "مرحبا بالعالم"],
  ["iso-8859-7", "cae1ebe7ecddf1e120eafcf3ece5", "Καλημέρα κόσμε"],
  ["iso-8859-8", "f9ece5ed20f2e5eced", "שלום עולם"],
  ["iso-8859-8-i", "f9ece5ed20f2e5eced", "שלום עולם"],
  ["iso-8859-10", "d061f020657220fef6726620e120e8e1686369", "Ðað er þörf á čáhci"],
  ["iso-8859-13", "c0fe756f6c617320697220e0736f746973", "Ąžuolas ir ąsotis"],
  ["iso-8859-14", "d0797468206f20627973676f6420fe64", "Ŵyth o bysgod ŷd"],
  ["iso-8859-15", "bd7576726520e0203520a4", "œuvre à 5 €"],
  ["koi8-r", "f0d2c9d7c5d420cdc9d2", "Привет мир"],
  ["koi8-u", "b7d6c1cb20a620adc1d7c1", "Їжак і ґава"],
  ["macintosh", "448e6a882076752088206c6120816c616e64", "Déjà vu à la Åland"],
  ["windows-874", "cac7d1cab4d5aad2c7e2c5a1", "สวัสดีชาวโลก"],
  ["windows-1250", "5a61bff3b3e62067ea9c6cb9206a619ff1", "Zażółć gęślą jaźń"],
  ["windows-1251", "cff0e8e2e5f220ece8f0", "Привет мир"],
  ["windows-1252", "64e96ae020767520962093736f9420a335", "déjà vu – “so” £5"],
  ["windows-1253", "cae1ebe7ecddf1e120eafcf3ece5", "Καλημέρα κόσμε"],
  ["windows-1254", "dd79692067fc6e6c65722c20fe69fe65", "İyi günler, şişe"],
  ["windows-1255", "f9ece5ed20f2e5eced", "שלום עולם"],
  ["windows-1256", "e3d1cdc8c720c8c7e1dac7e1e3", "مرحبا بالعالم"],
  ["windows-1257", "c0fe756f6c617320697220e0736f746973", "Ąžuolas ir ąsotis"],
  ["windows-1258", "f0fdf5cc6e67", "đường"],
  ["x-mac-cyrillic", "8ff0e8e2e5f220ece8f0", "Привет мир"],
  ["gbk", "c4e3bac3a3accac0bde7", "你好，世界"],
  ["gb18030", "c4e3bac3a3accac0bde795328236", "你好，世界𠀀"],
  ["big5", "a741a66ea141a540acc9", "你好，世界"],
  ["euc-jp", "b8e3c7daa4cfc7ada4c7a4a2a4eb", "吾輩は猫である"],
  ["iso-2022-jp", "1b24423863475a244f472d24472422246b1b2842", "吾輩は猫である"],
  ["shift_jis", "8ce1947982cd944c82c582a082e9", "吾輩は猫である"],
  ["euc-kr", "bec8b3e7c7cfbcbcbfe420bcbcb0e8", "안녕하세요 세계"],
  ["utf-8", "64c3a96ac3a020767520e4bda0e5a5bd", "déjà vu 你好"],
];

/** The same of encodings that runtimes lack. */
export const OTHER_SAMPLES: typeof SAMPLES = [
  ["ibm437", "477294e16520ab20dac4bf2063616682", "Größe ½ ┌─┐ café"],
  ["ibm850", "477294e16520f320d19d2063616682", "Größe ¾ ÐØ café"],
  ["ibm852", "5a61bea288862067a9986ca5206a61abe4", "Zażółć gęślą jaźń"],
  ["ibm855", "dde1b7eba8e520d2b7e1", "Привет мир"],
  ["iso-8859-16", "de6172e320ba6920a570e2696e65b5203520a4", "Țară și „pâine” 5 €"],
];
