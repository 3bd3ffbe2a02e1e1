import { randomUUID } from "node:crypto";

/** What simulated hosts of this benchmark say, in the order in which an agent writes it. Every text is built from pieces: making it must cost less than taking it. */

export interface BenchHost {
  readonly index: number;
  readonly key: string;
}

const pciVendorId = 0x8086;
const model = "INTEL SSDPED1K375GA";

export const hostOf = (index: number): BenchHost => ({
  index,
  key: `cpk_${"b".repeat(30)}${String(index).padStart(8, "0")}`,
});
const serialOf = (host: number, drive: number) =>
  `BENCH${String(host).padStart(5, "0")}${String(drive).padStart(3, "0")}`;
/** Of a host's own time between two of its samples of a drive: so many a minute that each is of the present. */
const stepMs = 100;

/** Lists a host's drives. */
export function inventoryReport(host: number, drives: number, timeMs: number): string {
  const listed = Array.from({ length: drives }, (_, drive) => ({
    identity: { pciVendorId, model, serial: serialOf(host, drive) },
    firmware: "E2010325",
    controllerName: `nvme${drive}`,
    transport: "pcie",
    pciAddress: `0000:${(16 + drive).toString(16).padStart(2, "0")}:00.0`,
    controller: {
      nvmeVersion: "1.2",
      controllerId: 0,
      subsystemNqn: "",
      warningTemperatureKelvin: 343,
      criticalTemperatureKelvin: 353,
      powerStates: [],
      volatileWriteCache: false,
    },
    namespaces: [
      {
        nsid: 1,
        path: `/dev/nvme${drive}n1`,
        sizeBytes: "375083606016",
        utilizationBytes: "375083606016",
        lbaFormats: [{ index: 0, dataBytes: 512, metadataBytes: 0, relativePerformance: 2 }],
        currentLbaFormat: 0,
        inUse: [],
      },
    ],
  }));
  const event = { id: randomUUID(), timeMs, sequence: 1, kind: "inventory", drives: listed, scratchFiles: [] };
  return JSON.stringify({ agentTimeMs: Date.now(), events: [event] });
}

/** A host that samples each of its drives again and again, as fast as it is asked. */
export class SamplingHost {
  readonly #host: number;
  readonly #drives: readonly string[];
  readonly #startMs: number;
  #round: number;
  #sequence: number;

  /** `round`: how many rounds were sent before, in another load of the same run. */
  constructor(host: number, drives: number, { startMs, round }: { startMs: number; round: number }) {
    this.#host = host;
    this.#startMs = startMs;
    this.#round = round;
    this.#sequence = 2 + round * drives;
    this.#drives = Array.from({ length: drives }, (_, drive) =>
      JSON.stringify({ model, pciVendorId, serial: serialOf(host, drive) }),
    );
  }

  /** The next round as a report. Temperatures wander by a degree, counters grow as those of a busy drive. */
  next(): string {
    this.#round += 1;
    const timeMs = this.#startMs + this.#round * stepMs;
    const events = this.#drives.map((drive, index) => {
      this.#sequence += 1;
      const id = `${hex(this.#host, 8)}-${hex(this.#round >>> 16, 4)}-4${hex(index, 3)}-8000-${hex(this.#sequence, 12)}`;
      const [log, sequence] = [this.#log(index), this.#sequence];
      return `{"kind":"smart","drive":${drive},"id":"${id}","log":${log},"sequence":${sequence},"timeMs":${timeMs}}`;
    });
    return `{"agentTimeMs":${Date.now()},"events":[${events.join(",")}]}`;
  }

  #log(index: number): string {
    const grown = this.#round * 1000 + index;
    const kelvin = 308 + ((this.#round + index) % 3);
    return (
      `{"availableSparePercent":100,"availableSpareThresholdPercent":10,"compositeTemperatureKelvin":${kelvin},` +
      `"controllerBusyTimeMinutes":"${12_345 + this.#round}","criticalTemperatureTimeMinutes":0,"criticalWarning":0,` +
      `"dataUnitsRead":"${81_395_004 + grown}","dataUnitsWritten":"${92_381_395 + grown}","errorLogEntries":"7",` +
      `"hostReadCommands":"${4_981_234_567 + grown * 7}","hostWriteCommands":"${3_981_234_567 + grown * 5}",` +
      `"mediaErrors":"0","percentageUsed":3,"powerCycles":"41","powerOnHours":"${23_456 + Math.floor(this.#round / 60)}",` +
      `"temperatureSensorsKelvin":[${kelvin},${kelvin + 2}],"unsafeShutdowns":"6","warningTemperatureTimeMinutes":0}`
    );
  }
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0").slice(-digits);
}
