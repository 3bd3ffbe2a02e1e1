import { formatPercent } from "@crosspoint/domain";
import { sentenceCase } from "@/ui/sentence-case";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { formatMetric } from "./figures";
import { centerOf, type RepeatedLoad, type RepeatMetric } from "./repeats";
import { intervalWords } from "./repeats-plot";

/** The center of each load's repeats with its interval, and how far its repeats spread. */
export function RepeatsTable({ loads, metric }: { loads: readonly RepeatedLoad[]; metric: RepeatMetric }) {
  return (
    <Table label="Repeats" stacked>
      <TableHead>
        <HeadCell>Load</HeadCell>
        <HeadCell number>Repeats</HeadCell>
        <HeadCell number>{sentenceCase(centerOf(metric))}</HeadCell>
        <HeadCell>Interval</HeadCell>
        <HeadCell number>Standard deviation</HeadCell>
        <HeadCell number>Lowest to highest</HeadCell>
      </TableHead>
      <tbody>
        {loads.map((load) => {
          const values = load.repeats.map(({ value }) => value);
          return (
            <Row key={load.key}>
              <Cell className="max-sm:font-medium">{load.name}</Cell>
              <Cell number label="Repeats">
                {load.repeats.length}
              </Cell>
              <Cell number label={sentenceCase(centerOf(metric))}>
                {formatMetric(metric, load.center)}
              </Cell>
              <Cell label="Interval">{intervalWords(load, metric)}</Cell>
              <Cell number label="Standard deviation">
                {formatPercent(load.spreadPercent).text}
              </Cell>
              <Cell number label="Lowest to highest">
                {formatMetric(metric, Math.min(...values))} to {formatMetric(metric, Math.max(...values))}
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
