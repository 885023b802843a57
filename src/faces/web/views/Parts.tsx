/** Parts of a report: the words of the library, drawn as in its HTML file. */
import type { ComponentChildren } from "preact";
import type { Axis, Estimate, Histogram } from "../../../report/layout/sheet.ts";
import type { QuotedSide, SheetPart } from "../work/nodeSheet.ts";
import { Differing } from "./sides/Differing.tsx";

export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  const id = `part-${title.toLowerCase().replaceAll(/\W+/g, "-")}`;
  return (
    <section class="part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div>{children}</div>
    </section>
  );
}

interface PartsHow {
  /** Whether the parts are a report of their own, and in no section. */
  isWhole?: boolean;
  /** What the two sides of sentences are called. */
  sides?: readonly [own: string, source: string];
}

export function Parts({ parts, ...how }: { parts: readonly SheetPart[] } & PartsHow) {
  return (
    <>
      {grouped(parts).map((group, i) =>
        Array.isArray(group) ? <Items key={i} items={group} /> : <Part key={i} part={group} {...how} />,
      )}
    </>
  );
}

/** Neighbouring items are one list. */
function grouped(parts: readonly SheetPart[]): (SheetPart | string[])[] {
  const groups: (SheetPart | string[])[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.is !== "item") groups.push(part);
    else if (Array.isArray(last)) last.push(part.text);
    else groups.push([part.text]);
  }
  return groups;
}

function Items({ items }: { items: readonly string[] }) {
  return (
    <ul class="items">
      {items.map((item, i) => (
        <li key={i} dir="auto">
          {item}
        </li>
      ))}
    </ul>
  );
}

function Part({ part, isWhole = false, sides = ["", ""] }: { part: SheetPart } & PartsHow) {
  switch (part.is) {
    case "verdict":
      return (
        <p class="lede">
          <b>{part.word}.</b> {part.sentence}
        </p>
      );
    case "heading":
      return isWhole ? <h2>{part.text}</h2> : <h3>{part.text}</h3>;
    case "text":
      return (
        <p class={part.dim ? "dim" : undefined} dir="auto">
          {part.label === "" ? null : <b>{part.label} </b>}
          {part.text}
        </p>
      );
    case "table":
      return <Table {...part} />;
    case "estimates":
      return (
        <>
          {part.estimates.map((estimate, i) => (
            <EstimateLine key={i} estimate={estimate} axis={part.axis} />
          ))}
        </>
      );
    case "histogram":
      return <Bars {...part.histogram} />;
    case "more":
      return (
        <details>
          <summary>{part.summary}</summary>
          <Table {...part.table} />
        </details>
      );
    case "sentences":
      return (
        <article>
          <h3>{part.title}</h3>
          <p class="note">{part.facts}</p>
          <div class="pair">
            <Quoted caption={sides[0]} side={part.own} />
            <Quoted caption={sides[1]} side={part.source} />
          </div>
        </article>
      );
    default:
      return null;
  }
}

function Quoted({ caption, side }: { caption: string; side: QuotedSide | null }) {
  if (side === null) return null;
  const { words, differing } = side;
  return (
    <figure class="beside">
      <figcaption>{caption}</figcaption>
      <blockquote dir="auto">
        <Differing content={words} start={0} end={words.length} differing={differing} />
      </blockquote>
    </figure>
  );
}

export function Table({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column, i) => (
            <th key={i} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...cells], i) => (
          <tr key={i}>
            <th scope="row" dir="auto">
              {head}
            </th>
            {cells.map((cell, j) => (
              <td key={j} dir="auto" data-label={columns[j + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EstimateLine({ estimate, axis }: { estimate: Estimate; axis: Axis }) {
  return (
    <div class="estimate">
      <span>{estimate.label}</span>
      <span>
        <b>{estimate.value}</b> <span class="dim">({estimate.interval})</span>
      </span>
      <Plot {...estimate} axis={axis} />
    </div>
  );
}

const place = (at: number): string => `${Math.round(1e4 * Math.min(Math.max(at, 0), 1)) / 100}%`;

/** An estimate and its interval on an axis. The words next to it say the same. */
export function Plot({ at, lo, hi, axis }: { at: number; lo: number; hi: number; axis: Axis }) {
  return (
    <svg class="plot" aria-hidden="true" height="28">
      <line class="axis" x2="100%" y1="9" y2="9" />
      {axis.map(([tick, label], i) => (
        <g key={tick}>
          <line class="axis" x1={place(tick)} x2={place(tick)} y1="4" y2="14" />
          <text x={place(tick)} y="26" text-anchor={i === 0 ? "start" : i === axis.length - 1 ? "end" : "middle"}>
            {label}
          </text>
        </g>
      ))}
      <line class="range" x1={place(lo)} x2={place(hi)} y1="9" y2="9" />
      {[lo, hi].map((end, i) => (
        <line key={i} class="end" x1={place(end)} x2={place(end)} y1="5" y2="13" />
      ))}
      <circle cx={place(at)} cy="9" r="5" />
    </svg>
  );
}

function Bars({ label, bars }: Histogram) {
  const most = Math.max(1, ...bars.map(({ cases }) => cases));
  return (
    <table class="bars">
      <caption>{label}</caption>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.label}>
            <th scope="row">{bar.label}</th>
            <td>{bar.cases}</td>
            <td aria-hidden="true">
              <div class="share">
                <i style={{ width: `${(100 * bar.cases) / most}%` }} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
