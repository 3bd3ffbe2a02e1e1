import Link from "next/link";
import { CommandState } from "@/ui/command-state";
import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import type { HostDetail } from "../host-detail";

const names: Record<string, string> = {
  startBenchmark: "Start a benchmark",
  cancelBenchmark: "Cancel a benchmark",
  collectNow: "Collect now",
  createScratchFile: "Create the scratch file",
  removeScratchFile: "Remove the scratch file",
};

/** What was asked of the host, and what became of it. */
export function CommandsPanel({ host }: { host: HostDetail }) {
  return (
    <Panel flush title="Commands" note="the last ten">
      {host.commands.length === 0 ? (
        <p className="p-4 text-muted">No commands yet.</p>
      ) : (
        <Table label="Commands" stacked>
          <TableHead>
            <HeadCell>Command</HeadCell>
            <HeadCell>State</HeadCell>
            <HeadCell number>Requested</HeadCell>
          </TableHead>
          <tbody>
            {host.commands.map((command) => (
              <Row key={command.id}>
                <Cell>
                  <What command={command} />
                </Cell>
                <Cell>
                  <CommandState state={command.state} />
                  {command.reason ? <div className="break-words text-muted">{command.reason}</div> : null}
                </Cell>
                <Cell number label="Requested">
                  <RelativeTime time={command.requestedAt} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

/** What was asked, and below it what of: the drive or the run. */
function What({ command: { kind, what, drive, runId } }: { command: HostDetail["commands"][number] }) {
  const link = "text-accent hover:underline";
  const name = names[kind];
  return (
    <>
      <div>{name ?? what ?? kind}</div>
      {drive ? (
        <Link href={`/drives/${drive.id}`} className={`font-mono ${link}`}>
          {drive.serial}
        </Link>
      ) : null}
      {runId ? (
        <Link href={`/benchmarks/${runId}`} className={link}>
          {what ?? "its run"}
        </Link>
      ) : null}
    </>
  );
}
