/** Reports: the findings about a work as one bundle, which is stored, entered in the work's history and signed. */
import type { Sha256, TextSection, Timestamp } from "../../base/contract/common.ts";
import type {
  EvidenceBundle,
  EvidenceKind,
  ReportDocument,
  ReportRequest,
  SignedDigest,
} from "../../base/contract/resources/report.ts";
import type { WorkDocument } from "../../base/contract/resources/work.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { REPORT_RESULTS_MAX, reportRequestSchema } from "../../base/contract/schemas/resources/report.ts";
import { type FieldError, SpoliaError } from "../../base/errors.ts";
import type { OpenEngine } from "../../engine/engine.ts";
import { OPERATIONS, operationOf } from "../../engine/operations.ts";
import { type AnsweredRequest, digestOfDocument, evidenceBundle } from "../../report/bundle/bundle.ts";
import { hashesIn } from "../../report/bundle/requests.ts";
import type { Host } from "../history/host.ts";
import type { Signers } from "../history/signing.ts";
import { mappedPage, type Page, type PageRequest } from "../store/cursor.ts";
import type { ResultDocument, Works } from "./works.ts";

/** Fields of a request that name results, and their kinds. */
const NAMED: readonly (readonly [field: "analyses" | "scores" | "probes" | "extractions", kind: EvidenceKind])[] = [
  ["analyses", "analysis"],
  ["scores", "score"],
  ["probes", "probe"],
  ["extractions", "extraction"],
];

/** A report in a list. */
export interface ReportEntry {
  /** `rp_` id of the report. */
  report_id: string;
  /** Id of the work; `null` where it is not registered any more. */
  work_id: string | null;
  /** SHA-256 of the canonical JSON of the report's bundle. */
  digest: Sha256;
  /** When the report was made. */
  created_at: Timestamp;
}

/** The statement that a report's signature covers. */
export const statementOf = ({ report_id, created_at, digest, key }: Omit<SignedDigest, "format">) => ({
  report_id,
  created_at,
  digest,
  key,
});

export class Reports {
  readonly #host: Host;
  readonly #works: Works;
  readonly #signers: Signers;
  readonly #idFor: (tenant: string, id: string) => Promise<string>;

  constructor(host: Host, works: Works, signers: Signers, idFor: (tenant: string, id: string) => Promise<string>) {
    this.#host = host;
    this.#works = works;
    this.#signers = signers;
    this.#idFor = idFor;
  }

  /**
   * Creates a report. The same results of the same work make the same report: then the stored report is returned.
   *
   * @param engine its catalogue supplies the sources, and its calibration is included
   * @throws invalid_request; not_found where there is no such work or result, or it is about another work
   */
  async create(
    tenant: string,
    asked: ReportRequest,
    engine: Partial<Pick<OpenEngine, "catalogue" | "calibrations">>,
  ): Promise<ReportDocument> {
    const request = parseRequest(reportRequestSchema, asked);
    const work = await this.#workOf(tenant, request);
    const results = await this.#resultsOf(tenant, work, request);
    const bundle = await evidenceBundle({
      work,
      results,
      contents: request.include_content === true ? await this.#contentsOf(tenant, results) : [],
      includeContent: request.include_content,
      calibrations: (await engine.calibrations?.()) ?? [],
      citations: engine.catalogue?.citations,
    });
    const id = await this.#idFor(tenant, `rp_${await digestOfDocument(bundle)}`);
    return this.#documentOf(await this.#works.keep(tenant, "report", { id, result: bundle, work_id: work.work_id }));
  }

  /** @throws not_found */
  async find(tenant: string, id: string): Promise<ReportDocument> {
    return this.#documentOf(await this.#works.result(tenant, "report", id));
  }

  /** The newest first. @throws invalid_request where the page is none of this list */
  async list(tenant: string, page: PageRequest, filter: { work_id?: string } = {}): Promise<Page<ReportEntry>> {
    const reports = await this.#works.results(tenant, "report", page, filter);
    return mappedPage(reports, ({ id, work_id, digest, created_at }) => ({
      report_id: id,
      work_id,
      digest,
      created_at,
    }));
  }

  /** Removes a report. Its entry in the work's history remains. @throws not_found */
  remove(tenant: string, id: string): Promise<void> {
    return this.#works.removeResult(tenant, "report", id);
  }

