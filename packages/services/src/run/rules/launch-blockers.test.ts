import { expandPlan } from "@crosspoint/domain";
import type { PlanStep } from "@crosspoint/protocol";
import { describe, expect, it } from "vitest";
import type { ControlledDrive } from "../../drive/control/rules/controlled-drive.ts";
import { destroysData, type LaunchCase, launchBlockers } from "./launch-blockers.ts";
import { type SettledDrive, settledOf } from "./settings.ts";
import type { Target } from "./target.ts";

const now = new Date("2026-11-22T07:00:00Z");
const sweep: PlanStep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 30 };
const purge = (method: "format" | "sanitizeCrypto" | "discard"): PlanStep => ({ kind: "purge", method });

function caseOf(
  steps: PlanStep[],
  allowed: string[],
  deny: string[] = [],
  role: "admin" | "operator" | "viewer" = "admin",
): LaunchCase {
  const policy = { path: "/etc/policy.toml", allow: [{ serials: ["S1"], models: [], actions: allowed }], deny };
  const host = { id: "h", hostname: "farm-7", lastSeenAt: now, simulated: false, policy };
  const erase = { format: true, sanitizeBlockErase: true, sanitizeOverwrite: false, sanitizeCryptoErase: false };
  const namespaces = [{ nsid: 1, inUse: [], currentLbaFormat: 0, lbaFormats: [{ index: 0 }], scheduler: "none" }];
  const known = { id: "d", model: "INTEL X", serial: "S1", problem: null, responds: true, claims: [] };
  const powerStates = [0, 1, 2].map((index) => ({ index, nonOperational: index === 2 }));
  const drive = {
    ...known,
    host,
    namespaces,
    details: { erase },
    controller: { powerStates },
  } as unknown as ControlledDrive;
  const base = { label: "INTEL X S1", sizeBytes: 1n << 40n, logicalBlockBytes: 512, inUse: [], host, nsid: 1 };
  const target = {
    ...base,
    kind: "namespace",
    drive: known,
    drives: [known],
    path: "/dev/nvme0n1",
  } as unknown as Target;
  const expansion = expandPlan(steps, 4096);
  const points = expansion.kind === "points" ? expansion.points : [];
  const actor = { kind: "person", id: "p", email: "p@example.net", name: "P", role } as const;
  const settled: SettledDrive | undefined = settledOf(steps, drive, 1);
  const plan = { document: { steps }, points };
  return { actor, now, target, plan, openRuns: [], openCommand: false, settled };
}

const messages = (launch: LaunchCase) => launchBlockers(launch).map(({ message }) => message);
const fileOf = (launch: LaunchCase): LaunchCase => ({
  ...launch,
  target: { ...launch.target, kind: "scratchFile" } as Target,
  settled: undefined,
});

it("refuses a simulated host, which declines everything", () => {
  const launch = caseOf([sweep], []);
  const target = { ...launch.target, host: { ...launch.target.host, simulated: true } } as Target;
  expect(messages({ ...launch, target })).toEqual(["farm-7 is simulated: it carries out no commands."]);
});

it("says that a drive does not respond, and nothing of the command that found it", () => {
  const launch = caseOf([sweep], []);
  const [known] = launch.target.drives;
  const drives = [{ ...known, responds: false }];
  expect(messages({ ...launch, target: { ...launch.target, drives } as Target })).toEqual([
    "INTEL X S1 does not respond.",
  ]);
});

describe("a plan that purges", () => {
  it("destroys data, though no point of it writes", () => {
    const launch = caseOf([purge("format"), sweep], ["write", "format"]);
    expect(destroysData(launch.target, launch.plan.document.steps)).toBe(true);
    expect(messages(launch)).toEqual([]);
    expect(destroysData(launch.target, [sweep])).toBe(false);
  });

  it("is refused what a person could not erase by hand: by right, by policy, and by what the drive has", () => {
    const steps = [sweep, { kind: "each", setting: "scheduler", values: ["none"], steps: [purge("sanitizeCrypto")] }];
    expect(messages(caseOf(steps as PlanStep[], ["write"]))).toEqual([
      "The policy of farm-7 does not allow sanitize of INTEL X S1.",
      "S1 does not have this way to sanitize.",
    ]);
    expect(messages(caseOf([purge("discard"), sweep], ["discard"], [], "operator"))).toEqual([
      "Writing to a drive needs the right benchmark.launchDestructive, which p@example.net does not have.",
      "The policy of farm-7 does not allow writing to INTEL X S1.",
      "This needs the right drive.destroy, which p@example.net does not have.",
    ]);
  });

  it("needs a drive", () => {
    expect(messages(fileOf(caseOf([sweep, purge("discard")], ["write", "discard"])))).toEqual([
      'The plan has a step "purge", which needs a drive; INTEL X S1 is a file.',
    ]);
  });
});

