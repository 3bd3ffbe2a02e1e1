import type { Database, Transaction } from "@crosspoint/db";
import { openCommandStates, openRunStates } from "../../command/rules/open-work.ts";
import { type AgentBuild, servedAgentBuilds } from "../../health/agent-builds.ts";
import { hearableUntil } from "../../health/gateway-pulse.ts";
import { readEnvironment } from "../../stored/host.ts";
import { buildFor, type UpgradeFacts, upgradeBlockers } from "./judge-host.ts";

/** Most hosts of one upgrade. */
export const upgradeHostsLimit = 500;

/** A host, and what an upgrade would do to its agent. */
export interface JudgedHost {
  readonly hostId: string;
  readonly hostname: string;
  readonly agentVersion: string;
  /** What it would take; undefined where nothing is done, with the reason. */
  readonly build: AgentBuild | undefined;
  readonly whyNot: { readonly message: string; readonly remedy: string } | undefined;
}

/** Judges some hosts by what is known of them now, in the order of their names. One that is gone is left out. */
export async function judgeHosts(
  db: Database | Transaction,
  hostIds: readonly string[],
  now: Date,
): Promise<JudgedHost[]> {
  const id = { in: [...new Set(hostIds)] };
  const hosts = await db.host.findMany({ where: { id }, orderBy: [{ hostname: "asc" }, { id: "asc" }] });
  const work = await openWork(db, id.in);
  const offer = { builds: await servedAgentBuilds(db), hearable: await hearableUntil(db, now) };
  return hosts.map(({ environment, ...host }) => {
    const facts: UpgradeFacts = { ...host, ...work(host.id), environment: readEnvironment(environment) };
    const [whyNot] = upgradeBlockers(facts, offer);
    const build = whyNot === undefined ? buildFor(facts, offer) : undefined;
    return { hostId: host.id, hostname: host.hostname, agentVersion: host.agentVersion, build, whyNot };
  });
}

/** What each host has been asked for and has not ended. */
async function openWork(db: Database | Transaction, hostIds: readonly string[]) {
  const hostId = { in: [...hostIds] };
  const runs = await db.benchmarkRun.groupBy({
    by: ["hostId"],
    where: { hostId, state: { in: [...openRunStates] } },
    _count: { _all: true },
  });
  const commands = await db.command.groupBy({
    by: ["hostId"],
    where: { hostId, state: { in: [...openCommandStates] } },
    _count: { _all: true },
  });
  const runsOf = new Map(runs.map((run) => [run.hostId, run._count._all]));
  const commandsOf = new Map(commands.map((command) => [command.hostId, command._count._all]));
  return (id: string) => ({ openRuns: runsOf.get(id) ?? 0, openCommands: commandsOf.get(id) ?? 0 });
}
