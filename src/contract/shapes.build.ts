/**
 * Reads interfaces as JSON Schema. A named interface or union becomes a shape of its own that others refer to; a scalar
 * alias such as `Count` stands where it is used, with what its tags say (`@minimum 0`). Doc comments become texts,
 * apart from the shapes.
 *
 * What it does not know of TypeScript it refuses, so that nothing is published as "anything" by mistake.
 */
import ts from "typescript";

/** JSON Schema of one document or of a part of it. */
type GeneratedShape = Readonly<Record<string, unknown>>;

/**
 * Meanings by the path of properties that leads to them, `""` for the whole: lists and `null` add nothing to a path.
 */
export type ShapeTexts = Record<string, string>;

/** Type arguments by the parameter that they stand for. */
type TypeArguments = ReadonlyMap<ts.Symbol, BoundNode>;
/** A type as it is written, and what its parameters stand for there. */
interface BoundNode {
  readonly node: ts.TypeNode;
  readonly given: TypeArguments;
}
interface Member extends BoundNode {
  readonly name: string;
  readonly isOptional: boolean;
  readonly text: string;
}
interface ObjectParts {
  readonly members: ReadonlyMap<string, Member>;
  /** What further fields hold; `null` where there are none. */
  readonly others: GeneratedShape | null;
}

const NOTHING: TypeArguments = new Map();
const NULL: GeneratedShape = { type: "null" };
const ANYTHING: GeneratedShape = {};
const OPEN: ObjectParts = { members: new Map(), others: ANYTHING };
/** Tags of a scalar alias, and of an interface that may hold more than it names (`@open`). */
const NUMBER_TAGS: readonly string[] = ["minimum", "maximum", "exclusiveMinimum"];
const TEXT_TAGS: readonly string[] = ["format", "pattern", "contentEncoding"];

export class ShapeReader {
  readonly #checker: ts.TypeChecker;
  /** Named shapes that were met, by name. */
  readonly shapes = new Map<string, GeneratedShape>();
  readonly #texts = new Map<string, ShapeTexts>();
  readonly #declarations = new Map<string, ts.Symbol>();

  constructor(program: ts.Program) {
    this.#checker = program.getTypeChecker();
  }

  /** The members of an interface whose members name documents. */
  tableOf(declaration: ts.InterfaceDeclaration): Member[] {
    return declaration.members.filter(ts.isPropertySignature).map((one) => this.#member(one, NOTHING));
  }

  /** Reads a document under a name. */
  readDocument({ name, node, given, text }: Member): void {
    const isItself = ts.isTypeReferenceNode(node) && this.#symbolOf(node.typeName).name === name;
    if (isItself) this.shapeOf({ node, given });
    else this.#add(name, { node, given }, text || this.#textOfNode(node));
  }

  /** What is said of a document and of every part of it, however deep: for schemas that are not read from here. */
  textsWithin({ node, given, text }: Member): ShapeTexts {
    const texts: ShapeTexts = { "": text || this.#textOfNode(node) };
    this.#readTexts({ node, given }, "", texts, true);
    return texts;
  }

  textsOf(name: string): ShapeTexts {
    return this.#texts.get(name) ?? {};
  }

  #add(name: string, bound: BoundNode, text: string): void {
    if (this.shapes.has(name)) throw new Error(`two documents are called ${name}`);
    const texts: ShapeTexts = text === "" ? {} : { "": text };
    this.shapes.set(name, ANYTHING); // stands here while what it refers to is read
    this.#texts.set(name, texts);
    this.shapes.set(name, this.shapeOf(bound));
    this.#readTexts(bound, "", texts, false);
  }

  shapeOf(bound: BoundNode): GeneratedShape {
    const { node, given } = bound;
    if (ts.isParenthesizedTypeNode(node)) return this.shapeOf({ node: node.type, given });
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword)
      return this.shapeOf({ node: node.type, given });
    if (ts.isArrayTypeNode(node)) return { type: "array", items: this.shapeOf({ node: node.elementType, given }) };
    if (ts.isTupleTypeNode(node)) return this.#tuple(node, given);
    if (ts.isUnionTypeNode(node)) return this.#union(node, given);
    if (ts.isLiteralTypeNode(node)) return literal(node.literal);
    if (ts.isTypeReferenceNode(node)) return this.#reference(node, given);
    if (ts.isTypeLiteralNode(node) || ts.isIntersectionTypeNode(node)) return this.#object(bound);
    const field = this.#indexed(bound);
    if (field !== null) return this.shapeOf(field);
    return SCALARS.get(node.kind) ?? this.#words(node);
  }

