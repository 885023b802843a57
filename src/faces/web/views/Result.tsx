/** The answer as reading: a sentence, the text beside its sources, and what follows from them. */
import { startAgain } from "../state/actions.ts";
import { shown } from "../state/state.ts";
import { words } from "../words.ts";
import { Certainty } from "./Certainty.tsx";
import { Decided } from "./Decisions.tsx";
import { Parts, Section } from "./Parts.tsx";
import { Models } from "./records/Models.tsx";
import { Filters } from "./sides/Filters.tsx";
import { Keep } from "./sides/Keep.tsx";
import { PassageBar } from "./sides/PassageBar.tsx";
import { Reading } from "./sides/Reading.tsx";
import { Sources } from "./sides/Sources.tsx";
import { Fault, Working } from "./Working.tsx";

const TONES = { match: "found", partial: "part", none_found: "plain", insufficient_evidence: "plain" } as const;

export function Result() {
  const analysis = shown.value;
  if (analysis === null) return null;
  const { result, word, statements, passages, reworded, risk, untested, replay } = analysis;
  return (
    <>
      <div class={`verdict ${TONES[result.verdict]}`} aria-live="polite">
        <h1>{word}</h1>
        <p class="lede" dir="auto">
          {statements[0]}
        </p>
        <p dir="auto">{statements.slice(1).join(" ")}</p>
      </div>
      <div class="row noprint tools">
        <button type="button" onClick={startAgain}>
          {words.result.again}
        </button>
        <Keep />
      </div>
      <Working />
      <Fault />
      {passages.length === 0 ? null : <Filters />}
      <div class="study">
        <PassageBar />
        <Reading />
        <Sources />
      </div>
      {reworded.length === 0 ? null : (
        <Section title={words.parts.reworded}>
          <Parts
            parts={reworded.filter(({ is }) => is !== "heading")}
            sides={[words.result.inText, words.result.inSource]}
          />
        </Section>
      )}
      <Certainty />
      <Models />
      <Section title={words.parts.risk}>
        <Parts parts={risk} />
      </Section>
      <Decided />
      <Section title={words.parts.untested}>
        <Parts parts={untested.slice(1)} />
      </Section>
      <Section title={words.parts.replay}>
        <Parts parts={replay.slice(1)} />
      </Section>
    </>
  );
}
