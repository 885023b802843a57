import { SpoliaError } from "../../../base/errors.ts";

/** The prefix of every path. @throws invalid_request unless it is empty or like `/spolia` */
export function checkedBasePath(basePath: string): string {
  if (/^(?:\/[\w.~-]+){0,99}$/.test(basePath)) return basePath;
  throw new SpoliaError("invalid_request", "The base path is not valid in a URL.", {
    hint: 'Write it like "/spolia": a slash before each part and none at the end.',
    fields: [{ pointer: "/basePath", detail: "must be empty or like /spolia" }],
  });
}
