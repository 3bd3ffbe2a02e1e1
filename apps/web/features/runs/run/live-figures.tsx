import { chooseLatencyUnit, formatIops, formatLatency, formatThroughput, type LatencyUnit } from "@crosspoint/domain";
import type { SecondFigures, SecondRow } from "@/charts/prepare/seconds-over-time";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Stat } from "@/ui/stat";

type Direction = "read" | "write";

interface LiveFiguresProps {
  readonly last: SecondRow | undefined;
  readonly directions: readonly Direction[];
  readonly silent: boolean;
}

const names = { read: "Reads", write: "Writes" } as const;
const latencies = [
  ["Mean", "latencyNsMean"],
  ["p50", "latencyNsP50"],
  ["p99", "latencyNsP99"],
  ["Max", "latencyNsMax"],
] as const;

/** Figures of the newest second: all directions together, then the latencies of each. */
export function LiveFigures({ last, directions, silent }: LiveFiguresProps) {
  const what = directions.map((direction) => names[direction]).join(" + ") || "IOPS";
  const when = silent ? "last reported second" : "last second";
  const iops = sumOf(last, directions, "iops");
  const bytes = sumOf(last, directions, "bytesPerSecond");
  const unit = chooseLatencyUnit(smallestOf(last, directions));
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 xl:grid-cols-6">
      <Stat label={`${what}, ${when}`}>
        {iops === undefined ? <NotKnown why="no data yet" /> : <Quantity of={formatIops(iops)} />}
      </Stat>
      <Stat label="Throughput">
        {bytes === undefined ? <NotKnown why="no data yet" /> : <Quantity of={formatThroughput(bytes, "MB/s")} />}
      </Stat>
      {(directions.length === 0 ? (["read"] as const) : directions).flatMap((direction) =>
        latencies.map(([label, figure]) => (
          <Stat key={`${direction} ${figure}`} label={directions.length > 1 ? `${names[direction]}, ${label}` : label}>
            <Latency ns={last?.[direction][figure]} unit={unit} />
          </Stat>
        )),
      )}
    </div>
  );
}

function Latency({ ns, unit }: { ns: number | null | undefined; unit: LatencyUnit }) {
  if (ns === undefined) return <NotKnown why="no data yet" />;
  if (ns === null) return <NotKnown why="nothing completed in this second" />;
  return <Quantity of={formatLatency(ns, unit)} />;
}

function sumOf(row: SecondRow | undefined, directions: readonly Direction[], figure: keyof SecondFigures) {
  const values = directions.flatMap((direction) => row?.[direction][figure] ?? []);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}

/** The unit follows the smallest mean, so that the four figures read in one unit that suits most of them. */
function smallestOf(row: SecondRow | undefined, directions: readonly Direction[]): number {
  const means = directions.flatMap((direction) => row?.[direction].latencyNsMean ?? []);
  return means.length === 0 ? 1000 : Math.min(...means);
}
