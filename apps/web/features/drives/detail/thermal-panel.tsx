import { formatDuration, formatTemperature } from "@crosspoint/domain";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import type { DriveDetail } from "../drive-detail";

const msPerSecond = 1000;
const msPerMinute = 60_000;

/** How hot it is, where it begins to slow down, and how often it did. */
export function ThermalPanel({ drive }: { drive: DriveDetail }) {
  const smart = drive.latest?.smart;
  const { controller } = drive;
  const management = drive.details?.thermalManagement;
  return (
    <Panel title="Thermal">
      <DefinitionList>
        <Definition term="Composite">
          <Temperature kelvin={smart?.compositeTemperatureKelvin} why="no sample yet" />
        </Definition>
        <Definition term="Sensors">
          <Sensors kelvin={smart?.temperatureSensorsKelvin ?? []} />
        </Definition>
        <Definition term="Warning at">
          <Temperature kelvin={controller?.warningTemperatureKelvin} />
        </Definition>
        <Definition term="Critical at">
          <Temperature kelvin={controller?.criticalTemperatureKelvin} />
        </Definition>
        <Definition term="Above warning">
          {smart ? timeAbove(smart.warningTemperatureTimeMinutes) : <NotKnown why="no sample yet" />}
        </Definition>
        <Definition term="Light throttling">
          <Throttling
            threshold={management?.lightKelvin}
            transitions={smart?.thermalManagement1Transitions}
            seconds={smart?.thermalManagement1Seconds}
          />
        </Definition>
        <Definition term="Heavy throttling">
          <Throttling
            threshold={management?.heavyKelvin}
            transitions={smart?.thermalManagement2Transitions}
            seconds={smart?.thermalManagement2Seconds}
          />
        </Definition>
        <Definition term="Host-controlled thermal management">
          {management ? (
            <>
              <Temperature kelvin={management.minimumKelvin} /> to <Temperature kelvin={management.maximumKelvin} />
            </>
          ) : drive.details ? (
            "not supported"
          ) : (
            <NotKnown why="not read yet" />
          )}
        </Definition>
      </DefinitionList>
    </Panel>
  );
}

/** SMART counts it in whole minutes. */
function timeAbove(minutes: number): string {
  return minutes === 0 ? "never" : formatDuration(minutes * msPerMinute);
}

function Temperature({ kelvin, why }: { kelvin: number | undefined; why?: string }) {
  return kelvin ? (
    <Quantity of={formatTemperature(kelvin)} exact={`${kelvin} K`} />
  ) : (
    <NotKnown {...(why ? { why } : {})} />
  );
}

function Sensors({ kelvin }: { kelvin: readonly number[] }) {
  const there = kelvin.flatMap((value, index) => (value === 0 ? [] : [{ number: index + 1, value }]));
  if (there.length === 0) return <NotKnown why="no other sensors" />;
  return (
    <span className="flex flex-wrap gap-x-4">
      {there.map(({ number, value }) => (
        <span key={number}>
          <span className="text-muted">{number}:</span> <Temperature kelvin={value} />
        </span>
      ))}
    </span>
  );
}

function Throttling({
  threshold,
  transitions,
  seconds,
}: {
  threshold: number | undefined;
  transitions: number | undefined;
  seconds: number | undefined;
}) {
  return (
    <span className="flex flex-wrap gap-x-4">
      {threshold === undefined ? null : threshold === 0 ? (
        <span>off</span>
      ) : (
        <span>
          at <Temperature kelvin={threshold} />
        </span>
      )}
      {transitions === undefined || seconds === undefined ? (
        <NotKnown why="not counted" />
      ) : transitions === 0 ? (
        <span>never</span>
      ) : (
        <span>
          {transitions} {transitions === 1 ? "time" : "times"}, {formatDuration(seconds * msPerSecond)} total
        </span>
      )}
    </span>
  );
}
