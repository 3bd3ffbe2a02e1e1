import { formatLatency, THIN_SPACE } from "@crosspoint/domain";
import { CircleDot, Zap } from "lucide-react";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { DriveDetail } from "./drive-page";

const nsPerUs = 1000;

/** The power states of Identify Controller, the present one marked. */
export function PowerStatesPanel({ drive }: { drive: DriveDetail }) {
  const states = drive.controller?.powerStates ?? [];
  const current = drive.controller?.currentPowerState;
  if (states.length === 0) {
    return (
      <Panel title="Power states">
        <EmptyState icon={Zap} title={drive.controller ? "The drive reports none" : "Not read yet"} />
      </Panel>
    );
  }
  return (
    <Panel
      flush
      title="Power states"
      note={current === undefined ? "the drive does not say which is current" : undefined}
    >
      <Table label="Power states">
        <TableHead>
          <HeadCell>State</HeadCell>
          <HeadCell number>Power at most</HeadCell>
          <HeadCell number>Entry</HeadCell>
          <HeadCell number>Exit</HeadCell>
          <HeadCell>Kind</HeadCell>
        </TableHead>
        <tbody>
          {states.map((state) => (
            <Row key={state.index} className={state.index === current ? "bg-accent-soft" : ""}>
              <Cell>
                <span className="mr-2">{state.index}</span>
                {state.index === current ? <Badge icon={CircleDot} word="Current" tone="accent" plain /> : null}
              </Cell>
              <Cell number>
                {state.maxPowerMilliwatts === undefined ? (
                  <NotKnown />
                ) : (
                  <Quantity of={watts(state.maxPowerMilliwatts)} />
                )}
              </Cell>
              <Cell number>
                <Quantity of={formatLatency(state.entryLatencyUs * nsPerUs)} />
              </Cell>
              <Cell number>
                <Quantity of={formatLatency(state.exitLatencyUs * nsPerUs)} />
              </Cell>
              <Cell>{state.nonOperational ? "Non-operational" : "Operational"}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

/** Milliwatts are what the log resolves at best, so nothing is rounded: 0.0001 W units are cut by the agent. */
function watts(milliwatts: number) {
  const value = String(milliwatts / 1000);
  return { value, unit: "W", text: `${value}${THIN_SPACE}W` };
}
