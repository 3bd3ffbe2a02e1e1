import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import { CommandState } from "./command-state";
import type { HostDetail } from "./host-page";

const names: Record<string, string> = {
  startBenchmark: "Start a benchmark",
  cancelBenchmark: "Cancel a benchmark",
  collectNow: "Collect now",
  controlDrive: "Control a drive",
  createScratchFile: "Make the scratch file",
  removeScratchFile: "Remove the scratch file",
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
              return (
                <Row key={command.id}>
                  <Cell>{names[command.kind] ?? command.kind}</Cell>
                  <Cell>
                    <CommandState state={command.state} />
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
