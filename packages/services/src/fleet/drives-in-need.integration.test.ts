import { foldDriveCounts } from "@crosspoint/db/queries/fold-drive-counts";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { type HealthRuleId, type Severity, type Verdict, verdictRank } from "@crosspoint/domain";
import { dayMs } from "@crosspoint/domain/rollup";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addHost, contextOf, now } from "../testing/fleet.ts";
import { getFleet } from "./get.ts";
import { drivesInNeed } from "./rules/drives-in-need.ts";

let test: TestDatabase;
let hostId: string;
beforeAll(async () => {
  test = await createTestDatabase();
  hostId = (await addHost(test.db)).id;
}, 60_000);
afterAll(() => test.close());
beforeEach(() => test.db.drive.deleteMany());

interface Wrong {
  readonly rule: HealthRuleId;
  readonly severity: Severity;
  readonly daysAgo: number;
  readonly value?: number;
  /** Up to its value. */
  readonly acknowledged?: true;
}

const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
const wrong = (severity: Severity, days: number, value = 1, rule: HealthRuleId = "mediaErrors"): Wrong => ({
  ...{ rule, severity, daysAgo: days, value },
});

/** A drive that became what it is now only today, whatever is wrong with it since when. */
async function sick(serial: string, verdict: Verdict, ...open: readonly Wrong[]): Promise<void> {
  const own = { model: "M", serial, firmware: "F" };
  const conditions = open.map(({ rule, severity, daysAgo: days, value = 1, acknowledged }) => ({
    ...{ rule, severity, since: daysAgo(days), value },
    ...(acknowledged
      ? { acknowledgedAt: now, acknowledgedBy: "test", acknowledgedSeverity: severity, acknowledgedUntilValue: value }
      : {}),
  }));
  const state = { verdictRank: verdictRank(verdict), verdictSince: now, hasConditions: open.length > 0, hostId };
  await test.db.drive.create({
    data: {
      ...{ ...own, pciVendorId: 0x8086, firstSeenAt: now, lastSeenAt: now },
      ...{ conditions: { create: conditions }, state: { create: { ...own, ...state } } },
    },
  });
}

const inNeed = async (limit = 20) => {
  const drives = await drivesInNeed(contextOf(test.db, "viewer"), { windows: [], limit });
  return drives.map(({ serial, since }) => [serial, (now.getTime() - since.getTime()) / dayMs]);
};

it("puts the worst verdict first, then what has been as bad the longest, then the worse of one moment", async () => {
  await sick("A", "watch", wrong("watch", 90));
  await sick("B", "replace", wrong("replace", 1, 21));
  await sick("C", "replace", wrong("replace", 1, 109));
  await sick("D", "replace", wrong("replace", 1, 3, "criticalWarning.reliabilityDegraded"));
  await sick("E", "replace", wrong("watch", 80, 1, "unsafeShutdowns"), wrong("replace", 40));
  // What is acknowledged counts for nothing; the older of two of one severity does.
  await sick("F", "replace", { ...wrong("replace", 70), acknowledged: true }, wrong("replace", 2, 1, "availableSpare"));
  await sick("G", "replace", wrong("replace", 50), wrong("replace", 3, 1, "criticalWarning.reliabilityDegraded"));
  await sick("H", "unknown");
  await sick("I", "failed", wrong("failed", 0));
  await sick("J", "good", { ...wrong("replace", 300), acknowledged: true });
  // Less is worse.
  await sick("K", "watch", wrong("watch", 90, 14, "availableSpare"));
  await sick("L", "watch", wrong("watch", 90, 12, "availableSpare"));
  const all = [
    ["I", 0],
    ...[
      ["G", 50],
      ["E", 40],
      ["F", 2],
      ["D", 1],
      ["C", 1],
      ["B", 1],
    ],
    ...[
      ["A", 90],
      ["L", 90],
      ["K", 90],
    ],
    ["H", 0],
  ];
  expect(await inNeed()).toEqual(all);
  for (const limit of [1, 2, 5, 8]) expect(await inNeed(limit)).toEqual(all.slice(0, limit));
});

it("shows what is wrong longest where more is wrong than is shown", async () => {
  for (let index = 10; index < 40; index++)
    await sick(`S${index}`, "replace", wrong("replace", index % 7 === 0 ? 30 : 1));
  await sick("Z", "replace", wrong("replace", 60));
  await foldDriveCounts(test.db);
  const { drivesInNeed: shown, drivesInNeedTotal } = await getFleet(contextOf(test.db, "viewer"));
  expect([shown.length, drivesInNeedTotal]).toEqual([20, 31]);
  expect(shown.slice(0, 7).map(({ serial }) => serial)).toEqual(["Z", "S14", "S21", "S28", "S35", "S10", "S11"]);
});
