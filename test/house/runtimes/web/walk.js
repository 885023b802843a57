/**
 * The way of somebody who has nothing but npm and a folder: from `npx spolia serve` in an empty project to a passage of a
 * text of theirs beside its source. Writes to stdout as JSON the steps, the time, and what is seen; `{ lacking }` where there
 * is no browser.
 *
 *   node test/house/runtimes/web/walk.js PROJECT FOLDER TEXT
 */
import { spawn } from "node:child_process";
import { browser } from "../browsers/browser.js";
import { openChromium } from "../browsers/chromiumReader.js";
import { visit } from "./visit.js";

const [project, folder, text] = process.argv.slice(2);
const steps = [];

/** One step: what a reader does, and what they wait for. */
async function step(what, act) {
  steps.push(what);
  await act();
}

async function walk(found) {
  const began = performance.now();
  let served;
  let url;
  let page;
  const idle = "document.querySelector('.working') === null";
  try {
    await step("write: npx spolia serve", async () => {
      served = spawn("npx", ["spolia", "serve", "--port", "0", "--log", "none"], {
        cwd: project,
        stdio: ["ignore", "pipe", "inherit"],
        detached: true,
      });
      url = await new Promise((resolve, reject) => {
        let said = "";
        served.stdout.on("data", (chunk) => {
          said += chunk;
          const [, address] = /Listening on (\S+):/.exec(said) ?? [];
          if (address !== undefined) resolve(address);
        });
        served.once("close", (code) => reject(new Error(`spolia serve ended: ${code}`)));
      });
    });
    page = await visit(await openChromium(found));
    await step("open the address", () => page.open(url));
    await step("choose files of one's own in place of the service", () =>
      page.click("Search the corpora of a service"),
    );
    await step("add the folder", async () => {
      await page.until("document.querySelector('.places input[webkitdirectory]')");
      await page.choose(".places input[webkitdirectory]", [folder]);
      await page.until("document.querySelector('.places form input[required]')");
    });
    await step("index it", async () => {
      await page.click("Index them");
      await page.until(`${idle} && document.querySelector('.places li input:checked')`);
    });
    await step("open a text", async () => {
      await page.choose("form input[type=file]", [text]);
      await page.until("document.querySelector('textarea').value !== ''");
    });
    await step("check it", async () => {
      await page.click("Check this text");
      await page.until(`${idle} && document.querySelector('.verdict')`);
    });
    await step("choose a passage", async () => {
      await page.press("j");
      await page.until("document.querySelector('.beside')");
    });
    const seconds = (performance.now() - began) / 1_000;
    return { steps, seconds, word: await page.text("h1"), beside: await page.text(".beside mark") };
  } finally {
    await page?.close();
    process.kill(-served.pid, "SIGTERM");
  }
}

const found = await browser();
console.log(JSON.stringify(found.lacking === undefined ? await walk(found) : found));
