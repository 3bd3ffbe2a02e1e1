import Link from "next/link";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime } from "@/ui/time";
import { type RunHead, RunStateBadge } from "../run-state";
import { TargetName } from "../target-name";

type Run = Omit<RunHead, "headline">;

/** The drives of a batch, each with its run and how that stands. */
export function BatchRuns({ runs }: { runs: readonly Run[] }) {
  return (
    <Panel title="Targets" flush>
      <Table label="Runs of the batch" stacked="many">
        <TableHead>
          <HeadCell>State</HeadCell>
          <HeadCell>Target</HeadCell>
          <HeadCell>Host</HeadCell>
          <HeadCell number>Points</HeadCell>
          <HeadCell>Started</HeadCell>
        </TableHead>
        <tbody>
          {runs.map((run) => (
            <Row key={run.id} className="hover:bg-hover">
              <Cell>
                <RunStateBadge run={run} plain />
                {run.reason === undefined ? null : <span className="wrap-anywhere block text-muted">{run.reason}</span>}
              </Cell>
              <Cell className="wrap-anywhere min-w-40">
                <Link href={`/benchmarks/${run.id}`} className="font-medium hover:underline">
                  <TargetName run={run} />
                </Link>
              </Cell>
              <Cell className="wrap-anywhere">{run.hostname}</Cell>
              <Cell number label="Points">
                {run.pointsFinished} of {run.pointsPlanned}
              </Cell>
              <Cell label="Started">
                {run.startedAt === undefined ? <NotKnown why="not started" /> : <ExactTime time={run.startedAt} />}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
