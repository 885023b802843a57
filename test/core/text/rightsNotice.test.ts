import fc from "fast-check";
import { expect, test } from "vitest";
import { rightsNotice } from "../../../src/core/text/rightsNotice.ts";

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
