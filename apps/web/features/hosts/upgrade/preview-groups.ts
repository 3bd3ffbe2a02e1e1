import type { Outputs } from "@/api/client";
import { hostsText } from "./hosts-text";

export type PreviewedHost = Outputs["host"]["previewUpgrade"]["hosts"][number];

/** Hosts whose agents would go from one version to another, or would not for one reason. */
export interface HostGroup {
  /** Undefined where nothing is done. */
  readonly to: string | undefined;
  /** "0.9.0 → 1.0.0", or why not. */
  readonly text: string;
  /** What could be done about it; empty where it would be. */
  readonly remedy: string;
  readonly hostnames: readonly string[];
}

/** What happens first, the largest groups first. */
export function groupHosts(hosts: readonly PreviewedHost[]): HostGroup[] {
  const byOutcome = Map.groupBy(hosts, (host) => {
    const { to, text, remedy } = outcomeOf(host);
    return JSON.stringify([to ?? null, text, remedy]);
  });
  const groups = [...byOutcome.values()].flatMap((of): HostGroup[] => {
    const [first] = of;
    return first === undefined ? [] : [{ ...outcomeOf(first), hostnames: of.map(({ hostname }) => hostname) }];
  });
  const isDone = ({ to }: HostGroup) => Number(to !== undefined);
  return groups.toSorted((a, b) => isDone(b) - isDone(a) || b.hostnames.length - a.hostnames.length);
}

/** How many hosts would be upgraded, and how many would not. */
export function previewText(hosts: readonly PreviewedHost[]): string {
  const will = hosts.filter(({ to }) => to !== undefined).length;
  const wont = hosts.length - will;
  if (will === 0)
    return wont === 1 ? "This host can't be upgraded" : `None of these ${hostsText(wont)} can be upgraded`;
  return `${hostsText(will)} will be upgraded${wont === 0 ? "" : `, ${hostsText(wont)} won't`}`;
}

function outcomeOf({ agentVersion, to, whyNot }: PreviewedHost): Omit<HostGroup, "hostnames"> {
  if (to !== undefined) return { to, text: `${agentVersion} → ${to}`, remedy: "" };
  return { to, text: whyNot?.message ?? "", remedy: whyNot?.remedy ?? "" };
}
