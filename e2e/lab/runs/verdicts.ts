import { findPlan } from "@crosspoint/catalog";
import { shortenPlan } from "@crosspoint/domain";
import type { BenchmarkPlan } from "@crosspoint/protocol";
import { beforeAll, describe, expect, it } from "vitest";
import type { GatewayDouble } from "../gateway-double.ts";
import type { Drive, VirtualHost } from "../virtual-host.ts";
import { ACT_DRIVES, type ActRuns, actTests, startAct } from "./act.ts";
import { LabRun } from "./lab-run.ts";
import { RATED_DRIVES, type RatedRuns, ratedTests, startRated } from "./rated.ts";

type Step = BenchmarkPlan["steps"][number];

const VERDICTS_LIMIT_MS = 600_000;
const MIB = 1 << 20;
const POINT_SECONDS = 1;
/** A pause of the emulation of a busy machine, 0.1 s as seen so far, then moves a rate by a thirtieth. */
const STEADY_POINT_SECONDS = 3;
/** Of the mixes of SNIA's IOPS test: the judged one is among them. */
const MIXES = [100, 65, 0];
/** More rounds than the window of five, so that it shows whether they end at it. */
const ROUNDS_MAX = 7;
const formOf = (pointSecondsMax: number) => ({
  pointSecondsMax,
  rampSecondsMax: 0,
  fillsMax: 0.01,
  roundsMax: ROUNDS_MAX,
});
/** QEMU's throttle lets the operations of a tenth of a second through at once after a pause (util/throttle.c). */
const BURST_SECONDS = 0.1;

const STEADY = { serial: "VERDICT-STEADY", sizeBytes: 64 * MIB, iopsLimit: 400 };
const CHANGING = { serial: "VERDICT-CHANGING", sizeBytes: 64 * MIB, iopsLimit: 400 };
/** Of odd rounds: the largest of a window is then 4 times the smallest, where a fifth of the average is allowed. */
const LOWER_LIMIT = 100;

export const VERDICT_DRIVES: readonly Drive[] = [...ACT_DRIVES, ...RATED_DRIVES, STEADY, CHANGING];

/** Built-in plans, shortened, on drives whose speed is set: the verdict can be told beforehand. */
export function verdictTests(lab: () => VirtualHost, gatewayOf: () => GatewayDouble): void {
  describe("the verdict of a built-in plan is what the drive's limit implies:", () => {
    let act: ActRuns;
    let rated: RatedRuns;
    let steady: LabRun;
    let changing: LabRun;

    beforeAll(() => lab().explain(measure), VERDICTS_LIMIT_MS);

    async function measure(): Promise<void> {
      act = startAct(gatewayOf());
      rated = startRated(gatewayOf());
      steady = new LabRun(gatewayOf(), STEADY.serial, [...steadySteps(), after]);
      changing = new LabRun(gatewayOf(), CHANGING.serial, [
        ...stepsOf("snia-pts-e-throughput-128k", POINT_SECONDS),
        after,
      ]);
      await Promise.all([act.ends, rated.ends, steady.end(), changeEachRound(changing)]);
    }

    async function changeEachRound(run: LabRun): Promise<void> {
      for (let round = 1; round < ROUNDS_MAX; round += 1) {
        await run.until(`round ${round}`, () => run.started.some((point) => point.round === round) || run.ends[0]);
        // The first point of a round reads; what is judged is its second.
        await lab().setIopsLimit(run.serial, round % 2 === 1 ? LOWER_LIMIT : CHANGING.iopsLimit);
      }
      await run.end();
    }

    actTests(() => act);
    ratedTests(() => rated);

    it("PTS calls a drive with one limit steady after the window of five rounds, at the limit", () => {
      expect(roundsOf(steady)).toEqual([0, 1, 2, 3, 4]);
      expect(steady.findings.map(({ rounds }) => rounds)).toEqual([{ rounds: 5, steady: true }]);
      expect(steady.finished.at(-1)?.spec.precondition).toContain("steady:iops");
      expect(steady.ends[0]).toMatchObject({ outcome: "complete" });
      const expected = STEADY.iopsLimit * (1 + BURST_SECONDS / STEADY_POINT_SECONDS);
      const measured = steady.finished.filter(({ round }) => round !== undefined);
      expect(measured).toHaveLength(5 * MIXES.length);
      const iops = measured.map(({ read, write }) => (read?.iops ?? 0) + (write?.iops ?? 0)).sort((a, b) => a - b);
      expect(iops.at(-1), "no point is above the limit").toBeLessThan(expected * 1.05);
      // A pause of the emulation lowers a point now and then: the middle one tells.
      const median = iops[Math.floor(iops.length / 2)] ?? 0;
      expect(Math.abs(median / expected - 1), `the median of ${iops.join(", ")}`).toBeLessThan(0.05);
    });

    it("PTS calls a drive whose limit changes from round to round not steady, after all rounds", () => {
      expect(roundsOf(changing)).toEqual([0, 1, 2, 3, 4, 5, 6]);
      expect(changing.findings.map(({ rounds }) => rounds)).toEqual([{ rounds: ROUNDS_MAX, steady: false }]);
      expect(changing.finished.at(-1)?.spec.precondition).toContain("notSteady:bandwidth");
      expect(changing.ends[0]).toMatchObject({ outcome: "complete" });
    });
  });
}

/** A point behind the rounds says what they came to. */
const after: Step = {
  kind: "sweep",
  pattern: "random",
  blockBytes: 4096,
  readPercent: 100,
  durationSeconds: POINT_SECONDS,
};

function stepsOf(planId: string, pointSeconds: number): readonly Step[] {
  const plan = findPlan(planId);
  if (plan === undefined) throw new Error(`There is no plan ${planId}.`);
  return shortenPlan(plan.document.steps, formOf(pointSeconds)) as Step[];
}

/** Three points a round in place of 56: three mixes of 4 KiB. */
function steadySteps(): Step[] {
  return stepsOf("snia-pts-e-iops", STEADY_POINT_SECONDS).map((step) =>
    step.kind === "rounds" ? { ...step, steps: step.steps.flatMap(of4KibAlone) } : step,
  );
}

type InRounds = Extract<Step, { kind: "rounds" }>["steps"][number];

function of4KibAlone(step: InRounds): InRounds[] {
  if (step.kind !== "sweep") return [step];
  return MIXES.includes(Number(step.readPercent)) ? [{ ...step, blockBytes: [4096] }] : [];
}

function roundsOf(run: LabRun): number[] {
  const rounds = run.finished.flatMap(({ round }) => (round === undefined ? [] : [round]));
  return [...new Set(rounds)];
}
