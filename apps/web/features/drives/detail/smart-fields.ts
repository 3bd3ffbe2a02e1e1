import {
  celsiusOfKelvin,
  criticalWarnings,
  formatCount,
  formatDataUnits,
  formatPercent,
  formatTemperature,
  percentageUsedFigure,
  type Quantity,
  THIN_SPACE,
} from "@crosspoint/domain";
import type { SmartLog } from "@crosspoint/protocol";

/** One field of log page 02h: its name in the specification, for a person, and the number that the drive holds. */
export interface SmartField {
  readonly name: string;
  readonly value: Quantity | string;
  /** Exact and ungrouped, as nvme-cli prints it. */
  readonly raw: string;
  readonly warning: boolean;
}

/** Every field of the SMART / Health log, in its order; sensors that the drive does not have are left out. */
export function smartFields(log: SmartLog): SmartField[] {
  return [
    {
      name: "Critical warning",
      value: warningWords(log.criticalWarning),
      raw: String(log.criticalWarning),
      warning: log.criticalWarning !== 0,
    },
    temperature("Composite temperature", log.compositeTemperatureKelvin),
    {
      ...percent("Available spare", log.availableSparePercent),
      warning: log.availableSparePercent < log.availableSpareThresholdPercent,
    },
    percent("Available spare threshold", log.availableSpareThresholdPercent),
    {
      ...percent("Percentage used", log.percentageUsed),
      value: percentageUsedFigure(log.percentageUsed),
      warning: log.percentageUsed >= 100,
    },
    dataUnits("Data units read", log.dataUnitsRead),
    dataUnits("Data units written", log.dataUnitsWritten),
    count("Host read commands", log.hostReadCommands),
    count("Host write commands", log.hostWriteCommands),
    count("Controller busy time", log.controllerBusyTimeMinutes, "min"),
    count("Power cycles", log.powerCycles),
    count("Power on hours", log.powerOnHours, "h"),
    count("Unsafe shutdowns", log.unsafeShutdowns),
    { ...count("Media and data integrity errors", log.mediaErrors), warning: log.mediaErrors !== "0" },
    count("Error information log entries", log.errorLogEntries),
    count("Warning composite temperature time", String(log.warningTemperatureTimeMinutes), "min"),
    count("Critical composite temperature time", String(log.criticalTemperatureTimeMinutes), "min"),
    ...log.temperatureSensorsKelvin.flatMap((kelvin, index) =>
      kelvin === 0 ? [] : [temperature(`Temperature sensor ${index + 1}`, kelvin)],
    ),
    ...counted("Thermal management temp 1 transition count", log.thermalManagement1Transitions),
    ...counted("Thermal management temp 2 transition count", log.thermalManagement2Transitions),
    ...counted("Total time for thermal management temp 1", log.thermalManagement1Seconds, "s"),
    ...counted("Total time for thermal management temp 2", log.thermalManagement2Seconds, "s"),
  ];
}

function warningWords(field: number): string {
  const words = criticalWarnings(field).map(({ text }) => text);
  return words.length === 0 ? "None" : words.join(" ");
}

function temperature(name: string, kelvin: number): SmartField {
  return { name, value: formatTemperature(kelvin), raw: `${kelvin} K (${celsiusOfKelvin(kelvin)} °C)`, warning: false };
}

function percent(name: string, value: number): SmartField {
  return { name, value: formatPercent(value), raw: String(value), warning: false };
}

function dataUnits(name: string, units: string): SmartField {
  return { name, value: formatDataUnits(BigInt(units)), raw: units, warning: false };
}

function count(name: string, raw: string, unit?: string): SmartField {
  const value = formatCount(BigInt(raw));
  return { name, value: unit ? { value, unit, text: `${value}${THIN_SPACE}${unit}` } : value, raw, warning: false };
}

/** Counters that agents of earlier versions do not report. */
function counted(name: string, value: number | undefined, unit?: string): SmartField[] {
  return value === undefined ? [] : [count(name, String(value), unit)];
}
