/** The page: its head, its views, and the keys that lead through them. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { choose, refreshOwn, step } from "./state/actions.ts";
import { keepAddress, openAddress } from "./state/linked.ts";
import { caller, chosen, first, kept, prior, record, VIEWS, view } from "./state/state.ts";
import { Audit } from "./views/Audit.tsx";
import { Dashboard } from "./views/Dashboard.tsx";
import { Result } from "./views/Result.tsx";
import { Catalogue } from "./views/records/Catalogue.tsx";
import { Start } from "./views/Start.tsx";
import { Compare } from "./views/sides/Compare.tsx";
import { TextSet } from "./views/TextSet.tsx";
import { words } from "./words.ts";

function Page() {
  return (
    <>
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <header>
        <strong>{words.name}</strong>
        <nav aria-label={words.name}>
          <ul>
            {VIEWS.map((name) => (
              <li key={name}>
                <a href={`#${name}`} aria-current={view.value === name ? "page" : undefined}>
                  {words.views[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <Shown />
      </main>
    </>
  );
}

function Shown() {
  switch (view.value) {
    case "compare":
      return <Compare />;
    case "set":
      return <TextSet />;
    case "catalogue":
      return <Catalogue />;
    case "audit":
      return <Audit />;
    case "service":
      return <Dashboard />;
    default:
      return first.value === null ? <Start /> : <Result />;
  }
}

/** Single keys, unless they are written into a field. */
function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || /^(?:input|textarea|select)$/i.test(target.tagName)) return;
  if (first.value === null || view.value !== "check") return;
  if (event.key === "j") step(1);
  else if (event.key === "k") step(-1);
  else if (event.key === "Escape") choose(0);
  else return;
  event.preventDefault();
}

document.documentElement.lang = words.lang;
document.addEventListener("keydown", onKey);
addEventListener("hashchange", () => void openAddress(location.hash));
render(<Page />, document.body);
// What cannot be loaded is told when the reader asks for it.
void refreshOwn().then(() => caller.call("warm", []).catch(() => {}));
void openAddress(location.hash).then(() =>
  effect(() => {
    // What the address tells.
    void [first.value, view.value, record.value, kept.value, prior.value, chosen.value];
    void keepAddress();
  }),
);
