"use client";

import { CartesianGrid, ComposedChart, Line, ReferenceDot, ResponsiveContainer, Tooltip, XAxis } from "recharts";
import { HollowMark } from "../marks/hollow-mark";
import type { MarkForm } from "../marks/mark-form";
import type { PercentileRow, PercentileChart as Prepared } from "../prepare/percentiles-by-nines";
import type { Scale, ValueAxis } from "../prepare/value-axis";
import { axisColor, BaseAxisTitle, chartMargin, cursorLine, gridColor, tickStyle, VerticalAxis } from "./axis";
import { ChartFrame } from "./chart-frame";
import type { LegendEntry } from "./chart-legend";
import type { LegendState } from "./legend-state";
import { PercentileTooltip } from "./percentile-tooltip";
import { useTooltipOutside } from "./tooltip-outside";

/** How each series is told from the others; an id is a curve's or a published row's. */
export interface PercentileLooks {
  readonly colorOf: (id: string) => string;
  readonly dashOf: (id: string) => string | undefined;
  /** Form of a published mark. */
  readonly formOf: (id: string) => MarkForm;
}

interface PercentileChartProps {
  readonly chart: Prepared;
  readonly title: string;
  readonly fileName: string;
  readonly looks: PercentileLooks;
  readonly scale: Scale;
  readonly height: number;
}

/** Latency over percentiles by nines: curves of what was measured, hollow marks of what was published. */
export function PercentileChart(props: PercentileChartProps) {
  const { chart, title, fileName, looks } = props;
  return (
    <ChartFrame title={title} fileName={fileName} legend={legendOf(chart, looks)} table={chart.table}>
      {(legend) => <Drawing {...props} legend={legend} />}
    </ChartFrame>
  );
}

function legendOf({ series, marks }: Prepared, { colorOf, dashOf, formOf }: PercentileLooks): LegendEntry[] {
  const published = [...new Map(marks.map((mark) => [mark.id, mark])).values()];
  return [
    ...series.map(({ id, label }) => ({ id, label, color: colorOf(id), dash: dashOf(id), line: true })),
    ...published.map(({ id, label, source }) => ({
      id,
      label: `${label} (${source})`,
      color: colorOf(id),
      hollow: true,
      form: formOf(id),
    })),
  ];
}

function Drawing({ chart, looks, scale, height, legend }: PercentileChartProps & { legend: LegendState }) {
  const axis = chart.yAxes[scale];
  const shown = (each: { readonly id: string }) => !legend.isHidden(each.id);
  const series = chart.series.filter(shown);
  const marks = chart.marks.filter(shown);
  const outside = useTooltipOutside(height);
  return (
    <div onPointerEnter={outside.onPointerEnter}>
      <ResponsiveContainer width="100%" height={height}>
        <ComposedChart data={[...chart.rows]} margin={chartMargin}>
          <CartesianGrid stroke="var(--border)" />
          <CartesianGrid
            stroke={gridColor}
            strokeOpacity={0.5}
            vertical={false}
            horizontal={axis.minor.length > 0}
            horizontalValues={[...axis.minor]}
          />
          <NinesAxis chart={chart} />
          <VerticalAxis axis={axis} title={`Latency (${chart.unit})`} />
          <Tooltip
            isAnimationActive={false}
            cursor={cursorLine}
            {...outside.tooltip}
            content={({ active, label }) => (
              <div className={outside.className}>
                <PercentileTooltip
                  chart={{ ...chart, series, marks }}
                  row={active ? chart.rows.find(({ nines }) => nines === label) : undefined}
                  colorOf={looks.colorOf}
                />
              </div>
            )}
          />
          {series.flatMap(({ id }) => [
            <Line key={`${id} solid`} {...curveOf("solid", id, looks)} strokeOpacity={legend.opacity(id)} />,
            <Line key={`${id} faded`} {...curveOf("faded", id, looks)} strokeOpacity={0.35 * legend.opacity(id)} />,
          ])}
          {/* Reference dots and not a series: a series with places of its own would shift what the tooltip reads. */}
          {marks.map((mark) => (
            <ReferenceDot
              key={`${mark.id} ${mark.percentile}`}
              x={mark.nines}
              y={mark.ns}
              ifOverflow="visible"
              shape={(place: MarkPlace) => (
                <Mark {...place} mark={mark} looks={looks} opacity={legend.opacity(mark.id)} />
              )}
            />
          ))}
          <TooltipGuide axis={axis} />
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

/** Percentiles by nines, evenly spaced. */
function NinesAxis({ chart: { xDomain, xTicks } }: { chart: Prepared }) {
  return (
    <XAxis
      dataKey="nines"
      type="number"
      domain={[...xDomain]}
      ticks={xTicks.map(({ nines }) => nines)}
      tickFormatter={(nines: number) => xTicks.find((tick) => tick.nines === nines)?.label ?? ""}
      tick={tickStyle}
      stroke={axisColor}
      interval="preserveStartEnd"
      minTickGap={6}
      label={<BaseAxisTitle text="Percentile" />}
    />
  );
}

interface MarkPlace {
  readonly cx?: number;
  readonly cy?: number;
}

interface MarkProps extends MarkPlace {
  readonly mark: Prepared["marks"][number];
  readonly looks: PercentileLooks;
  readonly opacity: number;
}

function Mark({ cx = 0, cy = 0, mark, looks, opacity }: MarkProps) {
  return (
    <g opacity={opacity}>
      <HollowMark x={cx} y={cy} bound={mark.bound} color={looks.colorOf(mark.id)} form={looks.formOf(mark.id)} />
    </g>
  );
}

function curveOf(part: "solid" | "faded", id: string, { colorOf, dashOf }: PercentileLooks) {
  const dash = dashOf(id);
  return {
    dataKey: (row: PercentileRow) => row[part][id]?.ns ?? null,
    name: id,
    type: "linear",
    connectNulls: true,
    dot: false,
    activeDot: { r: 3 },
    isAnimationActive: false,
    stroke: colorOf(id),
    strokeWidth: 2,
    ...(dash === undefined ? {} : { strokeDasharray: dash }),
  } as const;
}

/** Without any curve the tooltip would have nothing to follow. */
function TooltipGuide({ axis }: { axis: ValueAxis }) {
  return <Line dataKey={() => axis.max} stroke="none" dot={false} activeDot={false} isAnimationActive={false} />;
}
