import { randomUUID } from "node:crypto";
import type {
  AgentEvent,
  AgentEventOf,
  BenchmarkPlan,
  DriveIdentity,
  DriveObservation,
  PointSpec,
  SmartLog,
  SweepStep,
} from "@crosspoint/protocol";
import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";

/** What tests send: valid by default, each field to be replaced. */
export function eventOf<K extends AgentEvent["kind"]>(
  kind: K,
  timeMs: number,
  rest: Omit<AgentEventOf<K>, "id" | "timeMs" | "kind">,
): AgentEventOf<K> {
  return { id: randomUUID(), timeMs, kind, ...rest } as AgentEventOf<K>;
}

export const optane: DriveIdentity = {
  pciVendorId: 0x8086,
  model: "INTEL SSDPED1K375GA",
  serial: "PHKS7335006W375AGN",
};
export const flash: DriveIdentity = { pciVendorId: 0x1344, model: "Micron_9100_MTFDHAX1T2MCF", serial: "163212F0A1B2" };

export function observation(identity: DriveIdentity, more: Partial<DriveObservation> = {}): DriveObservation {
  return {
    identity,
    firmware: "E2010325",
    controllerName: "nvme0",
    transport: "pcie",
    pciAddress: "0000:5e:00.0",
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
        path: "/dev/nvme0n1",
        sizeBytes: "375083606016",
        utilizationBytes: "375083606016",
        lbaFormats: [{ index: 0, dataBytes: 512, metadataBytes: 0, relativePerformance: 2 }],
        currentLbaFormat: 0,
        inUse: [],
      },
    ],
    ...more,
  };
}

export function inventory(timeMs: number, drives: DriveObservation[], scratchPaths: string[] = []) {
  const scratchFiles = scratchPaths.map((path) => ({ path, sizeBytes: "1073741824", fileSystem: "ext4" }));
  return eventOf("inventory", timeMs, { drives, scratchFiles });
}

export function smartLog(more: Partial<SmartLog> = {}): SmartLog {
  return {
    criticalWarning: 0,
    compositeTemperatureKelvin: 311,
    availableSparePercent: 100,
    availableSpareThresholdPercent: 0,
    percentageUsed: 3,
    dataUnitsRead: "340282366920938463463374607431768211455",
    dataUnitsWritten: "32381395004",
    hostReadCommands: "1",
    hostWriteCommands: "2",
    controllerBusyTimeMinutes: "3",
    powerCycles: "4",
    powerOnHours: "5",
    unsafeShutdowns: "6",
    mediaErrors: "0",
    errorLogEntries: "7",
    warningTemperatureTimeMinutes: 0,
    criticalTemperatureTimeMinutes: 0,
    temperatureSensorsKelvin: [311, 0],
    ...more,
  };
}

export function smart(timeMs: number, drive: DriveIdentity, more: Partial<SmartLog> = {}): AgentEventOf<"smart"> {
  return eventOf("smart", timeMs, { drive, log: smartLog(more) });
}

/** A histogram that holds `count` latencies of about 10 µs. */
export function histogramWith(count: number): string {
  const histogram = build({ highestTrackableValue: 600e9, numberOfSignificantValueDigits: 3, bitBucketSize: 64 });
  if (count > 0) histogram.recordValueWithCount(10_000, count);
  return encodeIntoCompressedBase64(histogram);
}

/** 4 KiB random reads, one at a time, for two seconds. */
export const pointSpec = {
  engine: "io_uring",
  pattern: "random",
  distribution: "uniform",
  data: "incompressible",
  blockBytes: 4096,
  readPercent: 100,
  depth: { kind: "perThread", queueDepth: 1, threads: 1 },
  load: { kind: "closed" },
  spanPercent: 100,
  rampSeconds: 0,
  ending: { kind: "duration", durationSeconds: 2 },
  precondition: [],
} satisfies PointSpec;

/** A run as the launch leaves it, without its target: of a plan with so many points. */
export function requestedRun(points = 1) {
  const depths = Array.from({ length: points }, (_, index) => index + 1);
  const { pattern, blockBytes, readPercent } = pointSpec;
  const sweep: SweepStep = { kind: "sweep", pattern, blockBytes, readPercent, queueDepth: depths, durationSeconds: 2 };
  return {
    hostname: "storage-01",
    targetLabel: "/scratch",
    planId: "quick-check",
    planName: "Quick check",
    plan: { id: "quick-check", name: "Quick check", readsOnly: true, steps: [sweep] } satisfies BenchmarkPlan,
    planHash: "0".repeat(64),
    pointsPlanned: points,
    requestedBy: "operator@example.net",
  };
}

/** What a host says of itself. */
export function environment(timeMs: number, told: Partial<AgentEventOf<"environment">> = {}) {
  return eventOf("environment", timeMs, {
    hostname: "storage-01",
    agentVersion: "0.1.0",
    kernel: "6.1.0",
    operatingSystem: "Debian 12",
    cpuModel: "Xeon",
    cpuCount: 64,
    memoryBytes: 1,
    policy: { path: "/etc/crosspoint/policy.toml", allow: [], deny: [] },
    eventsDropped: 0,
    ...told,
  });
}

export function pointStarted(timeMs: number, runId: string, pointSequence = 0): AgentEventOf<"pointStarted"> {
  const environment = { toolVersion: "0.1.0", kernel: "6.1.0", engineFlags: ["fixedBuffers"], inUse: [] };
  return eventOf("pointStarted", timeMs, {
    ...identityOf(runId, pointSequence),
    environment,
    warnings: ["turbo is on"],
  });
}

export function pointSecond(timeMs: number, runId: string, pointSequence: number, second: number, operations = 100) {
  const latency =
    operations > 0 ? { latencyNsMean: 10_000, latencyNsP50: 10_000, latencyNsP99: 10_000, latencyNsMax: 10_007 } : {};
  const read = { operations, bytes: operations * 4096, ...latency, histogram: histogramWith(operations) };
  return eventOf("pointSecond", timeMs, { runId, pointSequence, phase: "measure", second, elapsedNs: 1e9, read });
}

export function pointFinished(timeMs: number, runId: string, pointSequence = 0, operations = 200) {
  return eventOf("pointFinished", timeMs, {
    ...identityOf(runId, pointSequence),
    outcome: "complete",
    elapsedNs: 2e9,
    read: {
      operations,
      bytes: String(operations * 4096),
      iops: operations / 2,
      bytesPerSecond: (operations * 4096) / 2,
      latencyNsMin: 9_992,
      latencyNsMean: 10_000,
      latencyNsStddev: 0,
      latencyNsMax: 10_007,
      histogram: histogramWith(operations),
    },
    errors: [],
    warnings: ["short run"],
  });
}

function identityOf(runId: string, pointSequence: number) {
  const depth = { kind: "perThread" as const, queueDepth: pointSequence + 1, threads: 1 };
  return { runId, pointSequence, stepPath: [0], spec: { ...pointSpec, depth } };
}

/** To be replaced while a sample says so, and not a moment longer. */
export const lowSpare = { availableSparePercent: 5, availableSpareThresholdPercent: 10 };
