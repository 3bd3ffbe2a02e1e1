import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import type { Actor, Role } from "@crosspoint/services";
import { roles } from "@crosspoint/services";
import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appRouter, createCaller } from "./root.ts";
import { testContext } from "./testing/context.ts";

const id = "00000000-0000-4000-8000-000000000000";
const otherId = "00000000-0000-4000-8000-000000000001";
const person = { name: "Eve", email: "eve@example.net", password: "correct horse battery" };
const target = { kind: "namespace", driveId: id, nsid: 1 };
const plan = { kind: "builtIn", planId: "quick-check" };
const step = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 1 };
const rhythm = { kind: "weekly", days: ["sunday"], time: "02:30", zone: "Europe/Berlin" };
const groupRule = { match: "all", terms: [{ field: "hostname", operator: "matches", values: ["db-*"] }] };
const maintenanceWindow = {
  ...{ name: "Firmware", scope: { kind: "fleet" }, zone: "Europe/Berlin", beginsAt: "2126-11-21T12:00" },
  ...{ durationMinutes: 60, recurrence: null },
};
const firmware = {
  models: ["ACME 1*"],
  bad: ["FW1"],
  fixed: null,
  impact: "hang",
  text: "It hangs.",
  publisher: "ACME",
  url: "https://example.com/notice",
};
const selection = { kind: "drives", driveIds: [id] };
const planDocument = { readsOnly: true, steps: [step] };

