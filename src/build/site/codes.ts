/** The page of error codes: what each means, and what to do. */
import { ERROR_CODES } from "../../base/errors.ts";
import { PROBLEM_KINDS } from "../../service/http/answer/problems.ts";
import { REMEDIES } from "./remedies.ts";

export function codesPage(): Record<string, string> {
  const rows = ERROR_CODES.map((code) => {
    const { status, title } = PROBLEM_KINDS[code];
    return `### ${code}\n\n${title}. Over HTTP: ${status}.\n\n${REMEDIES[code]}\n`;
  });
  const text = `---
title: Error codes
group: Help
order: 3
---
# Error codes

Every error of the library, the command line and the service has one of these codes. Test the code, never the message: messages may change,
codes keep their meaning. Errors of the library are \`SpoliaError\` with \`code\`, \`message\`, \`hint\` and \`fields\`; the service answers problem
documents (RFC 9457) with the same fields.

${rows.join("\n")}`;
  return { "errors/index.md": text };
}
