import { isOlderVersion } from "@crosspoint/domain";
import type { Blocker } from "../../blockers.ts";
import type { AgentBuild } from "../../health/agent-builds.ts";
import { notReportingBlockers } from "../../health/rules/not-reporting.ts";
import type { HostEnvironment } from "../../stored/host.ts";

const byHand = "Run the line of “Add a host” on it.";

export interface UpgradeFacts {
  readonly hostname: string;
  readonly agentVersion: string;
  readonly lastSeenAt: Date | null;
  readonly keyRevokedAt: Date | null;
  readonly simulated: boolean;
  readonly environment: HostEnvironment | undefined;
  /** Runs that it was asked for, or that are running. */
  readonly openRuns: number;
  /** Commands that it was asked for, or that it is carrying out. */
  readonly openCommands: number;
}

/** What the server can give, and until when hosts could be heard. */
export interface UpgradeOffer {
  readonly builds: readonly AgentBuild[];
  readonly hearable: Date;
}

/** The archive for a host's processor. */
export function buildFor({ environment }: UpgradeFacts, { builds }: UpgradeOffer): AgentBuild | undefined {
  return builds.find(({ kind, architecture }) => kind === "archive" && architecture === environment?.architecture);
}

/** What stands against upgrading a host's agent now, the most final first. The agent judges for itself once more. */
export function upgradeBlockers(host: UpgradeFacts, offer: UpgradeOffer): Blocker[] {
  return [...letsIn(host, offer), ...takesIt(host, offer), ...atRest(host)];
}

function letsIn(host: UpgradeFacts, { hearable }: UpgradeOffer): Blocker[] {
  if (host.simulated) return [conflict("It is a simulated host.", "Only agents of real hosts are upgraded.")];
  if (host.keyRevokedAt !== null) {
    return [conflict("Its key is revoked: its agent is not let in.", "Enroll the host again.")];
  }
  return notReportingBlockers(host, hearable);
}

function takesIt(host: UpgradeFacts, offer: UpgradeOffer): Blocker[] {
  const { agentVersion, environment } = host;
  const architecture = environment?.architecture;
  if (architecture === undefined) {
    return [conflict(`Its agent (${agentVersion}) cannot be upgraded from the server yet.`, byHand)];
  }
  const build = buildFor(host, offer);
  if (build === undefined) {
    const remedy = "Build the agent on such a machine (npm run package), and put the files beside the server's others.";
    return [conflict(`The server has no build for its processor (${architecture}).`, remedy)];
  }
  if (!isOlderVersion(agentVersion, build.version)) return [upToDate(agentVersion, build.version)];
  return refusals(environment);
}

function upToDate(agentVersion: string, served: string): Blocker {
  if (agentVersion === served) return conflict(`Its agent is version ${served} already.`, "Nothing is to be done.");
  const message = `Its agent is version ${agentVersion}, and the server has ${served}.`;
  return conflict(message, "An agent is never replaced by an older one.");
}

function refusals(environment: HostEnvironment | undefined): Blocker[] {
  const { upgradeObstacle, policy } = environment ?? {};
  const found: Blocker[] = [];
  if (upgradeObstacle !== undefined) {
    const [first = ""] = upgradeObstacle;
    found.push(conflict(`${first.toUpperCase()}${upgradeObstacle.slice(1)}.`, byHand));
  }
  if (policy?.problem !== undefined) {
    found.push(conflict("Its policy file cannot be used.", `On the host, mend ${policy.path}.`));
  }
  if (policy?.deny.includes("upgrade")) {
    found.push({
      code: "forbidden",
      message: "Its policy denies upgrades.",
      remedy: `On the host, remove "upgrade" from deny in ${policy.path}.`,
    });
  }
  return found;
}

/** Nothing is interrupted for an upgrade. */
function atRest({ openRuns, openCommands }: UpgradeFacts): Blocker[] {
  if (openRuns > 0) return [conflict("A benchmark is running on it.", "Ask again when it is over.")];
  if (openCommands > 0) return [conflict("It is carrying out a command.", "Ask again when that is over.")];
  return [];
}

function conflict(message: string, remedy: string): Blocker {
  return { code: "conflict", message, remedy };
}
