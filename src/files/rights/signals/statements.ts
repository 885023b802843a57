/** Collects statements and faults, in bounded number and length. */
import type {
  RightsFault,
  RightsSays,
  RightsStatement,
  RightsStatementKind,
  RightsUse,
} from "../../../base/contract/resources/rights.ts";

/** Statements that a result lists; a robots.txt of a large site has some hundred rules. */
const STATEMENTS_LISTED = 1_000;
const FAULTS_LISTED = 100;
const VALUE_CHARACTERS = 200;
/** An address is compared with a whole scope. */
const ADDRESS_CHARACTERS = 2_000;

/** What a reader found. */
interface SaidOfUse {
  kind: RightsStatementKind;
  uses: readonly RightsUse[];
  says: RightsSays;
  value: string;
  line?: number | null;
  scope?: string;
  agents?: readonly string[];
  url?: string | null;
}

export class StatementLog {
  readonly statements: RightsStatement[] = [];
  readonly faults: RightsFault[] = [];
  #total = 0;
  #file = "";
  #ofFile = 0;

  begin(file: string): void {
    this.#file = file;
    this.#ofFile = 0;
  }

  get total(): number {
    return this.#total;
  }

  /** Statements of the present file. */
  get ofFile(): number {
    return this.#ofFile;
  }

  add({ kind, uses, says, value, line = null, scope = "", agents = [], url = null }: SaidOfUse): void {
    this.#total += 1;
    this.#ofFile += 1;
    if (this.#total === STATEMENTS_LISTED + 1)
      this.fault(`has the first statement beyond ${STATEMENTS_LISTED}: such are counted, and not concluded from`, line);
    if (this.statements.length === STATEMENTS_LISTED) return;
    this.statements.push({
      file: this.#file,
      line,
      kind,
      scope: scope.trim().slice(0, ADDRESS_CHARACTERS),
      agents: agents.map(shortened),
      uses: [...uses],
      says,
      value: shortened(value),
      url: url === null ? null : url.slice(0, ADDRESS_CHARACTERS),
      applies: null,
    });
  }

  fault(detail: string, line: number | null = null): void {
    if (this.faults.length < FAULTS_LISTED) this.faults.push({ file: this.#file, line, detail });
  }
}

function shortened(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return plain.length <= VALUE_CHARACTERS ? plain : `${plain.slice(0, VALUE_CHARACTERS - 1)}…`;
}
