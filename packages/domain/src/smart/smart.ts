/** SMART / Health Information of a controller (NVMe Base Specification, log page 02h), decoded. */
export interface SmartSample {
  /** Bit field; see {@link criticalWarnings}. */
  readonly criticalWarning: number;
  /** Composite temperature in kelvin. */
  readonly temperatureKelvin: number;
  readonly availableSparePercent: number;
  /** Zero on drives that have no spare to run out of (Optane). */
  readonly availableSpareThresholdPercent: number;
  /** Share of the rated endurance used: may pass 100, stays at 255. */
  readonly percentageUsed: number;
  /** Thousands of 512-byte blocks. */
  readonly dataUnitsRead: bigint;
  /** Thousands of 512-byte blocks. */
  readonly dataUnitsWritten: bigint;
  readonly hostReadCommands: bigint;
  readonly hostWriteCommands: bigint;
  readonly controllerBusyTimeMinutes: bigint;
  readonly powerCycles: bigint;
  readonly powerOnHours: bigint;
  readonly unsafeShutdowns: bigint;
  readonly mediaErrors: bigint;
  readonly errorLogEntries: bigint;
  readonly warningTemperatureTimeMinutes: number;
  readonly criticalTemperatureTimeMinutes: number;
  /** Temperature sensors 1 to 8, in kelvin; zero where a sensor is not there. */
  readonly temperatureSensorsKelvin: readonly number[];
}

/** Names of the bits of the critical warning field. */
export type CriticalWarningName =
  | "availableSpareBelowThreshold"
  | "temperatureThreshold"
  | "reliabilityDegraded"
  | "readOnly"
  | "volatileMemoryBackupFailed"
  | "persistentMemoryRegionUnreliable"
  | "personalityIndeterminate"
  | "reserved";

/** One bit of the critical warning field that is set. */
export interface CriticalWarning {
  readonly bit: number;
  readonly name: CriticalWarningName;
  /** What the specification says of the bit, in a sentence. */
  readonly text: string;
}

/** The bits set in a critical warning field, lowest first; reserved bits are named too, since a drive set them. */
export function criticalWarnings(field: number): CriticalWarning[] {
  if (field === 0) return [];
  return Array.from({ length: 8 }, (_, bit) => bit)
    .filter((bit) => (field & (1 << bit)) !== 0)
    .map((bit) => ({
      bit,
      ...(WARNING_BITS[bit] ?? { name: "reserved", text: `Reserved warning bit ${bit} is set.` }),
    }));
}

/** The bit of a name, or all those that are reserved, as a mask of the critical warning field. */
export function warningMask(name: CriticalWarningName): number {
  const bit = WARNING_BITS.findIndex((warning) => warning.name === name);
  return bit === -1 ? 0x100 - (1 << WARNING_BITS.length) : 1 << bit;
}

const WARNING_BITS: readonly Omit<CriticalWarning, "bit">[] = [
  { name: "availableSpareBelowThreshold", text: "Available spare has fallen below its threshold." },
  { name: "temperatureThreshold", text: "A temperature is outside its threshold." },
  { name: "reliabilityDegraded", text: "Reliability is degraded by media errors or an internal error." },
  { name: "readOnly", text: "The media has been placed in read-only mode." },
  { name: "volatileMemoryBackupFailed", text: "The backup of volatile memory has failed: a power loss can lose data." },
  { name: "persistentMemoryRegionUnreliable", text: "The persistent memory region is unreliable or read-only." },
  { name: "personalityIndeterminate", text: "A change of personality left the drive's settings in no defined state." },
];