/** Each procedure: the least role that may call it, and an input that its schema takes. */
const procedures: Record<string, { least: Role | "anyone"; input?: unknown }> = {
  "access.people": { least: "admin" },
  "access.addPerson": { least: "admin", input: { ...person, role: "viewer" } },
  "access.changeRole": { least: "admin", input: { personId: "nobody", role: "viewer" } },
  "access.removePerson": { least: "admin", input: { personId: "nobody" } },
  "access.sessions": { least: "viewer" },
  "access.endSession": { least: "viewer", input: { sessionId: "none" } },
  "access.endOtherSessions": { least: "viewer" },
  "access.apiTokens": { least: "viewer" },
  "access.createApiToken": { least: "viewer", input: { name: "Nightly", role: "viewer", days: 90 } },
  "access.revokeApiToken": { least: "viewer", input: { tokenId: id } },
  "access.resetPassword": { least: "admin", input: { personId: "nobody" } },
  "access.usePasswordLink": { least: "anyone", input: { token: "not a token", password: person.password } },
  "access.changePassword": { least: "viewer", input: { current: "x", next: "correct horse battery" } },
  "access.signIn": { least: "anyone", input: { email: "nobody@example.net", password: "x" } },
  "access.signOut": { least: "anyone" },
  "access.completeSetup": { least: "anyone", input: { ...person, token: "not a token" } },
  "audit.list": { least: "operator", input: {} },
  "run.targets": { least: "viewer", input: {} },
  "run.settings": { least: "viewer", input: { target } },
  "run.preflight": { least: "viewer", input: { target, plan } },
  "run.launch": { least: "operator", input: { target, plan } },
  "run.cancel": { least: "operator", input: { runId: id } },
  "run.cancelPoint": { least: "operator", input: { runId: id, sequence: 0 } },
  "run.annotate": { least: "operator", input: { runId: id, note: "warm", tags: ["lab"] } },
  "run.again": { least: "viewer", input: { runId: id } },
  "run.queue": { least: "viewer", input: {} },
  "run.countQueued": { least: "viewer" },
  "run.reorder": { least: "operator", input: { runId: id } },
  "run.list": { least: "viewer", input: {} },
  "run.get": { least: "viewer", input: { runId: id } },
  "result.histograms": { least: "viewer", input: { points: [{ runId: id, sequence: 0 }] } },
  "result.previewRemoval": { least: "operator", input: { runId: id } },
  "result.removeImport": { least: "operator", input: { runId: id } },
  "run.conformance": { least: "viewer", input: { driveId: id } },
  "run.heat": { least: "viewer", input: { runId: id, sequence: 0 } },
  "run.repeats": { least: "viewer", input: { runId: id } },
  "run.seconds": { least: "viewer", input: { runId: id, sequence: 0 } },
  "run.whole": { least: "viewer", input: { runId: id, sequence: 0 } },
  "batch.preview": { least: "operator", input: { targets: [target], plan } },
  "batch.launch": { least: "operator", input: { targets: [target], plan } },
  "batch.list": { least: "viewer", input: {} },
  "batch.get": { least: "viewer", input: { batchId: id } },
  "batch.point": { least: "viewer", input: { batchId: id, stepPath: [0], workloadKey: "k" } },
  "batch.report": { least: "viewer", input: { batchId: id } },
  "batch.cancel": { least: "operator", input: { batchId: id } },
  "schedule.list": { least: "viewer" },
  "schedule.create": { least: "operator", input: { name: "Weekly", targets: [target], plan, rhythm } },
  "schedule.change": { least: "operator", input: { scheduleId: id, change: "pause" } },
  "bulk.preview": { least: "operator", input: { selection, request: { kind: "limitPower" } } },
  "bulk.request": { least: "operator", input: { selection, request: { kind: "limitPower" } } },
  "bulk.list": { least: "viewer" },
  "bulk.get": { least: "viewer", input: { bulkActionId: id } },
  "bulk.drives": { least: "viewer", input: { bulkActionId: id } },
  "bulk.stop": { least: "operator", input: { bulkActionId: id } },
  "catalog.models": { least: "viewer" },
  "catalog.model": { least: "viewer", input: { modelId: "none" } },
  "catalog.sources": { least: "viewer" },
  "plan.list": { least: "viewer" },
  "plan.builtIn": { least: "viewer", input: { planId: "quick-check" } },
  "plan.saved": { least: "viewer" },
  "plan.get": { least: "viewer", input: { savedPlanId: id } },
  "plan.create": { least: "operator", input: { name: "Mine", document: planDocument } },
  "plan.saveVersion": { least: "operator", input: { savedPlanId: id, basedOn: 1, document: planDocument } },
  "plan.rename": { least: "operator", input: { savedPlanId: id, name: "Other" } },
  "plan.delete": { least: "operator", input: { savedPlanId: id } },
  "plan.readText": { least: "operator", input: { text: "id: x" } },
  "plan.check": { least: "operator", input: { document: planDocument } },
  "plan.text": { least: "viewer", input: { plan, format: "yaml" } },
  "drive.control.list": { least: "viewer", input: { driveId: id } },
  "drive.control.preflight": { least: "viewer", input: { driveId: id, action: { kind: "selfTest", test: "short" } } },
  "drive.control.request": { least: "operator", input: { driveId: id, action: { kind: "selfTest", test: "short" } } },
  "compare.get": { least: "viewer", input: {} },
  "compare.differences": { least: "viewer", input: { baseline: "run:x", metric: "iops" } },
  "compare.histograms": { least: "viewer", input: { points: ["random-read-4k-qd1"], runs: [] } },
  "compare.fioJob": { least: "viewer", input: {} },
  "compare.trend": { least: "viewer", input: { driveId: id } },
  "compare.choices": { least: "viewer", input: { kind: "run" } },
  "compare.saved.list": { least: "viewer" },
  "compare.saved.save": { least: "operator", input: { name: "Mine", query: "series=x" } },
  "compare.saved.update": { least: "operator", input: { id, name: "Other", note: "" } },
  "compare.saved.remove": { least: "operator", input: { id } },
  "compare.share.create": { least: "operator", input: { query: "", selection: {}, expiresInDays: 7 } },
  "compare.share.list": { least: "operator" },
  "compare.share.revoke": { least: "operator", input: { id } },
  "compare.shared.get": { least: "anyone", input: { token: "not a token" } },
  "compare.shared.differences": { least: "anyone", input: { token: "not a token", baseline: "x", metric: "iops" } },
  "compare.shared.histograms": {
    least: "anyone",
    input: { token: "not a token", points: ["random-read-4k-qd1"], runs: [] },
  },
  "drive.list": { least: "viewer", input: {} },
  "drive.view.list": { least: "viewer" },
  "drive.view.save": { least: "viewer", input: { name: "Mine", query: "verdict=watch" } },
  "drive.view.remove": { least: "viewer", input: { id } },
  "drive.facets": { least: "viewer", input: {} },
  "drive.get": { least: "viewer", input: { driveId: id } },
  "drive.figures": { least: "viewer", input: { driveId: id } },
  "drive.events": { least: "viewer", input: { driveId: id, since: new Date(0), until: new Date(1) } },
  "drive.history": { least: "viewer", input: { driveId: id, range: "1h" } },
  "drive.settleClaim": { least: "admin", input: { driveId: id, hostId: id, decision: "dismiss" } },
  "drive.tag": { least: "operator", input: { driveIds: [id], add: ["lab"] } },
  "fleet.get": { least: "viewer" },
  "fleet.readings": { least: "viewer" },
  "fleet.health": { least: "viewer", input: { by: "model" } },
  "fleet.changes": { least: "viewer" },
  "group.list": { least: "viewer" },
  "group.get": { least: "viewer", input: { groupId: id } },
  "group.drives": { least: "viewer", input: { groupId: id } },
  "group.preview": { least: "operator", input: { kind: "hosts", rule: groupRule } },
  "group.create": { least: "operator", input: { name: "Databases", kind: "hosts", rule: groupRule } },
  "group.change": { least: "operator", input: { groupId: id, name: "x", description: "", rule: null } },
  "group.changeMembers": { least: "operator", input: { groupId: id, add: [id] } },
  "group.remove": { least: "operator", input: { groupId: id } },
  "health.rules": { least: "viewer" },
  "health.conditions": { least: "viewer", input: { driveId: id, since: new Date(0), until: new Date(1) } },
  "health.acknowledge": { least: "operator", input: { driveId: id, rule: "mediaErrors", note: "known" } },
  "health.withdrawAcknowledgement": { least: "operator", input: { driveId: id, rule: "mediaErrors" } },
  "health.thresholds": { least: "viewer" },
  "health.setThreshold": {
    least: "admin",
    input: { scope: { kind: "fleet" }, rule: "mediaErrors", grades: "off", why: "a test" },
  },
  "health.removeThreshold": { least: "admin", input: { thresholdId: id, why: "a test" } },
  "health.firmwareAdvice": { least: "viewer" },
  "health.previewFirmwareAdvice": { least: "viewer", input: { models: ["ACME 1*"], bad: ["FW1"] } },
  "health.restoreFirmwareAdvice": { least: "admin", input: { id: "none", why: "a test" } },
  "health.saveFirmwareAdvice": { least: "admin", input: { ...firmware, why: "a test" } },
  "health.withdrawFirmwareAdvice": { least: "admin", input: { id: "none", why: "a test" } },
  "health.firmwareOfDrive": { least: "viewer", input: { driveId: id } },
  "health.thresholdsAt": { least: "viewer", input: { scope: { kind: "fleet" } } },
  "health.thresholdsOfDrive": { least: "viewer", input: { driveId: id } },
  "health.wear": { least: "viewer", input: { driveId: id } },
  "health.replacements": { least: "viewer", input: {} },
  "host.list": { least: "viewer", input: {} },
  "host.describe": { least: "operator", input: { hostId: id, rack: "R1", role: "db", tags: ["lab"] } },
  "host.describeMany": { least: "operator", input: { hostIds: [id], rack: "R1" } },
  "host.get": { least: "viewer", input: { hostId: id } },
  "host.createScratchFile": { least: "operator", input: { hostId: id, sizeBytes: 1 << 20 } },
  "host.removeScratchFile": { least: "operator", input: { scratchFileId: id } },
  "host.collectNow": { least: "operator", input: { hostId: id } },
  "host.revokeKey": { least: "admin", input: { hostId: id } },
  "host.previewUpgrade": { least: "admin", input: { hostIds: [id] } },
  "host.upgrade": { least: "admin", input: { hostIds: [id], version: "1.0.0" } },
  "host.getUpgrade": { least: "viewer", input: { upgradeId: id } },
  "host.upgrades": { least: "viewer" },
  "host.createEnrollmentToken": { least: "admin", input: {} },
  "host.enrollmentTokens": { least: "admin" },
  "host.revokeEnrollmentToken": { least: "admin", input: { tokenId: id } },
  "host.enrolledSince": { least: "admin", input: { since: new Date(0) } },
  "lifecycle.get": { least: "viewer", input: { driveId: id } },
  "lifecycle.change": { least: "operator", input: { driveIds: [id], lifecycle: "retired" } },
  "lifecycle.previewMerge": { least: "admin", input: { awayId: id, intoId: otherId } },
  "lifecycle.merge": { least: "admin", input: { awayId: id, intoId: otherId } },
  "lifecycle.unmerge": { least: "admin", input: { mergeId: id } },
  "live.follow": { least: "viewer", input: { run: { runId: id }, pageMadeMs: 0 } },
  "maintenance.list": { least: "viewer" },
  "maintenance.create": { least: "operator", input: maintenanceWindow },
  "maintenance.end": { least: "operator", input: { windowId: id } },
  "removal.list": { least: "viewer" },
  "removal.previewHost": { least: "admin", input: { hostId: id } },
  "removal.host": { least: "admin", input: { hostId: id, history: "keep" } },
  "removal.previewDrive": { least: "admin", input: { driveId: id } },
  "removal.drive": { least: "admin", input: { driveId: id, runs: "keep", confirmedName: "x" } },
  "storage.get": { least: "viewer" },
  "storage.changeRetention": {
    least: "admin",
    input: { keepSamplesDays: 30, keepHoursDays: 730, keepDaysDays: null, keepSecondsDays: 180, keepCommandsDays: 365 },
  },
  "search.find": { least: "viewer", input: { text: "PHKS" } },
};

