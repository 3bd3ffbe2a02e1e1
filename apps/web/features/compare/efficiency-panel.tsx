import { memo, type ReactNode, useCallback, useMemo } from "react";
import type { Outputs } from "@/api/client";
import { measuredQuantity } from "@/features/published/figure-text";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Cell, HeadCell, Row } from "@/ui/table";
import { type Matrix, readAt } from "./model/matrix";
import { SeriesMark } from "./series/series-mark";
import { type RowPlace, TallRows } from "./table/tall-table";
import { Thin } from "./table/thin";

type Saturation = Outputs["compare"]["get"]["saturation"][number];

interface EfficiencyPanelProps {
  readonly matrix: Matrix;
  readonly saturation: readonly Saturation[];
}

/** Where each sweep of depths stops paying, and what an operation costs there. */
export const EfficiencyPanel = memo(function EfficiencyPanel({ matrix, saturation }: EfficiencyPanelProps) {
  const method = "the lowest depth with at least 95 % of the sweep's peak IOPS, and the figures at that depth";
  const keys = useMemo(() => saturation.map(({ series, point, sweep }) => `${series} ${point} ${sweep}`), [saturation]);
  const row = useCallback(
    (index: number, place: RowPlace) => <SaturationRow matrix={matrix} found={saturation[index]} place={place} />,
    [matrix, saturation],
  );
  return (
    <Panel title="Efficiency at saturation" note={method} flush>
      <TallRows label="Efficiency of each sweep" head={heads} keys={keys} columns={columns.length} row={row} />
      <Reasons matrix={matrix} saturation={saturation} />
    </Panel>
  );
});

const columns = ["Depth", "IOPS", "Share of peak", "Mean", "p99", "IOPS per CPU", "IOPS per watt"];

const heads = (
  <thead className="text-left text-muted">
    <tr aria-rowindex={1}>
      <HeadCell>Sweep</HeadCell>
      <HeadCell>Series</HeadCell>
      {columns.map((name) => (
        <HeadCell key={name} number>
          {name}
        </HeadCell>
      ))}
    </tr>
  </thead>
);

/** Why there is no figure of what an operation costs, each reason once. */
function Reasons({ matrix, saturation }: EfficiencyPanelProps) {
  const reasons = (["iopsPerCpu", "iopsPerWatt"] as const).flatMap((metric) =>
    saturation.flatMap(({ point, series }) => {
      const reading = readAt(matrix, point, series, metric);
      return reading.kind === "missing" && matrix.series[series]?.isPublished === false
        ? [`${labels[metric]}: ${reading.reason}`]
        : [];
    }),
  );
  if (reasons.length === 0) return null;
  return (
    <ul aria-label="Why efficiency is not known" className="grid gap-1 border-t px-4 py-2.5 text-muted text-table">
      {[...new Set(reasons)].map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}

interface SaturationRowProps {
  readonly matrix: Matrix;
  readonly found: Saturation | undefined;
  readonly place: RowPlace;
}

function SaturationRow({ matrix, found, place }: SaturationRowProps) {
  const series = matrix.series[found?.series ?? -1];
  if (found === undefined || series === undefined) return null;
  const { depth, rate, peakRate, peakDepth, isAtLeast, basis } = found.saturation;
  const peak = `peak at QD${peakDepth}${isAtLeast ? ", the last depth: it may rise further" : ""}; ${basis.depths} depths`;
  const direction = found.direction !== "both" && found.sweep.includes("/") ? `, ${found.direction}s` : "";
  return (
    <Row {...place}>
      <Cell className="@max-4xl:font-medium">{`${found.sweep}${direction}`}</Cell>
      <Cell>
        <span className="inline-flex items-baseline gap-2">
          <SeriesMark series={series} />
          {series.name}
        </span>
      </Cell>
      <Cell number label="Depth">
        {`QD${depth}`}
      </Cell>
      <Cell number label="IOPS">
        {measuredQuantity("iops", rate).value}
      </Cell>
      <Cell number label="Share of peak" title={peak}>
        {`${isAtLeast ? "≤" : ""}${((100 * rate) / peakRate).toFixed(1)} %`}
      </Cell>
      {(["latencyNsMean", "latencyNsP99", "iopsPerCpu", "iopsPerWatt"] as const).map((metric) => (
        <Cell key={metric} number label={labels[metric]}>
          {figure(matrix, found, metric)}
        </Cell>
      ))}
    </Row>
  );
}

const labels = { latencyNsMean: "Mean", latencyNsP99: "p99", iopsPerCpu: "IOPS per CPU", iopsPerWatt: "IOPS per watt" };

function figure(matrix: Matrix, { point, series }: Saturation, metric: keyof typeof labels): ReactNode {
  const reading = readAt(matrix, point, series, metric);
  if (reading.kind === "missing") return <NotKnown why={reading.reason} />;
  const quantity = measuredQuantity(metric, reading.value);
  const shown = metric === "iopsPerCpu" || metric === "iopsPerWatt" ? quantity.value : <Quantity of={quantity} />;
  return reading.thin ? <Thin above={reading.samplesAbove}>{shown}</Thin> : shown;
}
