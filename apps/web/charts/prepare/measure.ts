import {
  bytesPerSecondPer,
  type ComparedMetric,
  chooseLatencyUnit,
  chooseThroughputUnit,
  formatIops,
  formatLatency,
  formatThroughput,
  isHigherBetter,
  type LatencyUnit,
  metricOf,
  nanosecondsPer,
  type Quantity,
  THIN_SPACE,
  type ThroughputUnit,
} from "@crosspoint/domain";
import { middleOf } from "./middle.ts";
import type { PlotAxis } from "./plot.ts";

/** What a figure is shown as: itself, times the baseline's, or its distance from it. */
export type Shown = "absolute" | "relative" | "percent";

/** A metric as a chart counts it. */
export interface Measure {
  readonly id: ComparedMetric;
  /** "p99 latency". */
  readonly name: string;
  /** "p99 latency (µs)", "IOPS, times the baseline". */
  readonly title: string;
  readonly unit: string;
  /** How many of the metric's base unit make one of `unit`. */
  readonly perUnit: number;
  readonly quantity: (value: number) => Quantity;
  readonly higherIsBetter: boolean;
}

/** One unit for all these values: the one that suits the middle one of a latency, the largest of a throughput. */
export function measureOf(metric: ComparedMetric, values: readonly number[], shown: Shown = "absolute"): Measure {
  const { name } = metricOf(metric);
  const base = { id: metric, name, higherIsBetter: isHigherBetter(metric) };
  if (shown === "relative") {
    return { ...base, title: `${name}, times the baseline`, unit: "×", perUnit: 1, quantity: timesText };
  }
  if (shown === "percent") {
    return {
      ...base,
      title: `${name}, difference from the baseline (%)`,
      unit: "%",
      perUnit: 1,
      quantity: percentText,
    };
  }
  const own = unitOf(metric, values);
  // "IOPS" and "IOPS per CPU" say their unit themselves.
  return { ...base, ...own, title: name.startsWith("IOPS") ? name : `${name} (${own.unit})` };
}

function unitOf(metric: ComparedMetric, values: readonly number[]): Pick<Measure, "unit" | "perUnit" | "quantity"> {
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  switch (metricOf(metric).unit) {
    case "iops":
      return { unit: "IOPS", perUnit: 1, quantity: formatIops };
    case "iopsPerCpu":
      return { unit: "IOPS/CPU", perUnit: 1, quantity: (value) => quantity(formatIops(value).value, "IOPS/CPU") };
    case "iopsPerWatt":
      return { unit: "IOPS/W", perUnit: 1, quantity: (value) => quantity(formatIops(value).value, "IOPS/W") };
    case "bytesPerSecond": {
      // MB/s up to 10 GB/s: published tables are in MB/s, and the same figure must be read here.
      const unit: ThroughputUnit = largest <= 1e10 ? "MB/s" : chooseThroughputUnit(largest);
      return { unit, perUnit: bytesPerSecondPer(unit), quantity: (value) => formatThroughput(value, unit) };
    }
    case "ns": {
      // µs as far as reviews state them in it: the same figure must be read here.
      const middle = middleOf(values);
      const unit: LatencyUnit = largest <= 1e8 && largest > 1e3 && middle < 1e7 ? "µs" : chooseLatencyUnit(middle);
      return { unit, perUnit: nanosecondsPer(unit), quantity: (value) => formatLatency(value, unit) };
    }
  }
}

function timesText(value: number): Quantity {
  return quantity(value >= 100 ? value.toFixed(0) : value.toPrecision(3), "×");
}

/** Made once: hundreds of differences stand on a page. */
const whole = new Intl.NumberFormat("en-US");
const tenths = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1 });

/** With its sign, which is what it says: "+12.3 %". */
export function percentText(value: number): Quantity {
  const digits = Math.abs(value) >= 100 ? 0 : 1;
  const rounded = Number(value.toFixed(digits));
  if (rounded === 0) return quantity("0", "%");
  const plain = (digits === 0 ? whole : tenths).format(Math.abs(rounded));
  return quantity(`${rounded > 0 ? "+" : "−"}${plain}`, "%");
}

function quantity(value: string, unit: string): Quantity {
  return { value, unit, text: `${value}${THIN_SPACE}${unit}` };
}

export function measureAxis(measure: Measure, scale: "linear" | "logarithmic"): PlotAxis {
  return {
    title: measure.title,
    scale: scale === "linear" ? "linear" : "log10",
    format: (value) => measure.quantity(value).text,
    perUnit: measure.perUnit,
    fromZero: scale === "linear",
  };
}
