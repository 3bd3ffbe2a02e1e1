"use client";

import { formatLatency, formatPercent, type PercentileReading, readPercentiles } from "@crosspoint/domain";
import { Panel } from "@/ui/panel";
import { NoHistogram } from "../../no-histogram";
import { PercentileValue } from "../../percentile-value";
import { RemarkList } from "../../remark-list";
import { toolWords } from "../../tool-words";
import { useHistograms } from "../../use-histograms";
import { ExportMenu } from "../export-menu";
import { LatencyCharts } from "../latency-charts";
import type { Run } from "../run-detail";
import { type ImportedDirection, type ImportedPoint, statedPercentiles } from "./imported-point";
import { PercentileTable } from "./percentile-table";

/** A point of the file in detail: its latencies as stated, and as its histogram has them. */
export function ImportedPointPanel({ run, point }: { run: Run; point: ImportedPoint }) {
  const hasHistogram = point.directions.some((direction) => direction.hasHistogram);
  const tool = run.tool === undefined ? "the file" : toolWords(run.tool);
  return (
    <Panel
      title="Point details"
      note={`${point.sequence + 1}. ${point.name}`}
      actions={<ExportMenu run={run} point={point} />}
    >
      <div className="grid gap-5">
        <PointRemarks point={point} />
        <div className="grid items-start gap-6 xl:grid-cols-2">
          {point.directions.map((direction) => (
            <DirectionTables key={direction.direction} tool={tool} run={run} point={point} direction={direction} />
          ))}
        </div>
        {hasHistogram ? (
          <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
            <LatencyCharts
              runId={run.id}
              point={point}
              scale="logarithmic"
              fileName={`${run.serial ?? "run"}-point-${point.sequence + 1}`}
            />
          </div>
        ) : (
          <p className="text-muted text-table">
            The file has percentiles alone: no other can be read from them, and no distribution drawn.
          </p>
        )}
      </div>
    </Panel>
  );
}

const latencyWords = {
  submission: "Latencies are counted from submission.",
  afterSubmission: "Latencies are counted from after submission: they do not include the time of submission.",
};

function PointRemarks({ point: { path, latencyFrom, littlesLaw, warnings } }: { point: ImportedPoint }) {
  return (
    <div className="grid gap-2 text-table">
      {path === "" ? null : (
        <p>
          In the file: <code className="wrap-anywhere text-xs">{path}</code>
        </p>
      )}
      <p>
        {latencyFrom === undefined ? "The file does not say where its latencies begin." : latencyWords[latencyFrom]}
      </p>
      {littlesLaw === undefined ? null : (
        <p className={littlesLaw.ok ? undefined : "text-watch"}>
          By rate and mean latency {littlesLaw.meanInFlight.toFixed(2)} operations were in flight; its depth is{" "}
          {littlesLaw.expected} (Little's law).
        </p>
      )}
      <RemarkList title="Warnings" remarks={warnings} />
    </div>
  );
}

interface DirectionTablesProps {
  readonly tool: string;
  readonly run: Run;
  readonly point: ImportedPoint;
  readonly direction: ImportedDirection;
}

function DirectionTables({ tool, run, point, direction }: DirectionTablesProps) {
  const name = direction.direction === "read" ? "Reads" : "Writes";
  const stated = statedPercentiles(direction).map(({ ns, ...rest }) => ({
    ...rest,
    latency: <span title={`${ns} ns`}>{formatLatency(ns).text}</span>,
  }));
  return (
    <>
      {stated.length === 0 ? null : (
        <PercentileTable
          title={`${name}, as stated by ${tool}`}
          label={`${name}, percentiles as stated`}
          rows={stated}
        />
      )}
      {direction.hasHistogram ? <HistogramTable name={name} run={run} point={point} direction={direction} /> : null}
    </>
  );
}

interface HistogramTableProps extends Omit<DirectionTablesProps, "tool"> {
  readonly name: string;
}

/** Read from the bins of the file, within their width. */
function HistogramTable({ name, run, point, direction: told }: HistogramTableProps) {
  const { direction, histogramError, latencyNs } = told;
  const place = { runId: run.id, sequence: point.sequence };
  const histograms = useHistograms([place]);
  const histogram = histograms.histogramOf(place, direction);
  const within =
    histogramError === undefined || histogramError === 0
      ? ""
      : ` (within ${formatPercent(Number((100 * histogramError).toPrecision(2))).text})`;
  if (histogram === undefined) return <NoHistogram histograms={histograms} className="h-52" />;
  return (
    <PercentileTable
      title={
        <>
          {name}, from the file's histogram<span className="font-normal text-muted">{within}</span>
        </>
      }
      label={`${name}, percentiles from the histogram`}
      rows={readPercentiles(histogram)
        .map((read) => atMost(read, latencyNs?.max))
        .map((reading) => ({
          percentile: reading.percentile,
          latency: <PercentileValue reading={reading} />,
          samplesAbove: reading.kind === "value" ? reading.samplesAbove : 0,
          thin: reading.kind === "value" && reading.thin,
        }))}
    />
  );
}

/** The maximum that the file states lies below the edge of its bin, which no percentile may pass. */
function atMost(reading: PercentileReading, maxNs: number | undefined): PercentileReading {
  if (reading.kind === "tooFewSamples" || maxNs === undefined) return reading;
  return { ...reading, ns: Math.min(reading.ns, maxNs) };
}
