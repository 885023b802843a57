/** What a reader does with an encoder: chooses it from this machine, makes vectors, and reads what is said in other words. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { A, AMONG_OTHERS, ENDED } from "../../../engine/compare/inOtherWords.ts";
import { tinyBert } from "../suite/tinyBert.js";

const CHOICE = 'section[aria-label="What is said in other words"]';
const REWORDED = "[aria-labelledby=part-in-other-words]";
const settled = "document.querySelector('.working') === null";
const makes = (name) => `document.querySelector('[aria-label^="Make vectors of ${name}"]')`;

/** @param folder has the texts of the reader, and a corpus of them is in this browser */
export async function encoderVisit(page, host, folder, { isFolderGiven, check, since }) {
  const path = (name) => join(folder, name);
  mkdirSync(path("weights/tiny"), { recursive: true });
  const weights = await tinyBert();
  for (const [name, bytes] of Object.entries(weights)) writeFileSync(path(`weights/tiny/${name}`), bytes);
  writeFileSync(path("reworded.txt"), AMONG_OTHERS);
  const seen = {};
  /** Firefox takes no folder from a driver, so it is given the files. */
  const choose = (name, files) =>
    isFolderGiven
      ? page.choose(`${CHOICE} input[webkitdirectory]`, [path(name)])
      : page.choose(
          `${CHOICE} input:not([webkitdirectory])`,
          files.map((file) => path(`${name}/${file}`)),
        );

  await page.open(host.url);
  await page.until("document.querySelector('.places').innerText.includes('my shelf')");
  since();
  await choose("shelf", ["novel.txt"]);
  await page.until(`${settled} && document.querySelector('[role=alert]')`);
  seen.refused = await page.text("[role=alert]");
  await choose(
    "weights",
    Object.keys(weights).map((file) => `tiny/${file}`),
  );
  // What was said of the other folder goes first.
  await page.until("document.querySelector('[role=alert]') === null");
  await page.until(`${settled} && document.querySelector('${CHOICE} [role=status]')`);
  seen.accepted = await page.text(`${CHOICE} [role=status]`);
  seen.axe = await page.judge("encoder");

  // Cancelled as soon as it can be, then done; a corpus that is made now has vectors from the beginning.
  await page.evaluate(`void new MutationObserver((_, self) => {
    const cancel = document.querySelector(".working button");
    if (cancel !== null) self.disconnect(), cancel.click();
  }).observe(document.body, { childList: true, subtree: true })`);
  await page.click("Make vectors of my shelf");
  await page.until(`${settled} && document.querySelector('main form > [role=status]')`);
  seen.cancelled = {
    said: await page.text("main form > [role=status]"),
    again: await page.evaluate(`!${makes("my shelf")}.disabled`),
  };
  await page.click("Make vectors of my shelf");
  await page.until(`${settled} && ${makes("my shelf")} === null`);
  await page.choose(".places input[type=file]", [path("reworded.txt")]);
  await page.until("document.querySelector('.places form input[required]')");
  await page.write(".places form input[required]", "retold");
  await page.click("Index them");
  await page.until(
    `${settled} && document.querySelector('.places').innerText.includes('retold') && ${makes("retold")} === null`,
  );
  seen.unmade = await page.evaluate("document.querySelectorAll('[aria-label^=\"Make vectors\"]').length");
  await page.write("textarea", A.join(" "));
  await check();
  const pairs = (side) => page.texts(`${REWORDED} figure:nth-child(${side}) blockquote`);
  seen.analysed = { own: await pairs(1), source: await pairs(2), axe: await page.judge("in-other-words") };

  await page.click("Compare two", "nav");
  await page.until("document.querySelector('.pair')");
  await page.write(".pair > :nth-child(1) textarea", A.join(" "));
  await page.write(".pair > :nth-child(2) textarea", ENDED.join(" "));
  await page.click("Compare", "main form");
  await page.until(`${settled} && document.querySelector('${REWORDED} blockquote')`);
  seen.compared = {
    said: await page.text("h2.lede"),
    own: await pairs(1),
    source: await pairs(2),
    captions: await page.texts(`${REWORDED} article:first-of-type figcaption`),
    axe: await page.judge("compared-in-other-words"),
  };

  // By keyboard: its buttons follow those of the texts, and it is let go. Firefox moves no focus for a driver.
  seen.keys = [];
  const before = "document.querySelectorAll('.under button')[1].focus()";
  await page.evaluate(before);
  for (let i = 0; i < 3 && isFolderGiven; i++) {
    await page.press("Tab");
    seen.keys.push(await page.evaluate("document.activeElement.innerText"));
  }
  await page.evaluate(before);
  await page.press("Tab");
  if (isFolderGiven) await page.press("Enter");
  else await page.click("Remove the encoder tiny");
  await page.until(`document.querySelector('${CHOICE} [role=status]') === null`);
  await page.click("Compare", "main form");
  await page.until(`${settled} && document.querySelector('${REWORDED}') === null`);
  seen.asked = since();
  await page.open(host.url);
  await page.until("document.querySelector('.places').innerText.includes('retold')");
  seen.kept = await page.evaluate(`document.querySelector('${CHOICE} [role=status]') !== null`);
  await page.click("Remove retold from this browser");
  await page.until("!document.querySelector('.places').innerText.includes('retold')");
  return seen;
}
