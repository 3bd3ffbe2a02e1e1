import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Rgb = readonly [number, number, number];

const styles = readFileSync(new URL("../../app/styles.css", import.meta.url), "utf8");

/** The tokens of a theme, by name. */
function tokensOf(selector: ":root" | ".dark"): (name: string) => Rgb {
  const from = styles.indexOf(`${selector} {`);
  const block = styles.slice(from, styles.indexOf("}", from));
  return (name) => {
    const hex = new RegExp(`${name}: #([0-9a-f]{6})`).exec(block)?.[1];
    if (hex === undefined) throw new Error(`${selector} has no ${name}.`);
    return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Rgb;
  };
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance([r, g, b]: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function contrast(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

type Matrix = readonly [Rgb, Rgb, Rgb];

/** How linear RGB looks without one kind of cone (Machado, Oliveira and Fernandes, 2009, severity 1). */
const blindness: Readonly<Record<string, Matrix>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  none: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
};

const apply = (matrix: Matrix, [a, b, c]: Rgb): Rgb =>
  matrix.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Rgb;

/** OKLab (Ottosson, 2020): a distance of 0.02 is just seen. */
function oklab(rgb: Rgb, matrix: Matrix): Rgb {
  const seen = apply(matrix, rgb.map(linear) as unknown as Rgb).map((channel) => Math.max(0, Math.min(1, channel)));
  const lms = apply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    seen as unknown as Rgb,
  ).map(Math.cbrt) as unknown as Rgb;
  return apply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    lms,
  );
}

const distance = (a: Rgb, b: Rgb) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
const themes = [":root", ".dark"] as const;

describe.each(themes)("colors of charts in %s", (theme) => {
  const token = tokensOf(theme);

  it("stand out from the surface as graphics must: 3:1", () => {
    const weak = numbers.filter((number) => contrast(token(`--series-${number}`), token("--surface")) < 3);
    expect(weak).toEqual([]);
  });

  it.each(Object.entries(blindness))("are told apart with %s", (_, matrix) => {
    const seen = numbers.map((number) => oklab(token(`--series-${number}`), matrix));
    const close = numbers.flatMap((a) =>
      numbers
        .slice(a)
        .map((b) => [a, b, distance(seen[a - 1] as Rgb, seen[b - 1] as Rgb)] as const)
        .filter(([, , apart]) => apart < 0.06),
    );
    expect(close).toEqual([]);
  });

  it("of a heat map go from the surface on in one direction, each step seen", () => {
    const heats = numbers.map((number) => contrast(token(`--heat-${number}`), token("--surface")));
    expect(heats).toEqual(heats.toSorted((a, b) => a - b));
    const steps = numbers.map((number) => oklab(token(`--heat-${number}`), blindness.none as Matrix));
    const smallest = steps.slice(1).map((each, index) => distance(each, steps[index] as Rgb));
    expect(Math.min(...smallest)).toBeGreaterThan(0.04);
  });
});
