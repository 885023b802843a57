/** The pages of the command line: each command has one, with all that its help says. */
import { expect, test } from "vitest";
import { commandPages } from "../../../src/build/site/commands.ts";
import { main } from "../../../src/cli/program.ts";
import { fakeTerminal } from "../../cli/terminal.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const pages = commandPages();
const names = Object.keys(pages)
  .flatMap((path) => /^commands\/([\w-]+)\/index\.md$/.exec(path)?.[1] ?? [])
  .sort();

test("each command has a page, and a row that leads to it", () => {
  expect(names.length).toBeGreaterThan(40);
  for (const name of notEmpty(names)) expect(pages["commands/index.md"]).toContain(`(/commands/${name}/index.html)`);
});

test.each(names)("%s: the page has every option and example of the help", async (name) => {
  const page = pages[`commands/${name}/index.md`]!;
  const [, title] = /^# spolia (.+)$/m.exec(page)!;
  const terminal = fakeTerminal({});
  expect(await main([...title!.split(" "), "--help"], terminal)).toBe(0);
  const options = [...terminal.out().matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag!);
  for (const flag of notEmpty(options.filter((one) => one !== "--help"))) expect(page).toContain(flag);
  const [, below = ""] = terminal.out().split("\nExamples:\n");
  const examples = below.split("\n").filter((line) => /^ {2}\S/.test(line));
  for (const line of notEmpty(examples)) expect(page).toContain(line.trim());
});
