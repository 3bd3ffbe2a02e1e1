import { Activity, TriangleAlert } from "lucide-react";
import { Fragment } from "react";
import { cn } from "@/ui/classes";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { Quantity } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import type { DriveDetail } from "../drive-detail";
import { smartFields } from "./smart-fields";

/** The whole SMART / Health log as it was read last. */
export function SmartPanel({ drive }: { drive: DriveDetail }) {
  const { latest } = drive;
  if (!latest) {
    return (
      <Panel title="SMART / Health">
        <EmptyState icon={Activity} title="No samples yet">
          The first one arrives within a minute after the agent can read the drive.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel
      flush
      title="SMART / Health"
      note={
        <>
          log page 02h, read <RelativeTime time={latest.time} />
        </>
      }
    >
      <Table label="SMART / Health values" fixed stacked>
        <TableHead>
          <HeadCell className="w-1/2 sm:w-[38%]">Field</HeadCell>
          <HeadCell number className="sm:w-[33%]">
            Value
          </HeadCell>
          <HeadCell number>Raw</HeadCell>
        </TableHead>
        <tbody>
          {smartFields(latest.smart).map(({ name, value, raw, warning }) => (
            <Row key={name}>
              <Cell className={cn(warning && "font-medium text-watch")}>
                {warning ? (
                  <TriangleAlert className="mr-1 inline size-3.5 align-[-2px]" aria-label="Needs attention:" />
                ) : null}
                {name}
              </Cell>
              <Cell number className="whitespace-normal wrap-anywhere">
                {typeof value === "string" ? (
                  <span title={raw}>{breakable(value)}</span>
                ) : (
                  <Quantity of={value} exact={raw} />
                )}
              </Cell>
              <Cell
                number
                label="Raw"
                className="whitespace-normal break-all font-mono text-muted text-xs leading-[1.125rem]"
              >
                {raw}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

/** A long count may go on in the next line after a comma, never between the digits of a group. */
function breakable(value: string) {
  const [first, ...groups] = value.split(",");
  return (
    <>
      {first}
      {groups.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one number, in their order.
        <Fragment key={place}>
          ,<wbr />
          {group}
        </Fragment>
      ))}
    </>
  );
}
