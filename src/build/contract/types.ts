/** Reads the parts of types from their source: members of interfaces, arguments of generic types, string literals. */
import ts from "typescript";
import { tagsOf, textOf } from "./docComments.ts";

/** Type arguments by their type parameter. */
export type TypeArguments = ReadonlyMap<ts.Symbol, BoundNode>;
/** A type node in the source, and the arguments of its type parameters. */
export interface BoundNode {
  readonly node: ts.TypeNode;
  readonly given: TypeArguments;
}
export interface Member extends BoundNode {
  readonly name: string;
  readonly isOptional: boolean;
  /** The first version that writes the field (`@since`), or `null` for version 0.1.0. */
  readonly since: string | null;
  readonly text: string;
}
export interface ObjectParts {
  readonly members: ReadonlyMap<string, Member>;
  /** Type of additional fields; `null` if there are none. */
  readonly others: BoundNode | "anything" | null;
}

/** A named type that another type extends. */
export interface Base {
  readonly symbol: ts.Symbol;
  readonly parts: ObjectParts;
}

type Generic = { readonly typeParameters?: ts.NodeArray<ts.TypeParameterDeclaration> };

export const NOTHING: TypeArguments = new Map();
const OPEN: ObjectParts = { members: new Map(), others: "anything" };

export class TypeReader {
  readonly #checker: ts.TypeChecker;

  constructor(program: ts.Program) {
    this.#checker = program.getTypeChecker();
  }

  /**
   * The members of an interface that lists documents.
   *
   * @param derived documents of operations, for members that the interface inherits from a mapped type
   */
  tableOf(declaration: ts.InterfaceDeclaration, derived: readonly Member[]): Member[] {
    const own = declaration.members.filter(ts.isPropertySignature).map((one) => this.#member(one, NOTHING));
    const members = new Map([...derived, ...own].map((one) => [one.name, one]));
    const properties = this.#checker.getTypeAtLocation(declaration).getProperties();
    return properties.map(({ name }) => members.get(name) ?? refuse(declaration));
  }

  /**
   * The documents of operations, by their names in `contract/operations.ts` and `http/documents.ts`.
   *
   * @param answer the generic type of a response with a result
   */
  documentsOf(operations: ts.InterfaceDeclaration, answer: ts.TypeAliasDeclaration): Member[] {
    return operations.members.filter(ts.isMethodSignature).flatMap((method) => {
      const request = method.parameters[0]?.type ?? refuse(method);
      const result = method.type && ts.isTypeReferenceNode(method.type) && method.type.typeArguments?.[0];
      if (!result) throw unknownType(method);
      const word = method.name.getText();
      const name = word.charAt(0).toUpperCase() + word.slice(1);
      return [
        documentOf(`${name}Request`, { node: request, given: NOTHING }),
        documentOf(`${name}Result`, { node: result, given: NOTHING }),
        documentOf(`${name}Answer`, { node: answer.type, given: this.bind(answer, [result], NOTHING) }),
      ];
    });
  }

  /** The field to which a type such as `Work["metadata"]` refers. */
  indexed({ node, given }: BoundNode): Member | null {
    if (!ts.isIndexedAccessTypeNode(node) || !ts.isLiteralTypeNode(node.indexType)) return null;
    const { literal: name } = node.indexType;
    const parts = this.partsOf({ node: node.objectType, given });
    return (ts.isStringLiteral(name) && parts?.members.get(name.text)) || null;
  }

  /** The parts of an object type, or `null` for other types. */
  partsOf({ node, given }: BoundNode): ObjectParts | null {
    if (ts.isTypeLiteralNode(node)) return this.#membersOf(node.members, given);
    if (ts.isParenthesizedTypeNode(node)) return this.partsOf({ node: node.type, given });
    if (node.kind === ts.SyntaxKind.ObjectKeyword) return OPEN;
    if (ts.isIntersectionTypeNode(node))
      return node.types.map((one) => this.partsOf({ node: one, given }) ?? refuse(one)).reduce(merged);
    if (!ts.isTypeReferenceNode(node) && !ts.isExpressionWithTypeArguments(node)) return null;
    const symbol = this.symbolOf(ts.isTypeReferenceNode(node) ? node.typeName : node.expression);
    const replaced = given.get(symbol);
    if (replaced !== undefined) return this.partsOf(replaced);
    const passed = node.typeArguments ?? [];
    const declaration = declarationOf(symbol);
    if (isOfLibrary(declaration)) return this.#partsOfLibrary(symbol.name, passed, given);
    if (ts.isInterfaceDeclaration(declaration))
      return this.interfaceParts(declaration, this.bind(declaration, passed, given));
    if (!ts.isTypeAliasDeclaration(declaration)) return null;
    return this.partsOf({ node: declaration.type, given: this.bind(declaration, passed, given) });
  }

  #partsOfLibrary(name: string, [first, second]: readonly ts.TypeNode[], given: TypeArguments): ObjectParts | null {
    if (first === undefined) return null;
    if (name === "Record") return { members: new Map(), others: { node: second!, given } };
    const parts = this.partsOf({ node: first, given });
    if (parts === null || name === "Readonly") return parts;
    if (name !== "Omit" && name !== "Pick") return null;
    const names = new Set(this.wordsOf(second!));
    const members = [...parts.members].filter(([one]) => names.has(one) === (name === "Pick"));
    return { ...parts, members: new Map(members) };
  }

