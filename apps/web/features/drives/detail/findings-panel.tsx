import type { Finding } from "@crosspoint/domain";
import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";

/** What costs performance, and how to mend it; where nothing does, there is nothing to say. */
export function FindingsPanel({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <Panel flush title="Findings" note="what costs this drive performance where it is">
      <Table label="Findings" stacked>
        <TableHead>
          <HeadCell className="min-w-64">What</HeadCell>
          <HeadCell className="min-w-64">What it costs</HeadCell>
          <HeadCell className="min-w-64">How to mend it</HeadCell>
        </TableHead>
        <tbody>
          {findings.map((finding) => (
            <Row key={finding.rule}>
              <Cell className="font-medium">{finding.text}</Cell>
              <Cell label="Costs">{finding.cost}</Cell>
              <Cell label="Remedy">{finding.remedy}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
