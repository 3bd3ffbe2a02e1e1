import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { protocolLimits } from "@crosspoint/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AgentBuild } from "../health/agent-builds.ts";
import { touchGateway } from "../health/gateway-pulse.ts";
import { addHost, addPeople, allowing, contextOf, now } from "../testing/fleet.ts";
import { getUpgrade } from "./get.ts";
import { listUpgrades } from "./list.ts";
import { previewUpgrade } from "./preview.ts";
import { requestUpgrade } from "./request.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const build = (kind: AgentBuild["kind"], architecture: string, version = "0.2.0"): AgentBuild => ({
  architecture,
  kind,
  version,
  sha256: "ab".repeat(32),
  bytes: 6_000_000,
  name: `crosspoint-agent-${version}-${architecture}.${kind === "deb" ? "deb" : "tar.gz"}`,
});
const serve = (...builds: AgentBuild[]) =>
  touchGateway({ db: test.db, actor: { kind: "system", label: "gateway" } }, builds);
beforeEach(() => serve(build("deb", "x86_64"), build("archive", "x86_64"), build("deb", "riscv64")));

const admin = () => contextOf(test.db, "admin");
const policy = allowing([], {});

const run = {
  hostname: "busy-run",
  serial: "S",
  requestedBy: "ada",
  targetLabel: "t",
  planId: "quick",
  planName: "Quick check",
  plan: {},
  planHash: "",
  pointsPlanned: 1,
  state: "running",
} as const;

/** A host whose agent can be upgraded, but for what is said otherwise. */
async function host(
  hostname: string,
  {
    environment = {},
    ...more
  }: { environment?: object; agentVersion?: string; keyRevokedAt?: Date; simulated?: boolean; lastSeenAt?: Date } = {},
) {
  const { id, environment: told } = await addHost(test.db, { policy });
  const whole = { ...(told as object), architecture: "x86_64", ...environment };
  await test.db.host.update({ where: { id }, data: { hostname, environment: whole, ...more } });
  return id;
}

const refused = async (hostId: string) => {
  const { hosts } = await previewUpgrade(admin(), { hostIds: [hostId] });
  expect(hosts[0]?.to).toBeUndefined();
  return hosts[0]?.whyNot?.message;
};

describe("the preview", () => {
  it("says of each host what it will have, or why nothing is done", async () => {
    const ids = [await host("b-will"), await host("a-wont", { agentVersion: "0.2.0" })];
    expect(await previewUpgrade(admin(), { hostIds: ids })).toEqual({
      version: "0.2.0",
      hosts: [
        {
          hostId: ids[1],
          hostname: "a-wont",
          agentVersion: "0.2.0",
          to: undefined,
          whyNot: expect.objectContaining({ message: "Its agent is version 0.2.0 already." }),
        },
        { hostId: ids[0], hostname: "b-will", agentVersion: "0.1.0", to: "0.2.0", whyNot: undefined },
      ],
    });
  });

  it.each([
    ["a newer agent", { agentVersion: "0.3.0" }, "Its agent is version 0.3.0, and the server has 0.2.0."],
    [
      "a processor without a package",
      { environment: { architecture: "aarch64" } },
      "no build for its processor (aarch64)",
    ],
    ["a processor with a package that is no archive", { environment: { architecture: "riscv64" } }, "(riscv64)"],
    ["an agent of before", { environment: { architecture: undefined } }, "cannot be upgraded from the server yet"],
    ["other packages", { environment: { upgradeObstacle: "it came by apt" } }, "It came by apt."],
    [
      "a policy that denies it",
      { environment: { policy: { ...policy, deny: ["upgrade"] } } },
      "policy denies upgrades",
    ],
    [
      "a policy with a mistake",
      { environment: { policy: { ...policy, problem: "line 3" } } },
      "policy file cannot be used",
    ],
    ["a revoked key", { keyRevokedAt: now }, "key is revoked"],
    ["no real host", { simulated: true }, "simulated"],
    ["silence", { lastSeenAt: new Date(now.getTime() - 3_600_000) }, "has not reported"],
  ])("does nothing to %s", async (name, facts, words) => {
    expect(await refused(await host(name.replaceAll(" ", "-"), facts))).toContain(words);
  });

  it("interrupts neither a benchmark nor a format, and asks no host twice", async () => {
    const busy = await host("busy-run");
    await test.db.benchmarkRun.create({ data: { ...run, hostId: busy } });
    expect(await refused(busy)).toBe("A benchmark is running on it.");
    const formatting = await host("busy-format");
    const command = {
      hostId: formatting,
      kind: "controlDrive",
      payload: {},
      state: "accepted" as const,
      expiresAt: now,
    };
    await test.db.command.create({ data: command });
    expect(await refused(formatting)).toBe("It is carrying out a command.");
  });
});

