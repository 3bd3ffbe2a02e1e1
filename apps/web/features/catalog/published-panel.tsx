import { COMPARISON_METRICS, formatIops } from "@crosspoint/domain";
import { BookOpen } from "lucide-react";
import Link from "next/link";
import type { Outputs } from "@/api/client";
import { publishedQuantity } from "@/features/compare/figure-text";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { Quantity } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { Figure } from "./figure";
import { SourceLink } from "./source-link";

/** As its source prints it, where it is a figure of a comparison; with its bound. */
function PublishedFigure({ figure }: { figure: PublishedRow["metrics"][number] }) {
  const { metric, value, unit, bound, printed } = figure;
  const comparable = COMPARISON_METRICS.find((each) => each === metric);
  if (comparable === undefined) return <Figure value={value} unit={unit} bound={bound} />;
  return <Quantity of={publishedQuantity(comparable, { value, bound }, printed)} />;
}

type Detail = Outputs["catalog"]["model"];
type PublishedRow = Detail["published"][number];

const metricWords: Record<PublishedRow["metrics"][number]["metric"], string> = {
  iops: "operations",
  bytesPerSecond: "throughput",
  latencyNsMean: "mean latency",
  latencyNsP50: "median latency",
  latencyNsP99: "99th percentile",
  latencyNsP99999: "99.999th percentile",
  latencyNsMax: "slowest",
  transactionsOver1msPercent: "transactions over 1 ms",
  transactionsOver2msPercent: "transactions over 2 ms",
  iopsStandardDeviationLast200s: "standard deviation of the IOPS, last 200 s",
  score: "score",
};

/** What has been published about the model; each figure with its bound and its source. */
export function PublishedPanel({ detail, comparable }: { detail: Detail; comparable: readonly string[] }) {
  const { published, series, sources } = detail;
  const sourceOf = (id: string) => sources.find((source) => source.id === id);
  if (published.length === 0 && series.length === 0) {
    return (
      <Panel title="Published results">
        <EmptyState icon={BookOpen} title="No source of the catalog states a figure for this model" />
      </Panel>
    );
  }
  return (
    <Panel
      title="Published results"
      note="none of them measured here"
      flush
      actions={
        comparable.length > 0 ? (
          <Button size="small" asChild>
            <Link href={`/compare?p=${comparable.map(encodeURIComponent).join(",")}`}>Compare these</Link>
          </Button>
        ) : null
      }
    >
      <Table label="Published results">
        <TableHead>
          <HeadCell>Drive</HeadCell>
          <HeadCell>Workload</HeadCell>
          <HeadCell number>Queue depth</HeadCell>
          <HeadCell>Figures</HeadCell>
          <HeadCell>Source</HeadCell>
        </TableHead>
        <tbody>
          {published.map((row) => {
            const source = sourceOf(row.sourceId);
            return (
              <Row key={row.id}>
                <Cell className="min-w-48">{row.drive.name}</Cell>
                <Cell className="min-w-40">{row.workload.name}</Cell>
                <Cell number>
                  {row.workload.queueDepth ?? row.workload.queueDepthRange ?? <span className="text-muted">–</span>}
                </Cell>
                <Cell>
                  <span className="flex flex-wrap gap-x-4 gap-y-0.5">
                    {row.metrics.map((figure) => (
                      <span key={figure.metric} className="whitespace-nowrap">
                        <PublishedFigure figure={figure} />{" "}
                        <span className="text-muted">{metricWords[figure.metric]}</span>
                      </span>
                    ))}
                  </span>
                </Cell>
                <Cell className="whitespace-nowrap">{source ? <SourceLink source={source} /> : row.sourceId}</Cell>
              </Row>
            );
          })}
          {series.map((line) => {
            const source = sourceOf(line.sourceId);
            return (
              <Row key={line.id}>
                <Cell>{line.drive.name}</Cell>
                <Cell>{line.workload.name}</Cell>
                <Cell number className="text-muted">
                  –
                </Cell>
                <Cell>
                  <span className="flex flex-wrap gap-x-3 gap-y-0.5">
                    {line.points.map(({ concurrency, value }) => (
                      <span key={concurrency} className="whitespace-nowrap">
                        <span className="text-muted">{concurrency} clients:</span> {formatIops(value).text}
                      </span>
                    ))}
                  </span>
                </Cell>
                <Cell className="whitespace-nowrap">{source ? <SourceLink source={source} /> : line.sourceId}</Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </Panel>
  );
}
