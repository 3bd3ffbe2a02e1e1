import { formatLatency, formatPower, powerLimitMilliwatts } from "@crosspoint/domain";
import { CircleDot, Zap } from "lucide-react";
import { SourceLink } from "@/features/published/source-link";
import { cn } from "@/ui/classes";
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
        <EmptyState icon={Zap} title={drive.controller ? "No power states reported" : "Not read yet"} />
      </Panel>
    );
  }
  return (
    <Panel flush title="Power states" note={current === undefined ? "current state not reported" : undefined}>
      <Table label="Power states" stacked>
        <TableHead>
          <HeadCell>State</HeadCell>
          <HeadCell number>Max power</HeadCell>
          <HeadCell number>Active</HeadCell>
          <HeadCell number>Idle</HeadCell>
          <HeadCell number>Entry</HeadCell>
          <HeadCell number>Exit</HeadCell>
          <HeadCell>Kind</HeadCell>
        </TableHead>
        <tbody>
          {states.map((state) => (
            <Row key={state.index} className={cn("max-sm:grid-cols-2", state.index === current && "bg-accent-soft")}>
              <Cell>
                <span className="mr-2">{state.index}</span>
                {state.index === current ? <Badge icon={CircleDot} word="Current" tone="accent" plain /> : null}
              </Cell>
              <Cell number label="Max power">
                <Watts milliwatts={state.maxPowerMilliwatts} />
              </Cell>
              <Cell number label="Active">
                <Watts milliwatts={state.activePowerMilliwatts} />
              </Cell>
              <Cell number label="Idle">
                <Watts milliwatts={state.idlePowerMilliwatts} />
              </Cell>
              <Cell number label="Entry">
                <Latency us={state.entryLatencyUs} />
              </Cell>
              <Cell number label="Exit">
                <Latency us={state.exitLatencyUs} />
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

/** A drive that does not report a latency says 0 (Identify Controller, ENLAT and EXLAT). */
function Latency({ us }: { us: number }) {
  return us === 0 ? <NotKnown /> : <Quantity of={formatLatency(us * nsPerUs)} />;
}

/** Beside the states: Intel's power governor and the power limit of NVM Express 2.1. */
function Limits({ drive }: { drive: DriveDetail }) {
  const { powerGovernor, powerLimit } = drive.details ?? {};
  if (powerGovernor === undefined && powerLimit === undefined) return null;
  return (
    <div className="border-t px-4 py-2.5">
      <DefinitionList>
        {powerGovernor ? (
          <Definition term="Power governor">
            <Governor governor={powerGovernor} catalogModel={drive.catalogModel} />
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

interface GovernorProps {
  readonly governor: NonNullable<NonNullable<DriveDetail["details"]>["powerGovernor"]>;
  readonly catalogModel: DriveDetail["catalogModel"];
}

/** In watts where it is documented which value of C6h means what; else the value as read, and what the catalog knows. */
function Governor({ governor: { value, settings }, catalogModel }: GovernorProps) {
  const setting = settings.find((each) => each.value === value);
  if (settings.length > 0) {
    const meanings = settings.map((each) => `${each.value} is ${formatPower(each.maxPowerMilliwatts).text}`).join(", ");
    return (
      <>
        {setting ? <Watts milliwatts={setting.maxPowerMilliwatts} /> : `value ${value}`}{" "}
        <span className="text-muted">
          feature C6h is {value}; {meanings}
        </span>
      </>
    );
  }
  const watts = catalogModel?.powerGovernorWatts ?? [];
  return (
    <>
      value {value}{" "}
      <span className="text-muted">
        of feature C6h; it is not documented what its values mean on this model.
        {watts.length > 0
          ? ` The model has a governor of ${watts.map((each) => formatPower(each * 1000).text).join(" and ")}`
          : ""}
        {watts.length > 0 && catalogModel?.source ? (
          <>
            {" "}
            (<SourceLink source={catalogModel.source} />)
          </>
        ) : null}
        {watts.length > 0 ? "." : ""}
      </span>
    </>
  );
}
