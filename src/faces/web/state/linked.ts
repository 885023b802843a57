/** The view that an address opens, and the address of the view. */
import { batch } from "@preact/signals";
import { checkText, choose } from "./actions.ts";
import { addressOf, type LinkedView, linkedFrom, recordFrom } from "./link.ts";
import {
  ALL_KEPT,
  chosen,
  first,
  kept,
  knownAddresses,
  prior,
  published,
  record,
  shown,
  text,
  VIEWS,
  type ViewName,
  view,
  where,
} from "./state.ts";

/** The service and its key are in no link. */
export function linkedNow(): LinkedView {
  const { own, addresses } = where.value;
  const { name } = text.value;
  return {
    view: view.value,
    own,
    addresses,
    prior: prior.value,
    published: published.value,
    kept: kept.value,
    passage: chosen.value,
    name,
  };
}

/** Opens what the address says; checks the text where there is one. */
export async function openAddress(hash: string): Promise<void> {
  const named = recordFrom(hash);
  if (isView(hash.slice(1)) || named !== null) {
    batch(() => {
      record.value = named;
      view.value = named === null ? (hash.slice(1) as ViewName) : "catalogue";
    });
    if (view.value === "catalogue") document.getElementById("main")?.focus();
    return;
  }
  const found = await linkedFrom(hash);
  if (found === null) return;
  const { linked, text: content } = found;
  // Back from a record to the result, which is still open.
  if (isView(linked.view) && hash === (await addressOf({ ...linkedNow(), view: linked.view }))) {
    view.value = linked.view;
    return;
  }
  const { own, addresses } = linked;
  batch(() => {
    // A result that is open is of another text, or of other places.
    first.value = null;
    shown.value = null;
    if (isView(linked.view)) view.value = linked.view;
    where.value = {
      own,
      addresses,
      indexes: [],
      service: own.length + addresses.length > 0 ? null : where.value.service,
    };
    knownAddresses.value = [...new Set([...knownAddresses.value, ...addresses])];
    prior.value = linked.prior ?? prior.value;
    published.value = linked.published ?? "";
    kept.value = linked.kept ?? ALL_KEPT;
    if (content !== null) text.value = { name: linked.name ?? "", content, sections: [] };
  });
  // A link may name a corpus anywhere. It is read only where the reader asks for it.
  if (content === null || addresses.length > 0 || where.value.service !== null) return;
  await checkText();
  if (first.value !== null && linked.passage !== undefined) choose(linked.passage);
}

const isView = (name: string): name is ViewName => (VIEWS as readonly string[]).includes(name);

/** Keeps the address beside the view, without the text. */
export async function keepAddress(): Promise<void> {
  const opened = record.value === null ? "#catalogue" : `#${record.value.kind}/${record.value.id}`;
  const isShown = first.value !== null && view.value !== "catalogue";
  const hash = isShown ? await addressOf(linkedNow()) : view.value === "catalogue" ? opened : `#${view.value}`;
  if (hash !== null && hash !== location.hash) history.replaceState(null, "", hash);
}
