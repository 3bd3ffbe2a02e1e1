import Link from "next/link";
import type { Outputs } from "@/api/client";
import { CommandState } from "@/ui/command-state";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";

type DriveCommand = Outputs["drive"]["control"]["list"]["commands"][number];

/** What was asked of the drive, how far it is, and how it ended. */
export function DriveCommands({ commands, driveId }: { commands: readonly DriveCommand[]; driveId: string }) {
  if (commands.length === 0) return <p className="text-muted text-table">No commands yet.</p>;
  return (
    <div className="grid gap-2">
      <Table label="Commands to this drive" stacked>
        <TableHead>
          <HeadCell>Command</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell number>Requested</HeadCell>
        </TableHead>
        <tbody>
          {commands.map((command) => (
            <Row key={command.id}>
              <Cell>{command.title}</Cell>
              <Cell>
                <CommandState state={command.state} />
                {command.state === "accepted" ? <Progress command={command} /> : null}
                {command.reason ? <div className="break-words text-muted">{command.reason}</div> : null}
              </Cell>
              <Cell number label="Requested">
                <RelativeTime time={command.requestedAt} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <Link href={`/audit?object=${driveId}`} className="justify-self-start text-accent text-table hover:underline">
        All commands to this drive in the audit
      </Link>
    </div>
  );
}

/** A drive that does not say how far it is gets no bar: only for how long it has been at it. */
function Progress({ command }: { command: DriveCommand }) {
  const { progress, answeredAt } = command;
  const phase = progress?.phase ?? "begun";
  if (progress?.percent === undefined) {
    return (
      <div className="text-muted">
        {phase}
        {answeredAt ? (
          <>
            , since <RelativeTime time={answeredAt} />
          </>
        ) : null}
      </div>
    );
  }
  return (
    <div className="grid gap-1">
      <progress
        className="h-1.5 w-full accent-accent"
        max={100}
        value={progress.percent}
        aria-label={`Progress: ${command.title}`}
      />
      <span className="text-muted">
        {phase}, {progress.percent} %
      </span>
    </div>
  );
}
