import fc from "fast-check";
import { expect, test } from "vitest";
import { noticeIn as noticeInBytes, rightsNotice } from "../../../src/core/text/rightsNotice.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const noticeIn = (text: string) => {
  const span = rightsNotice(text);
  return span && text.slice(span.start, span.end);
};

test.each([
  ["All rights\nreserved.", "All rights\nreserved"],
  ["ALL RIGHTS RESERVED", "ALL RIGHTS RESERVED"],
  ["No part of this book may be reproduced, in any form", "No part of this book may be reproduced"],
  ["Alle Rechte vorbehalten", "Alle Rechte vorbehalten"],
  ["Tous droits réservés pour tous pays", "Tous droits réservés"],
  ["TOUS DROITS RÉSERVÉS", "TOUS DROITS RÉSERVÉS"],
  ["Todos los derechos reservados", "Todos los derechos reservados"],
  ["Reservados todos los derechos", "Reservados todos los derechos"],
  ["Todos os direitos reservados", "Todos os direitos reservados"],
  ["Tutti i diritti sono riservati", "Tutti i diritti sono riservati"],
  ["Alle rechten voorbehouden", "Alle rechten voorbehouden"],
  ["Все права защищены.", "Все права защищены"],
  ["ВСЕ ПРАВА ЗАЩИЩЕНЫ", "ВСЕ ПРАВА ЗАЩИЩЕНЫ"],
  ["Wszelkie prawa zastrzeżone", "Wszelkie prawa zastrzeżone"],
  ["本站版权所有", "版权所有"],
  ["無断転載を禁ず", "無断転載を禁ず"],
  ["© 2019 Somebody", "© 2019"],
  ["© Jane Doe", "© J"],
  ["Copyright (c) 1999", "Copyright (c)"],
  ["COPYRIGHT 1921 BY", "COPYRIGHT 1921"],
])("%j has a notice", (text, notice) => {
  expect(noticeIn(`It begins. ${text} And on.`)).toBe(notice);
});

test.each([
  "the rights of man",
  "copyright law is discussed",
  "a © b",
  "(c) the third item",
  "all right, he reserved a table",
  "",
  "\ud800",
])("%j has none", (text) => {
  expect(rightsNotice(text)).toBeNull();
});

test("the first notice is told, wherever it stands", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      fc.pre(rightsNotice(before) === null);
      const text = `${before}. All rights reserved ${after}`;
      expect(rightsNotice(text)!.start).toBeLessThanOrEqual(before.length + 2);
    }),
  );
});

/** All that is a notice, once in each of its forms. */
const NOTICES = [
  ...["all rights reserved", "no part of this publication may be reproduced", "alle rechte vorbehalten"],
  ...["alle rechte liegen bei", "tous les droits réservés", "tous droits reserves", "todos los derechos"],
  ...["reservados todos los derechos", "todos os direitos reservados", "tutti i diritti riservati"],
  ...["alle rechten voorbehouden", "все права сохранены", "всі права захищені", "wszelkie prawa zastrzeżone"],
  ...["všechna práva vyhrazena", "alla rättigheter förbehållna", "alla rättigheter reserverade"],
  ...["alle rettigheter forbeholdt", "alle rettigheter reservert", "alle rettigheder forbeholdes"],
  ...["kaikki oikeudet pidätetään", "minden jog fenntartva", "toate drepturile sunt rezervate"],
  ...["με την επιφύλαξη παντός δικαιώματος", "tüm hakları saklıdır", "版权所有", "保留所有权利", "無断転載を禁ず"],
  ...["모든 권리 보유", "جميع الحقوق محفوظة", "כל הזכויות שמורות", "copyright ©", "copyright 1999", "copyright by "],
  ...["© 1999", "ⓒ A", "&copy; A", "all right\u017f re\u017ferved", "alle re\u212ahte vorbehalten"],
];

test.each(NOTICES)("%j is not overlooked in bytes", (notice) => {
  const forms = [notice, notice.toUpperCase(), `x${notice.replaceAll(" ", "\n  ")}x`];
  for (const text of notEmpty(forms)) expect(noticeInBytes(new TextEncoder().encode(text))).toBe(noticeIn(text));
});

test("in bytes the same notice is found, however far apart what may be one stands", () => {
  const pieces = fc.constantFrom(
    "the rights of man ",
    "“café” – ",
    "it is reserved",
    "copy ",
    ...NOTICES,
    ...[1_000, 1_030, 2_050, 3_080].map((length) => "a é b. ".repeat(length / 8)),
    "вот ".repeat(300),
    "©",
    "ſ",
    " ",
  );
  fc.assert(
    fc.property(fc.array(pieces), fc.string(), (some, end) => {
      const bytes = new TextEncoder().encode(some.join("") + end);
      expect(noticeInBytes(bytes)).toBe(noticeIn(new TextDecoder().decode(bytes)));
    }),
  );
});
