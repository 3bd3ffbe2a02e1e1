import Link from "next/link";
import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { HostDetail } from "../host-detail";

const serialsShown = 6;

/** What limits the performance of a host's drives, each finding once with the drives that have it. */
export function HostFindingsPanel({ host }: { host: HostDetail }) {
  if (host.findings.length === 0) return null;
  return (
    <Panel flush title="Performance findings">
      <Table label="Performance findings" stacked>
        <TableHead>
          <HeadCell className="w-1/4">Finding</HeadCell>
          <HeadCell>Drives</HeadCell>
          <HeadCell className="w-1/4">Impact</HeadCell>
          <HeadCell className="w-1/4">Fix</HeadCell>
        </TableHead>
        <tbody>
          {host.findings.map(({ finding, drives }) => (
            <Row key={finding.text}>
              <Cell className="font-medium">{finding.text}</Cell>
              <Cell>
                {drives.slice(0, serialsShown).map(({ id, serial }) => (
                  <Link
                    key={id}
                    href={`/drives/${id}`}
                    className="block whitespace-nowrap font-mono text-accent hover:underline"
                  >
                    {serial}
                  </Link>
                ))}
                {drives.length > serialsShown ? (
                  <span className="text-muted">and {drives.length - serialsShown} more</span>
                ) : null}
              </Cell>
              <Cell label="Impact">{finding.cost}</Cell>
              <Cell label="Fix">{finding.remedy}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
