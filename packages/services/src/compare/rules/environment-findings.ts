import { judgePerformance, type PcieLink } from "@crosspoint/domain";
import type { BenchmarkEnvironment } from "@crosspoint/protocol";

/** What in an environment costs performance, and what of it a person can change. */
export interface EnvironmentFinding {
  readonly field: "governor" | "scheduler" | "pcieLink";
  readonly text: string;
  readonly cost: string;
  readonly remedy: string;
}

const fields: Readonly<Record<string, EnvironmentFinding["field"]>> = {
  governor: "governor",
  scheduler: "scheduler",
  linkBelowBest: "pcieLink",
};

/** The performance findings of what an agent recorded with a point; the same rules as on the drive's page. */
export function findingsOf({ governor, scheduler, pcieLink, maxPcieLink }: BenchmarkEnvironment): EnvironmentFinding[] {
  const [now, best] = [parseLink(pcieLink), parseLink(maxPcieLink)];
  const findings = judgePerformance({
    governor,
    schedulers: scheduler === undefined ? undefined : [scheduler],
    link: now && best && { now, best },
  });
  return findings.flatMap(({ rule, text, cost, remedy }) => {
    const field = fields[rule];
    return field === undefined ? [] : [{ field, text, cost, remedy }];
  });
}

/** "8.0 GT/s x4", as agents write it. */
function parseLink(text: string | undefined): PcieLink | undefined {
  const found = /^(?<speed>[\d.]+ GT\/s)\S*(?: PCIe)? x(?<lanes>\d{1,2})$/.exec(text ?? "")?.groups;
  return found?.speed === undefined ? undefined : { speed: found.speed, lanes: Number(found.lanes) };
}