  #tuple(node: ts.TupleTypeNode, given: TypeArguments): GeneratedShape {
    const items = node.elements.map((one) =>
      this.shapeOf({ node: ts.isNamedTupleMember(one) ? one.type : one, given }),
    );
    return { type: "array", prefixItems: items, minItems: items.length, maxItems: items.length };
  }

  /** Words become one `enum`; `null` comes last. */
  #union(node: ts.UnionTypeNode, given: TypeArguments): GeneratedShape {
    const shapes = node.types.filter(isDefined).map((one) => this.shapeOf({ node: one, given }));
    const words = shapes.flatMap((shape) => ("const" in shape ? [shape["const"]] : []));
    const others = shapes.filter((shape) => !("const" in shape) && shape !== NULL);
    const choices = [
      ...(words.length === 0 ? [] : [enumOf(words)]),
      ...others,
      ...(shapes.includes(NULL) ? [NULL] : []),
    ];
    return choices.length === 1 ? choices[0]! : { anyOf: choices };
  }

  #reference(node: ts.TypeReferenceNode, given: TypeArguments): GeneratedShape {
    const symbol = this.#symbolOf(node.typeName);
    const replaced = given.get(symbol);
    if (replaced !== undefined) return this.shapeOf(replaced);
    const passed = node.typeArguments ?? [];
    if (symbol.name === "Array" || symbol.name === "ReadonlyArray")
      return { type: "array", items: this.shapeOf({ node: passed[0]!, given }) };
    const declaration = declarationOf(symbol);
    if (ts.isInterfaceDeclaration(declaration) && isOfLibrary(declaration)) throw unknownType(node);
    if (ts.isTypeAliasDeclaration(declaration) && !isOfLibrary(declaration)) {
      if (SCALARS.has(declaration.type.kind))
        return { ...SCALARS.get(declaration.type.kind), ...constraintsOf(declaration) };
      if (ts.isTupleTypeNode(declaration.type)) return this.shapeOf({ node: declaration.type, given: NOTHING });
      if (passed.length > 0)
        return this.shapeOf({ node: declaration.type, given: this.#bind(declaration, passed, given) });
    }
    return passed.length > 0 || isOfLibrary(declaration)
      ? this.#object({ node, given })
      : this.#named(symbol, declaration);
  }

  #named(symbol: ts.Symbol, declaration: ts.Declaration): GeneratedShape {
    const { name } = symbol;
    if (!this.shapes.has(name)) {
      this.#declarations.set(name, symbol);
      if (ts.isTypeAliasDeclaration(declaration))
        this.#add(name, { node: declaration.type, given: NOTHING }, textOf(declaration));
      else if (ts.isInterfaceDeclaration(declaration)) this.#addInterface(name, declaration);
      else throw unknownType(declaration);
    } else if (this.#declarations.get(name) !== symbol) throw new Error(`two types are called ${name}`);
    return { $ref: `#/components/schemas/${name}` };
  }

  #addInterface(name: string, declaration: ts.InterfaceDeclaration): void {
    this.shapes.set(name, ANYTHING);
    const text = textOf(declaration);
    const texts: ShapeTexts = text === "" ? {} : { "": text };
    this.#texts.set(name, texts);
    const parts = this.#interfaceParts(declaration, NOTHING);
    this.shapes.set(name, this.#objectShape(parts));
    this.#readMemberTexts(parts, "", texts, false);
  }

  #object(bound: BoundNode): GeneratedShape {
    return this.#objectShape(this.#partsOf(bound) ?? refuse(bound.node));
  }

  #objectShape({ members, others }: ObjectParts): GeneratedShape {
    const all = [...members.values()];
    const required = all.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    return {
      type: "object",
      ...(all.length === 0 ? {} : { properties: Object.fromEntries(all.map((one) => [one.name, this.shapeOf(one)])) }),
      ...(required.length === 0 ? {} : { required }),
      ...(others === null ? {} : { additionalProperties: others }),
    };
  }

  /** The field that `Work["metadata"]` names. */
  #indexed({ node, given }: BoundNode): Member | null {
    if (!ts.isIndexedAccessTypeNode(node) || !ts.isLiteralTypeNode(node.indexType)) return null;
    const { literal: name } = node.indexType;
    const parts = this.#partsOf({ node: node.objectType, given });
    return (ts.isStringLiteral(name) && parts?.members.get(name.text)) || null;
  }

  /** What an object is made of, or `null` where the type is no object. */
  #partsOf({ node, given }: BoundNode): ObjectParts | null {
    if (ts.isTypeLiteralNode(node)) return this.#membersOf(node.members, given);
    if (ts.isParenthesizedTypeNode(node)) return this.#partsOf({ node: node.type, given });
    if (node.kind === ts.SyntaxKind.ObjectKeyword) return OPEN;
    if (ts.isIntersectionTypeNode(node))
      return node.types.map((one) => this.#partsOf({ node: one, given }) ?? refuse(one)).reduce(merged);
    if (!ts.isTypeReferenceNode(node) && !ts.isExpressionWithTypeArguments(node)) return null;
    const symbol = this.#symbolOf(ts.isTypeReferenceNode(node) ? node.typeName : node.expression);
    const replaced = given.get(symbol);
    if (replaced !== undefined) return this.#partsOf(replaced);
    const passed = node.typeArguments ?? [];
    const declaration = declarationOf(symbol);
    if (isOfLibrary(declaration)) return this.#partsOfLibrary(symbol.name, passed, given);
    if (ts.isInterfaceDeclaration(declaration))
      return this.#interfaceParts(declaration, this.#bind(declaration, passed, given));
    if (!ts.isTypeAliasDeclaration(declaration)) return null;
    return this.#partsOf({ node: declaration.type, given: this.#bind(declaration, passed, given) });
  }

  #partsOfLibrary(name: string, [first, second]: readonly ts.TypeNode[], given: TypeArguments): ObjectParts | null {
    if (first === undefined) return null;
    if (name === "Record") return { members: new Map(), others: this.shapeOf({ node: second!, given }) };
    const parts = this.#partsOf({ node: first, given });
    if (parts === null || name === "Readonly") return parts;
    if (name !== "Omit" && name !== "Pick") return null;
    const names = new Set(this.#wordsOf(second!));
    const members = [...parts.members].filter(([one]) => names.has(one) === (name === "Pick"));
    return { ...parts, members: new Map(members) };
  }

  #interfaceParts(declaration: ts.InterfaceDeclaration, given: TypeArguments): ObjectParts {
    const bases = declaration.heritageClauses?.flatMap(({ types }) => types) ?? [];
    const inherited = bases.map((node) => this.#partsOf({ node, given }) ?? refuse(node));
    const own = this.#membersOf(declaration.members, given);
    const whole = [...inherited, own].reduce(merged);
    return tagsOf(declaration).has("open") ? merged(whole, OPEN) : whole;
  }

  #membersOf(members: ts.NodeArray<ts.TypeElement>, given: TypeArguments): ObjectParts {
    const properties = members.filter(ts.isPropertySignature).map((one) => this.#member(one, given));
    const index = members.find(ts.isIndexSignatureDeclaration);
    return {
      members: new Map(properties.map((one) => [one.name, one])),
      others: index === undefined ? null : this.shapeOf({ node: index.type, given }),
    };
  }

  #member(one: ts.PropertySignature, given: TypeArguments): Member {
    if (one.type === undefined) throw unknownType(one);
    return {
      name: one.name.getText(),
      node: one.type,
      given,
      isOptional: one.questionToken !== undefined,
      text: textOf(one),
    };
  }

  #bind(
    { typeParameters = [] as never }: Generic,
    passed: readonly ts.TypeNode[],
    given: TypeArguments,
  ): TypeArguments {
    const parameters = typeParameters.map(({ name }) => this.#checker.getSymbolAtLocation(name)!);
    return new Map(parameters.map((parameter, i) => [parameter, { node: passed[i]!, given }]));
  }

  /** Texts of all parts. What has a name of its own says of itself what it is, unless `isWhole` asks for everything. */
  #readTexts(bound: BoundNode, path: string, texts: ShapeTexts, isWhole: boolean): void {
    for (const one of this.#withinLists(bound)) {
      if (!isWhole && path !== "" && this.#isNamed(one)) continue;
      const parts = this.#partsOf(one);
      if (parts !== null) this.#readMemberTexts(parts, path, texts, isWhole);
    }
  }

  #readMemberTexts({ members }: ObjectParts, path: string, texts: ShapeTexts, isWhole: boolean): void {
    for (const { name, text, ...bound } of members.values()) {
      const at = path === "" ? name : `${path}.${name}`;
      const said = text || this.#textOfParts(bound);
      if (said !== "") texts[at] = said;
      this.#readTexts(bound, at, texts, isWhole);
    }
  }

  /** The types that a value is of once it is taken out of lists, tuples, records and choices. */
  #withinLists({ node, given }: BoundNode): BoundNode[] {
    const inside = (one: ts.TypeNode) => this.#withinLists({ node: one, given });
    if (ts.isArrayTypeNode(node)) return inside(node.elementType);
    if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) return inside(node.type);
    if (ts.isUnionTypeNode(node)) return node.types.flatMap(inside);
    const field = this.#indexed({ node, given });
    if (field !== null) return this.#withinLists(field);
    if (!ts.isTypeReferenceNode(node)) return [{ node, given }];
    const symbol = this.#symbolOf(node.typeName);
    const replaced = given.get(symbol);
    if (replaced !== undefined) return this.#withinLists(replaced);
    const last = node.typeArguments?.at(-1);
    return ["Record", "ReadonlyArray", "Array"].includes(symbol.name) && last !== undefined
      ? inside(last)
      : [{ node, given }];
  }

  #isNamed({ node }: BoundNode): boolean {
    return (
      ts.isTypeReferenceNode(node) &&
      node.typeArguments === undefined &&
      this.shapes.has(this.#symbolOf(node.typeName).name)
    );
  }

  /** What the type of a field says of itself, where the field says nothing. */
  #textOfParts(bound: BoundNode): string {
    return (
      this.#withinLists(bound)
        .map(({ node }) => this.#textOfNode(node))
        .find((text) => text !== "") ?? ""
    );
  }

  #textOfNode(node: ts.TypeNode): string {
    if (!ts.isTypeReferenceNode(node)) return "";
    const declaration = declarationOf(this.#symbolOf(node.typeName));
    const isScalar = ts.isTypeAliasDeclaration(declaration) && SCALARS.has(declaration.type.kind);
    return isScalar || isOfLibrary(declaration) ? "" : textOf(declaration);
  }

  /** One word or several, where the compiler has to work them out. */
  #words(node: ts.TypeNode): GeneratedShape {
    const { aliasSymbol } = this.#checker.getTypeFromTypeNode(node);
    if (aliasSymbol !== undefined && !aliasSymbol.declarations?.some(isOfLibrary))
      return this.#named(aliasSymbol, declarationOf(aliasSymbol));
    return enumOf(this.#wordsOf(node));
  }

  #wordsOf(node: ts.TypeNode): string[] {
    const type = this.#checker.getTypeFromTypeNode(node);
    const types = type.isUnion() ? type.types : [type];
    return types.map((one) => (one.isStringLiteral() ? one.value : refuse(node)));
  }

  #symbolOf(name: ts.Node): ts.Symbol {
    const symbol = this.#checker.getSymbolAtLocation(name) ?? refuse(name);
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }
}

