import type { ReportDocument } from "../../contract/report.ts";
import { parseRequest } from "../../contract/schemas/parse.ts";
import { openObject } from "../../contract/schemas/primitives.ts";
import { reportRequestSchema } from "../../contract/schemas/report.ts";
import { type ReportVerification, verifyDocument } from "../../registry/report.verify.ts";
import { htmlReport } from "../../report/evidence.ts";
import { ENGINE_VERSION } from "../../version.ts";
import { succeeded } from "../answers.ts";
import * as examples from "../examples.ts";
import { HTML_TYPE, htmlAnswer } from "../pages.ts";
import { API_ROOT } from "../paths.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../query.ts";
import { hasRegistry, type Route } from "../route.ts";
import { filterOf, fromRegistry, removal } from "./records.ts";

const parts = { tag: "Reports", isServed: hasRegistry } as const;
const ID = { id: "Id of the report." };
const REPORTS_PATH = `${API_ROOT}/reports`;

const pathOf = (basePath: string, { report_id }: ReportDocument): string =>
  `${basePath}${REPORTS_PATH}/${report_id}/html`;

/** What is told of a report alone. */
const ofReport = ({ digest, engines }: ReportVerification) => ({
  digest,
  engines,
  is_same_engine: engines.every((engine) => engine === ENGINE_VERSION),
});

export const REPORTS: readonly Route[] = [
  {
    ...parts,
    method: "POST",
    path: `${API_ROOT}/report`,
    operationId: "createReport",
    summary: "Everything that was found about a work, as one signed bundle that can be replayed.",
    description:
      "Of the results that are named, or of the work's newest. The report is kept, and noted in the work's history. The same results are the same report. `spolia verify FILE` checks the answer without this service; with `--replay` it asks again.",
    access: "write",
    request: { name: "ReportRequest", schema: reportRequestSchema, example: examples.reportRequest },
    answer: {
      name: "ReportAnswer",
      status: 201,
    },
    problems: ["not_found"],
    run: fromRegistry(async ({ reports }, { tenant, call: { service, document } }) => {
      const request = parseRequest(reportRequestSchema, document);
      const report = await reports.create(tenant, request, service.engine);
      const { bundle: _, ...signed } = report;
      const body = request.format === "html" ? { ...signed, html: htmlReport(report) } : report;
      return { ...body, html_url: pathOf(service.basePath, report) };
    }),
  },
  {
    ...parts,
    method: "GET",
    path: REPORTS_PATH,
    operationId: "listReports",
    summary: "Reports, the newest first.",
    description: "Without their bundles.",
    access: "read",
    queryParameters: { ...PAGE_PARAMETERS, work_id: "Only those about this work." },
    answer: {
      name: "ReportPage",
    },
    run: fromRegistry(({ reports }, { tenant, query }) =>
      reports.list(tenant, pageRequestOf(query), filterOf(query, "work_id")),
    ),
  },
  {
    ...parts,
    method: "GET",
    path: `${REPORTS_PATH}/{id}`,
    operationId: "getReport",
    summary: "A report with its bundle and signature.",
    description: "As it was made; in JSON and MessagePack the same document, so that the signature is true of both.",
    access: "read",
    pathParameters: ID,
    answer: { name: "Report" },
    problems: ["not_found"],
    run: fromRegistry(async ({ reports }, { tenant, id, call }) => {
      const report = await reports.find(tenant, id);
      return { ...report, html_url: pathOf(call.service.basePath, report) };
    }),
  },
  {
    ...parts,
    method: "GET",
    path: `${REPORTS_PATH}/{id}/html`,
    operationId: "getReportPage",
    summary: "A report as one HTML page, to read, keep and print.",
    description: "Without scripts, and nothing is loaded.",
    access: "read",
    pathParameters: ID,
    answer: { name: "HtmlPage", mediaType: HTML_TYPE },
    problems: ["not_found"],
    run: async ({ service, caller, path }) =>
      htmlAnswer(htmlReport(await service.registry!.reports.find(caller.tenant, path["id"]!))),
  },
  {
    ...parts,
    ...removal(({ reports }, tenant, id) => reports.remove(tenant, id)),
    path: `${REPORTS_PATH}/{id}`,
    operationId: "deleteReport",
    summary: "Forget a report.",
    description: "That it was made stays in the work's history; whoever has it can still verify it.",
    pathParameters: ID,
  },
  {
    ...parts,
    method: "POST",
    path: `${REPORTS_PATH}/verify`,
    operationId: "verifyReport",
    summary: "Does a report, a history or a receipt hold, and is it this service's?",
    description:
      "Takes the document, or the answer that it came in. `report_invalid` points to what does not hold. Nothing of it is kept.",
    access: "read",
    request: {
      name: "VerifyRequest",
      schema: openObject({}),
      example: examples.verifyRequest,
    },
    answer: {
      name: "Verification",
    },
    problems: ["report_invalid"],
    async run({ service, document }) {
      const trusted = await service.registry!.signingKeys();
      const verification = await verifyDocument(
        document,
        trusted.map(({ id }) => id),
      );
      const { kind, keys, is_trusted, work_hash } = verification;
      const more = kind === "report" ? ofReport(verification) : { entries: verification.entries };
      return succeeded({ kind, verified: true as const, keys, is_trusted: is_trusted === true, work_hash, ...more });
    },
  },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/signing-keys`,
    operationId: "listSigningKeys",
    summary: "The public keys that this service signs with, the newest first.",
    description:
      "A JSON Web Key Set (RFC 7517). Whoever verifies a report or a history offline compares its key's id with these.",
    access: "public",
    answer: {
      name: "SigningKeys",
      mediaType: "application/json",
    },
    problems: ["registry_failed"],
    async run({ service }) {
      const keys = await service.registry!.signingKeys();
      return succeeded({
        keys: keys.map(({ id, publicKey }) => ({ kid: id, ...publicKey, use: "sig", alg: "EdDSA" })),
      });
    },
  },
];
