/** Reads doc comments. */
import ts from "typescript";

/** The tags of a doc comment: their text by name. */
export const tagsOf = (node: ts.Node): Map<string, string> =>
  new Map(ts.getJSDocTags(node).map(({ tagName, comment }) => [tagName.text, ts.getTextOfJSDocComment(comment) ?? ""]));

/** The doc comment in one line; for a union, with the comment of each member. */
export function textOf(declaration: ts.Node): string {
  const own = ts
    .getJSDocCommentsAndTags(declaration)
    .filter(ts.isJSDoc)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "");
  const text = own.join(" ").replace(/\s+/g, " ").trim();
  if (!ts.isTypeAliasDeclaration(declaration) || !ts.isUnionTypeNode(declaration.type)) return text;
  return [text, ...declaration.type.types.flatMap(wordText)].join(" ").trim();
}

function wordText(node: ts.TypeNode): string[] {
  const source = node.getSourceFile().text;
  const comments = ts.getLeadingCommentRanges(source, node.pos)?.map(({ pos, end }) => source.slice(pos, end)) ?? [];
  const said = comments
    .filter((one) => one.startsWith("/**"))
    .map((one) =>
      one
        .replace(/^\/\*\*|\*\/$|^\s*\*/gm, "")
        .replace(/\s+/g, " ")
        .trim(),
    );
  const word = node.getText().replaceAll('"', "");
  return said.map((one) => `\`${word}\`: ${one[0]!.toLowerCase()}${one.slice(1)}`);
}
