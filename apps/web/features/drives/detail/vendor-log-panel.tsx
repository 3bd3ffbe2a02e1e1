import { formatBytes, formatCount, formatPercent, THIN_SPACE } from "@crosspoint/domain";
import { Panel } from "@/ui/panel";
import { Quantity } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { DriveDetail } from "../drive-detail";

type VendorLog = NonNullable<DriveDetail["details"]>["vendorLogs"][number];
type Attribute = VendorLog["attributes"][number];

/** A log that is not of the NVMe specification. */
export function VendorLogPanel({ log }: { log: VendorLog }) {
  const hasScale = log.attributes.some(({ normalized }) => normalized !== undefined);
  return (
    <Panel flush title={log.name} note={`log page ${log.identifier.toString(16).toUpperCase()}h`}>
      <Table label={log.name} stacked>
        <TableHead>
          <HeadCell>Attribute</HeadCell>
          <HeadCell number>Value</HeadCell>
          {hasScale ? <HeadCell number>Normalized</HeadCell> : null}
        </TableHead>
        <tbody>
          {log.attributes.map((attribute) => (
            <Row key={attribute.name}>
              <Cell>{attribute.name}</Cell>
              <Cell number className="max-sm:font-medium">
                <Value attribute={attribute} />
              </Cell>
              {hasScale ? (
                <Cell number label="Normalized">
                  {attribute.normalized}
                </Cell>
              ) : null}
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function Value({ attribute: { value, unit } }: { attribute: Attribute }) {
  const exact = `${value} ${unit}`;
  switch (unit) {
    case "count":
      return <span title={exact}>{formatCount(BigInt(value))}</span>;
    case "bytes":
      return <Quantity of={formatBytes(BigInt(value))} exact={exact} />;
    case "percent":
      return <Quantity of={formatPercent(Number(value))} exact={exact} />;
    case "millipercent":
      return <Quantity of={formatPercent(Number(value) / 1000)} exact={exact} />;
    case "minutes": {
      const minutes = formatCount(BigInt(value));
      return <Quantity of={{ value: minutes, unit: "min", text: `${minutes}${THIN_SPACE}min` }} exact={exact} />;
    }
  }
}
