"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { Segmented } from "@/ui/segmented";
import type { Matrix } from "../model/matrix";
import type { Look, LookChange } from "../selection";
import { AllMetricsTable } from "./all-metrics-table";
import { MetricTable } from "./metric-table";

interface ResultsPanelProps {
  readonly matrix: Matrix;
  readonly points: readonly number[];
  readonly metric: Look["metric"];
  readonly table: Look["table"];
  readonly onLook: (change: LookChange) => unknown;
  readonly originOf: (series: number, point: number) => ReactNode;
}

/** Rows of all metrics that are shown without being asked for. */
const rowsUnasked = 36;
/** Rows of more than that which are drawn at once: more take longer than a click should. */
const rowsAtOnce = 24;

/** The table behind everything: one metric of points by series, or all metrics of each. */
export function ResultsPanel({ matrix, points, metric, table, onLook, originOf }: ResultsPanelProps) {
  const [more, setMore] = useState(0);
  const pointsOf = (rows: number) => Math.max(1, Math.floor(rows / Math.max(matrix.series.length, 1)));
  const isSmall = points.length <= pointsOf(rowsUnasked);
  const shown = table ?? (isSmall ? "all" : "metric");
  const limit = isSmall ? points.length : pointsOf(rowsAtOnce) * (more + 1);
  return (
    <Panel
      title="All results"
      note={
        matrix.series.some(({ isPublished }) => isPublished)
          ? "published figures exactly as their source prints them"
          : undefined
      }
      flush
      actions={
        <Segmented
          label="Columns of the table"
          value={shown}
          onValueChange={(next) => onLook({ table: next })}
          options={[
            { value: "metric", label: "One metric" },
            { value: "all", label: "All metrics" },
          ]}
        />
      }
    >
      {shown === "metric" ? (
        <MetricTable matrix={matrix} points={points} metric={metric} />
      ) : (
        <>
          <AllMetricsTable matrix={matrix} points={points.slice(0, limit)} originOf={originOf} />
          {points.length > limit ? (
            <p className="border-t px-4 py-2">
              <Button size="small" onClick={() => setMore(more + 1)}>
                Show more workloads ({points.length - limit} left)
              </Button>
            </p>
          ) : null}
        </>
      )}
    </Panel>
  );
}
