import { formatPercent, THIN_SPACE } from "../units/units.ts";

/** Names of the rules of {@link driveFindings}; stable, since people refer to them. */
export type FindingRule =
  | "linkBelowBest"
  | "remoteNumaNode"
  | "sharedQueues"
  | "scheduler"
  | "governor"
  | "smallBlocks"
  | "backgroundRefresh"
  | "thermalThrottling"
  | "nearWriteProtect";

/** Something about a drive's surroundings or state that costs performance: what it is, what it costs, how to mend it. */
export interface Finding {
  readonly rule: FindingRule;
  readonly text: string;
  readonly cost: string;
  readonly remedy: string;
}

export interface PcieLink {
  /** In the kernel's words: "8.0 GT/s PCIe". */
  readonly speed: string;
  readonly lanes: number;
}

/** What is known of a drive, its model and its host; what is absent is not judged. */
export interface FindingFacts {
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

/** Everything that costs this drive performance, in the order in which it is worth mending. Pure. */
export function driveFindings(facts: FindingFacts): Finding[] {
  return [
    nearWriteProtect(facts),
    thermalThrottling(facts.thermal),
    linkBelowBest(facts.link),
    remoteNumaNode(facts),
    smallBlocks(facts),
    backgroundRefresh(facts.refresh),
    governor(facts.governor),
    scheduler(facts.schedulers),
    sharedQueues(facts),
  ].filter((finding) => finding !== undefined);
}

/** Findings begin this far from the limit. */
const WRITE_PROTECT_MARGIN = 5;

function nearWriteProtect({ percentageUsed, writeProtect }: FindingFacts): Finding | undefined {
  if (percentageUsed === undefined || writeProtect === undefined) return undefined;
  const limit = writeProtect.percentageUsed;
  if (percentageUsed < limit - WRITE_PROTECT_MARGIN) return undefined;
  const speed = `${writeProtect.writeBytesPerSecond / 1e6}${THIN_SPACE}MB/s`;
  const reached = percentageUsed >= limit;
  return {
    rule: "nearWriteProtect",
    text: `${percent(percentageUsed)} of the rated endurance is used; this model protects itself from writes at ${percent(limit)}.`,
    cost: reached ? `Writes are held to ${speed}.` : `From ${percent(limit)} on, writes are held to ${speed}.`,
    remedy: reached ? "Replace the drive." : "Plan its replacement, and move what writes most to another drive.",
  };
}

function thermalThrottling(thermal: ThermalFacts | undefined): Finding | undefined {
  if (thermal === undefined) return undefined;
  const now = throttlesNow(thermal);
  const minutes = thermal.warningMinutesLastDay ?? 0;
  const transitions = thermal.transitionsLastDay ?? 0;
  if (!now && minutes === 0 && transitions === 0) return undefined;
  const during = [
    transitions > 0 ? `throttled itself ${transitions} ${transitions === 1 ? "time" : "times"}` : "",
    minutes > 0 ? `was ${minutes} min above its warning temperature` : "",
  ].filter((part) => part !== "");
  const past = during.length > 0 ? ` During the last day it ${during.join(" and ")}.` : "";
  return {
    rule: "thermalThrottling",
    text: now ? `The drive is hot enough to throttle itself now.${past}` : past.trim(),
    cost: "Throughput falls and latency rises while it is hot; figures measured then are not the drive's own.",
    remedy: "Improve its airflow, or give it a lower power limit.",
  };
}

function throttlesNow({ temperatureKelvin, warningKelvin, lightKelvin, heavyKelvin }: ThermalFacts): boolean {
  const limits = [warningKelvin, lightKelvin, heavyKelvin].filter((limit) => limit !== undefined && limit > 0);
  return limits.some((limit) => limit !== undefined && temperatureKelvin >= limit);
}

function linkBelowBest(link: FindingFacts["link"]): Finding | undefined {
  if (link === undefined) return undefined;
  const { now, best } = link;
  const share = (gigatransfers(now.speed) * now.lanes) / (gigatransfers(best.speed) * best.lanes);
  if (!(share < 1)) return undefined;
  return {
    rule: "linkBelowBest",
    text: `The PCI Express link runs at ${linkText(now)}; the drive can do ${linkText(best)}.`,
    cost: `At most ${percent(Math.round(share * 100))} of the drive's link: sequential throughput is cut first.`,
    remedy: "Look at the slot's wiring and the riser, reseat the drive, and check the slot's speed in the firmware.",
  };
}

/** "8.0 GT/s PCIe" is 8; NaN where the kernel says "Unknown". */
function gigatransfers(speed: string): number {
  return Number.parseFloat(speed);
}

function linkText({ speed, lanes }: PcieLink): string {
  return `${speed.replace(/ PCIe$/, "")} ×${lanes}`;
}

function remoteNumaNode({ numaNode, numaNodes, allowedCpus }: FindingFacts): Finding | undefined {
  if (numaNode === undefined || numaNode < 0 || allowedCpus === undefined) return undefined;
  const beside = numaNodes?.find(({ node }) => node === numaNode);
  if (beside === undefined || (numaNodes?.length ?? 0) < 2) return undefined;
  const allowed = cpuRanges(allowedCpus);
  if (cpuRanges(beside.cpus).some((near) => allowed.some((range) => overlap(near, range)))) return undefined;
  return {
    rule: "remoteNumaNode",
    text: `The drive is on NUMA node ${numaNode}; a benchmark may run only on CPUs ${allowedCpus}, all on other nodes.`,
    cost: "Every I/O crosses the link between the nodes: higher latency, and less throughput with many threads.",
    remedy: `Let the agent run on CPUs ${beside.cpus || "of that node"} too (CPUAffinity= or AllowedCPUs= of its service), or move the drive.`,
  };
}

type CpuRange = readonly [first: number, last: number];

/** "0-3,8" as ranges. */
function cpuRanges(list: string): CpuRange[] {
  return list.split(",").flatMap((part) => {
    const [first, last = first] = part.split("-").map((number) => Number.parseInt(number, 10));
    return first === undefined || last === undefined || Number.isNaN(first) ? [] : [[first, last] as const];
  });
}

function overlap([aFirst, aLast]: CpuRange, [bFirst, bLast]: CpuRange): boolean {
  return aFirst <= bLast && bFirst <= aLast;
}

function smallBlocks({ namespaces = [], optimalTransferBytes = 0 }: FindingFacts): Finding | undefined {
  const better = namespaces.flatMap((namespace) => {
    const format = betterFormat(namespace, optimalTransferBytes);
    return format === undefined ? [] : [{ nsid: namespace.nsid, format }];
  });
  const [first] = better;
  if (first === undefined) return undefined;
  const { format } = first;
  return {
    rule: "smallBlocks",
    text: `Namespace ${better.map(({ nsid }) => nsid).join(", ")} has blocks of 512${THIN_SPACE}B; the drive is better at ${format.dataBytes / 1024}${THIN_SPACE}KiB.`,
    cost: "Writes smaller than the drive's own unit are read, changed and written again; every command carries more overhead.",
    remedy: `Format it to LBA format ${format.index} when it is empty: a format destroys everything on it.`,
  };
}

/** Of formats with as much metadata, one of 4 KiB or more that the drive or its spec sheet calls better than 512 B. */
function betterFormat({ formats, current }: NamespaceFormat, optimalBytes: number): LbaFormatChoice | undefined {
  const used = formats.find(({ index }) => index === current);
  if (used === undefined || used.dataBytes !== 512) return undefined;
  const larger = formats.filter((one) => one.dataBytes >= 4096 && one.metadataBytes === used.metadataBytes);
  const best = larger.toSorted((a, b) => a.relativePerformance - b.relativePerformance)[0];
  if (best === undefined) return undefined;
  const bySheet = optimalBytes >= best.dataBytes && best.relativePerformance <= used.relativePerformance;
  return best.relativePerformance < used.relativePerformance || bySheet ? best : undefined;
}

const MS_PER_HOUR = 3_600_000;

function backgroundRefresh(refresh: BackgroundRefresh | undefined): Finding | undefined {
  if (refresh?.poweredOnBeforeMs === undefined) return undefined;
  const { hoursAfterPowerOn, poweredOnAfterMs, poweredOnBeforeMs, nowMs } = refresh;
  const endsMs = poweredOnBeforeMs + hoursAfterPowerOn * MS_PER_HOUR;
  if (nowMs >= endsMs) return undefined;
  const isCertain = poweredOnAfterMs !== undefined && nowMs < poweredOnAfterMs + hoursAfterPowerOn * MS_PER_HOUR;
  const minutes = Math.ceil((endsMs - nowMs) / 60_000);
  return {
    rule: "backgroundRefresh",
    text: `The drive ${isCertain ? "was" : "may have been"} powered on less than ${hoursAfterPowerOn}${THIN_SPACE}h ago; this model refreshes its medium then.`,
    cost: "Latency is higher and less even than later; a benchmark now does not show the drive's own.",
    remedy: `Wait at most ${minutes}${THIN_SPACE}min more before measuring.`,
  };
}

function governor(name: string | undefined): Finding | undefined {
  if (name === undefined || name === "performance") return undefined;
  return {
    rule: "governor",
    text: `The CPUs' frequency governor is "${name}".`,
    cost: "Latency varies with the clock, most at low queue depths, where each I/O wakes a CPU.",
    remedy: "Set it to performance while measuring: cpupower frequency-set -g performance.",
  };
}

function scheduler(schedulers: readonly string[] = []): Finding | undefined {
  const others = [...new Set(schedulers.filter((name) => name !== "none"))];
  if (others.length === 0) return undefined;
  return {
    rule: "scheduler",
    text: `The I/O scheduler is ${others.join(", ")}.`,
    cost: "Every I/O takes its lock and CPU time; a drive with queues of its own gains nothing from it.",
    remedy: "Set it to none: echo none > /sys/block/…/queue/scheduler, and a udev rule to keep it.",
  };
}

function sharedQueues({ queues, cpuCount }: FindingFacts): Finding | undefined {
  if (queues === undefined || queues.cpusSharingMost <= 1) return undefined;
  const ofCpus = cpuCount === undefined ? "" : ` for ${cpuCount} CPUs`;
  return {
    rule: "sharedQueues",
    text: `The controller has ${queues.interrupt} I/O queues${ofCpus}: up to ${queues.cpusSharingMost} CPUs share one.`,
    cost: "CPUs that share a queue wait for its lock and are interrupted for each other's I/O.",
    remedy:
      "Run the busiest threads on CPUs with queues of their own; nothing on the drive can change how many it has.",
  };
}

function percent(value: number): string {
  return formatPercent(value).text;
}
