/** The entry `spolia/client`: a typed client of the HTTP service, without dependencies. */
export type { AnswerDocuments, RequestDocuments } from "../../../service/http/openapi/documents.ts";
export type { AnswerDocument, RequestDocument } from "./caller.ts";
export { Spolia, Spolia as default } from "./client.ts";
export {
  APIConnectionError,
  APIResponseError,
  APIStatusError,
  APITimeoutError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  SpoliaClientError,
  UnprocessableEntityError,
} from "./errors.ts";
export type { LinePromise, LineStream } from "./lines.ts";
export type { CallOptions, ClientOptions, Logger, LogLevel } from "./options.ts";
export type { ListPage, PagePromise } from "./pages.ts";
export type { ApiPromise } from "./promise.ts";
export { type ReceivedMessage, WebhookVerificationError } from "./webhooks.ts";
