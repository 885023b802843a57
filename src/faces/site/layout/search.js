/** The search of the documentation: an index that the build wrote, asked in the page. Nothing is sent anywhere. */
import MiniSearch from "./minisearch.js";

const RESULTS_MAX = 12;
const root = new URL(".", import.meta.url);
const field = document.querySelector("#query");
const found = document.querySelector("#found");
let index;

async function load() {
  const response = await fetch(new URL("search.json", root));
  return MiniSearch.loadJS(await response.json(), {
    fields: ["heading", "page", "text"],
    storeFields: ["heading", "page"],
  });
}

function linkTo({ id, heading, page }) {
  const link = document.createElement("a");
  link.href = new URL(id.replace(/^([^#]*)/, "$1index.html"), root).href;
  link.textContent = heading === page ? page : `${page}: ${heading}`;
  const item = document.createElement("li");
  item.append(link);
  return item;
}

async function show() {
  const query = field.value.trim();
  found.hidden = query === "";
  if (query === "") return;
  index ??= load();
  const results = (await index).search(query, { prefix: true, fuzzy: 0.15, boost: { heading: 4, page: 2 } });
  if (field.value.trim() !== query) return;
  const title = document.createElement("h2");
  const more = results.length > RESULTS_MAX ? `, the first ${RESULTS_MAX}` : "";
  title.textContent =
    results.length === 0 ? `Nothing about “${query}”` : `${results.length} places about “${query}”${more}`;
  const list = document.createElement("ol");
  list.append(...results.slice(0, RESULTS_MAX).map(linkTo));
  found.replaceChildren(title, list);
}

// Pages of a folder (file:) may not read the index: there the field is not shown.
if (root.protocol !== "file:") {
  field.parentElement.hidden = false;
  field.addEventListener("input", () => void show());
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    }
    if (event.key === "Escape") {
      field.value = "";
      void show();
    }
  });
}
if (matchMedia("(max-width: 60rem)").matches) document.querySelector("nav details").open = false;
