import type { BenchmarkPlan } from "@crosspoint/protocol";
import { beforeAll, describe, expect, it } from "vitest";
import type { GatewayDouble } from "../gateway-double.ts";
import type { Drive, VirtualHost } from "../virtual-host.ts";
import { LabRun } from "./lab-run.ts";

type Step = BenchmarkPlan["steps"][number];

/** What a restart of the agent meets a run at. */
interface Case {
  readonly serial: string;
  readonly steps: readonly Step[];
  /** The points of which one is under way when the agent is killed, the first of them if it can be; none between points. */
  readonly during?: readonly [number, ...number[]];
  /** It is asked for once so many points of the rounds are over: they have the longest way to their middle, and the shortest. */
  readonly afterRounds: number;
  /** Points in the order of their numbers, as they must be told: once each, the later ones after the restart. */
  readonly points: readonly string[];
}

/** Some 90 s where the machine does little else. */
const RESTARTS_LIMIT_MS = 480_000;
/** Long enough that all runs are in the middle of it at one moment, on a busy machine too. */
const MIDDLE_SECONDS = 15;
/** Of what comes in turn: rounds and a search. */
const TURN_SECONDS = 10;
const MIB = 1 << 20;
/** QEMU formats in parts of at most 2 GiB, and the second waits until this rate has let the first through. */
const SLOW_FORMAT = { sizeBytes: 4096 * MIB, bytesLimit: 300 * MIB };

const read = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100 } as const;
const short: Step = { ...read, durationSeconds: 1 };
const long: Step = { ...read, durationSeconds: MIDDLE_SECONDS };
const stream = { pattern: "random", blockBytes: 4096, ratePerSecond: 50, threads: 1, queueDepth: 4 } as const;

/** A run for each kind of step, each on a drive of its own. */
const CASES: Record<string, Case> = {
  purge: {
    serial: "RESTART-PURGE",
    afterRounds: 2,
    steps: [short, { kind: "purge", method: "format" }, short],
    points: ["", "purge:format"],
  },
  set: {
    serial: "RESTART-SET",
    afterRounds: 2,
    steps: [short, { kind: "set", scheduler: "mq-deadline" }, long, short],
    during: [1],
    points: ["none", "mq-deadline", "mq-deadline"],
  },
  fill: {
    serial: "RESTART-FILL",
    afterRounds: 2,
    // 40 MiB at 4 MiB/s.
    steps: [short, { kind: "fill", method: "sequential", blockBytes: 128 * 1024, fills: 1 }, short],
    during: [1],
    points: ["", "precondition", "fill:sequential:131072:1"],
  },
  sweep: {
    serial: "RESTART-SWEEP",
    afterRounds: 2,
    steps: [short, { ...long, queueDepth: [1, 2] }, short],
    during: [1],
    points: ["QD1", "QD1", "QD2", "QD1"],
  },
  rounds: {
    serial: "RESTART-ROUNDS",
    afterRounds: 0,
    steps: [
      { kind: "rounds", roundsMax: 3, steps: [short, { ...read, queueDepth: 2, durationSeconds: TURN_SECONDS }] },
    ],
    during: [3, 4, 5],
    points: ["round 0", "round 0", "round 1", "round 1", "round 2", "round 2"],
  },
  each: {
    serial: "RESTART-EACH",
    afterRounds: 2,
    steps: [{ kind: "each", setting: "scheduler", values: ["mq-deadline", "none"], steps: [long] }, short],
    during: [0],
    points: ["mq-deadline", "none", "none"],
  },
  search: {
    serial: "RESTART-SEARCH",
    afterRounds: 1,
    steps: [
      {
        kind: "search",
        raise: "queueDepth",
        from: 1,
        to: 4,
        resolution: 1,
        // Never missed: what is asked here is where the search goes on.
        criteria: [{ direction: "read", percentile: 50, belowNs: 60_000_000_000 }],
        steps: [{ ...read, durationSeconds: TURN_SECONDS }],
      },
    ],
    during: [1, 2],
    points: ["queueDepth 1", "queueDepth 2", "queueDepth 4"],
  },
  streams: {
    serial: "RESTART-STREAMS",
    afterRounds: 2,
    steps: [
      {
        kind: "streams",
        durationSeconds: MIDDLE_SECONDS,
        streams: [
          { ...stream, name: "reads", readPercent: 100 },
          { ...stream, name: "writes", readPercent: 0 },
        ],
      },
      short,
    ],
    during: [0],
    points: ["reads", "writes", ""],
  },
  idle: {
    serial: "RESTART-IDLE",
    afterRounds: 2,
    steps: [short, { kind: "idle", seconds: MIDDLE_SECONDS }, short],
    points: ["", ""],
  },
};

export const RESTART_DRIVES: readonly Drive[] = Object.values(CASES).map(({ serial }) => {
  if (serial === CASES.purge?.serial) return { serial, ...SLOW_FORMAT };
  if (serial === CASES.fill?.serial) return { serial, sizeBytes: 40 * MIB, bytesLimit: 4 * MIB };
  return { serial, sizeBytes: 64 * MIB, iopsLimit: 200 };
});