/** Mutations that whoever may look may do: to what is their own. */
const ownAffairs = [
  "access.changePassword",
  "access.completeSetup",
  "access.endOtherSessions",
  "access.createApiToken",
  "access.revokeApiToken",
  "access.endSession",
  "access.signIn",
  "access.signOut",
  "access.usePasswordLink",
  "drive.view.remove",
  "drive.view.save",
];

/** A wrong password is refused like a missing session, whoever sends it: that says nothing of rights. */
const isWrongPassword = (path: string, code: string | undefined) => path === "access.signIn" && code === "UNAUTHORIZED";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.db.user.create({ data: { id: "eve", name: "Eve", email: "eve@example.net", role: "viewer" } });
});
afterAll(() => test.close());

/** A router by name, or a procedure to be called. */
interface Callable {
  (input: unknown): unknown;
  readonly [name: string]: Callable | undefined;
}

/** Calls a procedure to its first answer; gives the code of its refusal, or undefined. */
async function refusal(path: string, actor: Actor): Promise<string | undefined> {
  const caller = createCaller(testContext(test, actor), {}) as unknown as Callable;
  const procedure = path.split(".").reduce<Callable | undefined>((router, name) => router?.[name], caller);
  try {
    const answer = await procedure?.(procedures[path]?.input);
    if (isIterable(answer)) await answer[Symbol.asyncIterator]().next();
    return undefined;
  } catch (error) {
    return error instanceof TRPCError ? error.code : `not a refusal: ${String(error)}`;
  }
}

