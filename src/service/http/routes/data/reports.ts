import type { ReportDocument } from "../../../../base/contract/resources/report.ts";
import { parseRequest } from "../../../../base/contract/schemas/parse.ts";
import { openObject } from "../../../../base/contract/schemas/primitives.ts";
import { reportRequestSchema } from "../../../../base/contract/schemas/resources/report.ts";
import { ENGINE_VERSION } from "../../../../base/version.ts";
import { htmlReport } from "../../../../report/views/evidence.ts";
import { type ReportVerification, verifyDocument } from "../../../works/reportVerify.ts";
import { succeeded } from "../../answer/answers.ts";
import * as examples from "../../openapi/examples.ts";
import { HTML_TYPE, htmlAnswer } from "../../pages/pages.ts";
import { API_ROOT } from "../../paths.ts";
import { idParameter, pathParameter } from "../../request/parameters.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../../request/query.ts";
import { hasRegistry, type Route, type Service } from "../../route.ts";
import { filterOf, fromRegistry, removal } from "./records.ts";

const parts = { tag: "Reports", isServed: hasRegistry } as const;
const ID = { id: pathParameter("Id of the report.") };
const REPORTS_PATH = `${API_ROOT}/reports`;

const pathOf = (basePath: string, { report_id }: ReportDocument): string =>
  `${basePath}${REPORTS_PATH}/${report_id}/html`;

/** As a page, which shows contents without the markup that the engine's readers take out. */
const shown = (report: ReportDocument, { engine }: Service): string => htmlReport(report, { readers: engine.readers });

/** Fields of a verification that only reports have. */
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
    summary: "Create a report: results about a work in one signed bundle that can be replayed.",
    description:
      "Contains the listed results, or the newest results about the work. The service stores the report and records it in the work's history. The same results give the same report. `spolia evidence verify FILE` checks the response without this service; with `--replay` it also runs the requests again.",
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
      const body = request.format === "html" ? { ...signed, html: shown(report, service) } : report;
      return { ...body, html_url: pathOf(service.basePath, report) };
    }),
  },
  {
    ...parts,
    method: "GET",
    path: REPORTS_PATH,
    operationId: "listReports",
    summary: "List reports, the newest first.",
    description: "Without their bundles.",
    access: "read",
    queryParameters: { ...PAGE_PARAMETERS, work_id: idParameter("Only reports about this work.", "wk") },
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
    summary: "Get a report with its bundle and signature.",
    description:
      "The report as created. JSON and MessagePack contain the same document, so the signature is valid for both.",
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
    summary: "Get a report as one printable HTML page.",
    description: "The page has no scripts and loads nothing.",
    access: "read",
    pathParameters: ID,
    answer: { name: "HtmlPage", mediaType: HTML_TYPE },
    problems: ["not_found"],
    run: async ({ service, caller, path }) =>
      htmlAnswer(shown(await service.registry!.reports.find(caller.tenant, path["id"]!), service)),
  },
  {
    ...parts,
    ...removal(({ reports }, tenant, id) => reports.remove(tenant, id)),
    path: `${REPORTS_PATH}/{id}`,
    operationId: "deleteReport",
    summary: "Delete a report.",
    description: "The work's history still records it, and copies of the report can still be verified.",
    pathParameters: ID,
  },
  {
    ...parts,
    method: "POST",
    path: `${REPORTS_PATH}/verify`,
    operationId: "verifyReport",
    summary: "Verify a report, a history or a receipt, and whether this service signed it.",
    description:
      "Send the document, or the response that contains it. The fields of `report_invalid` show what is wrong. The service does not store the document.",
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
      const verification = await verifyDocument(document, trusted);
      const { kind, keys, is_trusted, retired_keys, work_hash } = verification;
      const more = kind === "report" ? ofReport(verification) : { entries: verification.entries };
      const trust = { is_trusted: is_trusted === true, retired_keys };
      return succeeded({ kind, verified: true as const, keys, ...trust, work_hash, ...more });
    },
  },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/signing-keys`,
    operationId: "listSigningKeys",
    summary: "List the public signing keys of this service, the newest first.",
    description:
      "A JSON Web Key Set (RFC 7517). The first key signs; the others verify what they signed. To verify a report or a history offline, compare the id of its key with these keys; a signature that states a time at or after `retired_at` of its key is not to be trusted.",
    access: "public",
    answer: {
      name: "SigningKeys",
      mediaType: "application/json",
    },
    problems: ["registry_failed"],
    async run({ service }) {
      const keys = await service.registry!.signingKeys();
      return succeeded({
        keys: keys.map(({ id, publicKey, created_at, retired_at }) => ({
          kid: id,
          ...publicKey,
          use: "sig",
          alg: "EdDSA",
          created_at,
          retired_at,
        })),
      });
    },
  },
];
