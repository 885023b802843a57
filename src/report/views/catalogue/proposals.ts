/** What a card proposes to the catalogue, for the person who accepts it. */
import { checkPlain, checkShown } from "../../../base/arguments.ts";
import type { Proposal, Proposals } from "../../../catalogue/proposals/propose.ts";
import { type PlainOptions, TerminalPage } from "../../layout/page.ts";

const WORDS = {
  trained_on: "trained on",
  tuned_from: "tuned from",
  derived_from: "derived from",
  licence: "licence",
} as const satisfies Record<Proposal["kind"], string>;

export function plainProposals(shown: Proposals, options: PlainOptions): string {
  checkShown("plainProposals", shown, "proposals");
  checkPlain("plainProposals", options);
  const { subject, source, read_on, proposals, left_out } = shown;
  const page = new TerminalPage(options);
  const taken = subject.id === null ? `a new ${subject.kind}` : subject.id;
  page.verdict(subject.name, `${taken}${nearOf(subject.id === null ? subject.near : [])}`, "plain");
  page.text(`${source.locator}, read ${read_on}, SHA-256 ${source.sha256 ?? "not noted"}`, {
    label: "card ",
    dim: true,
  });
  if (proposals.length === 0) page.text("Its metadata names no datasets and no base model.");
  for (const { number, kind, says, id, near, by, state, because, field, line } of proposals) {
    const named = id === null || id === says ? says : `${says}, as ${id} (${by})`;
    page.item(`${number}. ${state}: ${WORDS[kind]} ${named}${nearOf(near)}`);
    page.text(`${field}, line ${line}${because === null ? "" : `. ${because}`}`, { indent: 4, dim: true });
  }
  if (left_out.length > 0) page.text(left_out.join(", "), { label: "no record has a place for ", dim: true });
  return page.finish();
}

const nearOf = (near: readonly string[]): string => (near.length === 0 ? "" : `; near: ${near.join(", ")}`);
