import type { Source } from "@crosspoint/catalog";
import type { BenchmarkEnvironment } from "@crosspoint/protocol";
import type { EnvironmentFinding } from "./environment-findings.ts";

/** What is compared of two test environments, in the order in which it is shown. */
export const environmentFields = [
  "tool",
  "system",
  "cpu",
  "memory",
  "kernel",
  "governor",
  "mitigations",
  "scheduler",
  "pcieLink",
  "logicalBlock",
  "writeCache",
  "pollQueues",
  "firmware",
  "engine",
  "settings",
  "inUse",
  "notes",
] as const;
export type EnvironmentField = (typeof environmentFields)[number];

export type EnvironmentFacts = Readonly<Partial<Record<EnvironmentField, string>>>;

export interface ComparedEnvironment {
  readonly id: string;
  readonly label: string;
  readonly kind: "measured" | "published";
  /** When its run was asked for. */
  readonly requestedAt?: Date | undefined;
  readonly facts: EnvironmentFacts;
  /** What in it costs performance; left out where nothing does. */
  readonly findings?: readonly EnvironmentFinding[];
}

export interface EnvironmentDifference {
  readonly field: EnvironmentField;
  /** One value per environment, in their order; `undefined` where it is not stated. */
  readonly values: readonly (string | undefined)[];
  /** `differs`: two stated values are unlike. `notStated`: those that are stated agree, but some say nothing. */
  readonly kind: "differs" | "notStated";
}

/** What is not known to be the same in all environments. Nothing for fewer than two. */
export function environmentDifferences(environments: readonly ComparedEnvironment[]): EnvironmentDifference[] {
  if (environments.length < 2) return [];
  return environmentFields.flatMap((field) => {
    const values = environments.map(({ facts }) => facts[field]);
    const stated = new Set(values.filter((value) => value !== undefined));
    if (stated.size === 0 || (stated.size === 1 && !values.includes(undefined))) return [];
    return [{ field, values, kind: stated.size > 1 ? ("differs" as const) : ("notStated" as const) }];
  });
}

/** What an agent recorded with a point, and what its run had set on the drive, in words. */
export function factsOfPoint(
  environment: BenchmarkEnvironment | undefined,
  settings: readonly string[],
): EnvironmentFacts {
  const set = settings.join(", ") || "as found";
  if (environment === undefined) return { settings: set };
  const { cpuModel, cpuCount, logicalBlockBytes, pollQueues, pcieLink, maxPcieLink } = environment;
  return present({
    tool: environment.toolVersion,
    cpu: cpuModel && cpuCount ? `${cpuModel}, ${cpuCount} CPUs` : cpuModel,
    kernel: environment.kernel,
    governor: environment.governor,
    mitigations: environment.mitigations,
    scheduler: environment.scheduler,
    pcieLink: pcieLink && maxPcieLink && pcieLink !== maxPcieLink ? `${pcieLink} of ${maxPcieLink}` : pcieLink,
    logicalBlock: logicalBlockBytes === undefined ? undefined : `${logicalBlockBytes} B`,
    writeCache: environment.writeCache,
    pollQueues: pollQueues === undefined ? undefined : String(pollQueues),
    firmware: environment.firmware,
    engine: environment.engineFlags.length > 0 ? environment.engineFlags.join(", ") : undefined,
    settings: set,
    inUse: environment.inUse.length > 0 ? environment.inUse.join("; ") : undefined,
  });
}

/** What a review says of its test system. */
export function factsOfSource({ testSystem }: Source): EnvironmentFacts {
  if (testSystem === undefined) return {};
  const { system, motherboard, chipset, kernel, os, driver, notes } = testSystem;
  return present({
    tool: testSystem.tool,
    system: joined([system, motherboard, chipset]),
    cpu: testSystem.cpu,
    memory: testSystem.memory,
    kernel: joined([kernel, os, driver]),
    firmware: testSystem.driveFirmware,
    notes: joined(notes, "; "),
  });
}

function joined(parts: readonly (string | undefined)[], separator = ", "): string | undefined {
  return parts.filter((part) => part !== undefined).join(separator) || undefined;
}

function present(facts: Partial<Record<EnvironmentField, string | undefined>>): EnvironmentFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== ""));
}
