import { Panel } from "@/ui/panel";
import { HealthBadge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import type { DriveDetail } from "../drive-detail";

/** Why the verdict is not good; a good drive needs no words. */
export function VerdictPanel({ drive }: { drive: DriveDetail }) {
  if (drive.reasons.length === 0) return null;
  return (
    <Panel
      flush
      title="Why this verdict"
      note={
        drive.verdictSince ? (
          <>
            since <RelativeTime time={drive.verdictSince} />
          </>
        ) : undefined
      }
    >
      <Table label="Reasons of the verdict">
        <TableHead>
          <HeadCell>Weighs</HeadCell>
          <HeadCell>Reason</HeadCell>
          <HeadCell number>Value</HeadCell>
          <HeadCell number>Threshold</HeadCell>
        </TableHead>
        <tbody>
          {drive.reasons.map((reason) => (
            <Row key={reason.rule}>
              <Cell>
                <HealthBadge status={reason.status} plain />
              </Cell>
              <Cell>{reason.text}</Cell>
              <Cell number>{reason.value || "–"}</Cell>
              <Cell number>{reason.threshold || "–"}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
