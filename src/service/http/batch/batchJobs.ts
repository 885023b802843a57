/** Batches that become jobs: submitted line by line, and their answers line by line once they are there. */
import { concat } from "../../../base/bytes/bytes.ts";
import { sha256 } from "../../../base/bytes/sha256.ts";
import type { AnalyzeRequest } from "../../../base/contract/operations/analyze.ts";
import { SpoliaError } from "../../../base/errors.ts";
import type { AnsweredLine, BatchUpload } from "../../jobs/batches.ts";
import { answer, succeeded } from "../answer/answers.ts";
import { JSON_TYPE, NDJSON } from "../answer/negotiate.ts";
import { API_ROOT } from "../paths.ts";
import { BODY_BYTES_MAX } from "../request/limits.ts";
import { readLines, writeLines } from "../request/lines.ts";
import type { RouteCall } from "../route.ts";
import { lineOf, readRequest, wishesOf } from "./batch.ts";
import { jobAnswer } from "./jobs.ts";

/**
 * Stores a batch as a job, and returns the response with its address.
 *
 * @param requests the valid requests of a complete body; `null` to read lines
 */
export async function submitBatch(call: RouteCall, requests: readonly AnalyzeRequest[] | null): Promise<Response> {
  const upload = await call.service.registry!.batches.open(call.caller.tenant, wishesOf(call));
  let isComplete = false;
  const complete = async () => {
    const response = accepted(call, await upload.complete());
    isComplete = true;
    return response;
  };
  try {
    if (requests === null) {
      const read = await addLines(call, upload);
      await call.confirm();
      return await call.once(read, complete);
    }
    for (const request of requests) await upload.add({ request });
    return await complete();
  } finally {
    // Refused, or a repeated request: what was sent is not needed.
    if (!isComplete) await upload.discard();
  }
}

/** @returns a hash of all lines, which does not depend on the pieces that they came in */
async function addLines(call: RouteCall, upload: BatchUpload): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  let hash = encoder.encode("");
  for await (const line of readLines(call.lines!, BODY_BYTES_MAX, call.host.signal!, call.room!)) {
    hash = encoder.encode(await sha256(concat([hash, line ?? encoder.encode("too long")])));
    await upload.add(readRequest(line));
  }
  return hash;
}

function accepted(call: RouteCall, job: Parameters<typeof jobAnswer>[1]): Response {
  const response = answer(202, succeeded(jobAnswer(call, job)), JSON_TYPE);
  response.headers.set("location", `${call.service.basePath}${API_ROOT}/jobs/${job.job_id}`);
  response.headers.set("preference-applied", "respond-async");
  return response;
}

/** Streams the answered lines of a batch, in order. @throws not_found */
export async function batchResults(call: RouteCall): Promise<Response> {
  const { service, caller, path, query } = call;
  const after = query["after"] === undefined ? undefined : Number(query["after"]);
  const lines = await service.registry!.batches.results(caller.tenant, path["id"]!, after);
  return new Response(
    writeLines(documentsOf(call, lines), () => {}),
    { headers: { "content-type": NDJSON } },
  );
}

async function* documentsOf(call: RouteCall, lines: AsyncGenerator<AnsweredLine>): AsyncGenerator<object> {
  for await (const { index, outcome } of lines) {
    if ("result" in outcome) yield lineOf(call, index, outcome);
    else {
      const { code, message, hint, fields } = outcome.error;
      const error = new SpoliaError(code, message, { ...(hint !== null && { hint }), fields });
      yield lineOf(call, index, { error });
    }
  }
}
