/** The reliability diagram: stated confidence against the share that came true, as text and as SVG. */
import type { Bin } from "./judge.ts";

const WIDTH = 50;

/** A line for each bin: `·` stated, `█` what came true, `┊` both. */
export function textDiagram(bins: readonly Bin[]): string[] {
  return bins.map(({ cases, stated, came }) => {
    const [at, to] = [Math.round(stated * WIDTH), Math.round((came.share ?? 0) * WIDTH)];
    const bar = Array.from({ length: WIDTH + 1 }, (_, i) =>
      i === at ? (i < to ? "┊" : "·") : i < to ? "█" : " ",
    ).join("");
    return `${percent(stated)} │${bar}│ ${percent(came.share ?? 0)}  ${cases}`;
  });
}

const percent = (share: number): string => `${(100 * share).toFixed(1).padStart(5)} %`;

const SIZE = 400;
const MARGIN = 50;
const x = (share: number): number => Math.round(10 * (MARGIN + share * SIZE)) / 10;
const y = (share: number): number => Math.round(10 * (MARGIN + (1 - share) * SIZE)) / 10;

export function svgDiagram(title: string, bins: readonly Bin[]): string {
  const side = SIZE + 2 * MARGIN;
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    `<text x="${x(share)}" y="${y(0) + 18}" text-anchor="middle">${100 * share}</text>`,
    `<text x="${x(0) - 8}" y="${y(share) + 4}" text-anchor="end">${100 * share}</text>`,
  ]);
  const points = bins.flatMap(({ stated, came, cases }) => [
    `<line x1="${x(stated)}" x2="${x(stated)}" y1="${y(came.ci_95[0])}" y2="${y(came.ci_95[1])}" stroke="#888"/>`,
    `<circle cx="${x(stated)}" cy="${y(came.share ?? 0)}" r="4"><title>${cases} cases</title></circle>`,
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" font-family="sans-serif" font-size="12">`,
    `<rect width="${side}" height="${side}" fill="#fff"/>`,
    `<text x="${x(0.5)}" y="24" text-anchor="middle">${title}</text>`,
    `<rect x="${x(0)}" y="${y(1)}" width="${SIZE}" height="${SIZE}" fill="none" stroke="#000"/>`,
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#bbb" stroke-dasharray="4"/>`,
    ...ticks,
    ...points,
    `<text x="${x(0.5)}" y="${side - 8}" text-anchor="middle">stated confidence, %</text>`,
    `<text transform="translate(14 ${y(0.5)}) rotate(-90)" text-anchor="middle">came true, % (95 % interval)</text>`,
    "</svg>",
    "",
  ].join("\n");
}