/** The agent is killed once, while a run is in the middle of each kind of step. */
export function restartTests(
  lab: () => VirtualHost,
  gatewayOf: () => GatewayDouble,
  agent: { kill(): Promise<void>; start(): Promise<void> },
): void {
  describe("a run over a crash of the agent in the middle of", () => {
    const runs = new Map<string, LabRun>();
    /** How many points of each were over before. */
    const before = new Map<string, number>();

    beforeAll(() => lab().explain(crash), RESTARTS_LIMIT_MS);

    async function crash(): Promise<void> {
      const inTurn = Object.entries(CASES).sort(([, one], [, other]) => one.afterRounds - other.afterRounds);
      for (const [kind, { serial, steps, afterRounds }] of inTurn) {
        await runs.get("rounds")?.until(`${afterRounds} points`, () => runIn("rounds").finished.length >= afterRounds);
        runs.set(kind, new LabRun(gatewayOf(), serial, [...steps]));
      }
      await Promise.all(Object.keys(CASES).map((kind) => isInTheMiddle(kind, runIn(kind))));
      const formats = await lab().output("ps -o args | grep '^[^ ]*nvme format ' | wc -l");
      expect(Number(formats), "the format is under way").toBe(1);
      await agent.kill();
      for (const [kind, run] of runs) before.set(kind, run.finished.length);
      await agent.start();
      await Promise.all([...runs.values()].map((run) => run.end()));
    }

    const runIn = (kind: string) => {
      const run = runs.get(kind);
      if (run === undefined) throw new Error(`There is no run for ${kind}.`);
      return run;
    };

    it.each(Object.keys(CASES))("%s: it goes on, loses no point and tells none twice", (kind) => {
      expectEachPointOnce(kind, runIn(kind), before.get(kind) ?? 0);
    });

    it.each(Object.keys(CASES))("%s: the first point behind it says so, and no other", (kind) => {
      const run = runIn(kind);
      const saying = run.finished.filter(({ warnings }) => warnings.some((text) => text.includes("restarted")));
      const again = run.finished.filter(({ attempt = 0 }) => attempt > 0);
      const behind = again.length > 0 ? again : run.finished.slice(before.get(kind)).slice(0, 1);
      expect(saying).toHaveLength(kind === "streams" ? 2 : 1);
      expect(saying).toEqual(behind);
    });

    it("leaves every drive as it was set before", async () => {
      const schedulers = await lab().output("cat /sys/class/block/nvme*n1/queue/scheduler | sort | uniq -c");
      expect(schedulers.toString().trim().split("\n")).toHaveLength(1);
      expect(schedulers.toString()).toContain("[none]");
    });

    it("leaves nothing of the agent's behind", async () => {
      expect((await lab().output("ls /var/lib/crosspoint/runs | wc -l")).toString().trim()).toBe("0");
      expect((await lab().output("ps -o args | grep -c '^[^ ]*uring-bench' || true")).toString().trim()).toBe("0");
    });
  });
}

async function isInTheMiddle(kind: string, run: LabRun): Promise<void> {
  const { during } = CASES[kind] as Case;
  if (during !== undefined) return await run.measures(during[0]);
  await run.until("the middle", () => run.progress.length > 0);
}

/** `over` points were so when the agent was killed. */
function expectEachPointOnce(kind: string, run: LabRun, over: number): void {
  const { points, during } = CASES[kind] as Case;
  expect(run.ends).toHaveLength(1);
  expect(run.ends[0]?.reason).toBeUndefined();
  expect(run.ends[0]?.outcome).toBe("complete");
  expect(run.finished.map(({ pointSequence }) => pointSequence)).toEqual(points.map((_, index) => index));
  expect(run.finished.map(({ outcome }) => outcome)).toEqual(points.map(() => "complete"));
  expect(run.finished.map((point) => traitOf(kind, point))).toEqual(points);
  // What was under way is measured again, as a second attempt; what was over is not.
  const again = run.finished.filter(({ attempt = 0 }) => attempt > 0);
  expect(again.map(({ attempt }) => attempt)).toEqual(again.map(() => 1));
  const sequences = again.map(({ pointSequence }) => pointSequence);
  if (kind === "streams") expect(sequences).toEqual([0, 1]);
  else if (during === undefined) expect(sequences).toEqual([]);
  else expect(during.map((sequence) => [sequence])).toContainEqual(sequences);
  for (const sequence of sequences) expect(sequence).toBeGreaterThanOrEqual(over);
  for (const point of run.finished) expectWholeSeconds(run, point);
}

type Finished = LabRun["finished"][number];

/** What of a point shows that it was measured in its place, under what the plan had set and done before. */
function traitOf(kind: string, { spec, round, raised }: Finished): string {
  switch (kind) {
    case "set":
    case "each":
      return spec.settings?.scheduler ?? "none";
    case "fill":
      return spec.purpose === "precondition" ? "precondition" : (spec.precondition?.at(-1) ?? "");
    case "sweep":
      return spec.depth.kind === "perThread" ? `QD${spec.depth.queueDepth}` : "";
    case "rounds":
      return `round ${round}`;
    case "search":
      return `${raised?.parameter} ${raised?.value}`;
    case "streams":
      return spec.stream ?? "";
    default:
      return spec.precondition?.at(-1) ?? "";
  }
}

/** The seconds of the attempt that counts are told once each, without a gap. */
function expectWholeSeconds(
  run: LabRun,
  { pointSequence, attempt = 0, elapsedNs, read: reads, write }: Finished,
): void {
  const told = run.seconds.filter((second) => second.pointSequence === pointSequence);
  const own = told.filter((second) => (second.attempt ?? 0) === attempt);
  expect(own.map(({ second }) => second)).toEqual(own.map((_, index) => index));
  const operations = own.reduce((sum, second) => {
    return sum + (second.read?.operations ?? 0) + (second.write?.operations ?? 0);
  }, 0);
  expect(operations).toBe((reads?.operations ?? 0) + (write?.operations ?? 0));
  const nanoseconds = own.reduce((sum, second) => sum + second.elapsedNs, 0);
  expect(Math.abs(nanoseconds / elapsedNs - 1)).toBeLessThan(0.01);
}