  /**
   * The named interfaces and object types of which an object type consists, besides fields of its own: those that it
   * extends or intersects as they are.
   */
  basesOf({ node, given }: BoundNode): Base[] {
    if (ts.isParenthesizedTypeNode(node)) return this.basesOf({ node: node.type, given });
    if (ts.isIntersectionTypeNode(node)) return node.types.flatMap((one) => this.baseOf({ node: one, given }));
    if (!ts.isTypeReferenceNode(node) && !ts.isExpressionWithTypeArguments(node)) return [];
    const symbol = this.symbolOf(ts.isTypeReferenceNode(node) ? node.typeName : node.expression);
    const replaced = given.get(symbol);
    if (replaced !== undefined) return this.basesOf(replaced);
    const declaration = declarationOf(symbol);
    if (isOfLibrary(declaration)) return [];
    if (ts.isTypeAliasDeclaration(declaration))
      return this.basesOf({ node: declaration.type, given: this.bind(declaration, node.typeArguments ?? [], given) });
    if (!ts.isInterfaceDeclaration(declaration)) return [];
    const bound = this.bind(declaration, node.typeArguments ?? [], given);
    return extendedBy(declaration).flatMap((one) => this.baseOf({ node: one, given: bound }));
  }

  /** A type itself if it has a name and no arguments; otherwise the types of which it consists. */
  baseOf({ node, given }: BoundNode): Base[] {
    if (!ts.isTypeReferenceNode(node) && !ts.isExpressionWithTypeArguments(node)) return this.basesOf({ node, given });
    const symbol = this.symbolOf(ts.isTypeReferenceNode(node) ? node.typeName : node.expression);
    const replaced = given.get(symbol);
    if (replaced !== undefined) return this.baseOf(replaced);
    const isNamed = node.typeArguments === undefined && !isOfLibrary(declarationOf(symbol));
    const parts = isNamed ? this.partsOf({ node, given }) : null;
    return parts === null || parts.others !== null ? this.basesOf({ node, given }) : [{ symbol, parts }];
  }

  interfaceParts(declaration: ts.InterfaceDeclaration, given: TypeArguments): ObjectParts {
    const bases = extendedBy(declaration);
    const inherited = bases.map((node) => this.partsOf({ node, given }) ?? refuse(node));
    const own = this.#membersOf(declaration.members, given);
    const whole = [...inherited, own].reduce(merged);
    return tagsOf(declaration).has("open") ? merged(whole, OPEN) : whole;
  }

  #membersOf(members: ts.NodeArray<ts.TypeElement>, given: TypeArguments): ObjectParts {
    const properties = members.filter(ts.isPropertySignature).map((one) => this.#member(one, given));
    const index = members.find(ts.isIndexSignatureDeclaration);
    return {
      members: new Map(properties.map((one) => [one.name, one])),
      others: index === undefined ? null : { node: index.type, given },
    };
  }

