import { existsSync } from "node:fs";
import { runToEnd } from "../steps/child.ts";
import { median } from "./median.ts";

let isSkipped = false;

/** The binary of fio's bare t/io_uring, if it is given: it is built with fio, and in no package. */
export function bareFio(): string | undefined {
  const binary = process.env.FIO_T_IO_URING;
  if (binary !== undefined && existsSync(binary)) return binary;
  if (!isSkipped) {
    isSkipped = true;
    console.log(
      binary === undefined
        ? "Skipped: fio's bare t/io_uring; set FIO_T_IO_URING to its binary (built with fio, not packaged)"
        : `Skipped: fio's bare t/io_uring; FIO_T_IO_URING names ${binary}, which does not exist`,
    );
  }
  return undefined;
}

interface BareLoad {
  readonly path: string;
  readonly depth: number;
  /** Operations submitted and waited for at a time. */
  readonly batch: number;
  readonly seconds: number;
  /**
   * No-operations in place of reads: what the ring and the tool cost. Each of them looks up its file (fio 3.42), one that is
   * registered with the ring or one that is not.
   */
  readonly nop?: "registered" | "unregistered";
}

/** Operations per second of fio's own minimal loop, all on one core: fixed buffers, registered file, no latencies. */
export async function bareIops(binary: string, { path, depth, batch, seconds, nop }: BareLoad): Promise<number> {
  const load = [`-d${depth}`, `-s${batch}`, `-c${batch}`, "-b4096", "-p0", "-n1", `-r${seconds}`];
  const kind = nop === undefined ? ["-B1", "-F1"] : ["-N1", "-B0", nop === "registered" ? "-F1" : "-F0"];
  const output = await runToEnd("taskset", ["-c", "0", binary, ...load, ...kind, path], {
    remedy: "The program's own message is above.",
  });
  const perSecond = [...output.matchAll(/^IOPS=([\d.]+)([KM]?)/gm)].map(([, value, unit]) => {
    const factor = unit === "M" ? 1e6 : unit === "K" ? 1e3 : 1;
    return Number(value) * factor;
  });
  return median(perSecond);
}
