/** What a service searches, and what it has of its caller: works, monitors, jobs, offers and licences. */
import type { Spolia } from "../../client/typescript/client.ts";
import type { ServedCorpus, ServicePlace, ServiceRecords } from "../messages.ts";
import { clientOf } from "./session.ts";

/** Of each list one page is shown. */
const PAGE_SIZE = 50;

const dayOf = (time: string | null): string => (time ?? "").slice(0, 10);

type Deal = Awaited<ReturnType<Spolia["marketplace"]["list"]>>["items"][number];

const dealRow = ({ deal_id: id, kind, state, role, created_at: at, expires_at: until }: Deal): string[] => [
  id,
  kind,
  state,
  role,
  dayOf(at),
  dayOf(until),
];

export async function servedCorpora(place: ServicePlace): Promise<ServedCorpus[]> {
  const served: ServedCorpus[] = [];
  for await (const { name, documents, words } of clientOf(place).corpora.list())
    served.push({ name, documents, words });
  return served;
}

export async function recordsOf(place: ServicePlace): Promise<ServiceRecords> {
  const client = clientOf(place);
  const page = { page_size: PAGE_SIZE };
  const [works, monitors, jobs, given, taken] = await Promise.all([
    client.works.list(page),
    client.monitors.list(page),
    client.jobs.list(page),
    client.marketplace.list({ ...page, role: "licensor" }),
    client.marketplace.list({ ...page, role: "licensee" }),
  ]);
  const deals = [...given.items, ...taken.items];
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
    offers: deals.filter(({ kind }) => kind === "offer").map(dealRow),
    licences: deals.filter(({ kind }) => kind !== "offer").map(dealRow),
    hasMore: [works, monitors, jobs, given, taken].some(({ hasNextPage }) => hasNextPage),
  };
}
