/** The panel beside the text: the sources of the chosen passage, and the documents that share something. */
import type { DocumentRelation, Match } from "../../../../base/contract/operations/analyze.ts";
import { documentKey } from "../../messages.ts";
import { choose, keep, SOURCES_SHOWN } from "../../state/actions.ts";
import { beside, chosen, chosenDocument, first, kept, shown } from "../../state/state.ts";
import { words } from "../../words.ts";
import { DecideForm } from "../Decisions.tsx";
import { Differing } from "./Differing.tsx";

const w = words.result;
/** Documents that are listed; the filters find the others. */
const DOCUMENTS_SHOWN = 100;

export function Sources() {
  const analysis = first.value;
  if (analysis === null) return null;
  const passage = analysis.passages[chosen.value - 1];
  return (
    <aside class={passage === undefined ? "panel" : "panel chosen"} aria-label={w.sources}>
      {passage === undefined ? <Documents /> : <ChosenPassage number={passage.number} places={passage.places} />}
    </aside>
  );
}

function ChosenPassage({ number, places }: { number: number; places: readonly number[] }) {
  const matches = first.value!.result.matches;
  const others = places.length - SOURCES_SHOWN;
  return (
    <>
      <h2>
        <span aria-live="polite">{w.passage(number)}</span>
        <button type="button" class="quiet" onClick={() => choose(0)}>
          {w.all}
        </button>
      </h2>
      {places.slice(0, SOURCES_SHOWN).map((place) => (
        <SourceCard key={place} match={matches[place]!} place={place} />
      ))}
      {others > 0 ? <p class="note">{w.also(others)}</p> : null}
      <DecideForm place={places[0]!} />
    </>
  );
}

const kindShown = ({ kind, commonplace }: Match) =>
  commonplace === null ? kind : commonplace.kind === "given" ? "given" : "commonplace";

function SourceCard({ match, place }: { match: Match; place: number }) {
  const { document, commonplace, identity } = match;
  const found = beside.value.get(place);
  return (
    <article class="document">
      <h3 dir="auto">{document.title ?? document.id}</h3>
      <About match={match} />
      <p class="note">{w.facts(w.kinds[kindShown(match)], match.words, identity)}</p>
      {commonplace === null ? null : <p class="note">{commonplace.name}</p>}
      {match.verified ? null : <p class="note">{w.unverified}</p>}
      {found === undefined ? null : (
        <figure class="beside">
          <figcaption>{w.inSource}</figcaption>
          <blockquote dir="auto">
            {found.start > 0 ? "…" : ""}
            {found.text.slice(0, found.passage.start)}
            <mark>
              <Differing
                content={found.text}
                start={found.passage.start}
                end={found.passage.end}
                differing={found.differing.text}
              />
            </mark>
            {found.text.slice(found.passage.end)}
          </blockquote>
          {found.differing.text.length + found.differing.content.length > 0 ? <p class="note">{w.differs}</p> : null}
        </figure>
      )}
    </article>
  );
}

function About({ match: { document, corpus, dataset, source } }: { match: Match }) {
  const { author = "", year, licence, url } = document;
  const { page, heading } = source.place;
  const link = url !== undefined && /^https?:/.test(url) ? url : undefined;
  return (
    <>
      <p class="note" dir="auto">
        {[
          w.by(author, year === undefined ? "" : String(year)),
          document.title === undefined || document.title === document.id ? "" : document.id,
          heading ?? "",
          page === undefined ? "" : `p. ${page}`,
        ]
          .filter((one) => one !== "")
          .join(" · ")}
      </p>
      <p class="note">
        {corpus} ({dataset}){licence === undefined ? "" : ` · ${w.licence(licence)}`}
        {link === undefined ? null : (
          <>
            {" · "}
            <a href={link} rel="noreferrer noopener" target="_blank">
              {w.open}
            </a>
          </>
        )}
      </p>
    </>
  );
}

function Documents() {
  const documents = first.value!.result.documents;
  if (documents.length === 0) return <p class="note">{w.none}</p>;
  return (
    <>
      <h2>
        {w.sources} <span class="note">{words.count.documents(documents.length)}</span>
      </h2>
      {documents.slice(0, DOCUMENTS_SHOWN).map((one) => (
        <DocumentCard key={documentKey(one.corpus, one.document.id)} relation={one} />
      ))}
    </>
  );
}

function DocumentCard({ relation: one }: { relation: DocumentRelation }) {
  const key = documentKey(one.corpus, one.document.id);
  const isOut = kept.value.leftOut.includes(key);
  const isChosen = chosenDocument.value === key;
  const toggle = () =>
    keep({ leftOut: isOut ? kept.value.leftOut.filter((other) => other !== key) : [...kept.value.leftOut, key] });
  return (
    <article class={isOut ? "document off" : "document"}>
      <h3 dir="auto">
        <button type="button" aria-pressed={isChosen} onClick={() => (chosenDocument.value = isChosen ? "" : key)}>
          {one.document.title ?? one.document.id}
        </button>
      </h3>
      <p class="note" dir="auto">
        {w.by(one.document.author ?? "", one.document.year === undefined ? "" : String(one.document.year))}
      </p>
      <div class="share" aria-hidden="true">
        <Share value={one.content_share} />
      </div>
      <p class="note">
        {w.share(one.words, one.content_share)}; {w.ofDocument(one.document_share)}; {w.relations[one.relation]}.
      </p>
      <Numbers documentOf={key} />
      <button
        type="button"
        class="quiet"
        onClick={toggle}
        aria-label={`${isOut ? w.takeIn : w.leaveOut}: ${one.document.title ?? one.document.id}`}
      >
        {isOut ? w.takeIn : w.leaveOut}
      </button>
    </article>
  );
}

const Share = ({ value }: { value: number }) => <i style={{ width: `${Math.max(1, 100 * value)}%` }} />;

/** Passages of a document as buttons that lead to them. */
function Numbers({ documentOf: key }: { documentOf: string }) {
  const { passages, result } = first.value!;
  const isOf = (place: number) =>
    documentKey(result.matches[place]!.corpus, result.matches[place]!.document.id) === key;
  const found = passages.filter(({ places }) => places.some(isOf));
  const keptPlaces = new Set(shown.value?.kept);
  return (
    <div class="numbers">
      {found.slice(0, NUMBERS_SHOWN).map(({ number, places }) => (
        <button
          key={number}
          type="button"
          class={`number ${places.some((place) => keptPlaces.has(place)) ? "" : "off"}`}
          aria-label={w.passage(number)}
          onClick={() => choose(number)}
        >
          {number}
        </button>
      ))}
      {found.length > NUMBERS_SHOWN ? <span class="note">+{found.length - NUMBERS_SHOWN}</span> : null}
    </div>
  );
}

const NUMBERS_SHOWN = 30;
