import { formatLatency, formatPower, powerLimitMilliwatts } from "@crosspoint/domain";
import { CircleDot, Zap } from "lucide-react";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { DriveDetail } from "../drive-detail";

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
          <HeadCell number>Active</HeadCell>
          <HeadCell number>Idle</HeadCell>
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
                <Watts milliwatts={state.maxPowerMilliwatts} />
              </Cell>
              <Cell number>
                <Watts milliwatts={state.activePowerMilliwatts} />
              </Cell>
              <Cell number>
                <Watts milliwatts={state.idlePowerMilliwatts} />
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
      <Limits drive={drive} />
    </Panel>
  );
}

function Watts({ milliwatts }: { milliwatts: number | undefined }) {
  return milliwatts === undefined ? <NotKnown /> : <Quantity of={formatPower(milliwatts)} />;
}

/** Beside the states: Intel's power governor and the power limit of NVM Express 2.1. */
function Limits({ drive }: { drive: DriveDetail }) {
  const { powerGovernor, powerLimit } = drive.details ?? {};
  if (powerGovernor === undefined && powerLimit === undefined) return null;
  const setting = powerGovernor?.settings.find(({ value }) => value === powerGovernor.value);
  return (
    <div className="border-t px-4 py-2.5">
      <DefinitionList>
        {powerGovernor ? (
          <Definition term="Power governor">
            {setting ? <Watts milliwatts={setting.maxPowerMilliwatts} /> : `value ${powerGovernor.value}`}{" "}
            <span className="text-muted">
              {powerGovernor.settings.length > 0
                ? `feature C6h is ${powerGovernor.value}; ${powerGovernor.settings
                    .map(({ value, maxPowerMilliwatts }) => `${value} is ${formatPower(maxPowerMilliwatts).text}`)
                    .join(", ")}`
                : "of feature C6h; what it means is not published for this model"}
            </span>
          </Definition>
        ) : null}
        {powerLimit === undefined ? null : (
          <Definition term="Power limit">
            <Watts milliwatts={powerLimitMilliwatts(powerLimit)} />{" "}
            <span className="text-muted">
              feature 23h is <span className="font-mono">0x{powerLimit.toString(16).padStart(8, "0")}</span>
            </span>
          </Definition>
        )}
      </DefinitionList>
    </div>
  );
}
