import Link from "next/link";
import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { HostDetail } from "../host-detail";

const serialsShown = 6;

/** What costs the drives of a host performance, each finding once with the drives that have it. */
export function HostFindingsPanel({ host }: { host: HostDetail }) {
  if (host.findings.length === 0) return null;
  return (
    <Panel flush title="Findings" note="what costs the drives of this host performance">
      <Table label="Findings" stacked>
        <TableHead>
          <HeadCell className="min-w-64">What</HeadCell>
          <HeadCell>Drives</HeadCell>
          <HeadCell className="min-w-64">What it costs</HeadCell>
          <HeadCell className="min-w-64">How to mend it</HeadCell>
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
              <Cell label="Costs">{finding.cost}</Cell>
              <Cell label="Remedy">{finding.remedy}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
