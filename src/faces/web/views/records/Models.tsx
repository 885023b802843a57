/** Models that are documented to have been trained on what was found, and why others are not attributed. */

import type { AttributionSource, PossibleSource } from "../../../../base/contract/operations/analyze.ts";
import { groupBy } from "../../../../base/lists/groups.ts";
import { shown } from "../../state/state.ts";
import { figure, words } from "../../words.ts";
import { Plot, Section } from "../Parts.tsx";
import { RecordLink } from "./Catalogue.tsx";

const w = words.models;
const MODELS_SHOWN = 12;
const AXIS = [
  [0, "0"],
  [1, "100"],
] as const;
const rounded = (value: number): string => figure(Math.round(10 * value) / 10);

export function Models() {
  const analysis = shown.value;
  if (analysis === null) return null;
  const { attribution_sources: sources, possible_sources: possible, unattributed_datasets: without } = analysis.result;
  const reasons = groupBy(possible, ({ because, training_dataset }) => `${training_dataset}\n${because}`);
  return (
    <Section title={w.title}>
      {sources.length === 0 ? <p>{w.none}</p> : <p>{w.lede}</p>}
      <Attributed sources={sources.slice(0, MODELS_SHOWN)} />
      {sources.length > MODELS_SHOWN ? (
        <details>
          <summary>{w.more(sources.length - MODELS_SHOWN)}</summary>
          <Attributed sources={sources.slice(MODELS_SHOWN)} />
        </details>
      ) : null}
      {without.map(({ because }) => (
        <p key={because} dir="auto">
          {because}
        </p>
      ))}
      {possible.length === 0 ? null : (
        <details>
          <summary>{w.excluded(possible.length)}</summary>
          <ul class="items">
            {[...reasons.values()].map((group) => (
              <Excluded key={group[0]!.because + group[0]!.training_dataset} group={group} />
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

function Attributed({ sources }: { sources: readonly AttributionSource[] }) {
  if (sources.length === 0) return null;
  return (
    <table>
      <thead>
        <tr>
          {[w.model, w.least, w.use, w.sources].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={`${source.model_id} ${source.training_dataset} ${source.corpus}`}>
            <th scope="row">
              <RecordLink id={source.model_id}>{source.model}</RecordLink>
              <br />
              <span class="dim">
                {w.dataset} <RecordLink id={source.training_dataset} />
                {source.via.length > 0 ? `, ${w.via} ` : ""}
                <RecordLinks ids={source.via} />
              </span>
            </th>
            <td data-label={w.least}>
              {source.match_confidence === undefined ? (
                w.notGiven
              ) : (
                <>
                  {rounded(source.confidence)}{" "}
                  <span class="dim">
                    ({rounded(source.confidence_ci_95[0])} to {rounded(source.confidence_ci_95[1])})
                  </span>
                  <Plot
                    at={source.confidence / 100}
                    lo={source.confidence_ci_95[0] / 100}
                    hi={source.confidence_ci_95[1] / 100}
                    axis={AXIS}
                  />
                </>
              )}
            </td>
            <td data-label={w.use} dir="auto">
              {words.percent(source.inclusion.lo)} to {words.percent(source.inclusion.hi)}
              <br />
              <span class="dim">{source.inclusion.basis}</span>
            </td>
            <td data-label={w.sources}>
              <SourceLinks ids={source.sources} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Excluded({ group }: { group: readonly PossibleSource[] }) {
  const [first] = group;
  return (
    <li dir="auto">
      <RecordLinks ids={group.map(({ model_id }) => model_id)} /> ({w.dataset}{" "}
      <RecordLink id={first!.training_dataset} />
      ): {first!.because} <SourceLinks ids={[...new Set(group.flatMap(({ sources }) => sources))]} />
    </li>
  );
}

function RecordLinks({ ids }: { ids: readonly string[] }) {
  return (
    <>
      {ids.map((id, i) => (
        <span key={id}>
          {i > 0 ? ", " : ""}
          <RecordLink id={id} />
        </span>
      ))}
    </>
  );
}

function SourceLinks({ ids }: { ids: readonly string[] }) {
  return (
    <>
      {ids.map((id, i) => {
        const { citation, url } = shown.value?.sources[id] ?? { citation: id, url: null };
        return (
          <span key={id}>
            {i > 0 ? ", " : ""}
            {url === null ? (
              <span title={citation}>{id}</span>
            ) : (
              <a href={url} title={citation} rel="noreferrer noopener" target="_blank">
                {id}
              </a>
            )}
          </span>
        );
      })}
    </>
  );
}
