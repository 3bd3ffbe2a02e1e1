"use client";

import { type KeyboardEvent, memo, type PointerEvent, useId, useMemo, useRef, useState } from "react";
import { comparisonHeight, laneHeight, lanesOf, type ComparisonChart as Prepared } from "../prepare/comparison-bars";
import { barAt, type ComparisonScene, layOutBars, type PlacedBar, walkBars } from "../prepare/comparison-scene";
import { laneNames } from "../prepare/lane-names";
import type { Measure } from "../prepare/measure";
import { axisColor, gridColor, tickStyle } from "./axis";
import { BarShape } from "./comparison-bar";
import { LaneLabel } from "./comparison-label";
import { BarTooltip } from "./comparison-tooltip";
import type { LegendState } from "./legend-state";
import { useWidth } from "./use-width";

type Chart = Extract<Prepared, { kind: "chart" }>;

interface ComparisonDrawingProps {
  readonly chart: Chart;
  readonly title: string;
  readonly narrow: boolean;
  readonly legend: LegendState;
}

const rooms = { wide: { labelWidth: 280, figureWidth: 96 }, narrow: { labelWidth: 136, figureWidth: 76 } } as const;

/** The bars, which stand still, and above them what answers to the pointer and the keys. */
export function ComparisonDrawing({ chart, title, narrow, legend }: ComparisonDrawingProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const { isHidden } = legend;
  const lanes = useMemo(() => lanesOf(chart.groups, isHidden), [chart, isHidden]);
  const scene = useMemo(
    () => (width > 0 ? layOutBars(lanes, chart.axis, { width, ...rooms[narrow ? "narrow" : "wide"] }) : undefined),
    [lanes, chart, width, narrow],
  );
  return (
    <div
      ref={host}
      className="relative print:[&_svg]:h-auto! print:[&_svg]:max-w-full"
      style={{ height: comparisonHeight(lanes.length) }}
    >
      {scene ? (
        <>
          <Bars scene={scene} measure={chart.measure} legend={legend} />
          <Reader scene={scene} measure={chart.measure} title={title} />
        </>
      ) : null}
    </div>
  );
}

interface BarsProps {
  readonly scene: ComparisonScene;
  readonly measure: Measure;
  readonly legend: LegendState;
}

const Bars = memo(function Bars({ scene, measure, legend }: BarsProps) {
  const { size, frame, lanes, bars } = scene;
  const names = laneNames(
    lanes.map(({ lane }) => lane),
    frame.left,
  );
  return (
    <svg {...size} viewBox={`0 0 ${size.width} ${size.height}`} className="block" data-drawing role="presentation">
      <TopAxis scene={scene} title={measure.title} />
      {lanes.map(({ lane, top }, index) => (
        <LaneLabel
          key={lane.key}
          lane={lane}
          name={names[index] ?? lane.text}
          y={top + laneHeight / 2}
          whole={size.width}
        />
      ))}
      {bars.map(({ bar, lane, ...place }) => (
        <g key={bar.rowId} opacity={legend.opacity(bar.kind)}>
          <BarShape {...place} measure={measure} bar={bar} />
        </g>
      ))}
    </svg>
  );
});

function TopAxis({ scene: { frame, ticks }, title }: { scene: ComparisonScene; title: string }) {
  const { left, right, top, bottom } = frame;
  return (
    <>
      <path d={ticks.map(({ at }) => `M${at},${top}V${bottom}`).join("")} fill="none" stroke={gridColor} data-grid />
      <path
        d={`M${left},${bottom}V${top}H${right}${ticks.map(({ at }) => `M${at},${top}v-6`).join("")}`}
        fill="none"
        stroke={axisColor}
      />
      {ticks.map(({ value, label, at }) => (
        <text key={value} x={at} y={top - 8} textAnchor="middle" {...tickStyle}>
          {label}
        </text>
      ))}
      <text x={right} y={top - 34} textAnchor="end" {...tickStyle}>
        {title}
      </text>
    </>
  );
}

/** A window of a phone's width has no room for figures beside the bars. */
const tooltipAtLeast = 220;

/** What is pointed at, or walked to: its line is tinted, and its figures stand over the names below, where they hide no bar. */
function Reader({ scene, measure, title }: Omit<BarsProps, "legend"> & { title: string }) {
  const hintId = useId();
  const [read, setRead] = useState<PlacedBar>();
  const shown = read && scene.bars.find(({ bar }) => bar.rowId === read.bar.rowId);
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Escape" && shown) {
      event.stopPropagation();
      return setRead(undefined);
    }
    const next = walkBars(scene, shown, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setRead(next);
  };
  return (
    <>
      <div
        role="application"
        aria-label={`${title}: drawing`}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys walk its bars.
        tabIndex={0}
        className="absolute inset-0 rounded-md print:hidden"
        onPointerMove={(event: PointerEvent) => {
          const { top } = event.currentTarget.getBoundingClientRect();
          setRead(barAt(scene, event.clientY - top));
        }}
        onPointerLeave={() => setRead(undefined)}
        onBlur={() => setRead(undefined)}
        onKeyDown={pressed}
      >
        {shown ? (
          <div
            className="absolute inset-x-0 bg-hover/60 mix-blend-multiply dark:mix-blend-screen"
            style={{ top: shown.y - 5, height: laneHeight }}
          />
        ) : null}
      </div>
      <span id={hintId} className="sr-only">
        The arrow keys go through the bars.
      </span>
      {shown ? (
        <div
          role="tooltip"
          className="pointer-events-none absolute left-0 z-20 print:hidden"
          style={{ top: shown.y + laneHeight }}
        >
          {/* The keys move it, too: it is spoken. */}
          <output className="block">
            <BarTooltip measure={measure} bar={shown.bar} maxWidth={Math.max(scene.frame.left - 8, tooltipAtLeast)} />
          </output>
        </div>
      ) : null}
    </>
  );
}
