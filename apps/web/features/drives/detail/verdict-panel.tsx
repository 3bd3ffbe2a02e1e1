import { Panel } from "@/ui/panel";
import { HealthBadge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import type { DriveDetail } from "../drive-detail";

/** What is wrong with the drive; nothing for a good one. */
export function VerdictPanel({ drive }: { drive: DriveDetail }) {
  if (drive.conditions.length === 0) return null;
  return (
    <Panel
      flush
      title="Reasons for this verdict"
      note={
        <>
          since <RelativeTime time={drive.verdictSince} />
        </>
      }
    >
      <Table label="Reasons for the verdict" stacked>
        <TableHead>
          <HeadCell>Severity</HeadCell>
          <HeadCell>Reason</HeadCell>
          <HeadCell number>Value</HeadCell>
          <HeadCell number>Threshold</HeadCell>
          <HeadCell number>Since</HeadCell>
        </TableHead>
        <tbody>
          {drive.conditions.map((condition) => (
            <Row key={condition.rule}>
              <Cell>
                <HealthBadge status={condition.severity} plain />
              </Cell>
              <Cell>{condition.text}</Cell>
              <Cell number label="Value">
                {condition.value || "–"}
              </Cell>
              <Cell number label="Threshold">
                {condition.threshold || "–"}
              </Cell>
              <Cell number label="Since">
                <RelativeTime time={condition.since} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
