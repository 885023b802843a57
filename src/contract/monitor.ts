/** Monitors, and the webhooks that they tell. */

export const SCHEDULES = ["hourly", "daily", "weekly"] as const;
export type Schedule = (typeof SCHEDULES)[number];

/** What a monitor looks out for besides the time. */
export const WATCHED = ["corpus", "catalogue", "model"] as const;
export type Watched = (typeof WATCHED)[number];

/**
 * Exactly one of `work_id` and `work_hash` names the work; at most one of `webhook_url` and `webhook_id` whom to tell.
 */
export interface MonitorRequest {
  /** Id of a registered work. */
  work_id?: string | undefined;
  /** `sha256:` hash of a registered work. */
  work_hash?: string | undefined;
  /** `daily` when absent; `null` for only when something changed. */
  schedule?: Schedule | null | undefined;
  /**
   * Runs when the revision of a corpus, that of the catalogue, or the names of the models that may be asked have
   * changed; all when absent.
   */
  on?: Watched[] | undefined;
  /** Models that the work is scored for as well, with `jurisdiction`. */
  target_models?: string[] | undefined;
  /** ISO 3166 code or a regime such as `EU-DSM`, for the scores. Required with `target_models`. */
  jurisdiction?: string | undefined;
  /** Makes a webhook. Its secret is in the answer, and shown only there. */
  webhook_url?: string | undefined;
  /** Id of a webhook that exists already. */
  webhook_id?: string | undefined;
}

/** What can be changed of a monitor. */
export interface MonitorChanges {
  /** `paused`: the monitor runs on request only. */
  status?: "active" | "paused" | undefined;
  /** How often it runs; `null` for only when something changed. */
  schedule?: Schedule | null | undefined;
  /** Changes that make it run. */
  on?: Watched[] | undefined;
  /** Id of the webhook that is told; `null` for none. */
  webhook_id?: string | null | undefined;
}

export interface WebhookRequest {
  /** Address that messages are sent to: https, on the open internet, at port 443. Redirects are not followed. */
  url: string;
}

export interface WebhookChanges {
  /** `disabled`: nothing is sent, and messages are kept as dead letters. */
  status?: "active" | "disabled" | undefined;
  /** Address that messages are sent to from now on. */
  url?: string | undefined;
}