  async #workOf(tenant: string, { work_id, work_hash }: ReportRequest): Promise<WorkDocument> {
    const pointer = work_id === undefined ? "/work_hash" : "/work_id";
    const id =
      work_id ??
      (await this.#host.store.read(({ works }) => works.findByHash(tenant, work_hash!)))?.id ??
      "no work has this id";
    return found(() => this.#works.find(tenant, id), { pointer, detail: "must name a registered work" });
  }

  /** The results that the request names; without names, the newest result of each kind. */
  async #resultsOf(tenant: string, work: WorkDocument, request: ReportRequest): Promise<AnsweredRequest[]> {
    const isNamed = NAMED.some(([field]) => request[field] !== undefined);
    const results: AnsweredRequest[] = [];
    const content = await this.#host.store.read(({ works }) => works.sectioned(tenant, work.work_id));
    for (const [field, kind] of NAMED) {
      const kept = isNamed
        ? await this.#namedOf(tenant, work, kind, field, request[field] ?? [])
        : await this.#newestOf(tenant, work, kind);
      results.push(
        ...kept.map((one) => ({
          kind,
          request: completed(
            one.request,
            work,
            OPERATIONS[operationOf(kind)].isPlaced ? (content?.sections ?? null) : null,
          ),
          result: one.result as object,
        })),
      );
    }
    if (results.length > 0) return results;
    throw new SpoliaError("invalid_request", "There is nothing to report of this work.", {
      hint: "Analyse it first, or name kept results of it.",
      fields: [{ pointer: "", detail: "must name a result" }],
    });
  }

  async #newestOf(tenant: string, { work_id }: WorkDocument, kind: EvidenceKind): Promise<ResultDocument[]> {
    return (await this.#works.results(tenant, kind, { page_size: REPORT_RESULTS_MAX }, { work_id })).items;
  }

  async #namedOf(tenant: string, work: WorkDocument, kind: EvidenceKind, field: string, ids: readonly string[]) {
    const kept: ResultDocument[] = [];
    for (const [at, id] of [...new Set(ids)].entries()) {
      const fault = { pointer: `/${field}/${at}`, detail: "must name a kept result about this work" };
      const one = await found(() => this.#works.result(tenant, kind, id), fault);
      // A probe is about texts, mostly excerpts. Only the caller knows whether they belong to this work, so a named
      // probe is accepted.
      const isAbout =
        kind === "probe" || one.work_id === work.work_id || hashesIn(one.request).includes(work.work_hash);
      if (!isAbout) throw notFound(fault);
      kept.push(one);
    }
    return kept;
  }

  /** Texts of registered works that the requests name. Of other texts, only the hash is stored. */
  async #contentsOf(tenant: string, results: readonly AnsweredRequest[]): Promise<string[]> {
    const hashes = new Set(results.flatMap(({ request }) => hashesIn(request)));
    return this.#host.store.read(async ({ works }) => {
      const contents: string[] = [];
      for (const hash of hashes) {
        const work = await works.findByHash(tenant, hash);
        const content = work && (await works.content(tenant, work.id));
        if (content !== null) contents.push(new TextDecoder("utf-8", { ignoreBOM: true }).decode(content));
      }
      return contents;
    });
  }

  /**
   * Signs at each export, with the key that signs now. Until it is rotated, this always gives the same bytes: an
   * Ed25519 signature is a function of key and statement.
   */
  async #documentOf({ id, created_at, digest, result }: ResultDocument): Promise<ReportDocument> {
    const signer = await this.#host.store.read((records) => this.#signers.current(records));
    const { id: key, publicKey } = signer;
    const unsigned = { report_id: id, created_at, digest, key, public_key: publicKey, signature: "" };
    const signature = await signer.sign("spolia report 1", statementOf(unsigned));
    return { format: "spolia-report-1", ...unsigned, signature, bundle: result as EvidenceBundle };
  }
}

/** Adds content type, sections and metadata of the registration to a request that names the work by its hash. */
function completed(request: unknown, document: WorkDocument, sections: TextSection[] | null): object | null {
  const { work_hash, content_type, metadata } = document;
  const asked = request as { work_hash?: string; content_type?: string; metadata?: object; work?: object } | null;
  // A request of an extraction names the work one level down, and uses no metadata.
  if (asked?.work !== undefined)
    return { ...asked, work: completed(asked.work, { ...document, metadata: {} }, sections) };
  if (asked === null || asked.work_hash !== work_hash || asked.content_type !== undefined) return asked;
  const said = { ...metadata, ...asked.metadata };
  return {
    ...asked,
    content_type,
    ...(sections && { sections }),
    ...(Object.keys(said).length > 0 && { metadata: said }),
  };
}

async function found<Result>(look: () => Promise<Result>, fault: FieldError): Promise<Result> {
  try {
    return await look();
  } catch (error) {
    throw error instanceof SpoliaError && error.code === "not_found" ? notFound(fault) : error;
  }
}

/** An unknown id, an id of another work and an id of another tenant give the same answer. */
const notFound = (fault: FieldError): SpoliaError =>
  new SpoliaError("not_found", "There is nothing under an id that was named.", { fields: [fault] });
