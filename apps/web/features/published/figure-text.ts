import {
  type BoundedFigure,
  boundSign,
  type ComparedMetric,
  formatIops,
  formatLatency,
  formatThroughput,
  type Quantity,
  THIN_SPACE,
} from "@crosspoint/domain";

export interface PrintedFigure {
  readonly text: string;
  readonly unit: string;
}

/** A measured figure in the table's fixed units: IOPS, MB/s, and latency in µs, as the published tables have them. */
export function measuredQuantity(metric: ComparedMetric, value: number): Quantity {
  if (metric === "iops") return formatIops(value);
  if (metric === "bytesPerSecond") return formatThroughput(value, "MB/s");
  if (metric === "iopsPerCpu" || metric === "iopsPerWatt") {
    const unit = metric === "iopsPerCpu" ? "IOPS/CPU" : "IOPS/W";
    return quantity(formatIops(value).value, unit);
  }
  return formatLatency(value, "µs");
}

/**
 * A published figure as its source prints it, digit by digit ("413.0 MB/s"), with the sign of its bound. Only bytes/s,
 * which the catalog states for figures given in words, are turned into MB/s.
 */
export function publishedQuantity(
  metric: ComparedMetric,
  figure: BoundedFigure,
  printed: PrintedFigure | undefined,
): Quantity {
  const sign = boundSign(figure.bound);
  if (printed === undefined || printed.unit === "bytes/s") {
    const { value, unit } = measuredQuantity(metric, figure.value);
    return quantity(sign + value, unit);
  }
  return quantity(sign + grouped(printed.text), printed.unit);
}

/** A figure of a comparison: as printed where it was printed, else as measured figures are shown. */
export function figureQuantity(
  metric: ComparedMetric,
  figure: BoundedFigure,
  printed: PrintedFigure | undefined,
): Quantity {
  if (printed !== undefined || figure.bound !== "exact") return publishedQuantity(metric, figure, printed);
  return measuredQuantity(metric, figure.value);
}

function quantity(value: string, unit: string): Quantity {
  return { value, unit, text: `${value}${THIN_SPACE}${unit}` };
}

/** Groups the digits before the point, and touches none of them. */
function grouped(text: string): string {
  const [whole = "", ...fraction] = text.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...fraction].join(".");
}
