/**
 * The lines that `spolia serve` logs: one JSON object for each request, and for each scheduled task that failed. A line
 * holds nothing that a caller wrote. Messages of errors quote what they are about, so only those of spolia's own faults
 * are logged, whose names and paths are the operator's; of any other error its name, its codes and its stack.
 */

import { isSpoliaError } from "../../base/errors.ts";
import { rounded } from "../../base/lists/numbers.ts";
import { PROBLEM_KINDS } from "../../service/http/answer/problems.ts";
import type { Exchange } from "../../service/http/serve/exchange.ts";
import type { FailedTask } from "../../service/index.ts";

/** Codes of faults whose message quotes another host's answer, which may repeat a text. */
const QUOTING: readonly string[] = ["model_failed", "timestamp_failed"];
const CAUSES_LOGGED_MAX = 8;
const FRAMES_MAX = 50;

/** The line of a request. A failure of the service, with status 500 or more, has its cause and its stack. */
export function exchangeLine({ durationMs, requestId, traceId, error, ...rest }: Exchange): string {
  const { method, path, tenant, address, status, code } = rest;
  const isFailure = status >= 500 && error !== undefined && codeOf(error) !== "overloaded";
  return line(isFailure ? "error" : "info", {
    request_id: requestId,
    ...(traceId !== null && { trace_id: traceId }),
    method,
    path,
    tenant,
    address,
    status,
    duration_ms: rounded(durationMs, 3),
    ...(code !== null && { code }),
    ...(isFailure && failureOf(error)),
  });
}

/** A scheduled task, or an attempt to send a message. */
interface Task extends Omit<FailedTask, "task"> {
  readonly task: FailedTask["task"] | "delivery";
}

/** The line of a scheduled task that failed, or of a message that got no answer. */
export const taskLine = (error: unknown, { task, tenant, id }: Task): string =>
  line(task === "delivery" ? "warn" : "error", { task, tenant, id, ...failureOf(error) });

/** The line of a fault that ends the process. */
export const faultLine = (error: unknown, fault: "uncaught_exception" | "unhandled_rejection"): string =>
  line("error", { fault, ...failureOf(error) });

const line = (level: "info" | "warn" | "error", fields: object): string =>
  `${JSON.stringify({ at: new Date().toISOString(), level, ...fields })}\n`;

const codeOf = (error: unknown): string => (isSpoliaError(error) ? error.code : "internal");

interface Failure {
  code: string;
  /** The error, then what caused it, then what caused that. */
  causes: object[];
  /** Where the deepest cause was thrown. */
  stack: string[];
}

function failureOf(error: unknown): Failure {
  const chain: unknown[] = [];
  for (
    let one = error;
    one !== undefined && chain.length < CAUSES_LOGGED_MAX && !chain.includes(one);
    one = causeOf(one)
  )
    chain.push(one);
  const deepest = chain.findLast((one) => framesOf(one).length > 0);
  return { code: codeOf(error), causes: chain.map(described), stack: framesOf(deepest) };
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

function described(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, code, syscall, errcode } = error as Error & Partial<Record<"code" | "syscall" | "errcode", unknown>>;
  return {
    name: worded(name) ?? "Error",
    ...(worded(code) !== null && { code }),
    ...(worded(syscall) !== null && { syscall }),
    ...(typeof errcode === "number" && { sqlite_code: errcode }),
    ...(isOwnFault(error) && { message: error.message }),
  };
}

/** A name or code as programs write them. */
const worded = (value: unknown): string | null =>
  typeof value === "string" && /^[A-Za-z]\w{0,63}$/.test(value) ? value : null;

const isOwnFault = (error: unknown): boolean =>
  isSpoliaError(error) && PROBLEM_KINDS[error.code].status >= 500 && !QUOTING.includes(error.code);

/** The lines of a stack that name a place: the lines before them are the message. */
function framesOf(error: unknown): string[] {
  const stack = error instanceof Error && typeof error.stack === "string" ? error.stack : "";
  const written = error instanceof Error ? stack.replace(error.message, "") : stack;
  const frames = written.split("\n").map((one) => one.trim());
  return frames
    .filter((one) => /^at (?:async )?(?:[\w$.<>#[\] ]+ \()?(?:file:|node:|\/|[A-Za-z]:\\|<anonymous>|native)/.test(one))
    .slice(0, FRAMES_MAX);
}
