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
  role: "admin" | "operator" = "admin",
): LaunchCase {
  const policy = { path: "/etc/policy.toml", allow: [{ serials: ["S1"], models: [], actions: allowed }], deny };
  const host = { id: "h", hostname: "farm-7", lastSeenAt: now, policy };
  const erase = { format: true, sanitizeBlockErase: true, sanitizeOverwrite: false, sanitizeCryptoErase: false };
  const namespaces = [{ nsid: 1, inUse: [], currentLbaFormat: 0, lbaFormats: [{ index: 0 }], scheduler: "none" }];
  const known = { id: "d", model: "INTEL X", serial: "S1", problem: null, claims: [] };
  const drive = { ...known, host, namespaces, details: { erase } } as unknown as ControlledDrive;
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
  it("is refused each value that a person could not set by hand, of every step", () => {
    const steps: PlanStep[] = [
      { kind: "set", powerGovernor: 1 },
      { kind: "each", setting: "scheduler", values: ["none", "kyber"], steps: [sweep] },
      { kind: "each", setting: "scheduler", values: "offered", steps: [sweep] },
    ];
    const denied = "The policy of farm-7 denies scheduler.";
    const found = messages(caseOf(steps, [], ["scheduler"]));
    expect(found[0]).toBe(
      "What the values of the power governor (feature C6h) mean on INTEL X is not documented, so it is not written.",
    );
    // Two values of the one step, and the four of Linux that the other tries.
    expect(found.slice(1)).toEqual(Array.from({ length: 6 }, () => denied));
  });

  it("needs a drive", () => {
    expect(messages(fileOf(caseOf([{ kind: "set", scheduler: "none" }, sweep], [])))).toEqual([
      'The plan has a step "set", which needs a drive; INTEL X S1 is a file.',
    ]);
  });
});
