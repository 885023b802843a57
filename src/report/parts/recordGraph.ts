/** A record drawn between what went in and what came of it: elements of SVG for the page and the site. */
import type { Neighbour, RecordName, RecordView, Standing } from "./record.ts";

export interface DrawnElement {
  tag: string;
  attributes: Readonly<Record<string, string | number>>;
  children: readonly (DrawnElement | string)[];
}

/** Neighbours of one side that are drawn; the lists below name all. */
const DRAWN_NEIGHBOURS = 12;
const WIDTH = 720;
const ROW = 26;
/** Room for the name of the record. */
const HEAD = 40;
const MIDDLE = WIDTH / 2;
const RADIUS = 6;
/** Where the names of a side begin, from the middle. */
const REACH = 86;
const NAME_CHARACTERS = 36;

/** Lines differ in form, and each that is not documented says so in words. */
const DASHES: Readonly<Record<Standing, string>> = {
  documented: "none",
  reported: "7 4",
  inferred: "7 4",
  "version not named": "7 4",
  disputed: "2 4",
  "left out": "none",
};

export const LEGEND =
  "Whole lines are documented; broken ones are reported or inferred, or name no version; dotted ones are disputed; crossed ones stayed out. What is far, and what is not drawn, is listed below.";

const element = (
  tag: string,
  attributes: DrawnElement["attributes"],
  ...children: (DrawnElement | string)[]
): DrawnElement => ({
  tag,
  attributes,
  children,
});

export function drawnRecord({ id, from, into }: RecordView, addressOf: (record: RecordName) => string): DrawnElement {
  const sides = [from, into].map((side) => side.filter(({ isNear }) => isNear));
  const rows = Math.max(1, ...sides.map((side) => Math.min(side.length, DRAWN_NEIGHBOURS + 1)));
  const centre = HEAD + (rows * ROW) / 2;
  return element(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEAD + rows * ROW}`, role: "group", "aria-label": `From what, into what: ${id}` },
    element(
      "text",
      { x: MIDDLE, y: HEAD / 2, "text-anchor": "middle", "font-weight": "bold", fill: "currentColor" },
      id,
    ),
    element("circle", { cx: MIDDLE, cy: centre, r: RADIUS, fill: "currentColor" }),
    ...sides.flatMap((side, i) => drawnSide(side, { way: i === 0 ? -1 : 1, centre, addressOf })),
  );
}

interface SideDrawn {
  /** -1 for the left, 1 for the right. */
  way: -1 | 1;
  centre: number;
  addressOf: (record: RecordName) => string;
}

function drawnSide(side: readonly Neighbour[], { way, centre, addressOf }: SideDrawn): DrawnElement[] {
  const more = side.length - DRAWN_NEIGHBOURS;
  const shown = side.slice(0, DRAWN_NEIGHBOURS);
  const top = centre - ((shown.length + Number(more > 0)) * ROW) / 2 + ROW / 2;
  const text = { x: MIDDLE + way * (REACH + 8), "text-anchor": way < 0 ? "end" : "start" };
  const rest = [
    element("text", { ...text, y: top + shown.length * ROW + 5, fill: "currentColor" }, `and ${more} more`),
  ];
  return [
    ...shown.flatMap((one, i) => {
      const y = top + i * ROW;
      const said = one.standing === "documented" ? "" : ` (${one.standing})`;
      const name = element("text", { ...text, y: y + 5, fill: "currentColor" }, shortened(one.id), said);
      const label = `${one.relation}: ${one.id}${said}`;
      return [
        ...drawnLine(one.standing, way, centre, y),
        element("a", { href: addressOf(one), "aria-label": label }, name),
      ];
    }),
    ...(more > 0 ? rest : []),
  ];
}

/** A line from its source to its arrow; one that was not taken is crossed out. */
function drawnLine(standing: Standing, way: -1 | 1, centre: number, y: number): DrawnElement[] {
  const [near, far] = [MIDDLE + way * (RADIUS + 2), MIDDLE + way * REACH];
  const bend = (near + far) / 2;
  const [tip, at] = way < 0 ? [near, centre] : [far, y];
  const line = {
    d: `M${far} ${y}C${bend} ${y} ${bend} ${centre} ${near} ${centre}`,
    fill: "none",
    stroke: "currentColor",
    "stroke-width": 1.5,
    "stroke-dasharray": DASHES[standing],
  };
  const middle = (y + centre) / 2;
  const cross = `M${bend - 5} ${middle - 5}l10 10m0 -10l-10 10`;
  return [
    element("path", line),
    standing === "left out"
      ? element("path", { d: cross, stroke: "currentColor", "stroke-width": 2.5 })
      : element("path", { d: `M${tip} ${at}l-7 -4v8z`, fill: "currentColor" }),
  ];
}

const shortened = (id: string): string => (id.length > NAME_CHARACTERS ? `${id.slice(0, NAME_CHARACTERS - 1)}…` : id);
