import { Ban, CircleCheck, CircleX, Hourglass, LoaderCircle, TimerOff } from "lucide-react";
import { Panel } from "@/ui/panel";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import type { HostDetail } from "./host-page";

const looks = {
  pending: { word: "Waiting", icon: Hourglass, tone: "neutral" },
  accepted: { word: "Accepted", icon: LoaderCircle, tone: "accent" },
  declined: { word: "Declined", icon: Ban, tone: "watch" },
  succeeded: { word: "Done", icon: CircleCheck, tone: "good" },
  failed: { word: "Failed", icon: CircleX, tone: "failed" },
  expired: { word: "Nobody took it", icon: TimerOff, tone: "watch" },
} as const;

const names: Record<string, string> = {
  startBenchmark: "Start a benchmark",
  cancelBenchmark: "Cancel a benchmark",
  collectNow: "Collect now",
};

/** What was asked of the host, and what became of it. */
export function CommandsPanel({ host }: { host: HostDetail }) {
  return (
    <Panel flush title="Commands" note="the last ten">
      {host.commands.length === 0 ? (
        <p className="p-4 text-muted">Nothing has been asked of this host.</p>
      ) : (
        <Table label="Commands">
          <TableHead>
            <HeadCell>Command</HeadCell>
            <HeadCell>State</HeadCell>
            <HeadCell>Reason</HeadCell>
            <HeadCell number>Requested</HeadCell>
          </TableHead>
          <tbody>
            {host.commands.map((command) => {
              const look = looks[command.state as keyof typeof looks] ?? looks.pending;
              return (
                <Row key={command.id}>
                  <Cell>{names[command.kind] ?? command.kind}</Cell>
                  <Cell>
                    <Badge {...look} plain />
                  </Cell>
                  <Cell>{command.reason}</Cell>
                  <Cell number>
                    <RelativeTime time={command.requestedAt} />
                  </Cell>
                </Row>
              );
            })}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}
