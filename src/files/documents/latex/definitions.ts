/** Commands and environments that a document defines itself. */
import { sum } from "../../../base/lists/numbers.ts";
import type { LatexInput } from "./input.ts";

interface Definition {
  /** Number of arguments, the first of which is `first` where the command comes without it in brackets. */
  readonly parameters: number;
  readonly first: string | null;
  readonly body: string;
}

interface OwnEnvironment {
  readonly begin: Definition;
  readonly end: string;
}

const NEW_COMMANDS = new Set(["newcommand", "renewcommand", "providecommand", "DeclareRobustCommand"]);
const DOCUMENT_COMMANDS = /^(?:New|Renew|Provide|Declare)(?:Expandable)?DocumentCommand$/;
const NEW_ENVIRONMENTS = new Set(["newenvironment", "renewenvironment"]);
const PLAIN_DEFINITIONS = new Set(["def", "gdef", "edef", "xdef"]);

export class LatexDefinitions {
  readonly #commands = new Map<string, Definition>();
  readonly #originals = new Map<string, string>();
  readonly #environments = new Map<string, OwnEnvironment>();
  readonly #conditions = new Map<string, boolean>();

  /** The command of LaTeX for which a name was kept; `undefined` where it is none. */
  original(name: string): string | undefined {
    return this.#originals.get(name);
  }

  /** Reads a definition. @returns whether the command is one that defines */
  reads(command: string, input: LatexInput): boolean {
    if (NEW_COMMANDS.has(command)) this.#newCommand(input, command === "providecommand");
    else if (PLAIN_DEFINITIONS.has(command)) this.#plain(input);
    else if (NEW_ENVIRONMENTS.has(command)) this.#newEnvironment(input);
    else if (command === "DeclareMathOperator") this.#operator(input);
    else if (command === "let") this.#let(input);
    else if (command === "newif") this.#conditions.set(this.#nameIn(input.argument()).slice(2), false);
    else if (DOCUMENT_COMMANDS.test(command)) for (let at = 0; at < 3; at += 1) input.argument();
    else return false;
    return true;
  }

  /** Whether a condition of the document holds; `undefined` where it is none. */
  holds(name: string): boolean | undefined {
    return name.startsWith("if") ? this.#conditions.get(name.slice(2)) : undefined;
  }

  /** Sets a condition. @returns whether the command does so */
  sets(command: string): boolean {
    const [, name, value] = /^(.+?)(true|false)$/.exec(command) ?? [];
    if (name === undefined || !this.#conditions.has(name)) return false;
    this.#conditions.set(name, value === "true");
    return true;
  }

  /** Reads the text of a command of the document next. @returns whether it is one */
  expands(command: string, input: LatexInput): boolean {
    const definition = this.#commands.get(command);
    if (definition === undefined || input.isWithin(command)) return false;
    input.push(filled(definition, input), command);
    return true;
  }

  begins(name: string, input: LatexInput): boolean {
    const environment = this.#environments.get(name);
    if (environment === undefined || input.isWithin(`begin ${name}`)) return false;
    input.push(filled(environment.begin, input), `begin ${name}`);
    return true;
  }

  /** Reads what stands at the end of an environment of the document, and its end again. @returns whether it does */
  ends(name: string, input: LatexInput): boolean {
    const environment = this.#environments.get(name);
    if (environment === undefined || input.isWithin(`end ${name}`)) return false;
    input.push(`${environment.end}\\end{${name}}`, `end ${name}`);
    return true;
  }

  #newCommand(input: LatexInput, isKept: boolean): void {
    input.takes("*");
    const name = this.#nameIn(input.argument());
    const definition = this.#rest(input);
    if (!isKept || !this.#commands.has(name)) this.#commands.set(name, definition);
  }

  #newEnvironment(input: LatexInput): void {
    input.takes("*");
    const name = input.argument();
    const begin = this.#rest(input);
    this.#environments.set(name, { begin, end: input.argument() });
  }

  /** Numbers of arguments and the body. */
  #rest(input: LatexInput): Definition {
    input.isBefore("[");
    const parameters = Number(input.option() ?? 0);
    input.isBefore("[");
    const first = input.option();
    return { parameters: parameters >= 0 && parameters <= 9 ? parameters : 0, first, body: input.argument() };
  }

  /** `\def\name#1#2{…}`; where other text divides the arguments, they are read as text. */
  #plain(input: LatexInput): void {
    const name = this.#nameIn(input.argument());
    const parameters = input.match(/[^{}\n]{0,200}/y);
    const body = input.argument();
    const count = parameters.trim() === "" ? 0 : (/^(?:#(\d)){1,9}$/.exec(parameters.trim())?.[1] ?? null);
    if (count === null) this.#commands.delete(name);
    else this.#commands.set(name, { parameters: Number(count), first: null, body });
  }

  #operator(input: LatexInput): void {
    input.takes("*");
    const name = this.#nameIn(input.argument());
    this.#commands.set(name, { parameters: 0, first: null, body: `\\operatorname{${input.argument()}}` });
  }

  /** `\let\name=\other`: what the other command is now, whatever it becomes. */
  #let(input: LatexInput): void {
    const name = this.#nameIn(input.argument());
    input.match(/ ?=? ?/y);
    const other = this.#nameIn(input.argument());
    const definition = this.#commands.get(other);
    this.#commands.delete(name);
    this.#originals.delete(name);
    if (definition !== undefined) this.#commands.set(name, definition);
    else if (/^[a-zA-Z@]+$/.test(other)) this.#originals.set(name, other);
  }

  #nameIn(argument: string): string {
    return argument.trim().replace(/^\\/, "");
  }
}

/** The body with the arguments that come next. */
function filled({ parameters, first, body }: Definition, input: LatexInput): string {
  if (parameters === 0) return body;
  const values = Array.from({ length: parameters }, (_, at) =>
    at === 0 && first !== null ? (input.option() ?? first) : input.argument(),
  );
  const parts = body.split(/#([1-9])/).map((part, at) => (at % 2 === 0 ? part : (values[Number(part) - 1] ?? "")));
  input.admit(sum(parts, ({ length }) => length));
  return parts.join("");
}
