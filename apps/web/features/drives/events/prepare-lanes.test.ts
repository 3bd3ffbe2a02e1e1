import { describe, expect, it } from "vitest";
import { lineText, notesOf, pickAt, spokenText } from "../../../charts/prepare/plot-reading";
import { layOut } from "../../../charts/prepare/plot-scene";
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
  lanesPlot({
    ...{ conditions, moreConditions: false, events, sinceMs: at(10).getTime(), untilMs: at(20).getTime() },
    ...{ moment: (timeMs: number) => `${timeMs / 3_600_000} h`, severityWord: () => "Watch" },
  });
const ends = (points: readonly { readonly x: number }[] = []) => [points[0]?.x, points.at(-1)?.x];

describe("lanesPlot", () => {
  it("draws a bar from when a condition began until it ended, cut to what is seen", () => {
    const { series, y } = plotOf([condition("Heat", 12, 14), condition("Errors", 5), condition("Heat", 2, 11)]);
    // The axis begins below: what is open stands above what is over.
    expect(y.categories).toEqual(["Heat", "Errors"]);
    expect(series.slice(0, 3).map(({ points }) => ends(points))).toEqual([
      [at(10).getTime(), at(20).getTime()],
      [at(12).getTime(), at(14).getTime()],
      [at(10).getTime(), at(11).getTime()],
    ]);
    expect(series.slice(0, 3).map(({ points }) => points[0]?.y)).toEqual([1, 0, 0]);
  });

  it("has lanes for events and benchmarks only where there are some", () => {
    const run = { kind: "run", at: at(13), until: undefined, planName: "Sweep", runId: "1" } as const;
    const gone = { kind: "gone", at: at(15), hostname: "shelf" } as const;
    expect(plotOf([]).y.categories).toEqual([]);
    const plot = plotOf([condition("Heat", 12, 14)], [run, gone]);
    expect(plot.y.categories).toEqual(["Events", "Benchmarks", "Heat"]);
    expect(plot.series.at(-1)?.points).toEqual([
      { x: at(15).getTime(), y: 0, thing: { name: "Gone from shelf", state: "15 h" } },
    ]);
    expect(plot.table.rows).toHaveLength(3);
    expect(laneCount(plot)).toBe(3);
  });

  it("gives a moment's condition a width that can be seen, which never reaches beyond the axis", () => {
    // Ten hours are drawn: a 200th is 180 s.
    const [bar] = plotOf([condition("Heat", 12, 12)]).series;
    expect(ends(bar?.points)).toEqual([at(12).getTime(), at(12).getTime() + 180_000]);
    const [late] = plotOf([condition("Heat", 19.99)]).series;
    expect(ends(late?.points)).toEqual([at(20).getTime() - 180_000, at(20).getTime()]);
    const [past] = plotOf([condition("Heat", 5, 10)]).series;
    expect(ends(past?.points)).toEqual([at(10).getTime(), at(10).getTime() + 180_000]);
  });

  it("is read as one line for each condition: its name, since when, and whether it is open", () => {
    const plot = plotOf([condition("Heat", 19.99), condition("Errors", 2, 11)]);
    const scene = layOut(plot, { width: 900, height: 200 });
    for (const place of [0, 7, 23]) {
      const bar = scene.series[0]?.points[place];
      const picked = pickAt(scene, plot, bar?.x ?? 0, bar?.y ?? 0);
      expect(picked?.readings.map((each) => [lineText(plot, each), notesOf(plot, each.point)])).toEqual([
        [{ label: "Heat", value: "Watch, open" }, ["since 19.99 h", "Heat of it."]],
      ]);
      expect(picked && spokenText(plot, picked.chosen)).toBe("Heat; Watch, open; since 19.99 h; Heat of it.");
    }
    const over = scene.series[1]?.points[3];
    const picked = pickAt(scene, plot, over?.x ?? 0, over?.y ?? 0);
    expect(picked && spokenText(plot, picked.chosen)).toBe("Errors; Watch, ended; 2 h to 11 h; Errors of it.");
  });

  it("reads two events of one moment both", () => {
    const gone = (hostname: string) => ({ kind: "gone", at: at(15), hostname }) as const;
    const plot = plotOf([], [gone("shelf-1"), gone("shelf-2")]);
    const scene = layOut(plot, { width: 900, height: 200 });
    const mark = scene.series[0]?.points[0];
    const picked = pickAt(scene, plot, mark?.x ?? 0, mark?.y ?? 0);
    expect(picked?.readings.map((each) => lineText(plot, each))).toEqual([
      { label: "Gone from shelf-1", value: "15 h" },
      { label: "Gone from shelf-2", value: "15 h" },
    ]);
  });

  it("draws the newest of a drive that flaps, in few lanes", () => {
    const many = Array.from({ length: 300 }, (_, index) => condition(`Rule ${index % 20}`, 12 + index / 100));
    const plot = plotOf(many);
    expect(laneCount(plot)).toBe(8);
    expect(plot.y.categories?.at(-1), "the newest on top").toBe("Rule 19");
    expect(plot.series.length).toBeLessThanOrEqual(61);
    // 300 of 20 rules; eight of these have lanes.
    expect(plot.note).toBe("… and 12 more rules in the table; 60 of 300 conditions drawn");
    expect(plot.table.rows, "the table has them all").toHaveLength(300);
  });
});
