/**
 * What a README has between `<!-- figures: NAME … -->` and `<!-- end of figures -->` is written from the records. Behind the name the
 * marker may say more, such as the file that has the sentences.
 */
const MARKED = /^<!-- figures: (?<name>[a-z-]+)[^\n]*-->\n(?<body>[\s\S]*?)^<!-- end of figures -->$/gm;

/** @param blocks lines by name */
export function withFigures(markdown: string, blocks: Readonly<Record<string, () => string[]>>): string {
  return markdown.replace(MARKED, (whole, name: string, body: string) => {
    const block = Object.hasOwn(blocks, name) ? blocks[name] : undefined;
    if (block === undefined) throw new Error(`There are no figures named ${name}.`);
    const [marker, end] = [whole.slice(0, whole.indexOf("\n")), "<!-- end of figures -->"];
    if (body.includes("<!-- figures:")) throw new Error(`The figures ${name} have no end.`);
    return [marker, ...block(), end].join("\n");
  });
}

/** Names of the figures that a README has, in its order. */
export const namesIn = (markdown: string): string[] =>
  [...markdown.matchAll(MARKED)].map(({ groups }) => groups!["name"]!);

/** Lines that differ, for somebody who has to see what is wrong. */
export function differences(is: string, shouldBe: string): string[] {
  const [has, wants] = [is.split("\n"), shouldBe.split("\n")];
  const missing = wants.filter((line) => !has.includes(line)).map((line) => `+ ${line}`);
  return [...has.filter((line) => !wants.includes(line)).map((line) => `- ${line}`), ...missing];
}
