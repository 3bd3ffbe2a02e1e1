"use client";

import { Select } from "@/ui/select";
import { EnvironmentPanel } from "./environment-panel";
import { PointCharts } from "./point-charts";
import { type Point, pointName, type Run } from "./run-detail";
import { useChosenPoint } from "./use-chosen-point";

/** The point that was chosen, here or by its row of the results, in detail. */
export function SelectedPoint({ run, points }: { run: Run; points: readonly Point[] }) {
  const [chosen, choose] = useChosenPoint(points);
  if (chosen === undefined) return null;
  return (
    <>
      <PointCharts
        run={run}
        point={chosen}
        picker={
          points.length > 1 ? (
            <Select
              aria-label="Point"
              className="h-7 max-w-80"
              value={String(chosen.sequence + 1)}
              options={points.map((point) => ({
                value: String(point.sequence + 1),
                label: `${point.sequence + 1}. ${pointName(point)}`,
              }))}
              onValueChange={(next) => choose(Number(next) - 1)}
            />
          ) : null
        }
      />
      <EnvironmentPanel point={chosen} />
    </>
  );
}
