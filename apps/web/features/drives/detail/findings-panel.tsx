import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { FixButton } from "../act/fix-button";
import type { DriveDetail } from "../drive-detail";

/** What limits performance, and the fix; nothing where nothing does. */
export function FindingsPanel({ drive }: { drive: DriveDetail }) {
  if (drive.findings.length === 0) return null;
  return (
    <Panel flush title="Performance findings">
      <Table label="Performance findings" stacked>
        <TableHead>
          <HeadCell className="w-1/3">Finding</HeadCell>
          <HeadCell className="w-1/3">Impact</HeadCell>
          <HeadCell className="w-1/3">Fix</HeadCell>
        </TableHead>
        <tbody>
          {drive.findings.map((finding) => (
            <Row key={finding.rule}>
              <Cell className="font-medium">{finding.text}</Cell>
              <Cell label="Impact">{finding.cost}</Cell>
              <Cell label="Fix">
                {finding.remedy}
                {finding.fix ? (
                  <div className="mt-1.5">
                    <FixButton drive={drive} fix={finding.fix} />
                  </div>
                ) : null}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
