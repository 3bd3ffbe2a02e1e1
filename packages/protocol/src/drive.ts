import { z } from "zod";
import { protocolLimits } from "./limits.ts";
import { counter, shortText, wholeNumber } from "./primitives.ts";

/**
 * What a drive is, wherever it is plugged in: PCI vendor, model and serial, trimmed, letter case kept.
 * A path such as /dev/nvme0 is an observation and never part of the identity.
 */
export const driveIdentity = z
  .object({
    pciVendorId: z.int().min(0).max(0xffff),
    model: z.string().min(1).max(64),
    serial: z.string().min(1).max(64),
  })
  .meta({ id: "DriveIdentity" });

/** One power state descriptor of Identify Controller (NVM Express Base Specification, figure "Power State Descriptor"). */
export const powerState = z
  .object({
    index: z.int().min(0).max(31),
    /** Maximum power in milliwatts; absent where the drive does not report it (0). */
    maxPowerMilliwatts: wholeNumber.optional(),
    nonOperational: z.boolean(),
    entryLatencyUs: wholeNumber,
    exitLatencyUs: wholeNumber,
    /** Typical power when idle and under the drive's own workload; absent where not reported. */
    idlePowerMilliwatts: wholeNumber.optional(),
    activePowerMilliwatts: wholeNumber.optional(),
  })
  .meta({ id: "PowerState" });

export const lbaFormat = z
  .object({
    index: z.int().min(0).max(63),
    dataBytes: wholeNumber,
    metadataBytes: wholeNumber,
    /** 0 best, 1 better, 2 good, 3 degraded. */
    relativePerformance: z.int().min(0).max(3),
  })
  .meta({ id: "LbaFormat" });

/** A block device on a namespace: itself, a partition, or what is stacked on one. */
export const namespaceUse = z
  .object({
    device: shortText,
    kind: z.enum(["disk", "partition", "lvm", "crypt", "md", "deviceMapper", "other"]),
    /** Name of the logical volume or mapping, or the level of the array. */
    name: shortText.optional(),
    sizeBytes: counter,
    /** Where it is mounted, and as what. */
    mounts: z
      .array(z.object({ path: shortText, fileSystem: shortText }).meta({ id: "NamespaceMount" }))
      .max(protocolLimits.mountsPerUse),
    swap: z.boolean(),
  })
  .meta({ id: "NamespaceUse" });

/** The I/O queues of a controller as the kernel's block layer uses them. */
export const controllerQueues = z
  .object({
    /** CPUs that share each queue (`0-3,8`); interrupt queues first, poll queues last. */
    cpuLists: z.array(shortText).max(protocolLimits.queuesPerController),
    poll: wholeNumber,
    /** Most CPUs that share one interrupt queue. */
    cpusSharingMost: wholeNumber,
  })
  .meta({ id: "ControllerQueues" });

export const namespace = z
  .object({
    nsid: z.int().min(1).max(0xffff_ffff),
    /** Block device of this boot, for example /dev/nvme0n1; absent where the kernel made none. */
    path: shortText.optional(),
    sizeBytes: counter,
    /** From Identify Namespace, like the two below; absent (empty) while the drive could not be read. */
    utilizationBytes: counter.optional(),
    lbaFormats: z.array(lbaFormat).max(64),
    currentLbaFormat: z.int().min(0).max(63).optional(),
    eui64: z.string().max(16).optional(),
    nguid: z.string().max(32).optional(),
    /** Why it may not be written at this moment (mounted, holder, partitions, …); empty where nothing forbids it. */
    inUse: z.array(shortText).max(protocolLimits.warningsPerMessage),
    /** What sits on it, itself first. */
    uses: z.array(namespaceUse).max(protocolLimits.usesPerNamespace).optional(),
    /** The I/O scheduler in use. */
    scheduler: shortText.optional(),
  })
  .meta({ id: "Namespace" });

