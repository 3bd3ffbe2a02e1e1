import { formatCount, nvmeStatusText } from "@crosspoint/domain";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { DriveDetail } from "../drive-detail";

type Details = NonNullable<DriveDetail["details"]>;
const selfTests: Readonly<Record<number, string>> = { 1: "Short", 2: "Extended", 14: "Vendor specific" };
/** Figure "Self-test Result Data Structure" of the NVM Express Base Specification. */
const results = [
  "Passed",
  "Aborted by a command",
  "Aborted by a reset",
  "Aborted: a namespace was removed",
  "Aborted by a format",
  "Failed: fatal error",
  "Failed in an unknown segment",
  "Failed",
  "Aborted, reason unknown",
  "Aborted by a sanitize",
] as const;

/** Entries of the error log, the newest first. */
export function ErrorLogPanel({ details }: { details: Details }) {
  const { errorLog, errorLogSize } = details;
  const note = `${errorLog.length} of at most ${formatCount(errorLogSize)} entries`;
  if (errorLog.length === 0) {
    return (
      <Panel title="Error log" note={note}>
        <p className="text-muted">No errors logged.</p>
      </Panel>
    );
  }
  return (
    <Panel flush title="Error log" note={note}>
      <Table label="Error log" stacked>
        <TableHead>
          <HeadCell number>Error</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell number>LBA</HeadCell>
          <HeadCell number>Namespace</HeadCell>
          <HeadCell number>Queue</HeadCell>
        </TableHead>
        <tbody>
          {errorLog.map((entry) => (
            <Row key={entry.errorCount}>
              <Cell number label="Error">
                {formatCount(BigInt(entry.errorCount))}
              </Cell>
              <Cell>{nvmeStatusText(entry.status)}</Cell>
              <Cell number label="LBA">
                {entry.nsid === 0 ? <NotKnown why="of no namespace" /> : formatCount(BigInt(entry.lba))}
              </Cell>
              <Cell number label="Namespace">
                {entry.nsid === 0 ? <NotKnown why="of no namespace" /> : entry.nsid}
              </Cell>
              <Cell number label="Queue">
                {entry.submissionQueue ?? <NotKnown why="of no queue" />}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

/** The running self-test and how the last ones ended. */
export function SelfTestPanel({ details }: { details: Details }) {
  const { selfTest } = details;
  if (selfTest === undefined) return null;
  const note = [
    selfTest.running ? `${nameOf(selfTest.running.code)} runs, ${selfTest.running.percent} % done` : "",
    selfTest.extendedMinutes ? `an extended one takes ${selfTest.extendedMinutes} min` : "",
  ]
    .filter((part) => part !== "")
    .join("; ");
  return (
    <Panel flush={selfTest.results.length > 0} title="Self-tests" note={note || undefined}>
      {selfTest.results.length === 0 ? (
        <p className="text-muted">No self-tests recorded.</p>
      ) : (
        <Table label="Self-tests" stacked>
          <TableHead>
            <HeadCell>Test</HeadCell>
            <HeadCell>Result</HeadCell>
            <HeadCell number>Power on hours</HeadCell>
            <HeadCell number>Failing LBA</HeadCell>
          </TableHead>
          <tbody>
            {selfTest.results.map((result, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the log's own order is all that tells two results apart.
              <Row key={index}>
                <Cell>{nameOf(result.code)}</Cell>
                <Cell>
                  {results[result.result] ?? `Result ${result.result}`}
                  {result.failedSegment === undefined ? "" : ` in segment ${result.failedSegment}`}
                  {result.status === undefined ? "" : `: ${nvmeStatusText(result.status)}`}
                </Cell>
                <Cell number label="Power on hours">
                  {formatCount(BigInt(result.powerOnHours))}
                </Cell>
                <Cell number label="Failing LBA">
                  {result.failingLba === undefined ? <NotKnown why="none" /> : formatCount(BigInt(result.failingLba))}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

function nameOf(code: number): string {
  return selfTests[code] ?? `Test ${code}`;
}
