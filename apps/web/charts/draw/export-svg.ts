import { fontStyle } from "./embed-font";

/** Properties of the page's styles that a drawing keeps when it leaves the page. */
const keptProperties = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linejoin",
  "paint-order",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
] as const;

const padding = 12;
const titleHeight = 26;
const noteHeight = 18;
const legendLine = 20;
const sourceHeight = 18;

/** What is written around a drawing that leaves the page. */
export interface Caption {
  readonly title: string;
  readonly note: string | undefined;
  /** Where the figures come from. */
  readonly source: string;
  /** The figures themselves, so that a picture can always be read exactly. */
  readonly csv: string;
}

/** The chart's drawing with title, legend and source, standing alone: every style is written out, no variable is left. */
export function standaloneSvg(figure: HTMLElement, caption: Caption): SVGSVGElement {
  const drawn = figure.querySelector<SVGSVGElement>("svg[data-drawing]");
  if (drawn === null) throw new Error("There is no drawing to copy yet.");
  const { width, height } = drawn.getBoundingClientRect();
  const style = getComputedStyle(figure);
  const background = getComputedStyle(document.body).getPropertyValue("--surface").trim();
  const muted = getComputedStyle(document.body).getPropertyValue("--text-muted").trim();
  const legend = legendRows(figure, width);
  const legendTop = padding + titleHeight + (caption.note === undefined ? 0 : noteHeight);
  const top = legendTop + legend.height;
  const total = top + height + sourceHeight + padding;
  const outer = element("svg", {
    width: String(width + 2 * padding),
    height: String(total),
    xmlns: "http://www.w3.org/2000/svg",
    "font-family": style.fontFamily,
    fill: style.color,
  }) as SVGSVGElement;
  outer.append(titled("title", caption.title), titled("metadata", caption.csv));
  outer.append(element("rect", { width: "100%", height: "100%", fill: background || "#ffffff" }));
  outer.append(text(caption.title, padding, padding + 14, { "font-weight": "600", "font-size": "14px" }));
  if (caption.note !== undefined) outer.append(text(caption.note, padding, padding + 32, { fill: muted }));
  for (const { node, x, y } of legend.rows) {
    node.setAttribute("transform", `translate(${padding + x},${legendTop + y})`);
    outer.append(node);
  }
  outer.append(standingAlone(drawn, { x: padding, y: top, width, height }));
  outer.append(text(caption.source, padding, total - padding, { "font-size": "11px", fill: muted }));
  return outer;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A copy of what is drawn, with the page's styles written into it. */
function standingAlone(drawn: SVGSVGElement, place: Place): SVGSVGElement {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  inlineStyles(drawn, copy);
  for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value));
  return copy;
}

interface LegendRow {
  readonly node: SVGElement;
  readonly x: number;
  readonly y: number;
}

const shownEntries = "[data-legend] button[aria-pressed=true], [data-gap-key]";

/** What the page's legend shows now, mark by mark as it is drawn there, in as many lines as it takes. */
function legendRows(figure: HTMLElement, width: number): { rows: LegendRow[]; height: number } {
  const rows: LegendRow[] = [];
  let x = 0;
  let y = 0;
  for (const entry of figure.querySelectorAll<HTMLElement>(shownEntries)) {
    const swatch = entry.querySelector("svg");
    if (swatch === null) continue;
    const own = swatch.getBoundingClientRect();
    const label = entry.textContent ?? "";
    const length = own.width + 6 + textLength(label, entry) + 16;
    if (x > 0 && x + length > width) {
      x = 0;
      y += legendLine;
    }
    const node = element("g", {});
    node.append(standingAlone(swatch, { x: 0, y: 0, width: own.width, height: own.height }));
    node.append(text(label, own.width + 6, own.height / 2 + 4, {}));
    rows.push({ node, x, y });
    x += length;
  }
  return { rows, height: rows.length === 0 ? 0 : y + legendLine };
}

function textLength(label: string, like: HTMLElement): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return label.length * 7;
  context.font = `12px ${getComputedStyle(like).fontFamily}`;
  return context.measureText(label).width;
}

/** The same with the page's letters, wherever it is opened. */
export async function withFont(svg: SVGSVGElement): Promise<SVGSVGElement> {
  const style = await fontStyle(svg.getAttribute("font-family") ?? "");
  if (style !== "") svg.prepend(titled("style", style));
  return svg;
}

export function svgText(svg: SVGSVGElement): string {
  return new XMLSerializer().serializeToString(svg);
}

/** The drawing as pixels, twice as fine as the screen's. */
export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
  await image.decode();
  const scale = 2;
  const canvas = document.createElement("canvas");
  canvas.width = image.width * scale;
  canvas.height = image.height * scale;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser cannot draw the picture.");
  context.scale(scale, scale);
  context.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("This browser cannot encode the picture."))),
      "image/png",
    ),
  );
}

function inlineStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const property of keptProperties) {
    const value = style.getPropertyValue(property);
    if (value) (to as SVGElement).style.setProperty(property, value);
    // What it says in the page's variables means nothing outside.
    to.removeAttribute(property);
  }
  to.removeAttribute("class");
  for (const [index, child] of [...from.children].entries()) {
    const counterpart = to.children[index];
    if (counterpart) inlineStyles(child, counterpart);
  }
}

function text(content: string, x: number, y: number, look: Record<string, string>): SVGElement {
  const node = element("text", { x: String(x), y: String(y), "font-size": "12px", ...look });
  node.textContent = content;
  return node;
}

function titled(name: string, content: string): SVGElement {
  const node = element(name, {});
  node.textContent = content;
  return node;
}

function element(name: string, attributes: Record<string, string>): SVGElement {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}
