/** Reports of the domains that training data came from, and of records that were last checked long ago. */
import { checkPlain, checkShown } from "../../../base/arguments.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import type { AgedRecords } from "../../../catalogue/graph/age.ts";
import type { DomainAnswer, DomainListHead, NamedDomain } from "../../../catalogue/graph/domains.ts";
import { count, figure, type PlainOptions, TerminalPage } from "../../layout/page.ts";
import { writeSources } from "./catalogue.ts";

/** What each relation of a name in a list to the asked domain means, in words. */
const RELATIONS: Readonly<Record<NamedDomain["relation"], string>> = {
  same: "",
  above: ", a whole that it belongs to; other parts may have been taken",
  open: ", without the end of the name; another website may be meant",
  below: ", a part of it",
};

export function plainDomain(catalogue: Catalogue, answer: DomainAnswer, options: PlainOptions): string {
  checkShown("plainDomain", catalogue, "models");
  checkShown("plainDomain", answer, "mentions");
  checkPlain("plainDomain", options);
  const page = new TerminalPage(options);
  const { domain, mentions, silent } = answer;
  page.verdict(domain, `named in ${count(mentions.length, "list")} of domains that training data came from.`, "plain");
  for (const { list, named, models } of mentions) {
    page.heading(list.id);
    for (const one of named) page.text(`${namedAs(one, list)}${RELATIONS[one.relation]}.`);
    const rows = [
      ["of", list.dataset ?? list.models.join(", ")],
      ["collected", list.period === null ? null : `${list.period.from ?? "unknown"} to ${list.period.to ?? "unknown"}`],
      ["what", list.modalities.join(", ")],
      ["note", list.note],
    ] as const;
    for (const [label, value] of rows) if (value) page.text(value, { label: label.padEnd(14) });
    writeSources(page, catalogue, list.sources);
    if (models.length === 0) page.text("No source names a model that trained on it.");
    for (const { model, evidence, via, released, sources } of models) {
      const facts = [
        evidence,
        released === null ? "" : `released ${released}`,
        via.length === 0 ? "" : `through ${via.join(", ")}`,
      ];
      page.item(`${model}: ${facts.filter((fact) => fact !== "").join(", ")}`);
      writeSources(
        page,
        catalogue,
        sources.filter((id) => !list.sources.includes(id)),
      );
    }
  }
  page.blank();
  page.text(
    "A list shows which domains were taken from, not which pages; some have none in it. Most developers publish no list, so that a domain that is in none may have been used.",
  );
  if (silent.length > 0) {
    page.text(
      `Developers who published a summary of training content that names no domain: ${silent.flatMap(({ models }) => models).join(", ")}.`,
    );
  }
  return page.finish();
}

function namedAs({ domain, rank }: NamedDomain, { coverage, measure, length }: DomainListHead): string {
  if (rank !== null) return `${domain}: place ${figure(rank)} of the ${figure(length)} largest, by ${measure}`;
  if (coverage === "some") return `${domain}: named among others`;
  return length === 1
    ? `${domain}: no other was taken from`
    : `${domain}: one of ${figure(length)}; no others were taken from`;
}

export function plainAged(catalogue: Catalogue, aged: AgedRecords, options: PlainOptions): string {
  checkShown("plainAged", catalogue, "models");
  checkShown("plainAged", aged, "before");
  checkPlain("plainAged", options);
  const { records, before } = aged;
  const page = new TerminalPage(options);
  page.text(`${count(records.length, "record")} last checked before ${before}, catalogue ${catalogue.revision}`, {
    indent: 0,
  });
  if (records.length > 0) page.blank();
  for (const { table, id, checked, sources } of records) {
    page.item(`${table}: ${id}: ${checked === null ? "no month of a check is noted" : `checked ${checked}`}`);
    writeSources(page, catalogue, sources);
  }
  return page.finish();
}
