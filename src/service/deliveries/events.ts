/**
 * The events that webhooks tell of: their names, and the ids that a receiver needs to look them up. They never contain
 * a text.
 */

import type { Count, Timestamp } from "../../base/contract/common.ts";
import type { Verdict } from "../../base/contract/operations/analyze.ts";
import type { ErrorCode } from "../../base/errors.ts";
import type { KeyMode } from "../store/records.ts";
import type { Finding } from "./findings.ts";

/** A run of a monitor found something else than the run before. */
export interface FindingChanged {
  /** Kind of the event. */
  type: "monitor.finding_changed";
  /** The run, and what changed. */
  data: FindingChange;
}

export interface FindingChange {
  /** Id of the monitor. */
  monitor_id: string;
  /** Id of the work that is watched. */
  work_id: string;
  /** Id of the run. */
  run_id: string;
  /** Id of the analysis that the run made. */
  analysis_id: string;
  /** Verdict of this run. */
  verdict: Verdict | null;
  /** Verdict of the last run before that ended well; `null` where there is none. */
  previous_verdict: Verdict | null;
  /** Findings that the run before did not have, up to 50: as many as a message of 16 kB has room for. */
  added: Finding[];
  /** Findings that only the run before had, as many as for `added`. */
  removed: Finding[];
  /** How many findings were added. */
  added_count: Count;
  /** How many findings were removed. */
  removed_count: Count;
  /** Paths below the root of the interface (`/api/v1/`), where more is to be read. */
  links: {
    /** The monitor. */
    monitor: string;
    /** Its runs. */
    runs: string;
    /** The analysis. */
    analysis: string;
  };
}

/**
 * Three runs of a monitor in a row failed, for example since a corpus did not answer. It is tried again less and less
 * often, at least once a day; the next message of this kind can only follow a run that ended well.
 *
 * @since 0.2.0
 */
export interface MonitorFailing {
  /** Kind of the event. */
  type: "monitor.failing";
  /** The monitor, and why its last run failed. */
  data: {
    /** Id of the monitor. */
    monitor_id: string;
    /** Id of the work that is watched. */
    work_id: string;
    /** Id of the last run that failed. */
    run_id: string;
    /** Runs that failed since one ended well. */
    failures: Count;
    /** Error code of the last run. */
    code: ErrorCode;
    /** Paths below the root of the interface (`/api/v1/`), where more is to be read. */
    links: {
      /** The monitor. */
      monitor: string;
      /** Its runs. */
      runs: string;
    };
  };
}

/** A test of the webhook, which its owner asked for. */
export interface WebhookTested {
  /** Kind of the event. */
  type: "webhook.test";
  /** What it is about. */
  data: {
    /** Id of the webhook. */
    webhook_id: string;
  };
}

export type WebhookEvent = FindingChanged | MonitorFailing | WebhookTested;

/** What the message about any event states. */
export interface EventTime {
  /** When it happened. */
  timestamp: Timestamp;
  /** Mode of the records that it is about. */
  mode: KeyMode;
}
