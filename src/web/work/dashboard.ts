/** What a service with records has of its caller: works, monitors and jobs. */
import type { ServicePlace, ServiceRecords } from "../messages.ts";
import { clientOf } from "./session.ts";

/** Of each list one page is shown. */
const PAGE_SIZE = 50;

const dayOf = (time: string | null): string => (time ?? "").slice(0, 10);

export async function recordsOf(place: ServicePlace): Promise<ServiceRecords> {
  const client = clientOf(place);
  const page = { page_size: PAGE_SIZE };
  const [works, monitors, jobs] = await Promise.all([
    client.works.list(page),
    client.monitors.list(page),
    client.jobs.list(page),
  ]);
  return {
    works: works.items.map(({ work_id: id, metadata, words, registered_at: at }) => [
      metadata.title ?? id,
      String(words),
      dayOf(at),
      id,
    ]),
    monitors: monitors.items.map(({ monitor_id: id, work_id: work, status, verdict, created_at: at }) => [
      id,
      status,
      verdict ?? "",
      dayOf(at),
      work,
    ]),
    jobs: jobs.items.map(({ job_id: id, kind, status, created_at: at }) => [id, kind, status, dayOf(at)]),
    hasMore: [works, monitors, jobs].some(({ hasNextPage }) => hasNextPage),
  };
}
