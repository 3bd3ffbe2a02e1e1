import { formatThroughput, type Percentile, queueDepthOf, workloadOf } from "@crosspoint/domain";
import { latencyAxis, shownValues } from "@/charts/prepare/latency-axis";
import type { Plot, PlotAxis, PlotPoint, PlotSeries } from "@/charts/prepare/plot";
import { directionDash } from "../../../../charts/marks/dash";
import { markForm } from "../../../../charts/marks/mark-form";
import { sentenceCase } from "../../../../ui/sentence-case";
import { resultsOf } from "../results";
import type { Point } from "../run-detail";
import { hasWatts, type SettingLoad, type SettingSweep, type SettingValue } from "./setting-sweeps";

const names = { powerState: "power state", powerGovernor: "power limit", scheduler: "scheduler" } as const;

export function settingName(setting: SettingSweep["setting"]): string {
  return names[setting];
}

/** "12 W", "power state 2 (12 W)", "kyber": a value of a setting. */
export function valueWords(setting: SettingSweep["setting"], { value, watts }: SettingValue): string {
  const power = watts === undefined ? "" : ` (${watts}\u2009W)`;
  return setting === "scheduler" ? String(value) : `${setting === "powerState" ? "PS" : "limit "}${value}${power}`;
}

/** Bytes a second of each load against the watts of each value, or the values themselves where no watts are known. */
export function throughputPlot(sweep: SettingSweep, colorOf: (index: number) => string): Plot {
  const lines = sweep.loads.map((load, index) => {
    const name = isMix(readPercentOf(load.points)) ? `${load.name}: reads and writes` : load.name;
    return { ...lineOf(load, colorOf(index)), name };
  });
  return plotOf(sweep, lines, {
    title: `Throughput by ${settingName(sweep.setting)}`,
    table: "bytes_per_s",
    y: () => ({
      title: "Throughput (MB/s)",
      scale: "log10",
      perUnit: 1e6,
      format: (value) => formatThroughput(value, "MB/s").text,
    }),
    of: ({ directions }) => ({ y: directions.reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0) }),
  });
}

/** A percentile of each load's latency against the same; of a mix, of its reads and of its writes. */
export function tailPlot(sweep: SettingSweep, percentile: Percentile, colorOf: (index: number) => string): Plot {
  const lines = sweep.loads.flatMap((load, index) =>
    directionsOf(load).map((direction) => ({ ...lineOf(load, colorOf(index)), ...direction })),
  );
  return plotOf(sweep, lines, {
    title: `p${percentile} latency by ${settingName(sweep.setting)}`,
    table: `latency_p${percentile}_ns`,
    y: (series) => latencyAxis("Latency", shownValues(series)),
    of: (point, direction) => tailOf(point, direction, percentile),
  });
}

/** Both of a mix, named; of any other load its own. */
function directionsOf({ name, points }: SettingLoad): Pick<Line, "name" | "direction">[] {
  const readPercent = readPercentOf(points);
  if (!isMix(readPercent)) return [{ name, direction: readPercent === 0 ? "write" : "read" }];
  return [
    { name: `${name}: reads`, direction: "read" },
    { name: `${name}: writes`, direction: "write" },
  ];
}

function readPercentOf(points: SettingLoad["points"]): number | undefined {
  return points.find((point) => point !== undefined)?.spec.readPercent;
}

function isMix(readPercent: number | undefined): boolean {
  return readPercent !== undefined && readPercent > 0 && readPercent < 100;
}

function tailOf(point: Point, direction: Line["direction"], percentile: Percentile): ReturnType<Measure["of"]> {
  const result = resultsOf([point]).find((each) => each.direction === direction);
  const reading = result?.percentiles.find((each) => each.percentile === percentile);
  if (reading?.kind === "value") {
    return {
      y: reading.ns,
      thin: reading.thin,
      details: [`${reading.samplesAbove.toLocaleString("en")} samples above it`],
    };
  }
  return { y: null, gap: `Too few I/Os for p${percentile}.` };
}

/** A load, or one direction of a mix. */
interface Line extends SettingLoad {
  readonly direction: "read" | "write";
  readonly color: string;
}

function lineOf(load: SettingLoad, color: string): Line {
  return { ...load, color, direction: readPercentOf(load.points) === 0 ? "write" : "read" };
}

interface Measure {
  readonly title: string;
  readonly table: string;
  readonly y: (series: readonly PlotSeries[]) => PlotAxis;
  readonly of: (point: Point, direction: Line["direction"]) => Pick<PlotPoint, "y" | "gap" | "thin" | "details">;
}

function plotOf({ setting, values }: SettingSweep, lines: readonly Line[], { title, table, y, of }: Measure): Plot {
  const inWatts = hasWatts(values);
  const series = lines.map((line, index) => seriesOf(line, index, { values, inWatts, of }));
  return {
    title: inWatts ? `${title}, in watts` : title,
    x: inWatts
      ? { title: "Power limit of the drive (W)", scale: "linear", format: (watts) => `${watts}\u2009W` }
      : {
          title: sentenceCase(settingName(setting)),
          scale: "category",
          categories: values.map((value) => valueWords(setting, value)),
          format: (index) => valueWords(setting, values[index] ?? { value: index, watts: undefined }),
        },
    y: y(series),
    series,
    table: {
      header: [setting, "watts_max", ...lines.map(({ name }) => `${name}: ${table}`)],
      rows: values.map(({ value, watts }, index) => [
        value,
        watts,
        ...series.map(({ points }) => points[index]?.y ?? undefined),
      ]),
    },
  };
}

interface Along extends Pick<Measure, "of"> {
  readonly values: readonly SettingValue[];
  readonly inWatts: boolean;
}

function seriesOf({ name, points, color, direction }: Line, index: number, { values, inWatts, of }: Along): PlotSeries {
  const spec = points.find((point) => point !== undefined)?.spec;
  return {
    id: `${index} ${name}`,
    label: name,
    color,
    line: true,
    ...(spec === undefined ? {} : { form: markForm(queueDepthOf(workloadOf(spec))) }),
    ...(direction === "write" ? { dash: directionDash.write } : {}),
    points: values.map(({ watts = 0 }, at) => {
      const point = points[at];
      const x = inWatts ? watts : at;
      return point === undefined ? { x, y: null, gap: "No result at this value." } : { x, ...of(point, direction) };
    }),
  };
}