function isIterable(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
}

const withRole = (role: Role): Actor => ({ kind: "person", id: "eve", name: "Eve", email: "eve@example.net", role });
const paths = Object.keys(procedures);
const isDenied = (code: string | undefined) => code === "FORBIDDEN" || code === "UNAUTHORIZED";

describe("rights of every procedure", () => {
  it("knows every procedure there is", () => {
    expect(paths.toSorted()).toEqual(Object.keys(appRouter._def.procedures).toSorted());
  });

  it.each(paths)("%s refuses whoever is not signed in", async (path) => {
    const code = await refusal(path, { kind: "anonymous" });
    if (procedures[path]?.least === "anyone") expect(isDenied(code)).toBe(isWrongPassword(path, code));
    else expect(code).toBe("UNAUTHORIZED");
  });

  it.each(paths)("%s refuses an agent's key", async (path) => {
    const code = await refusal(path, { kind: "agent", hostId: id, hostname: "stor-1", keyHash: "h" });
    if (procedures[path]?.least !== "anyone") expect(isDenied(code)).toBe(true);
  });

  it.each(paths.flatMap((path) => roles.map((role) => [path, role] as const)))("%s for a %s", async (path, role) => {
    const least = procedures[path]?.least ?? "admin";
    const allowed = least === "anyone" || roles.indexOf(role) >= roles.indexOf(least);
    const code = await refusal(path, withRole(role));
    if (allowed) {
      expect(isDenied(code)).toBe(isWrongPassword(path, code));
      // The sample input must reach the verb, or the test would not have asked for the right.
      expect(["BAD_REQUEST", "INTERNAL_SERVER_ERROR"]).not.toContain(path === "access.changePassword" ? "" : code);
    } else expect(code).toBe("FORBIDDEN");
  });

  it("lets a viewer change nothing but what is their own", () => {
    const all = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
    const mutations = Object.entries(all)
      .filter(([, procedure]) => procedure._def.type === "mutation")
      .map(([path]) => path)
      .filter((path) => !ownAffairs.includes(path));
    for (const path of mutations) expect(["operator", "admin"]).toContain(procedures[path]?.least);
  });
});
