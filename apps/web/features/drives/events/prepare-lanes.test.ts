import { describe, expect, it } from "vitest";
import { laneCount, lanesPlot } from "./prepare-lanes";

const at = (hour: number) => new Date(hour * 3_600_000);
const condition = (title: string, from: number, to?: number) => ({
  rule: title.toLowerCase() as never,
  title,
  severity: "watch" as const,
  since: at(from),
  endedAt: to === undefined ? undefined : at(to),
  text: `${title} of it.`,
});
const plotOf = (conditions: ReturnType<typeof condition>[], events: Parameters<typeof lanesPlot>[0]["events"] = []) =>
  lanesPlot({ conditions, events, sinceMs: at(10).getTime(), untilMs: at(20).getTime(), moment: String });
const ends = (points: readonly { readonly x: number }[] = []) => [points[0]?.x, points.at(-1)?.x];

describe("lanesPlot", () => {
  it("draws a bar from when a condition began until it ended, cut to what is seen", () => {
    const { series, y } = plotOf([condition("Heat", 12, 14), condition("Errors", 5), condition("Heat", 2, 11)]);
    expect(y.categories).toEqual(["Heat", "Errors"]);
    expect(series.slice(0, 3).map(({ points }) => ends(points))).toEqual([
      [at(12).getTime(), at(14).getTime()],
      [at(10).getTime(), at(20).getTime()],
      [at(10).getTime(), at(11).getTime()],
    ]);
    expect(series.slice(0, 3).map(({ points }) => points[0]?.y)).toEqual([0, 1, 0]);
  });

  it("has lanes for events and benchmarks only where there are some", () => {
    const run = { kind: "run", at: at(13), until: undefined, planName: "Sweep", runId: "1" } as const;
    const gone = { kind: "gone", at: at(15), hostname: "shelf" } as const;
    expect(plotOf([]).y.categories).toEqual([]);
    const plot = plotOf([condition("Heat", 12, 14)], [run, gone]);
    expect(plot.y.categories).toEqual(["Events", "Benchmarks", "Heat"]);
    expect(plot.series.at(-1)?.points).toEqual([
      { x: at(15).getTime(), y: 0, details: [`${at(15).getTime()}: Gone from shelf`] },
    ]);
    expect(plot.table.rows).toHaveLength(3);
    expect(laneCount(plot)).toBe(3);
  });

  it("gives a moment's condition a width that can be seen", () => {
    const [bar] = plotOf([condition("Heat", 12, 12)]).series;
    expect(ends(bar?.points)).toEqual([at(12).getTime(), at(12).getTime() + 90_000]);
  });

  it("draws the newest of a drive that flaps, in few lanes", () => {
    const many = Array.from({ length: 300 }, (_, index) => condition(`Rule ${index % 20}`, 12 + index / 100));
    const plot = plotOf(many);
    expect(laneCount(plot)).toBe(8);
    expect(plot.series.length).toBeLessThanOrEqual(61);
  });
});
