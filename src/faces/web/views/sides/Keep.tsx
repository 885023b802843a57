/** What a reader takes along: a print, a report, a result, a link that opens the same view. */
import { useSignal } from "@preact/signals";
import { save } from "../../save.ts";
import { report } from "../../state/actions.ts";
import { addressOf } from "../../state/link.ts";
import { linkedNow } from "../../state/linked.ts";
import { tellFault, text } from "../../state/state.ts";
import { words } from "../../words.ts";

const w = words.export;

export function Keep() {
  const said = useSignal("");
  const download = (format: "html" | "json", wholeText = false) =>
    report(format, wholeText).then((content) => {
      const [name, type] = format === "html" ? ["report.html", "text/html"] : ["result.json", "application/json"];
      save(name!, type!, content);
    }, tellFault);
  const copyLink = async () => {
    const whole = await addressOf(linkedNow(), text.value.content);
    const hash = whole ?? (await addressOf(linkedNow()))!;
    history.replaceState(null, "", hash);
    // Browsers give no clipboard to pages without https, and ask the reader for it.
    const copied = navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    );
    const where = (await copied) === true ? w.copied : w.inAddress;
    said.value = `${where} ${whole === null ? w.tooLong : w.linkText}`;
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => print()}>
        {w.print}
      </button>
      <button type="button" class="quiet" onClick={() => void download("html")}>
        {w.html}
      </button>
      <button type="button" class="quiet" onClick={() => void download("html", true)}>
        {w.htmlWhole}
      </button>
      <button type="button" class="quiet" onClick={() => void download("json")}>
        {w.json}
      </button>
      <button type="button" class="quiet" onClick={() => void copyLink()}>
        {w.link}
      </button>
      <span class="note" role="status">
        {said.value}
      </span>
    </>
  );
}
