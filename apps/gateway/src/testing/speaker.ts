import type { AgentEvent, DriveIdentity } from "@crosspoint/protocol";
import { hashSecret } from "@crosspoint/services/access/rules/secrets";
import type { ReportGroup } from "@crosspoint/services/report/group/report-group";
import { ingestReport, type ReportBody } from "@crosspoint/services/report/ingest";
import { reportText } from "@crosspoint/services/report/testing/report-text";
import { AloneLane } from "../alone-lane.ts";
import { inventory, observation, optane, smart } from "./events.ts";
import type { TestAgent, TestGateway } from "./test-gateway.ts";

/** A host with a drive that it holds, and its count. */
export interface Speaker {
  readonly agent: TestAgent;
  readonly drive: DriveIdentity;
  readonly driveId: string;
  sample(more?: Parameters<typeof smart>[2], drive?: DriveIdentity): AgentEvent & { sequence: number };
  /** To its own group, or to the one that is given. */
  report(...events: readonly AgentEvent[]): ReturnType<typeof ingestReport>;
  reportTo(group: ReportGroup, ...events: readonly AgentEvent[]): ReturnType<typeof ingestReport>;
}

/** A host that has listed a drive whose serial is made of the name. */
export async function speaker(gateway: TestGateway, name: string, group: () => ReportGroup): Promise<Speaker> {
  const nowMs = () => gateway.clock.now.getTime();
  const agent = await gateway.enroll(name);
  const drive = { ...optane, serial: name.toUpperCase() };
  await agent.report(inventory(nowMs() - 60_000, [observation(drive)]));
  const { id: driveId } = await gateway.db.drive.findFirstOrThrow({ where: { serial: drive.serial } });
  const actor = { kind: "agent", hostId: agent.hostId, hostname: name, keyHash: hashSecret(agent.key) } as const;
  const alone = new AloneLane();
  let sequence = 1000;
  const reportTo: Speaker["reportTo"] = (to, ...events) =>
    ingestReport({ db: gateway.db, actor, now: gateway.clock.now }, bodyOf(reportText(nowMs(), events)), {
      group: to,
      alone,
    });
  return {
    agent,
    drive,
    driveId,
    // A later sample than the one before, so that each has a time of its own.
    sample: (more = {}, of = drive) => {
      sequence += 1;
      return { ...smart(nowMs() - 30_000 + sequence, of, more), sequence };
    },
    report: (...events) => reportTo(group(), ...events),
    reportTo,
  };
}

function bodyOf(text: string): ReportBody {
  return { bytes: Buffer.from(text), parse: () => JSON.parse(text) };
}