  #member(one: ts.PropertySignature, given: TypeArguments): Member {
    if (one.type === undefined) throw unknownType(one);
    return {
      name: one.name.getText(),
      node: one.type,
      given,
      isOptional: one.questionToken !== undefined,
      since: tagsOf(one).get("since") ?? null,
      text: textOf(one),
    };
  }

  bind({ typeParameters = [] as never }: Generic, passed: readonly ts.TypeNode[], given: TypeArguments): TypeArguments {
    const parameters = typeParameters.map(({ name }) => this.#checker.getSymbolAtLocation(name)!);
    return new Map(parameters.map((parameter, i) => [parameter, { node: passed[i]!, given }]));
  }

  /** The types of values inside lists, tuples, records and unions. */
  withinLists({ node, given }: BoundNode): BoundNode[] {
    const inside = (one: ts.TypeNode) => this.withinLists({ node: one, given });
    if (ts.isArrayTypeNode(node)) return inside(node.elementType);
    if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) return inside(node.type);
    if (ts.isUnionTypeNode(node)) return node.types.flatMap(inside);
    const field = this.indexed({ node, given });
    if (field !== null) return this.withinLists(field);
    if (!ts.isTypeReferenceNode(node)) return [{ node, given }];
    const symbol = this.symbolOf(node.typeName);
    const replaced = given.get(symbol);
    if (replaced !== undefined) return this.withinLists(replaced);
    const last = node.typeArguments?.at(-1);
    return ["Record", "ReadonlyArray", "Array"].includes(symbol.name) && last !== undefined
      ? inside(last)
      : [{ node, given }];
  }

  wordsOf(node: ts.TypeNode): string[] {
    return this.#choicesOf(node).map((one) => (one.isStringLiteral() ? one.value : refuse(node)));
  }

  /**
   * The members of `(typeof LIST)[number]` in the order of the list, because the compiler orders a union by first use.
   */
  #choicesOf(node: ts.TypeNode): readonly ts.Type[] {
    if (ts.isIndexedAccessTypeNode(node) && ts.isParenthesizedTypeNode(node.objectType)) {
      const list = this.#checker.getTypeFromTypeNode(node.objectType);
      if (this.#checker.isTupleType(list)) return this.#checker.getTypeArguments(list as ts.TypeReference);
    }
    const type = this.#checker.getTypeFromTypeNode(node);
    return type.isUnion() ? type.types : [type];
  }

  symbolOf(name: ts.Node): ts.Symbol {
    const symbol = this.#checker.getSymbolAtLocation(name) ?? refuse(name);
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** The alias of the project for a type, if any. */
  aliasOf(node: ts.TypeNode): ts.Symbol | null {
    const { aliasSymbol } = this.#checker.getTypeFromTypeNode(node);
    return aliasSymbol?.declarations?.some(isOfLibrary) === false ? aliasSymbol : null;
  }
}

const documentOf = (name: string, bound: BoundNode): Member => ({
  ...bound,
  name,
  isOptional: false,
  since: null,
  text: "",
});

const extendedBy = ({ heritageClauses = [] as never }: ts.InterfaceDeclaration): ts.ExpressionWithTypeArguments[] =>
  heritageClauses.flatMap(({ types }: ts.HeritageClause) => types);

export const isOfLibrary = (node: ts.Node): boolean => /\/typescript\/lib\//.test(node.getSourceFile().fileName);
export const declarationOf = (symbol: ts.Symbol): ts.Declaration => symbol.declarations![0]!;

/** Merges two objects. Members of the second replace those of the first at their position. */
const merged = (one: ObjectParts, other: ObjectParts): ObjectParts => ({
  members: new Map([...one.members, ...other.members]),
  others: other.others ?? one.others,
});

export const unknownType = (node: ts.Node): Error =>
  new Error(`${node.getSourceFile().fileName}: no shape is known for ${node.getText().slice(0, 200)}`);

export function refuse(node: ts.Node): never {
  throw unknownType(node);
}
