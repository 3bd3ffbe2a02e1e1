import { formatCount, formatLatency, THIN_SPACE } from "@crosspoint/domain";
import { CircleDashed, CircleX, LoaderCircle, SkipForward, TriangleAlert } from "lucide-react";
import { NotKnown } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import {
  type DatabaseFigures,
  type DatabaseGroup,
  type DatabasePoint,
  latencyColumns,
  latencyUnitOf,
} from "./database-groups";

const looks = {
  pending: { word: "Not measured yet", icon: CircleDashed, tone: "neutral" },
  running: { word: "Running", icon: LoaderCircle, tone: "neutral" },
  complete: { word: "No result", icon: CircleDashed, tone: "watch" },
  skipped: { word: "Skipped", icon: SkipForward, tone: "neutral" },
  failed: { word: "Failed", icon: CircleX, tone: "failed" },
  interrupted: { word: "Interrupted", icon: TriangleAlert, tone: "watch" },
} as const;

/** "2,227 transactions/s". */
export function rateText(perSecond: number): string {
  return `${rateValue(perSecond)}${THIN_SPACE}transactions/s`;
}

function rateValue(perSecond: number): string {
  return perSecond.toLocaleString("en-US", { maximumFractionDigits: perSecond < 100 ? 1 : 0 });
}

/** A row for each number of clients. */
export function DatabaseTable({ group }: { group: DatabaseGroup }) {
  const unit = latencyUnitOf(group);
  const latency = (ns: number | undefined, why: string) =>
    ns === undefined ? <NotKnown why={why} /> : <span title={`${ns} ns`}>{formatLatency(ns, unit).value}</span>;
  const figures = (result: DatabaseFigures) => (
    <>
      <Cell number label="Transactions/s" className="font-medium">
        {rateValue(result.transactionsPerSecond)}
      </Cell>
      <Cell number label="Transactions">
        {formatCount(result.transactions)}
      </Cell>
      <Cell number label="Failed">
        {formatCount(result.failed)}
      </Cell>
      <Cell number label={`Mean (${unit})`}>
        {latency(result.latencyNsMean, "no transactions")}
      </Cell>
      {latencyColumns.map(({ id, name, of }) => (
        <Cell number key={id} label={`${name} (${unit})`}>
          {latency(of(result), "too few transactions")}
        </Cell>
      ))}
      <Cell number label={`Max (${unit})`}>
        {latency(result.latencyNsMax, "no transactions")}
      </Cell>
    </>
  );
  return (
    <Table label={`Results of ${group.name}`} stacked="many">
      <TableHead>
        <HeadCell number>Clients</HeadCell>
        {["Transactions/s", "Transactions", "Failed"].map((name) => (
          <HeadCell number key={name}>
            {name}
          </HeadCell>
        ))}
        {["Mean", ...latencyColumns.map(({ name }) => name), "Max"].map((name) => (
          <HeadCell number key={name}>
            {name} <span className="font-normal">({unit})</span>
          </HeadCell>
        ))}
      </TableHead>
      <tbody>
        {group.points.map((point) => (
          <Row key={point.sequence}>
            <Cell number label="Clients">
              {point.spec.clients}
            </Cell>
            {point.result === undefined ? <Missed point={point} /> : figures(point.result)}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Missed({ point }: { point: DatabasePoint }) {
  const { word, icon, tone } = looks[point.state];
  return (
    <Cell colSpan={5 + latencyColumns.length}>
      <Badge icon={icon} word={word} tone={tone} plain /> <span className="text-muted">{point.reason}</span>
    </Cell>
  );
}