describe("a plan that sets", () => {
  it("is refused what a person could not set by hand, of every step, each reason once", () => {
    const steps: PlanStep[] = [
      { kind: "set", powerGovernor: 1 },
      { kind: "each", setting: "scheduler", values: ["none", "kyber"], steps: [sweep] },
      { kind: "each", setting: "scheduler", values: "offered", steps: [sweep] },
    ];
    expect(messages(caseOf(steps, [], ["scheduler"]))).toEqual([
      "What the values of the power governor (feature C6h) mean on INTEL X is not documented, so it is not written.",
      "The policy of farm-7 denies scheduler.",
    ]);
  });

  it("needs a drive", () => {
    expect(messages(fileOf(caseOf([{ kind: "set", scheduler: "none" }, sweep], [])))).toEqual([
      "The run would change settings of a drive, and INTEL X S1 is a file.",
    ]);
  });
});

describe("a plan that has the drive test itself", () => {
  it("needs the right to control drives, on a drive alone", () => {
    const steps: PlanStep[] = [sweep, { kind: "selfTest", test: "short" }];
    const control = expect.stringContaining("needs the right drive.control");
    expect(messages(caseOf(steps, [], [], "viewer"))).toContainEqual(control);
    expect(messages(caseOf([sweep], [], [], "viewer"))).not.toContainEqual(control);
    expect(messages(fileOf(caseOf(steps, [], [], "viewer")))).not.toContainEqual(control);
    expect(messages(caseOf(steps, [], [], "operator"))).toEqual([]);
  });
});

describe("a plan with a database", () => {
  const database: PlanStep = {
    kind: "database",
    system: "postgresql",
    benchmark: "tpcbLike",
    sizeGib: 100,
    clients: 4,
    durationSeconds: 60,
  };
  // 6,826 times 15 MiB, twice, and 512 MiB; a twentieth of the file system stays free.
  const needed = 2 * 6826 * 15 * 1024 ** 2 + 512 * 1024 ** 2;
  const on = (sizeBytes: number, steps: PlanStep[] = [database]): LaunchCase => {
    const launch = caseOf(steps, ["write"]);
    return { ...launch, target: { ...launch.target, sizeBytes: BigInt(sizeBytes) } as Target };
  };

  it("is refused where the drive has no room for it", () => {
    expect(messages(on(Math.ceil((needed * 20) / 19)))).toEqual([]);
    expect(messages(on(needed))).toEqual([
      expect.stringMatching(/^A database of 100 GiB may take 215.*; INTEL X S1 has 215.*\.$/),
    ]);
  });

  it("measures something, whatever blocks its other points have", () => {
    const odd: PlanStep = { ...sweep, blockBytes: 520 };
    expect(messages(on(1e12, [database, odd]))).toEqual([]);
    expect(messages(on(1e12, [odd]))).toEqual([expect.stringContaining("not a whole number")]);
  });
});

describe("a plan that tries values of a setting", () => {
  const eachState = (...values: number[]): PlanStep => ({
    kind: "each",
    setting: "powerState",
    values,
    steps: [sweep],
  });
  const rest =
    "Power state 2 of S1 is non-operational: the drive leaves it at the first command, so nothing can be measured in it.";

  it("has those that can be set", () => {
    expect(messages(caseOf([eachState(0, 2, 7)], []))).toEqual([]);
  });

  it("is refused where none can be, each reason once", () => {
    expect(messages(caseOf([eachState(2, 7), eachState(7)], []))).toEqual([rest, "S1 has no power state 7."]);
    expect(messages(caseOf([{ kind: "set", powerState: 2 }, sweep], []))).toEqual([rest]);
    expect(messages(caseOf([eachState(0, 1)], [], ["power"]))).toEqual(["The policy of farm-7 denies power."]);
  });
});
