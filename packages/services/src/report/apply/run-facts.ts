import { Prisma } from "@crosspoint/db";
import { hottestSample } from "@crosspoint/db/queries/hottest-sample";
import type { AgentEventOf } from "@crosspoint/protocol";
import type { IngestScope } from "../../telemetry/rules/scope.ts";

/** What the drive counted around a run; the first word of each moment stands. */
export async function applyRunCounters(scope: IngestScope, event: AgentEventOf<"runCounters">): Promise<void> {
  const { runId, moment, log, errorLog, vendorLogs, problem } = event;
  const time = new Date(event.timeMs);
  const hottest = moment === "after" ? await hottestSample(scope.tx, runId, time) : { kelvin: null, samples: 0 };
  await scope.tx.runCounters.createMany({
    data: {
      runId,
      moment,
      time,
      log: log ?? Prisma.DbNull,
      errorLog,
      vendorLogs,
      problem: problem ?? null,
      temperatureKelvinMax: hottest.kelvin,
      temperatureSamples: hottest.samples,
    },
    skipDuplicates: true,
  });
  scope.changes.run(runId);
}

/** How a self-test of a run ended; the first word stands. */
export async function applyRunSelfTest(scope: IngestScope, event: AgentEventOf<"runSelfTest">): Promise<void> {
  const { runId, number, stepPath, test, outcome, reason, result } = event;
  await scope.tx.runSelfTest.createMany({
    data: {
      runId,
      number,
      stepPath,
      test,
      outcome,
      reason: reason ?? null,
      result: result ?? Prisma.DbNull,
      finishedAt: new Date(event.timeMs),
    },
    skipDuplicates: true,
  });
  scope.changes.run(runId);
}

/** What a search or rounds of a run have come to; the first word stands. */
export async function applyRunFinding(scope: IngestScope, event: AgentEventOf<"runFinding">): Promise<void> {
  const { runId, number, stepPath, search, rounds } = event;
  const found = { ...(search && { search }), ...(rounds && { rounds }) };
  await scope.tx.runFinding.createMany({ data: { runId, number, stepPath, found }, skipDuplicates: true });
  scope.changes.run(runId);
}
