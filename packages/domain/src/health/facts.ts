import type { SmartSample } from "../smart/smart.ts";

/** What is known of a drive's health; what is absent is not judged. */
export interface HealthFacts {
  /** The newest sample; undefined until the first one. */
  readonly sample: HealthSample | undefined;
  readonly limits: HealthLimits;
  /** The controller was asked and did not answer. */
  readonly notResponding: boolean;
  /** The controller answers, and for long enough not with its health log (02h). */
  readonly healthLogUnread: boolean;
  /** It was on a host, and is on none now. */
  readonly missing: boolean;
  /** Its host has been silent for too long; see silence.ts. */
  readonly hostNotReporting: boolean;
}

/** As much of a sample as is judged when it is reported, and when it was taken. */
export interface HealthSample
  extends Pick<
    SmartSample,
    | "criticalWarning"
    | "temperatureKelvin"
    | "availableSparePercent"
    | "availableSpareThresholdPercent"
    | "percentageUsed"
  > {
  readonly timeMs: number;
}

/** Limits beyond the SMART log that a rule may use; a missing one means that its rule is not applied. */
export interface HealthLimits {
  /** Percentage used at which this model limits writes (P4800X: 105); from the catalog. */
  readonly writeProtectPercentageUsed?: number | undefined;
  /** WCTEMP of Identify Controller in kelvin; zero means not reported. */
  readonly warningTemperatureKelvin?: number | undefined;
  /** CCTEMP of Identify Controller in kelvin; zero means not reported. */
  readonly criticalTemperatureKelvin?: number | undefined;
}

export interface PcieLink {
  /** In the kernel's words: "8.0 GT/s PCIe". */
  readonly speed: string;
  readonly lanes: number;
}

/** What is known of a drive, its model and its host; what is absent is not judged. */
export interface PerformanceFacts {
  readonly link?: { readonly now: PcieLink; readonly best: PcieLink } | undefined;
  /** NUMA node of the drive; negative where the platform has none. */
  readonly numaNode?: number | undefined;
  readonly numaNodes?: readonly { readonly node: number; readonly cpus: string }[] | undefined;
  /** CPUs on which a benchmark may run: "0-15,32". */
  readonly allowedCpus?: string | undefined;
  readonly queues?: { readonly interrupt: number; readonly cpusSharingMost: number } | undefined;
  readonly cpuCount?: number | undefined;
  readonly schedulers?: readonly string[] | undefined;
  readonly governor?: string | undefined;
  readonly namespaces?: readonly NamespaceFormat[] | undefined;
  /** Size of transfers that the model is made for, in bytes; from the catalog. */
  readonly optimalTransferBytes?: number | undefined;
  readonly refresh?: BackgroundRefresh | undefined;
  readonly thermal?: ThermalFacts | undefined;
  readonly percentageUsed?: number | undefined;
  readonly writeProtect?: { readonly percentageUsed: number; readonly writeBytesPerSecond: number } | undefined;
}

export interface NamespaceFormat {
  readonly nsid: number;
  readonly formats: readonly LbaFormatChoice[];
  readonly current: number | undefined;
}

export interface LbaFormatChoice {
  readonly index: number;
  readonly dataBytes: number;
  readonly metadataBytes: number;
  /** 0 best to 3 degraded. */
  readonly relativePerformance: number;
}

/** A model that refreshes its medium after power-on, and when this drive was powered on, as far as that is known. */
export interface BackgroundRefresh {
  readonly hoursAfterPowerOn: number;
  /** It was powered on between these; both absent where nothing tells. */
  readonly poweredOnAfterMs: number | undefined;
  readonly poweredOnBeforeMs: number | undefined;
  readonly nowMs: number;
}

export interface ThermalFacts {
  readonly temperatureKelvin: number;
  /** WCTEMP, and the temperatures of host controlled thermal management; zero or absent means none. */
  readonly warningKelvin?: number | undefined;
  readonly lightKelvin?: number | undefined;
  readonly heavyKelvin?: number | undefined;
  /** Minutes above the warning temperature and times throttled, during the last day; absent where not known. */
  readonly warningMinutesLastDay?: number | undefined;
  readonly transitionsLastDay?: number | undefined;
}
