/**
 * Connections in threads of their own: a slow disk, and a lock that another process holds, delay what needs the store,
 * and nothing else. Whoever opens the store starts the threads; each calls `answerStore` with its port.
 */
import { type ErrorCode, type FieldError, isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import type { Rows } from "../driver.ts";
import { openConnection, type StoreConnection } from "./connection.ts";

/** The side of the thread itself, its `parentPort`. */
interface StorePort {
  postMessage(message: unknown): void;
  on(event: string, listener: (value: unknown) => void): unknown;
}

/** The side that the opener of the store sees: a `Worker` of `node:worker_threads`. @since 0.2.0 */
export interface StoreThread extends StorePort {
  terminate(): Promise<unknown>;
}

/** All of them: a method that is missing here is a type error. */
const ROWS_METHODS: Readonly<Record<keyof Rows, true>> = {
  insert: true,
  insertOrFind: true,
  select: true,
  total: true,
  update: true,
  increment: true,
  claim: true,
  remove: true,
};
type ConnectionMethod = keyof Rows | Exclude<keyof StoreConnection, "rows" | "isAlive">;

interface StoreOrder {
  number: number;
  method: ConnectionMethod;
  values: unknown[];
}

type StoreReply = { number: number; result: unknown } | { number: number; error: PlainError };

/** An error as plain data, because cloning between threads loses the code. */
type PlainError = { message: string; cause?: string } & (
  | { spolia: { code: ErrorCode; hint: string | undefined; fields: readonly FieldError[] } }
  | { sqlite: { code: unknown; errcode: unknown } }
);

/** Runs in the thread: opens a connection, and answers lists of orders, one order after the other. */
export function answerStore(port: StorePort, path: string): void {
  const connection = openConnection(path);
  port.on("message", async (orders) => {
    const replies: StoreReply[] = [];
    for (const { number, method, values } of orders as StoreOrder[]) {
      try {
        replies.push({ number, result: await called(connection, method, values) });
      } catch (error) {
        replies.push({ number, error: plainError(error) });
      }
    }
    port.postMessage(replies);
  });
}

function called(
  { rows, ...connection }: StoreConnection,
  method: ConnectionMethod,
  values: unknown[],
): Promise<unknown> {
  const target = (method in rows ? rows : connection) as unknown as Record<
    ConnectionMethod,
    (...given: unknown[]) => Promise<unknown>
  >;
  return target[method](...values);
}

/** A connection in a thread. Once the thread has died, every call fails. */
export function remoteConnection(thread: StoreThread): StoreConnection {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: unknown) => void }>();
  const orders: StoreOrder[] = [];
  // Parcel looks for a package where `process` stands by itself.
  const { nextTick } = globalThis.process;
  let number = 0;
  let died: SpoliaError | null = null;
  const end = (cause: unknown) => {
    died ??= new SpoliaError("registry_failed", "The thread of the store has died.", { cause });
    for (const { reject } of waiting.values()) reject(died);
    waiting.clear();
  };
  thread.on("message", (replies) => {
    for (const reply of replies as StoreReply[]) {
      const { resolve, reject } = waiting.get(reply.number)!;
      waiting.delete(reply.number);
      if ("error" in reply) reject(revived(reply.error));
      else resolve(reply.result);
    }
  });
  thread.on("error", end);
  thread.on("exit", () => end(undefined));
  const ask = (method: ConnectionMethod, values: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (died !== null) return reject(died);
      number++;
      waiting.set(number, { resolve, reject });
      // A message wakes the thread, which takes longer than most orders: all orders of a moment share one.
      if (orders.push({ number, method, values }) === 1) nextTick(() => thread.postMessage(orders.splice(0)));
    });
  const rows = Object.fromEntries(
    (Object.keys(ROWS_METHODS) as (keyof Rows)[]).map((name) => [name, (...values: unknown[]) => ask(name, values)]),
  ) as unknown as Rows;
  return {
    rows,
    control: (statement) => ask("control", [statement]) as Promise<void>,
    rollback: () => ask("rollback", []) as Promise<void>,
    check: () => ask("check", []) as Promise<void>,
    async close() {
      await (ask("close", []) as Promise<void>);
      await thread.terminate();
    },
    isAlive: () => died === null,
  };
}

function plainError(error: unknown): PlainError {
  const { message, code, errcode } = error as { message: string; code: unknown; errcode: unknown };
  if (!isSpoliaError(error)) return { message, sqlite: { code, errcode } };
  const { hint, fields, cause } = error;
  const said = cause instanceof Error ? { cause: cause.message } : {};
  return { message, ...said, spolia: { code: error.code, hint, fields } };
}

function revived(plain: PlainError): Error {
  if ("sqlite" in plain) return Object.assign(new Error(plain.message), plain.sqlite);
  const { code, hint, fields } = plain.spolia;
  const cause = plain.cause === undefined ? {} : { cause: new Error(plain.cause) };
  return new SpoliaError(code, plain.message, { ...(hint !== undefined && { hint }), fields, ...cause });
}
