import { findPlan } from "@crosspoint/catalog";
import { shortenPlan } from "@crosspoint/domain";
import type { BenchmarkPlan } from "@crosspoint/protocol";
import { beforeAll, describe, expect, it } from "vitest";
import type { GatewayDouble } from "../gateway-double.ts";
import type { Drive, VirtualHost } from "../virtual-host.ts";
import { LabRun } from "./lab-run.ts";

type Step = BenchmarkPlan["steps"][number];
type Kind<K extends Step["kind"]> = Extract<Step, { kind: K }>;

const MIB = 1 << 20;
const POINT_SECONDS = 1;
/** More rounds than the window of five, so that it shows whether they end at it. */
const ROUNDS_MAX = 7;
const form = { pointSecondsMax: POINT_SECONDS, rampSecondsMax: 0, fillsMax: 0.01, roundsMax: ROUNDS_MAX };
/** QEMU's throttle lets the operations of a tenth of a second through at once after a pause (util/throttle.c). */
const BURST_SECONDS = 0.1;

/**
 * ACT's three streams at a twentieth of the record reads, and the large ones at about its rate: per multiple 100 + 20 + 20
 * operations a second. The latencies of its criteria are longer, since the emulation of a busy machine pauses for up to 0.1 s;
 * what falls behind a limit falls behind for good.
 */
const ACT_RATES: Record<string, number> = { reads: 100, largeReads: 20, largeWrites: 20 };
const ACT_RATE_PER_MULTIPLE = 140;
const ACT_LATENCIES = 50;
const ACT = {
  serial: "VERDICT-ACT",
  sizeBytes: 64 * MIB,
  // 6.5 multiples: 6 x 140 = 840 is 70 a second less than that, and 7 x 140 = 980 is 70 more.
  iopsLimit: 910,
  seconds: 6,
};
const STEADY = { serial: "VERDICT-STEADY", sizeBytes: 64 * MIB, iopsLimit: 400 };
const CHANGING = { serial: "VERDICT-CHANGING", sizeBytes: 64 * MIB, iopsLimit: 400 };
/** Of odd rounds: the largest of a window is then 4 times the smallest, where a fifth of the average is allowed. */
const LOWER_LIMIT = 100;

export const VERDICT_DRIVES: readonly Drive[] = [ACT, STEADY, CHANGING];

/** Built-in plans, shortened, on drives whose speed is set: the verdict can be told beforehand. */
export function verdictTests(lab: () => VirtualHost, gatewayOf: () => GatewayDouble): void {
  describe("the verdict of a built-in plan is what the drive's limit implies:", () => {
    let act: LabRun;
    let steady: LabRun;
    let changing: LabRun;

    beforeAll(async () => {
      act = new LabRun(gatewayOf(), ACT.serial, actSteps());
      steady = new LabRun(gatewayOf(), STEADY.serial, [...ptsSteps("snia-pts-e-iops").map(of4KibAlone), after]);
      changing = new LabRun(gatewayOf(), CHANGING.serial, [...ptsSteps("snia-pts-e-throughput-128k"), after]);
      await Promise.all([act.end(), steady.end(), changeEachRound(changing)]);
    }, 200_000);

    async function changeEachRound(run: LabRun): Promise<void> {
      for (let round = 1; round < ROUNDS_MAX; round += 1) {
        await run.until(`round ${round}`, () => run.started.some((point) => point.round === round) || run.ends[0]);
        // The first point of a round reads; what is judged is its second.
        await lab().setIopsLimit(run.serial, round % 2 === 1 ? LOWER_LIMIT : CHANGING.iopsLimit);
      }
      await run.end();
    }

    it("ACT finds the highest multiple that the limit lets through", () => {
      expect(Math.floor(ACT.iopsLimit / ACT_RATE_PER_MULTIPLE)).toBe(6);
      // Doubled until 8 x 140 = 1120 is too much; then half of what is between; then the answer once more.
      const tried = act.finished.filter(({ spec }) => spec.stream === "reads").map(({ raised }) => raised);
      expect(
        tried.map((raised) => raised?.value),
        figuresOf(act),
      ).toEqual([1, 2, 4, 8, 6, 7, 6]);
      expect(tried.map((raised) => raised?.confirms ?? false)).toEqual([...Array(6).fill(false), true]);
      expect(act.ends[0]).toMatchObject({ outcome: "complete" });
    });

    it("PTS calls a drive with one limit steady after the window of five rounds, at the limit", () => {
      expect(roundsOf(steady)).toEqual([0, 1, 2, 3, 4]);
      expect(steady.finished.at(-1)?.spec.precondition).toContain("steady:iops");
      expect(steady.ends[0]).toMatchObject({ outcome: "complete" });
      const expected = STEADY.iopsLimit * (1 + BURST_SECONDS / POINT_SECONDS);
      const measured = steady.finished.filter(({ round }) => round !== undefined);
      expect(measured).toHaveLength(5 * 7);
      for (const { read, write, spec } of measured) {
        const iops = (read?.iops ?? 0) + (write?.iops ?? 0);
        expect(Math.abs(iops / expected - 1), `${iops} IOPS at ${spec.readPercent} % reads`).toBeLessThan(0.05);
      }
    });

    it("PTS calls a drive whose limit changes from round to round not steady, after all rounds", () => {
      expect(roundsOf(changing)).toEqual([0, 1, 2, 3, 4, 5, 6]);
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

function stepsOf(planId: string): readonly Step[] {
  const plan = findPlan(planId);
  if (plan === undefined) throw new Error(`There is no plan ${planId}.`);
  return shortenPlan(plan.document.steps, form) as Step[];
}

function ptsSteps(planId: string): Step[] {
  return [...stepsOf(planId)];
}

/** Seven points a round in place of 56. */
function of4KibAlone(step: Step): Step {
  if (step.kind !== "rounds") return step;
  return { ...step, steps: step.steps.map((each) => (each.kind === "sweep" ? { ...each, blockBytes: [4096] } : each)) };
}

function actSteps(): Step[] {
  return stepsOf("act").map((step) => (step.kind === "search" ? actSearch(step) : step));
}

function actSearch(search: Kind<"search">): Step {
  const [body] = search.steps;
  if (body?.kind !== "streams") throw new Error("ACT searches over streams.");
  const overNs = (body.slices?.overNs ?? []).map((latency) => latency * ACT_LATENCIES);
  const streams = body.streams.map((stream) => ({ ...stream, ratePerSecond: ACT_RATES[stream.name] }));
  const slices = { seconds: ACT.seconds / 2, overNs };
  return {
    ...search,
    confirmSeconds: ACT.seconds,
    criteria: search.criteria.map((criterion) =>
      criterion.overNs === undefined ? criterion : { ...criterion, overNs: criterion.overNs * ACT_LATENCIES },
    ),
    steps: [{ ...body, rampSeconds: 1, durationSeconds: ACT.seconds, slices, streams }],
  };
}

/** For who reads that another multiple was found. */
function figuresOf(run: LabRun): string {
  const points = run.finished.map(({ spec, raised, outcome, read, write, slices, warnings }) => {
    const operations = (read?.operations ?? 0) + (write?.operations ?? 0);
    return { stream: spec.stream, value: raised?.value, outcome, operations, slices, warnings };
  });
  return JSON.stringify(points);
}

function roundsOf(run: LabRun): number[] {
  const rounds = run.finished.flatMap(({ round }) => (round === undefined ? [] : [round]));
  return [...new Set(rounds)];
}
