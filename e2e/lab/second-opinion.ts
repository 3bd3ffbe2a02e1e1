import type { VirtualHost } from "./virtual-host.ts";

const FIO_LIMIT_MS = 90_000;

/** The controller's name of this boot (nvme0), by the drive's serial. */
export async function controllerOf(host: VirtualHost, serial: string): Promise<string> {
  const found = await host.output(`dirname $(grep -l '^${serial} *$' /sys/class/nvme/*/serial) | xargs basename`);
  return found.toString().trim();
}

/** The block device of a drive's first namespace, by the drive's serial. */
export async function namespaceOf(host: VirtualHost, serial: string): Promise<string> {
  return `/dev/${await controllerOf(host, serial)}n1`;
}

export interface FioResult {
  readonly iops: number;
  readonly latencyNs: { readonly mean: number; readonly p50: number; readonly p99: number; readonly p999: number };
}

/** fio's random 4 KiB reads on a drive. */
export async function fioRandomReads(host: VirtualHost, serial: string, queueDepth: number, seconds: number) {
  const device = await namespaceOf(host, serial);
  return await fioReads(host, device, `--rw=randread --iodepth=${queueDepth} --ramp_time=1 --runtime=${seconds}`);
}

/** fio's 4 KiB reads of a device, its io_uring engine: latency from submission to completion. */
export async function fioReads(host: VirtualHost, device: string, options: string): Promise<FioResult> {
  const report = await host.output(
    `fio --name=read --filename=${device} --readonly --ioengine=io_uring --direct=1 --bs=4k ${options} --time_based` +
      " --clocksource=clock_gettime --lat_percentiles=1 --clat_percentiles=0 --output-format=json",
    { timeoutMs: FIO_LIMIT_MS },
  );
  const { jobs } = JSON.parse(report.toString()) as {
    jobs: [{ read: { iops: number; lat_ns: { mean: number; percentile: Record<string, number> } } }];
  };
  const { iops, lat_ns } = jobs[0].read;
  const percentile = (name: string) => {
    const value = lat_ns.percentile[name];
    if (value === undefined) throw new Error(`fio printed no percentile ${name}.`);
    return value;
  };
  const [p50, p99, p999] = ["50.000000", "99.000000", "99.900000"].map(percentile) as [number, number, number];
  return { iops, latencyNs: { mean: lat_ns.mean, p50, p99, p999 } };
}

/** A field of the SMART / Health log as the drive page names it, with the number that the drive holds. */
export type RawSmart = readonly (readonly [field: string, raw: string])[];

/**
 * The SMART / Health log as nvme-cli reads it in the guest, taken apart here by the offsets of the NVMe Base
 * Specification 2.0c, figure 207, independently of the agent's decoder. Sensors that read zero are not there.
 */
export async function smartByNvmeCli(host: VirtualHost, serial: string): Promise<RawSmart> {
  const log = await host.output(`nvme smart-log /dev/${await controllerOf(host, serial)} -o binary`);
  if (log.length !== 512) throw new Error(`nvme smart-log printed ${log.length} bytes, not 512.`);
  const counter = (offset: number) => String(log.readBigUInt64LE(offset) + (log.readBigUInt64LE(offset + 8) << 64n));
  const kelvin = (value: number) => `${value} K (${value - 273} °C)`;
  const sensors = Array.from({ length: 8 }, (_, index) => log.readUInt16LE(200 + 2 * index));
  return [
    ["Critical warning", String(log[0])],
    ["Composite temperature", kelvin(log.readUInt16LE(1))],
    ["Available spare", String(log[3])],
    ["Available spare threshold", String(log[4])],
    ["Percentage used", String(log[5])],
    ["Data units read", counter(32)],
    ["Data units written", counter(48)],
    ["Host read commands", counter(64)],
    ["Host write commands", counter(80)],
    ["Controller busy time", counter(96)],
    ["Power cycles", counter(112)],
    ["Power on hours", counter(128)],
    ["Unsafe shutdowns", counter(144)],
    ["Media and data integrity errors", counter(160)],
    ["Error information log entries", counter(176)],
    ["Warning composite temperature time", String(log.readUInt32LE(192))],
    ["Critical composite temperature time", String(log.readUInt32LE(196))],
    ...sensors.flatMap((value, index) =>
      value === 0 ? [] : [[`Temperature sensor ${index + 1}`, kelvin(value)] as const],
    ),
    ["Thermal management temp 1 transition count", String(log.readUInt32LE(216))],
    ["Thermal management temp 2 transition count", String(log.readUInt32LE(220))],
    ["Total time for thermal management temp 1", String(log.readUInt32LE(224))],
    ["Total time for thermal management temp 2", String(log.readUInt32LE(228))],
  ];
}
