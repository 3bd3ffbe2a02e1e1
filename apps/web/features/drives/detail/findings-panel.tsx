import type { Finding } from "@crosspoint/domain";
import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";

/** What limits performance, and the fix; nothing where nothing does. */
export function FindingsPanel({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <Panel flush title="Performance findings">
      <Table label="Performance findings" stacked>
        <TableHead>
          <HeadCell className="w-1/3">Finding</HeadCell>
          <HeadCell className="w-1/3">Impact</HeadCell>
          <HeadCell className="w-1/3">Fix</HeadCell>
        </TableHead>
        <tbody>
          {findings.map((finding) => (
            <Row key={finding.rule}>
              <Cell className="font-medium">{finding.text}</Cell>
              <Cell label="Impact">{finding.cost}</Cell>
              <Cell label="Fix">{finding.remedy}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
