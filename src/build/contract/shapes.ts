/**
 * Converts interfaces to JSON Schema. A named interface or union becomes a separate shape that others reference; a
 * scalar alias such as `Count` is inlined with the keywords of its tags (`@minimum 0`). Doc comments become
 * descriptions, separate from the shapes.
 *
 * Unsupported TypeScript is an error, so that no type is published as "anything" by mistake.
 */
import ts from "typescript";
import { tagsOf, textOf } from "./docComments.ts";
import {
  type Base,
  type BoundNode,
  declarationOf,
  isOfLibrary,
  type Member,
  NOTHING,
  type ObjectParts,
  refuse,
  type TypeArguments,
  type TypeReader,
  unknownType,
} from "./types.ts";

/** JSON Schema of one document or of a part of it. */
type GeneratedShape = Readonly<Record<string, unknown>>;

/**
 * Descriptions by path of properties, `""` for the whole document. Lists and `null` do not add to a path.
 */
export type ShapeTexts = Record<string, string>;

const NULL: GeneratedShape = { type: "null" };
const ANYTHING: GeneratedShape = {};
/** Supported tags of a scalar alias; `@open` is the tag of an interface that allows additional fields. */
const NUMBER_TAGS: readonly string[] = ["minimum", "maximum", "exclusiveMinimum"];
const TEXT_TAGS: readonly string[] = ["format", "pattern", "contentEncoding"];

export class ShapeReader {
  readonly #types: TypeReader;
  /** The named shapes so far, by name. */
  readonly shapes = new Map<string, GeneratedShape>();
  readonly #texts = new Map<string, ShapeTexts>();
  readonly #declarations = new Map<string, ts.Symbol>();
  /** Names of the shapes whose fields a shape has, as they are. */
  readonly bases = new Map<string, string[]>();

  constructor(types: TypeReader) {
    this.#types = types;
  }

  /** Reads a document and names its shape. */
  readDocument({ name, node, given, text }: Member): void {
    const isItself = ts.isTypeReferenceNode(node) && this.#types.symbolOf(node.typeName).name === name;
    if (isItself) this.shapeOf({ node, given });
    else this.#add(name, { node, given }, text || this.#textOfNode(node));
  }

  /** Descriptions of a document and of all its parts at any depth, for schemas that are written by hand. */
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
    const shape = this.shapeOf(bound);
    this.shapes.set(name, shape);
    this.#readTexts(bound, "", texts, false);
    const parts = "$ref" in shape ? null : this.#types.partsOf(bound);
    if (parts !== null) this.#readBases(name, parts, this.#types.basesOf(bound));
  }

  /** Names what a type extends. A type that changes a field of it does not have its fields as they are. */
  #readBases(name: string, { members }: ObjectParts, bases: readonly Base[]): void {
    const unchanged = bases.filter(({ parts }) =>
      [...parts.members].every(([field, { node }]) => members.get(field)?.node === node),
    );
    if (unchanged.length === 0) return;
    for (const { symbol } of unchanged) this.#named(symbol, declarationOf(symbol));
    this.bases.set(
      name,
      unchanged.map(({ symbol }) => symbol.name),
    );
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
    const field = this.#types.indexed(bound);
    if (field !== null) return this.shapeOf(field);
    return SCALARS.get(node.kind) ?? this.#words(node);
  }

  #tuple(node: ts.TupleTypeNode, given: TypeArguments): GeneratedShape {
    const items = node.elements.map((one) =>
      this.shapeOf({ node: ts.isNamedTupleMember(one) ? one.type : one, given }),
    );
    return { type: "array", prefixItems: items, minItems: items.length, maxItems: items.length };
  }

  /** String literals become one `enum`; `null` comes last. */
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
    const symbol = this.#types.symbolOf(node.typeName);
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
        return this.shapeOf({ node: declaration.type, given: this.#types.bind(declaration, passed, given) });
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
    const parts = this.#types.interfaceParts(declaration, NOTHING);
    this.shapes.set(name, this.#objectShape(parts));
    this.#readMemberTexts(parts, "", texts, false);
    const extended = (declaration.heritageClauses ?? []).flatMap(({ types }) => types);
    this.#readBases(
      name,
      parts,
      extended.flatMap((node) => this.#types.baseOf({ node, given: NOTHING })),
    );
  }

  #object(bound: BoundNode): GeneratedShape {
    return this.#objectShape(this.#types.partsOf(bound) ?? refuse(bound.node));
  }

  #objectShape({ members, others }: ObjectParts): GeneratedShape {
    const all = [...members.values()];
    const required = all.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    const since = all.flatMap(({ name, since }): [string, string][] => (since === null ? [] : [[name, since]]));
    return {
      type: "object",
      ...(all.length === 0 ? {} : { properties: Object.fromEntries(all.map((one) => [one.name, this.shapeOf(one)])) }),
      ...(required.length === 0 ? {} : { required }),
      ...(since.length === 0 ? {} : { "x-since": Object.fromEntries(since) }),
      ...(others === null ? {} : { additionalProperties: others === "anything" ? ANYTHING : this.shapeOf(others) }),
    };
  }

  /** Reads the descriptions of all parts. Named types have their own descriptions, unless `isWhole` is set. */
  #readTexts(bound: BoundNode, path: string, texts: ShapeTexts, isWhole: boolean): void {
    for (const one of this.#types.withinLists(bound)) {
      if (!isWhole && path !== "" && this.#isNamed(one)) continue;
      const parts = this.#types.partsOf(one);
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

  #isNamed({ node }: BoundNode): boolean {
    return (
      ts.isTypeReferenceNode(node) &&
      node.typeArguments === undefined &&
      this.shapes.has(this.#types.symbolOf(node.typeName).name)
    );
  }

  /** The description of a field's type, for fields without a description. */
  #textOfParts(bound: BoundNode): string {
    return (
      this.#types
        .withinLists(bound)
        .map(({ node }) => this.#textOfNode(node))
        .find((text) => text !== "") ?? ""
    );
  }

  #textOfNode(node: ts.TypeNode): string {
    if (!ts.isTypeReferenceNode(node)) return "";
    const declaration = declarationOf(this.#types.symbolOf(node.typeName));
    const isScalar = ts.isTypeAliasDeclaration(declaration) && SCALARS.has(declaration.type.kind);
    return isScalar || isOfLibrary(declaration) ? "" : textOf(declaration);
  }

  /** One or several string literals that the compiler has to resolve. */
  #words(node: ts.TypeNode): GeneratedShape {
    const alias = this.#types.aliasOf(node);
    if (alias !== null) return this.#named(alias, declarationOf(alias));
    return enumOf(this.#types.wordsOf(node));
  }
}

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
