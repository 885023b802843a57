/** One statement on a connection to PostgreSQL, and what is said where it fails. */
import type { PoolClient } from "pg";
import { createQueue } from "../../../base/queues/queue.ts";
import type { SqlRow } from "../sql.ts";

/** Runs one statement, or several without values, of which the last is answered. @throws StatementError */
export type RunStatement = (sql: string, values?: readonly unknown[]) => Promise<{ rows: SqlRow[]; count: number }>;

/** What the database, or the connection to it, said of a statement. */
export class StatementError extends Error {
  /** SQLSTATE, or the code of the system where there is no connection; empty where neither says any. */
  readonly code: string;

  constructor(cause: unknown) {
    super("A statement failed.", { cause });
    const { code } = cause as { code?: unknown };
    this.code = typeof code === "string" ? code : "";
  }
}

/** Statements that are asked for together run one after the other, as a connection takes them. */
export function statementsOn(client: PoolClient): RunStatement {
  const inTurn = createQueue(1);
  return (sql, values) =>
    inTurn(async () => {
      try {
        const answer = await (values === undefined ? client.query(sql) : client.query(sql, [...values]));
        const { rows, rowCount } = Array.isArray(answer) ? answer.at(-1) : answer;
        return { rows, count: rowCount ?? 0 };
      } catch (cause) {
        throw new StatementError(cause);
      }
    });
}
