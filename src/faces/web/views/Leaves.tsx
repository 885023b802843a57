/** The line that says what leaves the machine. */
import { decisions, ignoredTexts, isLoopback, sending, where } from "../state/state.ts";
import { words } from "../words.ts";

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
const namesOf = (hosts: readonly string[]): string => [...new Set(hosts)].join(", ");

export function Leaves() {
  const { addresses, indexes, service } = where.value;
  if (service !== null)
    return isLoopback(service.url) ? (
      <p class="leaves">
        {words.leaves.allHere(hostOf(service.url), decisions.value.length, ignoredTexts.value.length)}
      </p>
    ) : (
      <p class="leaves all">
        {words.leaves.all(hostOf(service.url), decisions.value.length, ignoredTexts.value.length)}
      </p>
    );
  const lines = [
    indexes.length > 0 ? words.leaves.strings(namesOf(indexes.map(({ address }) => hostOf(address)))) : "",
    addresses.length > 0 ? words.leaves.ranges(namesOf(addresses.map(hostOf))) : "",
  ].filter((line) => line !== "");
  if (lines.length === 0) return <p class="leaves">{words.leaves.nothing}</p>;
  return (
    <div class="leaves some">
      <p>{lines.join(" ")}</p>
      <Sending />
    </div>
  );
}

/** Each string that a search of an index sends in any case. */
function Sending() {
  return (
    <>
      {sending.value.map(({ name, strings, requestsMax }) => (
        <details key={name} class="note">
          <summary>{words.leaves.planned(strings.length, requestsMax, name)}</summary>
          <ol class="strings">
            {strings.map((string, i) => (
              <li key={i} dir="auto">
                {string}
              </li>
            ))}
          </ol>
        </details>
      ))}
    </>
  );
}