describe("the request", () => {
  it("asks each host that will, with what the gateway serves, and tells what became of each", async () => {
    const ids = [await host("c-1"), await host("c-2"), await host("c-3", { agentVersion: "0.2.0" })];
    const { upgradeId, hosts } = await requestUpgrade(admin(), { hostIds: ids, version: "0.2.0" });
    expect(hosts).toBe(2);
    const commands = await test.db.command.findMany({ where: { upgradeId }, orderBy: { host: { hostname: "asc" } } });
    const { name, sha256, bytes, version } = build("archive", "x86_64");
    expect(commands.map(({ payload }) => payload)).toEqual(
      commands.map(({ id }) => ({ id, kind: "upgradeAgent", name, sha256, bytes, version })),
    );
    expect(bytes).toBeLessThan(protocolLimits.agentArchiveBytes);
    const audited = await test.db.auditEntry.findMany({ where: { action: "host.upgrade" } });
    expect(audited.map(({ commandId }) => commandId).toSorted()).toEqual(commands.map(({ id }) => id).toSorted());
    expect(audited[0]?.detail).toMatchObject({ from: "0.1.0", to: "0.2.0", sha256 });

    const [first, second] = commands.map(({ id }) => id);
    const end = { finishedAt: now };
    await test.db.command.update({
      where: { id: first as string },
      data: { ...end, state: "succeeded", reason: "0.1.0 → 0.2.0" },
    });
    await test.db.command.update({
      where: { id: second as string },
      data: { state: "accepted", progress: { phase: "trying version 0.2.0", timeMs: 1 } },
    });
    expect(await getUpgrade(contextOf(test.db, "viewer"), { upgradeId })).toEqual({
      id: upgradeId,
      version: "0.2.0",
      requestedBy: "admin@example.net",
      requestedAt: now,
      hosts: [
        {
          hostId: ids[0],
          hostname: "c-1",
          state: "succeeded",
          phase: undefined,
          reason: "0.1.0 → 0.2.0",
          finishedAt: now,
        },
        {
          hostId: ids[1],
          hostname: "c-2",
          state: "accepted",
          phase: "trying version 0.2.0",
          reason: null,
          finishedAt: null,
        },
      ],
      leftOut: [{ hostname: "c-3", reason: "Its agent is version 0.2.0 already." }],
    });
    const [latest] = await listUpgrades(contextOf(test.db, "viewer"));
    expect(latest).toMatchObject({ id: upgradeId, states: { succeeded: 1, accepted: 1 } });
    await expect(requestUpgrade(admin(), { hostIds: [ids[1] as string], version: "0.2.0" })).rejects.toThrow(
      "c-2: It is carrying out a command.",
    );
  });

  it("is refused where the server has other programs than were shown, and where no host would be upgraded", async () => {
    const hostIds = [await host("d-1"), await host("d-2", { agentVersion: "0.2.0" })];
    await expect(requestUpgrade(admin(), { hostIds, version: "0.1.9" })).rejects.toThrow("has version 0.2.0 by now");
    const [, newest = ""] = hostIds;
    await expect(requestUpgrade(admin(), { hostIds: [newest], version: "0.2.0" })).rejects.toThrow("0.2.0 already");
    await serve();
    await expect(requestUpgrade(admin(), { hostIds, version: "0.2.0" })).rejects.toThrow("has no build");
    expect(await test.db.command.count({ where: { hostId: { in: hostIds } } })).toBe(0);
  });

  it("needs a right of its own", async () => {
    const hostIds = [await host("e-1")];
    await expect(requestUpgrade(contextOf(test.db, "operator"), { hostIds, version: "0.2.0" })).rejects.toThrow(
      "host.upgrade",
    );
  });
});
