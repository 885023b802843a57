/** The package document of an EPUB: `tdm:reservation` and `tdm:policy` of TDMRep, and `dc:rights`. */
import { NotRead } from "../../documents/bytes/notRead.ts";
import { scanXml } from "../../documents/markup/xml.ts";
import { readMarks } from "./marks.ts";
import type { StatementLog } from "./statements.ts";
import { addTdm } from "./tdmrep.ts";

const TDM = ["tdm:reservation", "tdm:policy"] as const;

export function readEpubPackage(content: string, log: StatementLog): void {
  const found = new Map<string, string>();
  let [property, text] = ["", ""];
  try {
    scanXml(content, {
      open(name, attributes) {
        [property, text] = ["", ""];
        if (name === "rights") property = name;
        if (name !== "meta") return;
        // EPUB 2 writes name and content, EPUB 3 a property and a text.
        const named = attributes.get("name") ?? "";
        if ((TDM as readonly string[]).includes(named)) found.set(named, attributes.get("content") ?? "");
        property = attributes.get("property") ?? "";
      },
      text(piece) {
        if (property !== "" && text.length < 10_000) text += piece;
      },
      close() {
        if (property === "rights") readMarks(text, log, null);
        else if ((TDM as readonly string[]).includes(property)) found.set(property, text.trim());
        property = "";
      },
    });
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    log.fault(`is no whole XML: ${error.reason}`);
  }
  const [reservation, policy] = TDM.map((name) => found.get(name));
  if (reservation !== undefined) addTdm(log, reservation, policy, { name: "tdm:reservation" });
}
