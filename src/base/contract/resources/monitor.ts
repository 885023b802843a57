/** Monitors, and the webhooks that they notify. */

export const SCHEDULES = ["hourly", "daily", "weekly"] as const;
export type Schedule = (typeof SCHEDULES)[number];

/** Changes that make a monitor run, in addition to its schedule. */
export const WATCHED = ["corpus", "catalogue", "model"] as const;
export type Watched = (typeof WATCHED)[number];

/**
 * Exactly one of `work_id` and `work_hash` identifies the work; at most one of `webhook_url` and `webhook_id` the
 * webhook.
 */
export interface MonitorRequest {
  /** Id of a registered work. */
  work_id?: string | undefined;
  /** `sha256:` hash of a registered work. */
  work_hash?: string | undefined;
  /** How often the monitor runs; default `daily`. `null`: only after a change. */
  schedule?: Schedule | null | undefined;
  /**
   * Changes that make the monitor run: a new revision of a corpus or of the catalogue, or other models by name;
   * default: all.
   */
  on?: Watched[] | undefined;
  /** Models for which the monitor also scores the work, with `jurisdiction`. */
  target_models?: string[] | undefined;
  /** ISO 3166 code or a regime such as `EU-DSM`, for the scores. Required with `target_models`. */
  jurisdiction?: string | undefined;
  /** Address for a new webhook. Only this response contains its secret. */
  webhook_url?: string | undefined;
  /** Id of an existing webhook. */
  webhook_id?: string | undefined;
}

/** The fields of a monitor that can be changed. */
export interface MonitorChanges {
  /** `paused`: the monitor runs on request only. */
  status?: "active" | "paused" | undefined;
  /** How often the monitor runs; `null`: only after a change. */
  schedule?: Schedule | null | undefined;
  /** Changes that make the monitor run. */
  on?: Watched[] | undefined;
  /** Id of the webhook to notify; `null` for none. */
  webhook_id?: string | null | undefined;
}

export interface WebhookRequest {
  /** Address for messages: https, on the public internet, port 443. Redirects are not followed. */
  url: string;
}

export interface WebhookChanges {
  /** `disabled`: nothing is sent, and messages are stored as dead letters. */
  status?: "active" | "disabled" | undefined;
  /** New address for messages. */
  url?: string | undefined;
}
