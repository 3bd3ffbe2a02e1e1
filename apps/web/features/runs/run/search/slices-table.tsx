"use client";

import { formatCount, formatDuration, formatLatency } from "@crosspoint/domain";
import { useState } from "react";
import { NotKnown } from "@/ui/quantity";
import { Select } from "@/ui/select";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { raisedValue } from "../raised-words";
import type { Point } from "../run-detail";
import { figureWords, limitWords } from "./criterion-words";
import type { SearchedTrials, Trial } from "./trials";

/** Slices of one trial by thresholds, as the Aerospike Certification Tool prints them; of the last confirmation first. */
export function SlicesTable({ search }: { search: SearchedTrials }) {
  const sliced = search.trials.filter(({ points }) => points.some(({ slices }) => slices.length > 0));
  const [chosen, choose] = useState<string>();
  const trial = sliced.find((each) => keyOf(each) === chosen) ?? sliced.at(-1);
  if (trial === undefined) return null;
  const point = slicedPoint(search, trial);
  if (point === undefined) return null;
  return (
    <section aria-label="Slices" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-medium">
          Slices of {formatDuration((point.spec.slices?.seconds ?? 0) * 1000)}: slow reads
        </h3>
        <Select
          aria-label="Trial"
          className="ml-auto h-7 max-w-60"
          value={keyOf(trial)}
          options={sliced.map((each) => ({ value: keyOf(each), label: nameOf(search, each) }))}
          onValueChange={choose}
        />
      </div>
      <SliceRows search={search} point={point} />
    </section>
  );
}

function keyOf({ value, confirms }: Trial): string {
  return `${value} ${confirms}`;
}

function nameOf({ step }: SearchedTrials, { value, confirms }: Trial): string {
  return `${raisedValue({ parameter: step.raise, value })} (${confirms ? "confirmation" : "trial"})`;
}

/** The stream whose latencies are judged. */
function slicedPoint({ step }: SearchedTrials, { points }: Trial): Point | undefined {
  const judged = step.criteria.find(({ overNs }) => overNs !== undefined);
  return points.find(
    ({ spec, slices }) => slices.length > 0 && (judged?.stream === undefined || judged.stream === spec.stream),
  );
}

function SliceRows({ search: { step }, point }: { search: SearchedTrials; point: Point }) {
  const direction = step.criteria.find(({ overNs }) => overNs !== undefined)?.direction ?? "read";
  const thresholds = (point.spec.slices?.overNs ?? []).map((ns) => ({
    ns,
    criterion: step.criteria.find(
      ({ overNs, stream }) => overNs === ns && (stream === undefined || stream === point.spec.stream),
    ),
  }));
  return (
    <Table label="Slices" stacked>
      <TableHead>
        <HeadCell>From</HeadCell>
        <HeadCell number>Length</HeadCell>
        <HeadCell number>{direction === "read" ? "Reads" : "Writes"}</HeadCell>
        {thresholds.map(({ ns, criterion }) => (
          <HeadCell number key={ns}>
            &gt;{"\u2009"}
            {formatLatency(ns).text}
            <span className="block font-normal">{criterion === undefined ? "not judged" : limitWords(criterion)}</span>
          </HeadCell>
        ))}
      </TableHead>
      <tbody>
        {point.slices.map((slice) => {
          const counts = slice[direction];
          return (
            <Row key={slice.startSecond}>
              <Cell>{slice.startSecond === 0 ? "start" : formatDuration(slice.startSecond * 1000)}</Cell>
              <Cell number label="Length">
                {formatDuration(slice.seconds * 1000)}
              </Cell>
              <Cell number label={direction === "read" ? "Reads" : "Writes"}>
                {formatCount(counts?.operations ?? 0)}
              </Cell>
              {thresholds.map(({ ns, criterion }) => (
                <Cell
                  number
                  key={ns}
                  label={`> ${formatLatency(ns).text} (${criterion === undefined ? "not judged" : limitWords(criterion)})`}
                >
                  <SliceShare
                    operations={counts?.operations ?? 0}
                    slow={counts?.over.find(({ thresholdNs }) => thresholdNs === ns)?.operations}
                    criterion={criterion}
                  />
                </Cell>
              ))}
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

interface SliceShareProps {
  readonly operations: number;
  readonly slow: number | undefined;
  readonly criterion: SearchedTrials["step"]["criteria"][number] | undefined;
}

/** Judged before rounding. */
function SliceShare({ operations, slow, criterion }: SliceShareProps) {
  if (operations === 0 || slow === undefined)
    return <NotKnown why={operations === 0 ? "no operation" : "not counted"} />;
  const percent = (100 * slow) / operations;
  const text = figureWords(criterion ?? { direction: "read", percentBelow: 0 }, percent);
  const isOver = criterion?.percentBelow !== undefined && slow * 100 >= criterion.percentBelow * operations;
  return isOver ? <strong className="font-medium text-failed">{text} (over)</strong> : text;
}
