/** The client: its resources, each with the methods that the service has for it. */

import * as methods from "../../../../build/generated/methods.ts";
import { PolledJobs } from "./jobs.ts";
import { type ClientOptions, resolvedOptions } from "./options.ts";
import { SignedWebhooks } from "./webhooks.ts";

/**
 * ```ts
 * const spolia = new Spolia({ apiKey: "sp_live_…" });
 * const { verdict, matches } = await spolia.analyze({ content });
 * for await (const work of spolia.works.list()) console.log(work.work_id);
 * ```
 *
 * @throws SpoliaClientError for an option that is not usable
 */
export class Spolia extends methods.Operations {
  readonly batches = new methods.BatchesResource(this);
  readonly works = new methods.WorksResource(this);
  readonly decisions = new methods.DecisionsResource(this);
  readonly monitors = new methods.MonitorsResource(this);
  readonly webhooks = new SignedWebhooks(this);
  readonly jobs = new PolledJobs(this);
  readonly reports = new methods.ReportsResource(this);
  readonly canaries = new methods.CanariesResource(this);
  readonly analyses = new methods.AnalysesResource(this);
  readonly scores = new methods.ScoresResource(this);
  readonly probes = new methods.ProbesResource(this);
  readonly extractions = new methods.ExtractionsResource(this);
  readonly corpora = new methods.CorporaResource(this);
  readonly fingerprints = new methods.FingerprintsResource(this);
  readonly providers = new methods.ProvidersResource(this);
  readonly models = new methods.ModelsResource(this);
  readonly datasets = new methods.DatasetsResource(this);
  readonly domains = new methods.DomainsResource(this);
  readonly catalogue = new methods.CatalogueResource(this);
  readonly jurisdictions = new methods.JurisdictionsResource(this);
  readonly sources = new methods.SourcesResource(this);
  readonly quotations = new methods.QuotationsResource(this);
  readonly rights = new methods.RightsResource(this);
  readonly leads = new methods.LeadsResource(this);
  readonly marketplace = new methods.MarketplaceResource(this);
  readonly calibrations = new methods.CalibrationsResource(this);
  readonly keys = new methods.KeysResource(this);
  readonly usage = new methods.UsageResource(this);
  readonly plans = new methods.PlansResource(this);
  readonly accounts = new methods.AccountsResource(this);
  readonly signingKeys = new methods.SigningKeysResource(this);
  readonly oauth = new methods.OauthResource(this);
  readonly service = new methods.ServiceResource(this);
  readonly #given: ClientOptions;

  constructor(options: ClientOptions = {}) {
    super(resolvedOptions(options));
    this.#given = options;
  }

  /** Another client with other options; those that are not named stay. */
  withOptions(options: ClientOptions): Spolia {
    return new Spolia({ ...this.#given, ...options });
  }
}