/** What Identify Controller says, decoded. Present only when nvme-cli could read it. */
export const controllerFacts = z
  .object({
    /** Total NVM capacity (TNVMCAP) where the controller reports it. */
    totalCapacityBytes: counter.optional(),
    nvmeVersion: shortText,
    controllerId: z.int().min(0).max(0xffff),
    subsystemNqn: shortText,
    /** The subsystem may have more controllers than this one, in this host or in others (CMIC bit 1). */
    severalControllers: z.boolean().optional(),
    warningTemperatureKelvin: z.int().min(0).max(0xffff).optional(),
    criticalTemperatureKelvin: z.int().min(0).max(0xffff).optional(),
    powerStates: z.array(powerState).max(32),
    /** Feature 02h as read now; absent where the drive refuses to say. */
    currentPowerState: z.int().min(0).max(31).optional(),
    volatileWriteCache: z.boolean(),
  })
  .meta({ id: "ControllerFacts" });

/** Why a drive could not be read in full. `detail` names the command and what it answered; `remedy` what to do. */
export const driveProblem = z
  .object({
    kind: z.enum(["nvmeCliMissing", "noPermission", "notResponding", "commandFailed", "malformedData"]),
    detail: shortText,
    remedy: shortText,
  })
  .meta({ id: "DriveProblem" });

/** One controller as seen on one host now. */
export const driveObservation = z
  .object({
    identity: driveIdentity,
    firmware: z.string().max(64),
    /** Controller of this boot, for example nvme0. */
    controllerName: z.string().min(1).max(64),
    transport: z.string().max(32),
    pciAddress: z.string().max(64).optional(),
    numaNode: z.int().min(-1).max(4096).optional(),
    linkSpeed: shortText.optional(),
    linkWidth: z.int().min(0).max(64).optional(),
    maxLinkSpeed: shortText.optional(),
    maxLinkWidth: z.int().min(0).max(64).optional(),
    /** Name of the slot that it is plugged into, where the platform tells. */
    slot: shortText.optional(),
    queues: controllerQueues.optional(),
    controller: controllerFacts.optional(),
    namespaces: z.array(namespace).max(protocolLimits.namespacesPerDrive),
    problem: driveProblem.optional(),
  })
  .meta({ id: "DriveObservation" });

/** A file that the host offers as a benchmark target; it may be written, because the agent made it for that. */
export const scratchFile = z
  .object({
    path: shortText.min(1),
    sizeBytes: counter,
    fileSystem: shortText,
  })
  .meta({ id: "ScratchFile" });

/** SMART / Health Information (log page 02h). Sizes and units as in the specification; counters are 128 bits wide. */
export const smartLog = z
  .object({
    criticalWarning: z.int().min(0).max(255),
    compositeTemperatureKelvin: z.int().min(0).max(0xffff),
    availableSparePercent: z.int().min(0).max(255),
    availableSpareThresholdPercent: z.int().min(0).max(255),
    /** May pass 100; saturates at 255. */
    percentageUsed: z.int().min(0).max(255),
    /** Thousands of 512-byte units. */
    dataUnitsRead: counter,
    dataUnitsWritten: counter,
    hostReadCommands: counter,
    hostWriteCommands: counter,
    controllerBusyTimeMinutes: counter,
    powerCycles: counter,
    powerOnHours: counter,
    unsafeShutdowns: counter,
    mediaErrors: counter,
    errorLogEntries: counter,
    warningTemperatureTimeMinutes: wholeNumber,
    criticalTemperatureTimeMinutes: wholeNumber,
    /** Sensors 1 to 8 that the drive implements; 0 marks one that it does not. */
    temperatureSensorsKelvin: z.array(z.int().min(0).max(0xffff)).max(8),
    /** How often and how long the drive throttled itself, lightly (1) and heavily (2); 0 where it does not count. */
    thermalManagement1Transitions: wholeNumber.optional(),
    thermalManagement2Transitions: wholeNumber.optional(),
    thermalManagement1Seconds: wholeNumber.optional(),
    thermalManagement2Seconds: wholeNumber.optional(),
  })
  .meta({ id: "SmartLog" });