type Generic = { readonly typeParameters?: ts.NodeArray<ts.TypeParameterDeclaration> };

const SCALARS = new Map<ts.SyntaxKind, GeneratedShape>([
  [ts.SyntaxKind.StringKeyword, { type: "string" }],
  [ts.SyntaxKind.NumberKeyword, { type: "number" }],
  [ts.SyntaxKind.BooleanKeyword, { type: "boolean" }],
  [ts.SyntaxKind.UnknownKeyword, ANYTHING],
  [ts.SyntaxKind.ObjectKeyword, { type: "object", additionalProperties: ANYTHING }],
]);

const enumOf = (words: readonly unknown[]): GeneratedShape =>
  words.length === 1 ? { const: words[0] } : { type: "string", enum: words };

function literal(node: ts.LiteralTypeNode["literal"]): GeneratedShape {
  if (node.kind === ts.SyntaxKind.NullKeyword) return NULL;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { const: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { const: false };
  return ts.isStringLiteral(node) ? { const: node.text } : refuse(node);
}

const isDefined = (node: ts.TypeNode): boolean => node.kind !== ts.SyntaxKind.UndefinedKeyword;
const isOfLibrary = (node: ts.Node): boolean => /\/typescript\/lib\//.test(node.getSourceFile().fileName);
const declarationOf = (symbol: ts.Symbol): ts.Declaration => symbol.declarations![0]!;

/** The second takes precedence, in the place of the first. */
const merged = (one: ObjectParts, other: ObjectParts): ObjectParts => ({
  members: new Map([...one.members, ...other.members]),
  others: other.others ?? one.others,
});

const tagsOf = (node: ts.Node): Map<string, string> =>
  new Map(ts.getJSDocTags(node).map(({ tagName, comment }) => [tagName.text, ts.getTextOfJSDocComment(comment) ?? ""]));

function constraintsOf(declaration: ts.TypeAliasDeclaration): GeneratedShape {
  const constraints: Record<string, unknown> = {};
  for (const [name, value] of tagsOf(declaration)) {
    if (name === "whole") constraints["type"] = "integer";
    else if (NUMBER_TAGS.includes(name)) constraints[name] = Number(value);
    else if (TEXT_TAGS.includes(name)) constraints[name] = value;
    else throw new Error(`@${name} of ${declaration.name.text} says nothing of a shape`);
  }
  return constraints;
}

/** The doc comment in one line; of a union, with what is said of each word. */
function textOf(declaration: ts.Node): string {
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

const unknownType = (node: ts.Node): Error =>
  new Error(`${node.getSourceFile().fileName}: no shape is known for ${node.getText().slice(0, 200)}`);

function refuse(node: ts.Node): never {
  throw unknownType(node);
}
