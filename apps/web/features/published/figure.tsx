import {
  type Bound,
  boundSign,
  formatCount,
  formatIops,
  formatLatency,
  formatThroughput,
  type Quantity as Value,
} from "@crosspoint/domain";
import { Quantity } from "@/ui/quantity";

type Unit = "iops" | "bytes/s" | "ns" | "percent" | "points";

/** A figure of the catalog with the sign of its bound: "≥ 225,000 IOPS". */
export function Figure({ value, unit, bound }: { value: number; unit: Unit; bound: Bound }) {
  const quantity = quantityOf(value, unit);
  const sign = boundSign(bound);
  return (
    <Quantity
      of={sign === "" ? quantity : { ...quantity, value: `${sign} ${quantity.value}` }}
      exact={bound.replace("_", " ")}
    />
  );
}

function quantityOf(value: number, unit: Unit): Value {
  switch (unit) {
    case "iops":
      return formatIops(value);
    case "bytes/s":
      return formatThroughput(value, "MB/s");
    case "ns":
      return formatLatency(value, "µs");
    case "percent":
      return { value: String(value), unit: "%", text: `${value} %` };
    case "points":
      return { value: formatCount(value), unit: "points", text: `${formatCount(value)} points` };
  }
}
