/** Properties of the page's styles that a drawing keeps when it leaves the page. */
const keptProperties = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
] as const;

const padding = 12;
const titleHeight = 28;
const legendLine = 18;

export interface ExportedLegend {
  readonly label: string;
  readonly color: string;
  readonly hollow: boolean;
}

/** The chart's drawing with title and legend, standing alone: every style is written out, no variable is left. */
export function standaloneSvg(host: HTMLElement, title: string, legend: readonly ExportedLegend[]): SVGSVGElement {
  const drawn = host.querySelector<SVGSVGElement>("svg.recharts-surface");
  if (drawn === null) throw new Error("There is no drawing to copy yet.");
  const { width, height } = drawn.getBoundingClientRect();
  const style = getComputedStyle(host);
  const background = getComputedStyle(document.body).getPropertyValue("--surface").trim();
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  inlineStyles(drawn, copy);
  for (const cursor of copy.querySelectorAll(".recharts-tooltip-cursor, .recharts-active-dot")) cursor.remove();
  const top = padding + titleHeight + legend.length * legendLine;
  const outer = element("svg", {
    width: String(width + 2 * padding),
    height: String(height + top + padding),
    xmlns: "http://www.w3.org/2000/svg",
    "font-family": style.fontFamily,
    fill: style.color,
  }) as SVGSVGElement;
  outer.append(element("rect", { width: "100%", height: "100%", fill: background || "#ffffff" }));
  outer.append(text(title, padding, padding + 14, "600 14px"));
  for (const [index, entry] of legend.entries())
    outer.append(...legendRow(entry, padding + titleHeight + index * legendLine, host));
  copy.setAttribute("x", String(padding));
  copy.setAttribute("y", String(top));
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  outer.append(copy);
  return outer;
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
  }
  to.removeAttribute("class");
  for (const [index, child] of [...from.children].entries()) {
    const counterpart = to.children[index];
    if (counterpart) inlineStyles(child, counterpart);
  }
}

function legendRow({ label, color, hollow }: ExportedLegend, y: number, host: HTMLElement): SVGElement[] {
  const resolved = resolveColor(color, host);
  const box = {
    x: String(padding),
    y: String(y - 2),
    width: "10",
    height: "10",
    stroke: resolved,
    "stroke-width": "1.5",
  };
  return [element("rect", { ...box, fill: hollow ? "none" : resolved }), text(label, padding + 18, y + 7, "400 12px")];
}

/** `var(--series-1)` as the page has it now. */
function resolveColor(color: string, host: HTMLElement): string {
  const probe = document.createElement("span");
  probe.style.color = color;
  host.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

function text(content: string, x: number, y: number, font: string): SVGElement {
  const [weight = "400", size = "12px"] = font.split(" ");
  const node = element("text", { x: String(x), y: String(y), "font-weight": weight, "font-size": size });
  node.textContent = content;
  return node;
}

function element(name: string, attributes: Record<string, string>): SVGElement {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}
